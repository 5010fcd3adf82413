//! Articles that the database refuses.

use chrono::TimeDelta;
use serde_json::{Value, json};
use store::{NewVerdict, RejectedPage, Store, testing};

use crate::fixtures::{accepted, article, counted, now, one_page, save};

/// Letters that no compression makes short, as an index entry must be.
fn letters(bytes: usize) -> String {
    let hashes = (0..=bytes / 64).map(|n| store::article_id(&n.to_string()));
    let mut letters = hashes.collect::<String>();
    letters.truncate(bytes);
    letters
}

/// A page of its own for an article at `path`, with this value in one column.
async fn with(store: &Store, path: &str, column: &str, value: Value) -> NewVerdict {
    let key = one_page(store, path, path, now() - TimeDelta::hours(1)).await;
    let mut article = article(&format!("https://www.archive.example/{path}"), path);
    article[column] = value;
    accepted(key, "1", article)
}

#[tokio::test]
async fn what_the_database_refuses_of_one_article_is_the_verdict_of_its_page() {
    let store = &testing::database().await;
    let mut verdicts = Vec::new();
    for n in 0..5 {
        verdicts.push(with(store, &format!("good/{n}"), "title", "A title".into()).await);
    }
    let refused = [
        ("content_hash", json!("none")),
        ("word_count", json!(-1)),
        ("word_count", json!(1_u64 << 40)),
        ("date_published", json!("the day before yesterday")),
        ("date_published_source", json!("hearsay")),
        ("live_entries", json!({"an": "object"})),
        ("text", Value::Null),
    ];
    for (n, (column, value)) in refused.iter().enumerate() {
        let path = format!("bad/{n}");
        // among the good ones
        verdicts.insert(n % 5, with(store, &path, column, value.clone()).await);
    }
    let saved = save(store, &verdicts).await;
    assert_eq!(counted(&saved), "added 5 unreadable 7");
    assert_eq!(store.queue().await.unwrap().pages_unread, 0);
    let rejected = store.rejected(None, 100).await.unwrap();
    assert_eq!(rejected.len(), 7);
    for RejectedPage { reason, .. } in &rejected {
        let is_said = reason.starts_with("its article cannot be stored: ");
        assert!(is_said, "{reason}");
    }
}

#[tokio::test]
async fn a_column_of_any_length_holds_up_no_other_article() {
    let store = &testing::database().await;
    let texts = [
        "url_canonical",
        "title",
        "title_page",
        "description",
        "text",
        "language",
        "section",
        "image_url",
        "license",
        "extractor",
    ];
    let lists = ["authors", "agencies", "organizations", "tags", "parts"];
    for bytes in [10_000, 1 << 20] {
        let long = letters(bytes);
        let mut verdicts = Vec::new();
        let parts = long.as_bytes().chunks(100);
        let many: Vec<_> = parts.map(String::from_utf8_lossy).collect();
        let url = format!("https://www.archive.example/{long}");
        let texts = texts.map(|column| (column, json!(long)));
        let lists = lists.iter();
        let lists = lists.flat_map(|column| [(*column, json!(many)), (*column, json!([long]))]);
        let objects = ["images", "live_entries"].map(|column| (column, json!([{"text": long}])));
        let values = texts.into_iter().chain(lists).chain(objects);
        for (n, (column, value)) in values.chain([("identity", json!(url))]).enumerate() {
            let path = format!("{column}/{n}/{bytes}");
            verdicts.push(with(store, &path, column, value).await);
        }
        let all = verdicts.len() as u64;
        let saved = save(store, &verdicts).await;
        assert_eq!(saved.added + saved.unreadable, all, "{saved:?}");
        // an index entry has at most some 2,700 bytes
        let refused = store.rejected(None, 100).await.unwrap();
        let is_of_language = |page: &RejectedPage| page.url.contains("/language/");
        assert!(refused.iter().all(is_of_language), "{refused:?}");
    }
}
