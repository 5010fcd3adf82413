//! Forgetting sites: what is deleted, what is withdrawn, and that no seed brings one back.

use std::time::Duration;

use chrono::TimeDelta;
use store::{ImportedPage, Lifecycle, RunState, SeedSite, Store, testing};

use crate::fixtures::{
    accepted, article, claim, imported, now, overview, save, seed, seeded, to_extract, upsert,
    visited, withdrawn,
};

/// Stores an article of a site at this path.
async fn read(store: &Store, id: &str, path: &str, days_ago: i64) {
    let site = format!("https://www.{id}.example/{path}");
    let at = now() - TimeDelta::days(days_ago);
    let page = testing::imported(&site, path.as_bytes(), Some(at));
    store.import_pages(&[page]).await.unwrap();
    let waiting = to_extract(store).await;
    let verdict = accepted(waiting[0].key, "1", article(&site, path));
    save(store, &[verdict]).await;
}

/// Asserts that no table has this word.
async fn assert_untraced(store: &Store, word: &str) {
    let traces = testing::traces(store, word).await.unwrap();
    assert!(traces.is_empty(), "{traces:?}");
}

#[tokio::test]
async fn stories_outlive_a_site_that_had_no_article() {
    let store = &testing::database().await;
    seeded(store, &["full", "late"]).await;
    for id in ["full", "late"] {
        read(store, id, "a", 0).await;
    }
    visited(store, "empty", &["1"]).await;
    let never = || false;
    assert!(!store.forget_site("empty", &never).await.unwrap().regroups);
    assert!(store.forget_site("full", &never).await.unwrap().regroups);
    // the first call deletes the articles, whose text may still be grouped until the second call
    let left = std::sync::atomic::AtomicI32::new(3);
    let later = || left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) <= 0;
    let stopped = store.forget_site("late", &later).await.unwrap();
    assert!(stopped.stopped && stopped.versions == 1);
    let gone = store.forget_site("late", &never).await.unwrap();
    assert!(gone.regroups && gone.versions == 0);
}

#[tokio::test]
async fn a_site_that_is_forgotten_in_pieces_is_withdrawn_whole_and_the_others_stay() {
    let store = &testing::database().await;
    visited(store, "marker", &["1", "2"]).await;
    visited(store, "other", &["1"]).await;
    for (path, days_ago) in [("marker-a", 40), ("marker-b", 0)] {
        read(store, "marker", path, days_ago).await;
    }
    read(store, "other", "c", 0).await;
    let run = store.begin_run("crawl").await.unwrap();
    let counts = serde_json::json!({"site": "marker", "fetched": 2});
    let ended = store.finish_run(run, RunState::Done, &counts, None).await;
    ended.unwrap();
    let cursor = store.export(0, 10).await.unwrap().last().unwrap().cursor;
    testing::analyze(store).await.unwrap();

    // Stopped before each of its batches in turn, it continues with the next call.
    let mut calls = 0;
    loop {
        let left = std::sync::atomic::AtomicI32::new(calls);
        let stop = || left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) <= 0;
        let gone = store.forget_site("marker", &stop).await.unwrap();
        if !gone.stopped {
            break;
        }
        calls += 1;
        let lease = claim(store, "test").await;
        assert!(lease.is_none_or(|lease| lease.site_id == "other"));
        let seeds = [seed("marker", "www.marker.example")];
        let seeded = store.upsert_sites(&seeds).await.unwrap();
        assert_eq!((seeded.added, seeded.updated), (0, 0), "not in between");
    }
    assert!(calls > 5, "{calls}");
    assert_untraced(store, "marker").await;
    let counts = store.run(run).await.unwrap().unwrap().counts;
    assert_eq!(counts, serde_json::json!({"fetched": 2}));
    assert_eq!(withdrawn(store, cursor).await.len(), 2);
    let left = store.export(0, 10).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0]["source_id"], "other");
    assert_eq!(store.queue().await.unwrap().urls_due, 1);
    assert_eq!(store.sites().await.unwrap().len(), 1);
    // An extractor that was working on one of its pages saves nothing, and continues.
    let gone = store::PageKey {
        fetched_at: now(),
        page_id: 999_999,
    };
    let late = accepted(gone, "1", article("https://www.marker.example/x", "x"));
    assert_eq!(save(store, &[late]).await.added, 0);
    assert_untraced(store, "marker").await;
}

