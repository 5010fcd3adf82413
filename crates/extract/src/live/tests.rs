use url::Url;

use super::LiveEntry;
use crate::{Extraction, Input, Label, Options, explain, extract};

const STORM: &str = "https://example.org/news/storm-live-updates";

fn read(url: &str, body: &str) -> Extraction {
    extract(
        &Input::new(&page(body), Url::parse(url).ok().as_ref()),
        &Options::default(),
    )
}

fn page(body: &str) -> String {
    let head = r#"<html lang=en><title>Storm in the valley</title><script type="application/ld+json">
        {"@type":"NewsArticle","headline":"Storm in the valley","datePublished":"2026-11-19T20:00:00+01:00","dateModified":"2026-11-20T00:30:00+01:00"}</script>"#;
    format!("{head}<body><main><h1>Storm in the valley</h1>{body}</main>")
}

fn paragraph(number: usize) -> String {
    let places = ["mill", "station", "bridge", "market", "school", "weir"];
    let place = places[number % places.len()];
    format!(
        "Report number {number}: firefighters have reached the {place} after a long night of rain and are now pumping the water out of the cellars around the {place}, a spokeswoman said."
    )
}

const TIMES: [&str; 5] = ["20T00:20", "19T23:50", "19T22:10", "19T21:05", "19T20:15"];

/// An entry for each of [`TIMES`] in an element with these attributes.
fn entries(attributes: &str) -> String {
    let entry = |(number, time): (usize, &&str)| {
        let (_, clock) = time.split_at(3);
        let text = paragraph(number);
        format!(
            "<div {attributes}><p><time datetime=2026-11-{time}:00+01:00>{clock}</time></p><h3>Title {number}</h3><p>{text}</p></div>"
        )
    };
    TIMES.iter().enumerate().map(entry).collect()
}

fn marked() -> String {
    entries("itemprop=liveBlogUpdate itemscope")
}

fn times(entries: &[LiveEntry]) -> Vec<String> {
    let text = |entry: &LiveEntry| {
        entry
            .at
            .map_or_else(String::new, |at| at.format("%dT%H:%M").to_string())
    };
    entries.iter().map(text).collect()
}

#[test]
fn marked_entries_have_the_time_title_and_text_that_the_page_states() {
    let page = read(STORM, &marked());
    assert_eq!(
        times(&page.live),
        ["19T23:20", "19T22:50", "19T21:10", "19T20:05", "19T19:15"]
    );
    assert_eq!(page.live[0].offset_minutes, Some(60));
    assert_eq!(page.live[1].title.as_deref(), Some("Title 1"));
    assert_eq!(page.live[1].text, paragraph(1));
    for entry in &page.live {
        assert!(
            entry.in_text && page.text.contains(&entry.text),
            "{entry:?}"
        );
    }
}

#[test]
fn an_explanation_has_the_blocks_of_the_entries() {
    let short = "<div itemprop=liveBlogUpdate><time>20:10</time><p>The weir holds again.</p></div>";
    let body = format!("{}{short}", marked());
    let (page, url) = (page(&body), Url::parse(STORM).unwrap());
    let explanation = explain(&Input::new(&page, Some(&url)), &Options::default());
    let blocks = explanation.blocks.iter();
    let content = blocks.filter(|block| block.label == Label::Content);
    let text: Vec<&str> = content.map(|block| block.text.as_str()).collect();
    assert_eq!(text.join("\n\n"), read(STORM, &body).text);
    assert!(explanation.steps.contains(&"live entries"));
}

#[test]
fn entries_are_not_guessed() {
    for attributes in ["class=entry", "class='liveblog-entry'"] {
        let page = read(STORM, &entries(attributes));
        assert!(page.live.is_empty(), "{attributes}: {:?}", page.live);
    }
    let declared = page(&entries("class=entry")).replace("NewsArticle", "LiveBlogPosting");
    let read = extract(&Input::new(&declared, None), &Options::default());
    assert!(read.live.is_empty());
}

