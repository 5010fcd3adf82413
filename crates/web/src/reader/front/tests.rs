use serde_json::json;

use super::*;
use crate::reader::tests::{Response, Shows as _, World};

async fn front_with(picture: &str) -> Response {
    let world = World::new().await;
    let fields = json!({ "image_url": picture });
    let article = world.article_with("a", "A text.", &fields).await;
    world.story(&article).await;
    let page = world.get("/").await;
    page.has(["A title"]);
    page
}

#[tokio::test]
async fn pictures_are_loaded_from_the_public_web_only_and_lead_no_further() {
    let page = front_with("https://img.paper.org/a.jpg").await;
    page.has(["<img src=\"https://img.paper.org/a.jpg\""]);
    let policy = page.header("content-security-policy");
    assert!(policy.ends_with("img-src 'self' https://img.paper.org"));
    let page = front_with("http://192.168.1.1/reboot").await;
    page.lacks(["<img"]);
    let policy = page.header("content-security-policy");
    assert!(policy.ends_with("img-src 'self'"), "{policy}");
}

#[tokio::test]
async fn the_page_begins_with_what_is_new_since_the_last_visit() {
    let world = World::new().await;
    let empty = world.get("/").await;
    empty.has(["There are no articles yet", "no site needs attention"]);
    let article = world.article("1", "A text.").await;
    world.story(&article).await;
    let run = world.store().begin_run("nightly").await.unwrap();
    let page = world.get("/").await;
    page.has([
        "<h2>New since ",
        "<strong>1 new</strong>",
        &format!("Last crawl of all sites: <a href=\"/run/{run}\">nightly</a>"),
        ">24 hours</a>",
        "Times are in UTC",
    ]);
    page.lacks(["my last visit"]);
    assert!(page.header("set-cookie").starts_with("gleaner_visit=0."));

    let hours = |hours: i64| (Utc::now() - TimeDelta::hours(hours)).timestamp() / 60;
    let seen = format!("gleaner_visit=0.{0}.{0}", hours(2));
    let page = world.get_with("/", "cookie", &seen).await;
    page.has(["<h2>New since ", ">my last visit</a>", "1 new"]);
    let set = page.header("set-cookie").to_owned();
    assert!(
        set.starts_with(&format!("gleaner_visit={}.", hours(2))),
        "{set}"
    );
    let sql = "update articles set fetched_at = fetched_at - interval '3 hours'";
    world.damage(sql).await;
    let page = world.get_with("/?order=time", "cookie", &seen).await;
    page.has(["<h2>Nothing new since ", "<h2>Earlier stories", "A title"]);
    let at = Utc::now() - TimeDelta::days(3);
    let (day, time) = (at.format("%Y-%m-%d"), at.format("%H:%M"));
    let path = format!("/?since={day}T{time}");
    let chosen = world.get_with(&path, "cookie", &seen).await;
    chosen.has([
        format!("<h2>New since {day} {time}</h2>"),
        format!("value=\"{day}T{time}\""),
    ]);
    let all = world.get("/?since=all").await;
    all.has(["<h2>All stories, by score</h2>", "A title"]);
}

#[tokio::test]
async fn a_story_that_goes_on_names_its_new_articles_and_its_page_marks_them() {
    let world = World::new().await;
    let old = world.article("1", "A text.").await;
    world.story(&old).await;
    let sql = "update articles set fetched_at = fetched_at - interval '3 days'";
    world.damage(sql).await;
    for number in 1..=4 {
        let fields = json!({ "title": format!("More {number}") });
        let path = format!("more-{number}");
        let id = world.article_with(&path, &path, &fields).await;
        let sql = format!(
            "insert into story_articles (article_id, story_id, score) values ('{id}', '{old}', 1)"
        );
        world.damage(&sql).await;
    }
    world.damage("update stories set articles = 5").await;
    let page = world.get("/").await.body;
    page.has([
        "<strong>4 new</strong>",
        ">and 1 more</a>",
        "archive.example, <time",
    ]);
    assert_eq!(page.matches(">More ").count(), MAX_NEW, "{page}");
    let whole = world.get("/?since=7d").await.body;
    whole.has(["<strong>5 new</strong>"]);
    assert!(!whole.contains(">More "), "all of it is new: {whole}");
    let story = world.get(&format!("/story/{old}")).await.body;
    assert_eq!(story.matches("<strong>new</strong>").count(), 4, "{story}");
    let feed = world
        .get(&format!("/feeds/search.json?q=story:{old}"))
        .await;
    assert_eq!(feed.json()["title"], "Story: A title");
}

#[tokio::test]
async fn a_stopped_night_is_named_until_all_sites_are_crawled() {
    let world = World::new().await;
    let night = world.run("nightly", RunState::Stopped, &json!({})).await;
    world
        .run("crawl", RunState::Done, &json!({ "site": "a" }))
        .await;
    world.run("site forget", RunState::Done, &json!({})).await;
    let page = world.get("/").await.body;
    page.has([
        &format!("all sites: <a href=\"/run/{night}\">nightly</a>"),
        "nightly</a> <strong class=\"plain\">stopped<",
        "It was stopped early on request.",
        "It is started by the same command",
    ]);
    world.run("nightly", RunState::Failed, &json!({})).await;
    let page = world.get("/").await.body;
    page.has(["It failed: the log has the reason."]);
    let all = world.run("crawl", RunState::Done, &json!({})).await;
    let page = world.get("/").await.body;
    let named = format!("all sites: <a href=\"/run/{all}\">crawl</a>");
    page.has([&named]);
    page.lacks(["continues"]);
}

#[tokio::test]
async fn no_time_is_earlier_than_the_longest_period() {
    let world = World::new().await;
    let article = world.article("1", "A text.").await;
    world.story(&article).await;
    let first = Utc::now() - TimeDelta::days(30);
    let days = [first, first + TimeDelta::minutes(1)]
        .map(|at| at.format("<h2>New since %Y-%m-%d ").to_string());
    for (path, cookie) in [
        ("/?since=1970-01-01T00:00", "a=b"),
        ("/?since=2020-01-01T00:00Z", "a=b"),
        ("/", "gleaner_visit=20000000.20000001.20000000"),
        ("/?since=30d", "a=b"),
    ] {
        let page = world.get_with(path, "cookie", cookie).await;
        assert!(
            days.iter().any(|day| page.body.contains(day)),
            "{path}: {}",
            page.body
        );
    }
}

#[test]
fn the_next_page_keeps_the_choice() {
    let choice = Choice {
        language: "de".to_owned(),
        order: "time".to_owned(),
        ..Choice::default()
    };
    assert_eq!(
        choice.address("7d", None),
        "/?since=7d&language=de&order=time"
    );
    assert_eq!(Choice::default().address("", None), "/");
}
