//! Articles that the database refuses.

use chrono::TimeDelta;
use serde_json::{Value, json};
use store::testing;

use crate::fixtures::{accepted, article, counted, now, one_page, save};

/// Letters that no compression makes short, as an index entry must be.
fn letters(bytes: usize) -> String {
    let hashes = (0..=bytes / 64).map(|n| store::article_id(&n.to_string()));
    let mut letters = hashes.collect::<String>();
    letters.truncate(bytes);
    letters
}

/// A page of its own for an article at `path`, with this value in one column.
async fn with(store: &store::Store, path: &str, column: &str, value: Value) -> store::NewVerdict {
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
    assert_eq!(
        counted(&save(store, &verdicts).await),
        "added 5 unreadable 7"
    );
    assert_eq!(store.queue().await.unwrap().pages_unread, 0);
    let rejected = store.rejected(None, 100).await.unwrap();
    assert_eq!(rejected.len(), 7);
    for page in &rejected {
        assert!(
            page.reason.starts_with("its article cannot be stored: "),
            "{}",
            page.reason
        );
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
        for column in texts {
            verdicts.push(
                with(
                    store,
                    &format!("{column}/{bytes}"),
                    column,
                    long.as_str().into(),
                )
                .await,
            );
        }
        for column in lists {
            let many: Vec<&str> = long
                .as_bytes()
                .chunks(100)
                .map(|part| std::str::from_utf8(part).unwrap())
                .collect();
            verdicts.push(with(store, &format!("{column}/{bytes}"), column, many.into()).await);
            verdicts.push(
                with(
                    store,
                    &format!("one/{column}/{bytes}"),
                    column,
                    json!([long]),
                )
                .await,
            );
        }
        for column in ["images", "live_entries"] {
            verdicts.push(
                with(
                    store,
                    &format!("{column}/{bytes}"),
                    column,
                    json!([{"text": long}]),
                )
                .await,
            );
        }
        verdicts.push(
            with(
                store,
                &format!("identity/{bytes}"),
                "identity",
                format!("https://www.archive.example/{long}").into(),
            )
            .await,
        );
        let all = verdicts.len() as u64;
        let saved = save(store, &verdicts).await;
        assert_eq!(saved.added + saved.unreadable, all, "{saved:?}");
        // an index entry has at most some 2,700 bytes
        let refused: Vec<String> = store
            .rejected(None, 100)
            .await
            .unwrap()
            .into_iter()
            .map(|page| page.url)
            .collect();
        assert!(
            refused.iter().all(|url| url.contains("/language/")),
            "{refused:?}"
        );
    }
}
