//! Dates in the future: of imported pages, and of runs with a clock that was ahead.

use std::collections::HashMap;

use aggregate::{Grouping, UngroupedArticle};
use chrono::{DateTime, TimeDelta, Utc};
use store::{AggregateClaim, Aggregates, Store};
use testsite::Settings;

use super::{World, lines, text};

fn far() -> DateTime<Utc> {
    "2199-01-01T00:00:00Z".parse().unwrap()
}

/// A page about a place, published an hour ago.
fn page(place: &str) -> String {
    let at = (Utc::now() - TimeDelta::hours(1)).to_rfc3339();
    super::parts::page(place, &[]).replace("2026-03-01T08:00:00Z", &at)
}

/// Imports, extracts and groups a page that a site has today.
async fn published(world: &World, site: &str, html: &str) {
    let url = format!("https://{site}.example/flut/deich");
    let line = serde_json::json!({ "url": url, "html": html }).to_string();
    world.import(&line).await;
    world.ok(&["aggregate"]).await;
}

/// Asserts that the articles of both sites are copies of one text, in a story with a rank.
async fn want_one_story(world: &World) {
    let articles = world.articles().await;
    let of = |site: &str| {
        let url = format!("https://{site}.example/flut/deich");
        articles.iter().find(|a| text(a, "url") == url).unwrap()
    };
    let (first, second) = (of("one"), of("two"));
    assert_eq!(text(second, "duplicate_of"), text(first, "id"));
    let stories = lines(&world.ok(&["stories", "--json"]).await);
    let mut ranked = stories
        .iter()
        .filter(|story| story["copies"].as_u64() > Some(0));
    assert!(
        ranked.any(|story| story["score"].as_f64() > Some(0.5)),
        "{stories:#?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_a_page_nor_a_state_dated_in_the_future_ends_copies_and_stories() {
    let world = World::new(Settings::default()).await;
    published(&world, "one", &page("Kernhausen")).await;
    // As stored by a run with a clock that was ahead.
    let html = page("Kernhausen")
        .replace("Deich", "Wald")
        .replace("Sandsäcke", "Setzlinge");
    let url = "https://three.example/wald";
    let stored = store::testing::imported(url, html.as_bytes(), Some(far()));
    let store = &world.database.store;
    assert_eq!(store.import_pages(&[stored]).await.unwrap().added, 1);
    world.ok(&["extract"]).await;
    world.ok(&["aggregate"]).await;
    assert_eq!(world.articles().await.len(), 2);
    save_state_of_a_clock_ahead(store).await;
    published(&world, "two", &page("Neustadt")).await;
    want_one_story(&world).await;
}

/// Saves the state after a run with a clock that was ahead: it has forgotten everything as too old.
async fn save_state_of_a_clock_ahead(store: &Store) {
    let article = UngroupedArticle {
        id: "a".to_owned(),
        version: 1,
        site: "three".to_owned(),
        language: Some("de".to_owned()),
        title: None,
        text: "Ein Wald.".to_owned(),
        content_hash: "a".to_owned(),
        published: None,
        first_seen: far(),
        fetched: far(),
        has_story: false,
    };
    let mut ahead = Grouping::default();
    let ingested = ahead.ingest(vec![article], &[], &HashMap::new()).unwrap();
    let repaired = ahead.repair(Vec::new()).unwrap();
    let ranked = ahead.rank(Vec::new()).unwrap();
    let mut states: HashMap<String, Option<Vec<u8>>> = HashMap::new();
    for changes in [ingested, repaired, ranked] {
        states.extend(changes.states);
    }
    let (token, _) = store.aggregate_states(aggregate::VERSION).await.unwrap();
    let found = Aggregates {
        version: aggregate::VERSION.to_owned(),
        states: states.into_iter().collect(),
        ..Aggregates::default()
    };
    let last = AggregateClaim {
        token,
        owner: "a clock ahead".to_owned(),
    };
    assert!(store.save_aggregates(&found, &last).await.unwrap());
}