#[test]
fn a_time_of_day_alone_is_no_time() {
    let body =
        "<div itemprop=liveBlogUpdate><time>20:10</time><p>The weir holds again tonight.</p></div>";
    let page = read(STORM, body);
    assert_eq!(times(&page.live), [""]);
    assert_eq!(page.live[0].text, "The weir holds again tonight.");
    assert_eq!(page.live[0].title, None);
}

#[test]
fn the_time_of_publication_goes_before_others() {
    let body = "<div itemprop=liveBlogUpdate><time itemprop=dateModified datetime=2026-11-20T10:00Z></time>\
        <time itemprop=datePublished datetime=2026-11-20T09:00Z></time><p>The weir holds again tonight.</p></div>";
    assert_eq!(times(&read(STORM, body).live), ["20T09:00"]);
}

#[test]
fn comments_are_no_entries() {
    let body = format!(
        "<p>{}</p><div class=comments>{}</div>",
        paragraph(9),
        marked()
    );
    assert!(read(STORM, &body).live.is_empty());
}

#[test]
fn json_ld_gives_entries_that_the_page_does_not_show() {
    let html = format!(
        r#"<title>Storm</title><script type="application/ld+json">{{"@type":"LiveBlogPosting","headline":"Storm","liveBlogUpdate":[
        {{"headline":"One","datePublished":"2026-11-20T10:00:00Z","articleBody":"{}"}},
        {{"headline":"Two","datePublished":"2026-11-20T09:00:00Z","articleBody":"{}"}}]}}</script>
        <h1>Storm</h1><p>{}</p>"#,
        paragraph(1),
        paragraph(2),
        paragraph(1)
    );
    let page = extract(&Input::new(&html, None), &Options::default());
    let shown: Vec<bool> = page.live.iter().map(|entry| entry.in_text).collect();
    assert_eq!(shown, [true, false]);
    assert_eq!(times(&page.live), ["20T10:00", "20T09:00"]);
    let home = Url::parse("https://example.org/").ok();
    assert!(
        extract(&Input::new(&html, home.as_ref()), &Options::default())
            .live
            .is_empty()
    );
}

#[test]
fn hostile_numbers_of_entries_are_read_in_time() {
    let entry = "<div itemprop=liveBlogUpdate><time>10:00</time><p>one two three four five six";
    assert!(read(STORM, &entry.repeat(20_000)).live.len() <= 20_000);
    let flat = "<div itemprop=liveBlogUpdate><time>10:00</time></div>".repeat(20_000);
    assert!(read(STORM, &flat).live.is_empty());
}

#[test]
fn microdata_names_the_entries_of_any_page_but_a_home_page() {
    assert_eq!(
        read("https://example.org/news/storm", &marked()).live.len(),
        5
    );
    assert!(read("https://example.org/", &marked()).live.is_empty());
}

#[test]
fn the_month_comes_first_in_american_times() {
    let entry = |hour: usize| {
        let text = paragraph(hour);
        format!(
            "<div itemprop=liveBlogUpdate><time>3/4/2024 {hour}:43 PM</time><h3>Title {hour}</h3><p>{text}</p></div>"
        )
    };
    let body: String = (2..8).rev().map(entry).collect();
    let american = page(&body).replace("lang=en", "lang=en-US");
    let of = |html: &str| {
        let url = Url::parse(STORM).ok();
        let read = extract(&Input::new(html, url.as_ref()), &Options::default());
        let first = read.live.first().and_then(|entry| entry.at);
        first.map(|at| at.format("%m-%d %H:%M").to_string())
    };
    assert_eq!(of(&american).as_deref(), Some("03-04 19:43"));
    let british = page(&body).replace("lang=en", "lang=en-GB");
    assert_eq!(of(&british).as_deref(), Some("04-03 19:43"));
}
