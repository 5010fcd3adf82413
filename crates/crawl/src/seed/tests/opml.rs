//! Lists in OPML.

use super::*;

#[test]
fn an_opml_list_gives_sites_with_their_feeds() {
    let text = r#"<?xml version="1.0"?>
<opml version="2.0"><head><title>News</title></head><body>
  <outline text="Germany">
    <outline type="rss" text="Day" title="The Day &amp; Night" xmlUrl="https://www.day.example/rss?a=1&amp;b=2" htmlUrl="https://www.day.example/" language="de-de"/>
    <outline type="rss" text="Day sport" xmlUrl="https://www.day.example/sport.xml" htmlUrl="https://www.day.example/"/>
  </outline>
  <outline type="rss" text="Evening" xmlUrl="https://evening.example/feed/"></outline>
</body></opml>"#;
    let seeds = load("feeds.opml", text).unwrap();
    assert_eq!(ids(&seeds), ["day-example", "evening-example"]);
    assert_eq!(seeds[0].name, "The Day & Night");
    assert_eq!(seeds[0].language.as_deref(), Some("de"));
    let feeds = ["/rss?a=1&b=2", "/sport.xml"];
    let feeds = feeds.map(|path| format!("https://www.day.example{path}"));
    assert_eq!(seeds[0].feeds, feeds);
    assert_eq!(seeds[1].home, "https://evening.example/");
}

#[test]
fn an_opml_list_is_read_as_programs_and_people_write_it() {
    let text = "<opml><body>
  <outline text=\"Day & Night&nbsp;\" xmlUrl=\"https://day.example/rss?a=1&b=2\">
  <outline text=Evening xmlUrl=\"https://my-paper.example/feed\"/>
  <outline text=\"Paper\" xmlUrl=\"https://my.paper.example/feed\"/>
  <outline text=\"Sport\" xmlUrl=\"https://www.my-paper.example/sport\"/>
</opml>";
    let seeds = load("feeds.opml", text).unwrap();
    assert_eq!(seeds[0].feeds, ["https://day.example/rss?a=1&b=2"]);
    // the feed of another host with the same id is not one of the site
    assert_eq!(seeds.len(), 2);
    assert_eq!(
        seeds[1].feeds,
        [
            "https://my-paper.example/feed",
            "https://www.my-paper.example/sport"
        ]
    );
}

#[test]
fn an_opml_list_has_empty_attributes_and_addresses_of_feed_readers() {
    for (outline, home, name, feed) in [
        (
            "text='Day' title='' xmlUrl='feed://day.example/rss' htmlUrl=''",
            "http://day.example/",
            "Day",
            "http://day.example/rss",
        ),
        (
            "title='Evening' text='' xmlUrl='FEED:https://evening.example/feed' htmlUrl='http://'",
            "https://evening.example/",
            "Evening",
            "https://evening.example/feed",
        ),
        (
            "text='Paper' xmlUrl='news.paper.example/feed?a=1' htmlUrl='None'",
            "https://news.paper.example/",
            "Paper",
            "https://news.paper.example/feed?a=1",
        ),
        (
            "text='Sun' xmlUrl='//sun.example/feed' htmlUrl='www.sun.example'",
            "https://www.sun.example/",
            "Sun",
            "https://sun.example/feed",
        ),
    ] {
        let text = format!("<opml><body><outline {outline}/></body></opml>");
        let seeds = load("feeds.opml", &text).unwrap();
        let seed = &seeds[0];
        assert_eq!((seed.home.as_str(), seed.name.as_str()), (home, name));
        assert_eq!(seed.feeds, [feed]);
    }
    for wrong in [
        "newsletter:a@b.example",
        "/feed.xml",
        "mailto:a@b.example/x",
    ] {
        let text = format!("<opml><body><outline xmlUrl='{wrong}'/></body></opml>");
        assert!(load("feeds.opml", &text).is_err(), "{wrong}");
    }
}

#[test]
fn an_opml_list_is_read_in_the_encoding_that_it_declares() {
    let name = "Утро";
    for (label, encoding) in [
        ("windows-1251", encoding_rs::WINDOWS_1251),
        ("KOI8-R", encoding_rs::KOI8_R),
        ("utf-8", encoding_rs::UTF_8),
    ] {
        let text = format!(
            "<?xml version=\"1.0\" encoding=\"{label}\"?>\n<opml><body><outline text='{name}' xmlUrl='https://utro.example/rss'/></body></opml>"
        );
        let (content, ..) = encoding.encode(&text);
        let (seeds, _) = read_opml("the file", &content).unwrap();
        assert_eq!(seeds[0].name, name, "{label}");
    }
}

#[test]
fn a_site_of_opml_that_is_wrong_does_not_stop_the_others() {
    let text = "<opml><body><outline xmlUrl='https://a-b.example/rss'/><outline xmlUrl='nowhere'/>
<outline xmlUrl='https://a.b.example/rss'/><outline xmlUrl='https://c.example/rss'/></body></opml>";
    let (seeds, errors) = read_opml("the file", text.as_bytes()).unwrap();
    assert_eq!(ids(&seeds), ["a-b-example", "c-example"]);
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].contains("nowhere"), "{errors:?}");
    assert!(errors[1].contains("already used"), "{errors:?}");
    assert!(read_opml("the file", b"<html></html>").is_err());
}

#[test]
fn an_opml_list_of_many_tags_is_read_to_its_end() {
    let tags = "<a/>\n".repeat(200_000);
    let many = |n: u32| format!("<outline xmlUrl='https://{n}.example/f'/>\n");
    let outlines: String = (0..20_000).map(many).collect();
    let text = format!("<opml>{tags}{outlines}<outline xmlUrl='nowhere'/></opml>");
    let (seeds, errors) = read_opml("the file", text.as_bytes()).unwrap();
    assert_eq!(seeds.len(), 20_000);
    let error = errors[0].to_string();
    assert!(error.contains("the file:220001"), "{error}");
}
