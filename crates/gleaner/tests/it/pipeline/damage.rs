//! Damaged stored bodies.

use std::io::Write as _;

use serde_json::{Value, json};
use store::testing::damage_bodies;

use super::{World, text, write};

/// `count` pages to import.
fn pages(count: usize) -> (String, Vec<String>) {
    let urls: Vec<String> = (0..count)
        .map(|n| format!("https://damage.example/{n}"))
        .collect();
    let line =
        |url: &String| json!({"url": url, "html": format!("<p>A page at {url}.")}).to_string();
    let lines: Vec<String> = urls.iter().map(line).collect();
    (lines.join("\n"), urls)
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_bodies_stop_nothing_and_the_doctor_names_a_damaged_index() {
    let world = World::after_a_night().await;
    let store = &world.database.store;
    let (lines, urls) = pages(6);
    write(&world.path("pages.jsonl"), lines.as_bytes());
    world.ok(&["import", "pages.jsonl"]).await;
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    assert_eq!(damage_bodies(store, &urls[..4]).await.unwrap(), 4);

    let output = world.ok(&["extract"]).await;
    assert!(output.contains("4 unreadable"), "{output}");
    assert_eq!(store.queue().await.unwrap().pages_unread, 0);
    let keys: Vec<store::PageKey> = {
        let mut keys = Vec::new();
        for url in &urls {
            keys.push(store.page_of_url(url).await.unwrap().unwrap().key);
        }
        keys
    };
    let verdicts = store.stored_verdicts(&keys).await.unwrap();
    let unreadable = verdicts
        .values()
        .filter(|verdict| verdict.label_source == "rule:unreadable");
    assert_eq!((unreadable.count(), verdicts.len()), (4, 6));

    let error = world.refused(&["explain", urls[0]]).await;
    assert!(
        error.contains("stored body of the page is damaged"),
        "{error}"
    );

    // What was read before the damage is kept: an article on one page, and one on several, whichever of its pages is damaged.
    let before = world.articles().await;
    let parts = |article: &Value| article["parts"].as_array().cloned().unwrap_or_default();
    let several = before.iter().find(|article| !parts(article).is_empty());
    let several = several.unwrap();
    let site = text(several, "source_id");
    let mut ours = before.iter().filter(|one| text(one, "source_id") == site);
    let single = ours.find(|article| parts(article).is_empty()).unwrap();
    let part = parts(several)[0].as_str().unwrap().to_owned();
    let texts = |articles: &[Value]| -> Vec<String> {
        let own = articles.iter().filter(|one| one["id"] == several["id"]);
        own.map(|one| text(one, "text").to_owned()).collect()
    };
    for url in [part.as_str(), text(several, "url"), text(single, "url")] {
        assert!(damage_bodies(store, &[url]).await.unwrap() > 0, "{url}");
        world.ok(&["extract", "--all", "--site", site]).await;
        let after = world.articles().await;
        assert_eq!(texts(&after), texts(&before), "{url}");
        assert!(!after.iter().any(|one| text(one, "url") == part), "{url}");
    }
    let after = world.articles().await;
    assert!(after.iter().any(|one| one["id"] == single["id"]));

    let output = world
        .ok(&["export", "--format", "warc", "--out", "out"])
        .await;
    assert!(output.contains(" left out for damaged bodies"), "{output}");
    let manifest = super::manifest(&world.path("out"));
    assert!(manifest["unreadable"].as_u64().unwrap() >= 5);
    assert_eq!(manifest["complete"], true);
    world.ok(&["status"]).await;
    the_doctor_names_a_damaged_index_and_how_it_is_rebuilt(&world).await;
}

/// An index whose order contradicts its operators, as after damage.
const DAMAGED: &str = "create function backwards(integer, integer) returns integer language sql immutable
        return case when $1 = $2 then 0 when $1 > $2 then 1 else -1 end;
    create operator class in_order for type integer using btree as operator 1 <, operator 2 <=, operator 3 =, operator 4 >=,
        operator 5 >, function 1 backwards(integer, integer);
    create table rows (n integer);
    insert into rows select generate_series(1, 1000);
    create index rows_in_order on rows (n in_order);
    create or replace function backwards(integer, integer) returns integer language sql immutable
        return case when $1 = $2 then 0 when $1 > $2 then -1 else 1 end";

async fn the_doctor_names_a_damaged_index_and_how_it_is_rebuilt(world: &World) {
    let store = &world.database.store;
    if let Some(why) = store.check_indexes().await.unwrap().impossible {
        let _ = writeln!(std::io::stderr(), "skipped: {why}");
        return;
    }
    // what it says of the network does not count here
    let doctor = async || String::from_utf8(world.run(&["doctor"]).await.stdout).unwrap();
    let output = doctor().await;
    assert!(output.contains("B-tree indexes are in order"), "{output}");
    store::testing::damage(store, DAMAGED).await.unwrap();
    let (output, _) = world.ends_with(1, &["doctor"]).await;
    for part in [
        "wrong  indexes: rows_in_order is damaged: item order invariant violated",
        "`gleaner database -- psql -c 'reindex index rows_in_order'`",
    ] {
        assert!(output.contains(part), "{output}");
    }
    let left = "select extname from pg_extension where extname = 'amcheck'";
    let left = store::testing::rows(store, left).await.unwrap();
    assert!(left.is_empty(), "the extension is not left behind");
    store::testing::damage(store, "reindex index rows_in_order")
        .await
        .unwrap();
    let output = doctor().await;
    assert!(output.contains("B-tree indexes are in order"), "{output}");
}
