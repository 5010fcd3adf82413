use quick_xml::events::Event;
use serde_json::json;

use crate::reader::tests::{Shows as _, World};

/// The texts of the elements with a name. Panics if the document is not well-formed.
fn texts(document: &str, name: &str) -> Vec<String> {
    let mut reader = quick_xml::Reader::from_str(document);
    let mut found = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) if tag.name().as_ref() == name => {
                let text = reader.read_text(tag.name()).unwrap();
                found.push(quick_xml::escape::unescape(&text).unwrap().into_owned());
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

#[tokio::test]
async fn feeds_contain_the_matches_in_every_format() {
    let world = World::new().await;
    world
        .article(
            "1?a=b&c=\"d\"",
            "Ein Haus ]]> &\u{1}\u{fffe}\u{9f} <b>Garten</b>.",
        )
        .await;
    world.article("2", "Ein Zaun.").await;
    for (path, media_type) in [
        (
            "/feeds/search.rss?q=haus",
            "application/rss+xml; charset=utf-8",
        ),
        (
            "/feeds/search.atom?q=haus",
            "application/atom+xml; charset=utf-8",
        ),
    ] {
        let feed = world.get(path).await;
        assert_eq!(feed.header("content-type"), media_type);
        assert_eq!(texts(&feed.body, "title"), ["Articles: haus", "A title"]);
        let summary = if path.contains("rss") {
            "description"
        } else {
            "summary"
        };
        let summaries = texts(&feed.body, summary);
        assert_eq!(summaries.last().unwrap(), "Ein Haus ]]> & <b>Garten</b>.");
        let head = world.head(path, "if-none-match", feed.header("etag")).await;
        assert_eq!(head.status, 304);
        let again = world
            .get_with(path, "if-none-match", feed.header("etag"))
            .await;
        assert_eq!((again.status, again.body.as_str()), (304, ""));
    }
    let feed = world.get("/feeds/search.json?q=haus").await;
    let json = feed.json();
    assert_eq!(json["version"], "https://jsonfeed.org/version/1.1");
    let own = "http://localhost:8080/feeds/search.json?q=haus";
    assert_eq!(json["feed_url"], own);
    let item = &json["items"][0];
    assert_eq!(item["authors"][0]["name"], "Anna Schmidt");
    assert_eq!(item["url"], "https://www.archive.example/1?a=b&c=\"d\"");
    let all = world.get("/feeds/search.json").await.json();
    assert_eq!(all["items"].as_array().unwrap().len(), 2);
    let site = world.get("/feeds/source/archive.example.json").await.json();
    assert_eq!(site["items"].as_array().unwrap().len(), 2);
    for path in [
        "/feeds/stories.rss?language=",
        "/feeds/stories.rss?language=DE",
        "/feeds/stories.atom",
        "/feeds/stories.json",
    ] {
        assert_eq!(world.get(path).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn sources_are_listed_for_readers_of_feeds() {
    let world = World::new().await;
    world.article("1", "Ein Haus.").await;
    let opml = world.get("/feeds/sources.opml").await;
    assert_eq!(texts(&opml.body, "title"), ["Sources of Gleaner"]);
    let home = "type=\"link\" text=\"archive.example\" title=\"archive.example\" url=\"https://www.archive.example/\"";
    opml.has([home]);
    opml.lacks(["xmlUrl"]);
    let store = world.store();
    store.remove_site("archive.example").await.unwrap();
    let opml = world.get("/feeds/sources.opml").await;
    opml.lacks(["archive.example"]);
}

#[tokio::test]
async fn what_the_publisher_does_not_state_is_left_out() {
    let world = World::new().await;
    let bare = world
        .article_with("1", "Ein Haus.", &json!({"authors": []}))
        .await;
    let dates = json!({
        "date_published": "2026-11-01T08:00:00Z", "date_published_precision": "minute", "date_published_source": "meta",
        "date_modified": "2026-11-02T08:00:00Z",
    });
    let moved = world.article_with("2", "Ein Garten.", &dates).await;
    let feed = world.get("/feeds/search.json?q=haus").await.json();
    let item = &feed["items"][0];
    assert!(item.get("date_published").is_none(), "{item}");
    assert!(item.get("date_modified").is_none(), "{item}");
    assert_eq!((&item["authors"], item.get("tags")), (&json!([]), None));
    let feed = world.get("/feeds/search.json?q=garten").await.json();
    let item = &feed["items"][0];
    assert_eq!(item["date_published"], "2026-11-01T08:00:00Z");
    assert_eq!(item["date_modified"], "2026-11-02T08:00:00Z");
    assert!(item.get("tags").is_none(), "{item}");

    let atom = world.get("/feeds/search.atom").await.body;
    assert_eq!(texts(&atom, "published"), ["2026-11-01T08:00:00+00:00"]);
    assert_eq!(texts(&atom, "updated").len(), 3, "{atom}");
    atom.has(["<updated>2026-11-02T08:00:00+00:00</updated>"]);
    assert_eq!(texts(&atom, "name"), ["Gleaner", "Anna Schmidt"]);
    let rss = world.get("/feeds/search.rss").await.body;
    assert_eq!(texts(&rss, "pubDate"), ["Sun, 1 Nov 2026 08:00:00 +0000"]);
    world.moved(&moved, &bare).await;
    let feed = world.get("/feeds/search.json?q=garten").await.json();
    assert_eq!(feed["items"], json!([]));
    let atom = world.get("/feeds/changes.atom").await.body;
    atom.has(["<category term=\"moved\"/>"]);
    let rss = world.get("/feeds/changes.rss").await.body;
    assert_eq!(texts(&rss, "category"), ["moved"]);
}

#[tokio::test]
async fn the_id_of_a_feed_is_a_urn_even_if_it_selects_nothing_and_what_is_no_feed_is_not_found() {
    let world = World::new().await;
    for (path, id) in [
        ("search.atom", "urn:gleaner:search"),
        ("search.atom?q=haus", "urn:gleaner:search:haus"),
        ("stories.atom", "urn:gleaner:stories"),
        ("stories.atom?language=de", "urn:gleaner:stories:de"),
        ("changes.atom", "urn:gleaner:changes"),
    ] {
        let feed = world.get(&format!("/feeds/{path}")).await;
        assert_eq!(texts(&feed.body, "id"), [id], "{path}");
    }
    for path in [
        "/feeds/none.rss",
        "/feeds/search.html",
        "/feeds/search",
        "/feeds/source/none.rss",
        "/feeds/source/%00.rss",
    ] {
        assert_eq!(world.get(path).await.status, 404, "{path}");
    }
    for path in [
        "/feeds/stories.json?language=german",
        "/feeds/search.rss?q=since:soon",
        "/feeds/search.rss?q=site:nowhere",
    ] {
        world.refused(path).await;
    }
    let empty = world.page("/feeds/search.rss?q=word").await;
    empty.lacks(["1970"]);
}
