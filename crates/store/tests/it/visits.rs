//! Visits: one transaction, fenced by the lease.

use store::{FreshPage, NewUrl, Outcome, Via, Visit, testing};

use crate::fixtures::{claimed_home, fetched, home, now, record, rejected, to_extract, url, visit};

#[tokio::test]
async fn fresh_pages_have_the_bodies_given_if_they_were_stored_and_are_due() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    let first = fetched(home.url_id, &home.url, b"<p>front</p>");
    record(store, &lease, &first).await;
    let again = fetched(home.url_id, &home.url, b"<p>front</p>");
    record(store, &lease, &again).await;
    let fresh = |visit: &Visit, host_id: i64| FreshPage {
        host_id,
        url_id: visit.url_id,
        fetched_at: visit.fetched_at,
        body: b"in memory".to_vec(),
    };
    let given = || {
        let stored = fresh(&first, lease.host_id);
        // the second visit found the same body, and the last page never existed
        vec![fresh(&again, lease.host_id), stored, fresh(&first, 77)]
    };
    let pages = store.fresh_pages(given()).await.unwrap();
    assert_eq!(pages.len(), 1);
    assert_eq!(pages[0].fetched_at, first.fetched_at);
    assert_eq!(pages[0].body, b"in memory");
    let (site, damage) = (&pages[0].site_id, &pages[0].damage);
    assert_eq!((site, damage), (&lease.site_id, &None));
    let verdict = rejected(pages[0].key, "1", "home");
    store.save_verdicts(&[verdict]).await.unwrap();
    assert!(store.fresh_pages(given()).await.unwrap().is_empty());
}

#[tokio::test]
async fn feed_titles_reach_the_page_and_nul_characters_reach_nothing() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    let entry = NewUrl {
        via: Via::Feed,
        title: Some("From\0 the feed".to_owned()),
        published: Some(now()),
        ..url("www.a.example", "1")
    };
    let mut feed = fetched(due.url_id, &due.url, b"feed \0 body");
    feed.links = vec![entry.clone(), entry, url("www.a.example", "nul\0")];
    feed.detail = Some("a\0b".to_owned());
    feed.opt_out =
        serde_json::json!({"k\0": ["v\0"], "ai_optout": ["robots:GPTBot", "robots:CCBot"]});
    feed.robots_rule = Some("\0".to_owned());
    record(store, &lease, &feed).await;
    let signals = "select opt_out -> 'ai_optout' as signals from fetches";
    let rows = testing::rows(store, signals).await;
    let sorted = serde_json::json!(["robots:CCBot", "robots:GPTBot"]);
    assert_eq!(rows.unwrap()[0]["signals"], sorted);
    let due = store.due(&lease, 10).await.unwrap();
    assert_eq!(due.len(), 2);
    let first = due.iter().find(|due| due.url.ends_with("/1")).unwrap();
    record(store, &lease, &fetched(first.url_id, &first.url, b"")).await;
    let pages = to_extract(store).await;
    let empty = pages.iter().find(|page| page.url.ends_with("/1")).unwrap();
    assert_eq!((empty.body.len(), empty.via), (0, Via::Feed));
    assert_eq!(empty.title_feed.as_deref(), Some("From the feed"));
    // bytes are kept as they are
    assert!(pages.iter().any(|page| page.body == b"feed \0 body"));
}

#[tokio::test]
async fn a_visit_that_brought_no_page_counts_among_the_failures_in_a_row() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    for (outcome, is_fruitless, failures) in [
        (Outcome::Redirected, true, 1),
        (Outcome::Skipped, true, 2),
        (Outcome::NotFound, false, 3),
        (Outcome::Redirected, false, 0),
    ] {
        let visit = Visit {
            is_fruitless,
            next_due: Some(now()),
            ..visit(due.url_id, &due.url, outcome)
        };
        record(store, &lease, &visit).await;
        let history = home(store, &lease).await.history.unwrap();
        assert_eq!((history.outcome, history.failures), (outcome, failures));
    }
}
