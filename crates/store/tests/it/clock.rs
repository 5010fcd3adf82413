//! Repair of times stored while the clock was ahead.

use std::time::Duration;

use chrono::TimeDelta;
use store::{
    NewUrl, Outcome, RequestSlot, SlotAnswer, SlotKey, UrlKind, WellKnown, WellKnownFile, testing,
};

use crate::fixtures::{
    claim, claim_of, claimed_home, due_at, fetched, now, record, robots, seeded, url, visit,
};

const DAY: i64 = 24 * 3_600;
const LONGEST_WAIT: Duration = Duration::from_hours(24 * 90);
const LONGEST_SLOT: Duration = Duration::from_mins(2);

#[tokio::test]
async fn nothing_waits_for_the_times_of_a_clock_that_was_ahead() {
    let database = testing::database().await;
    let store = &database.store;
    seeded(store, &["b"]).await;
    let (lease, home) = claimed_home(store, "a").await;
    let mut front = fetched(home.url_id, &home.url, b"home");
    front.next_due = Some(now() + TimeDelta::hours(1));
    front.links = vec![
        NewUrl {
            kind: UrlKind::Feed,
            ..url("www.a.example", "feed")
        },
        url("www.a.example", "1"),
        url("www.a.example", "2"),
    ];
    record(store, &lease, &front).await;
    let gone = store.due(&lease, 10).await.unwrap().remove(0);
    let gone = visit(gone.url_id, &gone.url, Outcome::NotFound);
    record(store, &lease, &due_at(now() + TimeDelta::days(30), gone)).await;
    let robots = robots(Some(200), b"");
    let saved = store.save_robots(&lease, &lease.scheme, &robots, now());
    saved.await.unwrap();
    let file = WellKnownFile {
        name: WellKnown::AiTxt,
        fetched_at: now(),
        status: Some(404),
        body: Vec::new(),
    };
    store.save_well_known(&lease, &file).await.unwrap();
    store.take_quota(&lease, 5, 5).await.unwrap();
    let key = SlotKey {
        key: "host:www.a.example".to_owned(),
        delay: Duration::from_secs(9),
    };
    let slot = RequestSlot::new(vec![key.clone()]);
    let hold = Duration::from_secs(30);
    store.acquire_slot(&lease, &slot, hold).await.unwrap();
    store.begin_run("crawl").await.unwrap();
    let before = testing::times_ahead(store).await.unwrap();

    testing::put_clock_back(store, 30).await.unwrap();
    let ahead = store.clock_skew().await.unwrap().unwrap();
    assert!(
        ahead.hosts == 2 && (29 * DAY..31 * DAY).contains(&ahead.seconds),
        "{ahead:?}"
    );
    assert_eq!(store.queue().await.unwrap().hosts_leased, 0);
    let repaired = store.repair_times(LONGEST_WAIT, LONGEST_SLOT).await;
    assert_eq!(repaired.unwrap(), 2);

    assert_eq!(store.clock_skew().await.unwrap(), None);
    for (column, seconds) in testing::times_ahead(store).await.unwrap() {
        let was = before.iter().find(|(known, _)| *known == column);
        let was = was.map_or(0, |(_, seconds)| *seconds);
        assert!(
            seconds <= was.max(120) + 5,
            "{column} is {seconds} s ahead, not {was}"
        );
    }
    let other = claim(store, "next").await.unwrap();
    assert_eq!(other.site_id, "b", "the lease of the other host goes on");
    store.release_host(&lease, None).await.unwrap();
    store.release_host(&other, None).await.unwrap();
    let lease = claim_of(store, "a").await.unwrap();
    assert_eq!(store.due(&lease, 10).await.unwrap().len(), 2);
    let another = RequestSlot::new(vec![key]);
    let wait = store.acquire_slot(&lease, &another, hold).await.unwrap();
    assert!(
        matches!(wait, SlotAnswer::Wait(wait) if wait <= LONGEST_SLOT),
        "{wait:?}"
    );
    let repaired = store.repair_times(LONGEST_WAIT, LONGEST_SLOT).await;
    assert_eq!(repaired.unwrap(), 0);
}