#[tokio::test]
async fn a_forgotten_site_is_not_seeded_until_a_person_adds_it() {
    let store = &testing::database().await;
    let old = seed("old", "www.old.example");
    let renamed = seed("new", "old.example");
    let same_id = seed("old", "www.other.example");
    let other = seed("other", "sport.old.example");
    upsert(store, std::slice::from_ref(&old)).await;
    store.forget_site("old", &|| false).await.unwrap();
    let seeds = [old.clone(), renamed.clone(), same_id, other.clone()];
    let seeded = store.upsert_sites(&seeds).await.unwrap();
    assert_eq!((seeded.added, seeded.forgotten.len()), (1, 3), "{seeded:?}");
    let at = seeded.forgotten[0].at;
    assert!((now() - at).abs() < TimeDelta::minutes(1), "{at}");
    // nor does a site that is known bring it back by moving there
    let moved = seed("other", "old.example");
    let seeded = store.upsert_sites(&[moved]).await.unwrap();
    assert_eq!((seeded.updated, seeded.forgotten.len()), (0, 1));
    assert_eq!(store.upsert_sites(&[other]).await.unwrap().unchanged, 1);

    assert_eq!(store.was_forgotten(&renamed).await.unwrap(), Some(at));
    assert!(store.allow_forgotten(&renamed).await.unwrap());
    assert_eq!(store.was_forgotten(&renamed).await.unwrap(), None);
    let seeded = upsert(store, std::slice::from_ref(&renamed)).await;
    assert_eq!((seeded.added, seeded.forgotten.len()), (1, 0));
    // a removed site comes back with its seed
    store.remove_site("new").await.unwrap();
    assert_eq!(store.upsert_sites(&[renamed]).await.unwrap().added, 0);
    assert_eq!(overview(store, "new").await.lifecycle, Lifecycle::Active);
}

#[tokio::test]
async fn pages_of_a_forgotten_site_are_not_imported_until_a_person_adds_it() {
    let store = &testing::database().await;
    let of = |authority: &str| ImportedPage {
        url: format!("https://{authority}/a"),
        url_canonical_authority: authority.to_owned(),
        domain: "old.example".to_owned(),
        ..imported("a", authority.as_bytes(), None)
    };
    let import = async |authorities: &[&str]| {
        let pages: Vec<_> = authorities.iter().map(|name| of(name)).collect();
        let counts = store.import_pages(&pages).await.unwrap();
        (counts.added, counts.forgotten)
    };
    let old = seed("old", "www.old.example");
    upsert(store, std::slice::from_ref(&old)).await;
    assert_eq!(import(&["amp.old.example"]).await, (1, 0));
    // stopped on the way, it is being forgotten
    let left = std::sync::atomic::AtomicI32::new(1);
    let later = || left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) <= 0;
    assert!(store.forget_site("old", &later).await.unwrap().stopped);
    assert_eq!(import(&["amp.old.example"]).await, (0, 1));
    store.forget_site("old", &|| false).await.unwrap();
    let all = ["old.example", "www.old.example", "amp.old.example"];
    assert_eq!(import(&all).await, (0, 3));
    assert_untraced(store, "old.example").await;
    // another site of the domain has pages of its own
    let other = seed("other", "sport.old.example");
    let other = SeedSite {
        domain: "old.example".to_owned(),
        ..other
    };
    store.upsert_sites(&[other]).await.unwrap();
    let two = ["sport.old.example", "www.old.example"];
    assert_eq!(import(&two).await, (1, 1));
    assert!(store.allow_forgotten(&old).await.unwrap());
    assert_eq!(import(&all).await, (3, 0));
    // A site that was known only by its imported pages has the name of its domain.
    store.forget_site("other", &|| false).await.unwrap();
    let mut known = of("m.known.example");
    known.domain = "known.example".to_owned();
    let known = [known];
    assert_eq!(store.import_pages(&known).await.unwrap().added, 1);
    store.forget_site("known.example", &|| false).await.unwrap();
    assert_eq!(store.import_pages(&known).await.unwrap().forgotten, 1);
}

#[tokio::test]
async fn an_import_waits_for_a_site_that_is_just_being_forgotten() {
    let store = &testing::database().await;
    let old = seed("old", "www.old.example");
    store.upsert_sites(&[old]).await.unwrap();
    store.forget_site("old", &|| false).await.unwrap();
    let site = "insert into sites (site_id, name, home, domain, seeded) \
        values ('old', 'Old', 'https://www.old.example/', 'old.example', true)";
    testing::damage(store, site).await.unwrap();
    let page = testing::imported("https://www.old.example/a", b"a", None);
    // the last step of forgetting, whose transaction is open while the import begins
    let pool = sqlx::PgPool::connect(&store.url()).await.unwrap();
    let mut deleting = pool.begin().await.unwrap();
    let deletion = sqlx::query("delete from sites where site_id = 'old'");
    deletion.execute(&mut *deleting).await.unwrap();
    let deleted = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        deleting.commit().await.unwrap();
    };
    let pages = [page];
    let (counts, ()) = tokio::join!(store.import_pages(&pages), deleted);
    let counts = counts.unwrap();
    assert_eq!((counts.added, counts.forgotten), (0, 1));
}
