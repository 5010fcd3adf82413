//! Watches.

use store::{Aggregates, NewHits, SearchQuery, Store, StoreError, Watch, testing};

use crate::fixtures::{finding, group, now, published};

async fn new(store: &Store, query: &str, after: i64) -> NewHits {
    let until = store.last_arrival().await.unwrap();
    let query = SearchQuery {
        limit: 2,
        ..SearchQuery::parse(query, now()).unwrap()
    };
    store.new_hits(&query, after, until).await.unwrap()
}

async fn watch(store: &Store, name: &str) -> Watch {
    let watches = store.watches().await.unwrap();
    watches.into_iter().find(|one| one.name == name).unwrap()
}

async fn has_moved(store: &Store, from: &str, to: &str) {
    let moved = format!(
        "update article_heads set moved_to = '{to}', moved_at = now() where article_id = '{from}'"
    );
    testing::damage(store, &moved).await.unwrap();
}

#[tokio::test]
async fn an_article_is_new_until_a_mark_however_often_it_changes_and_its_copies_count_once() {
    let store = &testing::database().await;
    published(store, "old", "Sturm gestern", "de").await;
    store.save_watch(None, "Storms", "sturm").await.unwrap();
    let before = watch(store, "Storms").await;
    assert_eq!(new(store, "sturm", before.sent).await.total, 0);
    let one = published(store, "1", "Sturm an der Küste", "de").await;
    let copy = published(store, "2", "Sturm an der Küste!", "de").await;
    let mut ids = Vec::new();
    for path in ["3", "4", "5"] {
        ids.push(published(store, path, &format!("Sturm {path}"), "de").await);
    }
    published(store, "6", "Sonne", "de").await;
    let found = Aggregates {
        copies: vec![finding(&one, None), finding(&copy, Some(&one))],
        ..Aggregates::default()
    };
    group(store, 0, &found).await;
    let found = new(store, "sturm", before.sent).await;
    let named: Vec<&str> = found.hits.iter().map(|hit| hit.id.as_str()).collect();
    assert_eq!((found.total, named), (4, vec![&*ids[2], &*ids[1]]));
    // at both addresses it is one article
    has_moved(store, &ids[1], &ids[0]).await;
    assert_eq!(new(store, "sturm", before.sent).await.total, 3);

    let until = store.last_arrival().await.unwrap();
    store.watches_sent(&[], &[before.id], until).await.unwrap();
    // read again with another result, and grouped again
    published(store, "5", "Sturm und mehr", "de").await;
    store.forget_aggregates().await.unwrap();
    store.export(0, 100).await.unwrap();
    let sent = watch(store, "Storms").await;
    assert!(sent.sent_at.is_some());
    assert_eq!(new(store, "sturm", sent.sent).await.total, 0);
    published(store, "7", "Noch ein Sturm", "de").await;
    assert_eq!(new(store, "sturm", sent.sent).await.total, 1);
    assert_eq!(
        new(store, "sturm", sent.seen).await.total,
        5,
        "the reader has its own mark, and copies are not known any more"
    );
    store.watches_seen(i64::MAX).await.unwrap();
    let seen = watch(store, "Storms").await;
    assert_eq!(new(store, "sturm", seen.seen).await.total, 0);
    let known = published(store, "8", "Wieder Sturm", "de").await;
    assert_eq!(new(store, "sturm", seen.seen).await.total, 1);
    let until = store.last_arrival().await.unwrap();
    store.watches_sent(&[before.id], &[], until).await.unwrap();
    let quiet = watch(store, "Storms").await;
    assert_eq!((quiet.sent, quiet.sent_at), (until, sent.sent_at));
    let elsewhere = published(store, "9", "Wieder Sturm", "de").await;
    assert_eq!(new(store, "sturm", quiet.sent).await.total, 1);
    has_moved(store, &known, &elsewhere).await;
    assert_eq!(new(store, "sturm", quiet.sent).await.total, 0);
}

#[tokio::test]
async fn a_watch_has_a_name_of_its_own_and_a_valid_query_and_keeps_its_marks_with_its_query() {
    let store = &testing::database().await;
    let id = |name: &'static str| async move { watch(store, name).await.id };
    store.save_watch(None, " Storms ", "sturm").await.unwrap();
    store.save_watch(None, "Storms", "sturm").await.unwrap();
    assert_eq!(store.watches().await.unwrap().len(), 1, "once");
    store.save_watch(None, "Floods", "flut").await.unwrap();
    store.watches_seen(i64::MAX).await.unwrap();
    assert_eq!(watch(store, "Storms").await.seen, 0, "nothing has arrived");
    published(store, "1", "Sturm und Flut", "de").await;
    let floods = id("Floods").await;
    for (which, name, query, why) in [
        (None, "A", "storm (", "column 7: "),
        (None, " ", "storm", "a name of up to 100 characters"),
        (None, "A", " ", "needs a query"),
        (None, "Storms", "storm", "another watch with the name"),
        (
            Some(floods),
            "Storms",
            "flut",
            "another watch with the name",
        ),
        (Some(99), "A", "storm", "no such watch"),
    ] {
        let refused = store.save_watch(which, name, query).await;
        let Err(StoreError::Invalid(said)) = refused else {
            panic!("{name} {query}: {refused:?}");
        };
        assert!(said.contains(why), "{said}");
    }
    let storms = id("Storms").await;
    for (query, expected) in [("sturm", 1), ("flut", 0)] {
        let saved = store.save_watch(Some(storms), "Gales", query).await;
        saved.unwrap();
        let sent = watch(store, "Gales").await.sent;
        assert_eq!(new(store, query, sent).await.total, expected, "{query}");
    }
    store.delete_watch(storms).await.unwrap();
    for n in 1..Watch::MAX {
        let name = n.to_string();
        store.save_watch(None, &name, "sturm").await.unwrap();
    }
    let refused = store.save_watch(None, "A", "sturm").await.unwrap_err();
    assert!(refused.to_string().contains("50 watches"), "{refused}");
}
