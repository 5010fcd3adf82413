//! Site rules, which are stored with the site; a change queues its stored pages for extraction again.

use chrono::TimeDelta;
use serde_json::{Value, json};
use store::{NewVerdict, PageKey, SeedSite, Store, testing};

use crate::fixtures::{accepted, article, now, one_page, rejected, save, seed, to_extract, upsert};

/// The archive's site with rules.
fn archive(rules: Value) -> SeedSite {
    SeedSite {
        rules,
        ..seed("archive", "www.archive.example")
    }
}

async fn unread(store: &Store) -> usize {
    let pages = to_extract(store).await;
    pages.len()
}

async fn revision(store: &Store) -> i32 {
    let rules = store.site_rules(&["archive".to_owned()]).await.unwrap();
    rules.first().map_or(0, |rules| rules.revision)
}

/// A verdict on the page with this revision of the rules.
fn read(key: PageKey, rules_revision: i32) -> NewVerdict {
    let identity = format!("https://www.archive.example/{}", key.page_id);
    let article = article(&identity, &format!("Text {}.", key.page_id));
    NewVerdict {
        rules_revision,
        ..accepted(key, "1", article)
    }
}

async fn two_pages(store: &Store) -> [PageKey; 2] {
    let at = now() - TimeDelta::days(1);
    let one = one_page(store, "1", "one", at).await;
    let two = one_page(store, "2", "two", at + TimeDelta::hours(1)).await;
    [one, two]
}

#[tokio::test]
async fn pages_that_were_read_by_other_rules_or_before_their_site_had_any_are_read_again() {
    let store = &testing::database().await;
    let [first, second] = two_pages(store).await;
    save(store, &[read(first, 0), read(second, 0)]).await;
    assert_eq!(unread(store).await, 0);
    upsert(store, &[archive(json!({"title": ["h1"]}))]).await;
    assert_eq!(unread(store).await, 2, "imported, and taken over by a site");

    // read by rules that changed meanwhile
    let before = revision(store).await;
    upsert(store, &[archive(json!({"title": ["h2"]}))]).await;
    let after = revision(store).await;
    save(store, &[read(first, before), read(second, after)]).await;
    let due = to_extract(store).await;
    let due: Vec<PageKey> = due.iter().map(|page| page.key).collect();
    assert_eq!(due, [first]);
}

#[tokio::test]
async fn rules_are_tried_on_articles_foremost_and_on_each_address_once() {
    let store = &testing::database().await;
    store.upsert_sites(&[archive(json!({}))]).await.unwrap();
    let at = now() - TimeDelta::days(1);
    let mut keys = Vec::new();
    for n in 0..12 {
        let path = (n % 10).to_string();
        keys.push(one_page(store, &path, &format!("page {n}"), at + TimeDelta::hours(n)).await);
    }
    let none = store.test_pages("archive", 5, &[]).await.unwrap();
    assert!(none.pages.is_empty() && none.has_queued);
    let readings = keys.iter().enumerate();
    let readings: Vec<NewVerdict> = readings
        .map(|(n, key)| match n {
            2..5 => rejected(*key, "1", "section"),
            _ => read(*key, 0),
        })
        .collect();
    save(store, &readings).await;
    let pages_of = async |site: &str, limit| -> Vec<PageKey> {
        let tried = store.test_pages(site, limit, &[]).await.unwrap();
        tried.pages.iter().map(|page| page.key).collect()
    };
    let tried = pages_of("archive", 5).await;
    assert_eq!(tried, [keys[11], keys[10], keys[9], keys[4], keys[8]]);
    assert_eq!(pages_of("archive", 100).await.len(), 10);
    // Pages that a pattern names come first.
    let named = ["/5".to_owned(), "*_*".to_owned()];
    let tried = store.test_pages("archive", 4, &named).await.unwrap();
    assert_eq!((tried.pages[0].key, tried.stored), (keys[5], 10));
    assert_eq!(tried.pages[1].key, keys[11]);
    assert!(pages_of("other", 5).await.is_empty());
}
