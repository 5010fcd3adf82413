//! Parameters of pages, and pages that do not exist.

use super::visited::{article_of, visited};
use super::world::{Shows as _, World};

#[tokio::test]
async fn unknown_values_are_rejected_with_the_known_ones_and_unknown_names_are_accepted() {
    let world = World::new().await;
    visited(world.store(), "a").await;
    for (path, known) in [
        ("/?since=foo", "24h, 3d, 7d, 30d, all, "),
        ("/?since=1969-12-31T23:59", "24h, 3d, 7d, 30d, all, "),
        ("/?since=%2B10000-01-01T00:00Z", "24h, 3d, 7d, 30d, all, "),
        ("/?order=foo", "outlets, time"),
        ("/?after=foo", "use one from an earlier page"),
        (
            "/?after=1.-210866803200000001.1.0.a",
            "use one from an earlier page",
        ),
        (
            "/changes?after=9223372036854775807.1.a",
            "use one from an earlier page",
        ),
        ("/changes?what=foo", "headline, text, gone, moved"),
        ("/changes?site=foo", "/sources lists the sites"),
        ("/changes?after=foo", "use one from an earlier page"),
        ("/?language=german", "ISO 639-1"),
        ("/search?order=foo", "relevance, newest"),
        ("/search?q=bridge&order=foo", "relevance, newest"),
        ("/sources?state=foo", "paused, "),
        ("/source/a?done=foo", "pause, resume, retry, remove, add"),
        ("/source/a/rules?done=foo", "use one of save"),
        ("/source/a/rules/try?key=foo&rule=h1", "keep, drop, "),
        ("/label?order=foo", "uncertain, random"),
        ("/label?all=foo", "true, false"),
        ("/label/pages?order=foo", "uncertain, random"),
        ("/label/blocks?all=foo", "true, false"),
        ("/label/stories?order=foo", "uncertain, random"),
        ("/label/pages?site=foo", "/sources lists the sites"),
    ] {
        let answer = world.refused(path).await;
        assert!(answer.body.contains(known), "{path}: {}", answer.body);
    }
    for path in [
        "/?since=&language=&order=&after=&utm_source=x",
        "/search?order=relevance&utm_source=x",
        "/search?q=bridge&order=",
        "/sources?state=paused&utm_source=x",
        "/source/a?done=&utm_source=x",
        "/label/pages?site=a&order=uncertain&all=false&utm_source=x",
        "/runs?utm_source=x",
    ] {
        world.page(path).await;
    }
    // An article is below the articles.
    for end in ["", "/explain"] {
        let path = format!("/article/{}{end}", article_of("a"));
        let page = world.page(&path).await;
        let current = "<a href=\"/search\" aria-current=\"page\">Articles</a>";
        page.has([current]);
        assert_eq!(page.matches("aria-current").count(), 1, "{page}");
    }
}

#[tokio::test]
async fn what_does_not_exist_is_answered_with_what_to_do() {
    let world = World::new().await;
    let page = world.page("/sources").await;
    page.has(["There are no sites yet", "href=\"/sources/add\""]);
    for (path, said, next) in [
        ("/run/99", "The list has all runs.", "/runs"),
        ("/source/none", "There is no such site.", "/sources"),
        ("/article/00", "search for it", "/"),
        (
            "/feeds/stories.txt",
            "end in .rss, .atom or .json",
            "/search",
        ),
        ("/nothing", "Check the address", "/"),
    ] {
        let answer = world.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.body.contains(said), "{path}: {}", answer.body);
        let link = format!("<p><a href=\"{next}\">");
        assert!(answer.body.contains(&link), "{path}: {}", answer.body);
    }
}
