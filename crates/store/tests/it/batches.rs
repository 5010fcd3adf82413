//! Recording many visits in one transaction, each independent of the others.

use std::sync::Arc;

use chrono::TimeDelta;
use store::{Lease, NewUrl, Outcome, Record, Recorded, Store, Via, Visit, testing};

use crate::fixtures::{claim, claimed_home, fetched, home, now, seeded, to_extract, url, visit};

fn record_of(lease: &Lease, visit: Visit) -> Record {
    Record::new(&Arc::new(lease.clone()), visit).unwrap()
}

/// One letter for each result: `s` stored, `l` lease lost, `r` refused.
async fn complete(store: &Store, records: &[Record]) -> String {
    let recorded = store.record_visits(records).await.unwrap();
    let letters = recorded.iter().map(|recorded| match recorded {
        Recorded::Stored | Recorded::StoredInPart => 's',
        Recorded::LeaseLost => 'l',
        Recorded::Refused(_) => 'r',
    });
    letters.collect()
}

#[tokio::test]
async fn a_lost_lease_in_a_batch_writes_nothing_and_harms_no_other() {
    let store = &testing::database().await;
    seeded(store, &["a"]).await;
    let lost = claim(store, "lost").await.unwrap();
    let due = home(store, &lost).await;
    let over = "update hosts set leased_until = now() - interval '1 second'";
    testing::damage(store, over).await.unwrap();
    let new = claim(store, "new").await.unwrap();
    let mut late = fetched(due.url_id, &due.url, b"late");
    late.links = vec![url("www.a.example", "late"), url("late.a.example", "1")];
    let (other, of_other) = claimed_home(store, "b").await;
    let mut held = fetched(of_other.url_id, &of_other.url, b"held");
    held.links = vec![url("www.b.example", "held")];
    let records = [
        record_of(&lost, late),
        record_of(&other, held),
        record_of(&new, fetched(due.url_id, &due.url, b"new")),
    ];
    assert_eq!(complete(store, &records).await, "lss");
    let queue = store.queue().await.unwrap();
    let counts = [queue.pages, queue.urls, queue.urls_due, queue.hosts];
    assert_eq!(counts, [2, 3, 1, 2]);
}

#[tokio::test]
async fn values_that_the_database_refuses_cost_only_their_own_visit() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    let mut first = fetched(due.url_id, &due.url, b"home");
    first.links = (0..9)
        .map(|n| url("www.a.example", &n.to_string()))
        .collect();
    assert_eq!(complete(store, &[record_of(&lease, first)]).await, "s");
    let due = store.due(&lease, 10).await.unwrap();
    let records = due.iter().enumerate().map(|(n, due)| {
        let mut visit = fetched(due.url_id, &due.url, due.url.as_bytes());
        if n % 4 == 2 {
            visit.links = vec![NewUrl {
                url: String::new(), // `seen` refuses an empty URL
                ..url("www.a.example", "")
            }];
        }
        record_of(&lease, visit)
    });
    let records: Vec<Record> = records.collect();
    assert_eq!(complete(store, &records).await, "ssrsssrss");
    let queue = store.queue().await.unwrap();
    assert_eq!((queue.pages, queue.urls_due), (8, 2));
}

#[tokio::test]
async fn one_url_twice_in_a_batch_is_two_visits_in_their_order() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    let at = now();
    let bodies = ["one", "one", "two"].iter().zip(0..).map(|(body, n)| {
        let visit = Visit {
            fetched_at: at + TimeDelta::seconds(n),
            next_due: Some(at),
            ..fetched(due.url_id, &due.url, body.as_bytes())
        };
        record_of(&lease, visit)
    });
    let bodies: Vec<Record> = bodies.collect();
    assert_eq!(complete(store, &bodies).await, "sss");
    let failed = Visit {
        next_due: Some(at),
        fetched_at: at + TimeDelta::seconds(3),
        ..visit(due.url_id, &due.url, Outcome::Timeout)
    };
    let failed = [record_of(&lease, failed)];
    assert_eq!(complete(store, &failed).await, "s");
    assert_eq!(
        store.queue().await.unwrap().pages,
        2,
        "a body is stored once"
    );
    let due = home(store, &lease).await;
    let history = due.history.unwrap();
    let counts = [history.visits, history.changes, history.failures];
    assert_eq!(counts, [4, 1, 1]);
    assert_eq!(history.visited_at, at + TimeDelta::seconds(3));
    let etag = due.etag.as_deref();
    assert_eq!(etag, Some("\"1\""), "validators survive a failure");
}

#[tokio::test]
async fn a_batch_that_is_repeated_counts_once() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    let mut visit = fetched(due.url_id, &due.url, b"home");
    visit.links = vec![url("www.a.example", "1")];
    // twice in one batch, and the batch twice: as if the answer to the first had been lost
    let batch = [record_of(&lease, visit.clone()), record_of(&lease, visit)];
    assert_eq!(complete(store, &batch).await, "ss");
    assert_eq!(complete(store, &batch).await, "ss");
    let status = store.status().await.unwrap();
    assert_eq!((status.queue.pages, status.sites[0].fetched), (1, 1));
    assert_eq!(status.queue.urls_due, 1);
}

#[tokio::test]
async fn a_link_named_by_several_channels_in_one_batch_is_queued_once() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    let named = |via, title: Option<&str>| NewUrl {
        via,
        title: title.map(str::to_owned),
        ..url("www.a.example", "1")
    };
    let mut visit = fetched(due.url_id, &due.url, b"home");
    visit.links = vec![
        named(Via::FrontPage, None),
        named(Via::Feed, None),
        named(Via::Feed, Some("From the feed")),
    ];
    assert_eq!(complete(store, &[record_of(&lease, visit)]).await, "s");
    let due = store.due(&lease, 10).await.unwrap();
    assert_eq!((due.len(), due[0].via), (1, Via::FrontPage));
    let page = fetched(due[0].url_id, &due[0].url, b"page");
    assert_eq!(complete(store, &[record_of(&lease, page)]).await, "s");
    let pages = to_extract(store).await;
    let titles = pages.iter().filter_map(|page| page.title_feed.as_deref());
    assert_eq!(titles.collect::<Vec<_>>(), ["From the feed"]);
}
