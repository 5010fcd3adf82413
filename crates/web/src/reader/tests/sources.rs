//! The pages of sites, and their actions.

use std::time::Duration;

use store::Lifecycle;

use super::visited::{ATTACK, seeded, visited};
use super::world::{Shows as _, World};
use crate::reader::RunRequest;

async fn lifecycle(world: &World, id: &str) -> Option<Lifecycle> {
    let ids = [id.to_owned()];
    let sites = world.store().site_overviews(&ids, false).await.unwrap();
    sites.first().map(|site| site.lifecycle)
}

/// Asserts that the attack on a page is escaped.
fn is_escaped(page: &str) {
    page.lacks([ATTACK, "<script>alert", "<img"]);
}

#[tokio::test]
async fn before_the_first_crawl_the_front_page_asks_for_it() {
    let world = World::new().await;
    seeded(world.store(), "a").await;
    let page = world.page("/").await;
    page.has(["the sites have to be crawled"]);
}

#[tokio::test]
async fn a_site_has_a_row_and_a_page_that_show_its_state() {
    let world = World::new().await;
    visited(world.store(), "a").await;
    seeded(world.store(), "b").await;
    let list = world.page("/sources").await;
    is_escaped(&list);
    list.has([
        "href=\"/source/a\"",
        "1 new article in 28 days",
        "1 not found",
        "opts out: tdm",
        "<strong class=\"plain\">new</strong> not crawled yet",
        "link 100\u{a0}%",
    ]);
    let of_new = world.page("/sources?state=new").await;
    of_new.has(["href=\"/source/b\""]);
    of_new.lacks(["href=\"/source/a\""]);
    let of_none = world.page("/sources?state=gone&page=99").await;
    of_none.has(["No site is in this state"]);

    let page = world.page("/source/a").await;
    is_escaped(&page);
    page.has([
        "<strong class=\"good\">ok</strong>",
        "A title &#60;script&#62;",
        "/article/",
        "https://www.a.example/gone",
        "https://www.a.example/later",
        "rule:test",
        "Disallow: /intern/",
        "www.a.example: robots.txt, 200",
        "1 URL is due",
        "Opts out of",
        "action=\"/source/a/pause\"",
        "a page of a calendar",
        "https://www.a.example/calendar/2",
    ]);
    let fresh = world.page("/source/b").await;
    fresh.has(["not crawled yet"]);
    let expected = "All URLs found so far on b are requested.";
    fresh.has([expected]);
    let source = world.get("/api/v1/sources/a").await.json();
    assert_eq!(source["name"], format!("The a {ATTACK}"));
    let skipped = &source["skipped"][0];
    assert_eq!(skipped["reason"], "a page of a calendar");
    assert_eq!(skipped["urls"], 2);
    assert_eq!(skipped["examples"].as_array().unwrap().len(), 2);
    assert_eq!(world.get("/api/v1/sources/none").await.status, 404);
    for path in ["/source/none", "/source/%00", "/source/a%2Fb"] {
        assert_eq!(world.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_site_is_paused_resumed_retried_and_removed() {
    let world = World::new().await;
    seeded(world.store(), "a").await;
    for (action, now, expected) in [
        ("pause", Lifecycle::Paused, "The site is paused"),
        ("pause", Lifecycle::Paused, "The site is paused"),
        (
            "retry",
            Lifecycle::Paused,
            "nothing is fetched until it is resumed",
        ),
        ("resume", Lifecycle::Active, "The site is resumed"),
        ("retry", Lifecycle::Active, "The site will be retried"),
        ("remove", Lifecycle::Removed, "The site is removed"),
    ] {
        // The list is cached for seconds, but shows at once what was done.
        world.page("/sources").await;
        let answer = world.post(&format!("/source/a/{action}"), "").await;
        assert_eq!(answer.status, 303, "{action}: {}", answer.body);
        assert_eq!(lifecycle(&world, "a").await, Some(now));
        let page = world.page(answer.header("location")).await;
        page.has([expected]);
    }
    let list = world.page("/sources").await;
    list.has([">removed</strong>"]);
    let late = world.post("/source/a/pause", "").await;
    assert_eq!(late.status, 400);
    late.has(["The site was removed"]);
    assert_eq!(world.post("/source/a/destroy", "").await.status, 404);
    assert_eq!(world.post("/source/none/pause", "").await.status, 404);
    let odd = world.refused("/source/a?done=%3Cb%3E").await;
    odd.lacks(["<b>"]);
}

#[tokio::test]
async fn pages_of_other_sites_change_nothing() {
    let world = World::new().await;
    seeded(world.store(), "a").await;
    for (path, form) in [
        ("/source/a/pause", ""),
        ("/source/a/forget", "sure=yes"),
        ("/sources/add", "home=www.new.example"),
        ("/sources/opml", ""),
        ("/sources/crawl", ""),
        ("/source/a/crawl", ""),
        ("/run/1/stop", ""),
        (
            "/source/a/rules",
            "action=add&key=drop&rule=.box&revision=0",
        ),
        ("/watches", "name=A&query=storm"),
        ("/label/pages", "page=1.1&answer=article"),
        ("/label/blocks", ""),
        ("/label/pairs", ""),
    ] {
        let answer = world.post_from(path, form, "https://evil.example").await;
        assert_eq!(answer.status, 403, "{path}");
    }
    assert_eq!(lifecycle(&world, "a").await, Some(Lifecycle::Active));
    for action in ["pause", "remove"] {
        let answer = world.get(&format!("/source/a/{action}")).await;
        assert_eq!(answer.status, 405, "a link changes nothing");
    }
}

#[tokio::test]
async fn a_site_is_forgotten_after_showing_what_will_be_deleted() {
    let world = World::new().await;
    visited(world.store(), "a").await;
    let page = world.page("/source/a/forget").await;
    is_escaped(&page);
    page.has(["1 article with", "4 visits in the log"]);
    let unsure = world.post("/source/a/forget", "").await;
    assert_eq!(unsure.status, 400);
    assert_eq!(lifecycle(&world, "a").await, Some(Lifecycle::Active));
    let answer = world.post("/source/a/forget", "sure=yes").await;
    let run = answer.header("location").to_owned();
    assert!(run.starts_with("/run/"), "{run}");
    let mut page = String::new();
    for _ in 0..300 {
        page = world.page(&run).await;
        if page.contains("<strong class=\"good\">done</strong></p>") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    page.has(["versions of articles deleted"]);
    assert_eq!(lifecycle(&world, "a").await, None);
    assert_eq!(world.get("/source/a").await.status, 404);
}

#[tokio::test]
async fn a_site_is_looked_up_and_added_by_a_click() {
    let world = World::new().await;
    let page = world.page("/sources/add").await;
    page.has(["name=\"home\""]);
    let look_up = async |home: &str| {
        let answer = world.post("/sources/add", &format!("home={home}")).await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        let location = answer.header("location").to_owned();
        for _ in 0..100 {
            let page = world.page(&location).await;
            if !page.contains("Looking up") {
                return (location, page);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{home} is looked up for ever");
    };
    let (_, failed) = look_up("nowhere.example").await;
    failed.has(["no such name: nowhere.example"]);
    let (moved, page) = look_up("moved.example").await;
    page.has(["it has moved to elsewhere"]);
    page.lacks(["Add this site"]);
    let refused = world.post(&moved, "id=moved&name=Moved").await;
    assert_eq!(refused.status, 400);

    let (_, page) = look_up("scripts.example").await;
    page.has(["empty without scripts"]);
    let (location, page) = look_up("www.new.example").await;
    page.lacks(["empty without scripts"]);
    page.has([
        "https://www.new.example/&#60;feed&#62;",
        "RSS",
        "[[site]]",
        "value=\"new-example\"",
    ]);
    let form = "id=new&name=The+New&country=gb&language=";
    let added = world.post(&location, form).await;
    assert_eq!(added.status, 303, "{}", added.body);
    assert_eq!(added.header("location"), "/source/new?done=add");
    let page = world.page("/source/new?done=add").await;
    page.has(["The site is added"]);
    {
        let added = world.added.lock().unwrap();
        assert_eq!(added[0].name, "The New");
        assert_eq!(added[0].country.as_deref(), Some("GB"));
        assert_eq!(added[0].language, None);
    }
    // the same site with and without `www.`, before anything is requested
    for home in ["www.new.example", "https://new.example/news"] {
        let known = world.post("/sources/add", &format!("home={home}")).await;
        assert_eq!(known.status, 409, "{home}");
        let link = "This site exists: <a href=\"/source/new\">";
        known.has([link]);
    }
    assert_eq!(world.post("/sources/add/99", form).await.status, 404);
    assert_eq!(world.post("/sources/add", "home=+").await.status, 400);
    assert_eq!(world.get("/sources/add/x").await.status, 404);
}

#[tokio::test]
async fn a_file_of_sites_is_uploaded_and_the_page_says_what_became_of_each() {
    let world = World::new().await;
    let form = world.page("/sources/opml").await;
    form.has(["enctype=\"multipart/form-data\""]);
    let file = "x".repeat(1_000_000);
    let answer = world.upload("/sources/opml", &file).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    is_escaped(&answer.body);
    answer.has([
        "1 site was added, of 3",
        "added</strong> as <a href=\"/source/new\">",
        "exists as <a href=\"/source/old\">",
        "refused</strong>: 1000000 bytes",
    ]);
    for (file, why) in [("", "Choose an OPML file."), ("none", "contains no feeds")] {
        let refused = world.upload("/sources/opml", file).await;
        assert_eq!(refused.status, 400);
        refused.has([why]);
    }
    let answer = world.upload("/sources/add", &file).await;
    assert_eq!(answer.status, 413, "other forms are smaller");
}

#[tokio::test]
async fn a_crawl_and_an_extraction_are_started_followed_and_stopped() {
    let world = World::new().await;
    seeded(world.store(), "a").await;
    seeded(world.store(), "b").await;
    let list = world.page("/sources").await;
    list.has(["action=\"/sources/crawl\""]);
    let page = world.page("/source/a").await;
    page.has(["action=\"/source/a/crawl\""]);
    let site = || "a".to_owned();
    for (path, request) in [
        ("/source/a/crawl", RunRequest::Crawl(Some(site()))),
        ("/source/a/extract", RunRequest::Extract(site())),
        ("/sources/crawl", RunRequest::Crawl(None)),
    ] {
        let answer = world.post(path, "").await;
        let (asked, run) = world.started.lock().unwrap().pop().unwrap();
        assert_eq!(asked, request);
        let to = format!("/run/{}", run.id);
        assert_eq!(answer.header("location"), to.as_str());
        let page = world.page(&to).await;
        page.has(["Stop this run"]);
        assert!(!run.stop.is_cancelled());
        assert_eq!(world.post(&format!("{to}/stop"), "").await.status, 303);
        assert!(run.stop.is_cancelled());
    }
    let refused = world.post("/source/b/crawl", "").await;
    assert_eq!(refused.status, 409);
    refused.has(["is under way"]);
    assert_eq!(world.post("/source/none/crawl", "").await.status, 404);
    // a run of another program
    let other = world.store().begin_run("nightly").await.unwrap();
    let page = world.page(&format!("/run/{other}")).await;
    page.lacks(["Stop this run"]);
    let refused = world.post(&format!("/run/{other}/stop"), "").await;
    assert_eq!(refused.status, 404);
}
