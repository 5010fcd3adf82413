//! The same events in three languages: from pages to links between stories.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use testsite::Settings;

use super::{World, lines, text, write};

/// Invented events reported in German, English and French, and similar ones; see `crates/aggregate/tests/it/links.rs`.
const EVENTS: &str = include_str!("../../../../aggregate/tests/it/events/events.jsonl");

/// Their pages for `gleaner import`; the latest is an hour old.
pub(crate) fn pages() -> String {
    let events = lines(EVENTS);
    let date = |event: &Value| text(event, "date").parse::<DateTime<Utc>>().unwrap();
    let latest = events.iter().map(date).max().unwrap();
    let shift = Utc::now() - TimeDelta::hours(1) - latest;
    let page = |event: &Value| {
        let at = (date(event) + shift).to_rfc3339();
        let (language, title) = (text(event, "language"), text(event, "title"));
        let paragraphs = text(event, "text").replace("\n\n", "</p>\n<p>");
        let author = json!({"@type": "Person", "name": "Mara Schreiber"});
        let claims = json!({"@type": "NewsArticle", "headline": title, "datePublished": at, "author": author});
        let html = format!(
            "<!DOCTYPE html><html lang=\"{language}\"><head><title>{title}</title>\
             <meta property=\"og:type\" content=\"article\"><script type=\"application/ld+json\">{claims}</script></head>\
             <body><nav><a href=\"/\">News</a></nav><article><h1>{title}</h1><time datetime=\"{at}\">{}</time>\
             <p>{paragraphs}</p></article></body></html>",
            &at[..10]
        );
        let url = format!("https://{language}.news.example/2026/{}", text(event, "id"));
        json!({"url": url, "html": html, "fetched_at": at}).to_string() + "\n"
    };
    events.iter().map(page).collect()
}

/// The event of each story, by the address of its first article.
async fn events(world: &World) -> BTreeMap<String, String> {
    let articles = world.articles().await;
    let event = |article: &Value| {
        let name = text(article, "url").rsplit('/').next().unwrap();
        name.rsplit_once('-').unwrap().0.to_owned()
    };
    articles
        .iter()
        .map(|article| (text(article, "id").to_owned(), event(article)))
        .collect()
}

/// Every link, from both ends: language and event of each story.
async fn links(world: &World) -> BTreeSet<[String; 4]> {
    let event = events(world).await;
    let stories = lines(&world.ok(&["stories", "--limit", "1000", "--json"]).await);
    let mut found = BTreeSet::new();
    for story in &stories {
        for link in story["links"].as_array().unwrap() {
            let (language, other) = (text(story, "language"), text(link, "language"));
            let (own, linked) = (&event[text(story, "id")], &event[text(link, "id")]);
            found.insert([
                language.to_owned(),
                own.clone(),
                other.to_owned(),
                linked.clone(),
            ]);
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_found_again_in_other_languages_when_they_come() {
    let world = World::new(Settings::default()).await;
    let output = world.ok(&["stories", "--language", "de"]).await;
    assert!(output.starts_with("no story found"), "{output}");
    let pages = pages();
    let (french, others): (Vec<&str>, Vec<&str>) =
        pages.lines().partition(|line| line.contains("https://fr."));
    let run = async |lines: &[&str]| {
        write(&world.path("events.jsonl"), lines.join("\n").as_bytes());
        world.ok(&["import", "events.jsonl"]).await;
        world.ok(&["extract"]).await;
        world.ok(&["aggregate"]).await;
    };
    run(&others).await;
    let before = links(&world).await;
    assert!(!before.is_empty() && before.iter().all(|[a, _, b, _]| a != "fr" && b != "fr"));
    run(&french).await;
    let articles = world.articles().await;
    assert_eq!(articles.len(), pages.lines().count(), "all are articles");
    let after = links(&world).await;
    assert!(after.is_superset(&before) && after.iter().any(|[a, ..]| a == "fr"));

    world.ok(&["aggregate", "--all"]).await;
    let found = links(&world).await;
    for [language, event, other_language, other] in &found {
        assert_eq!(event, other, "{language} and {other_language}");
        assert!(found.contains(&[
            other_language.clone(),
            other.clone(),
            language.clone(),
            event.clone()
        ]));
    }
    assert_eq!(found.len(), 2 * 9, "{found:?}");
    let articles = world.articles().await;
    let quake = articles
        .iter()
        .find(|a| text(a, "url").ends_with("quake-de"))
        .unwrap();
    let store = &world.database.store;
    let linked = store.story_links(text(quake, "story_id")).await.unwrap();
    let languages = linked.iter().map(|link| link.linked_language.as_str());
    assert_eq!(languages.collect::<Vec<_>>(), ["en", "fr"]);
    let mut shared = linked
        .iter()
        .flat_map(|link| link.shared.as_array().unwrap());
    let is_number = |piece: &Value| piece["form"] == "1350" && piece["other_form"] == "1,350";
    assert!(shared.any(is_number), "{linked:?}");
}
