//! Leases: who may crawl a host, and for how long.

use std::time::Duration;

use chrono::TimeDelta;
use store::{StoreError, testing};

use crate::fixtures::{
    LEASE, claim, claimed, claimed_home, fetched, now, overview, record, robots, seeded, url,
};

#[tokio::test]
async fn a_dead_lease_is_reclaimed_and_the_dead_write_nothing() {
    let store = &testing::database().await;
    seeded(store, &["a"]).await;
    let dead = claim(store, "dead").await.unwrap();
    assert!(claim(store, "early").await.is_none());
    let over = "update hosts set leased_until = now() - interval '1 second'";
    testing::damage(store, over).await.unwrap();
    let alive = claim(store, "alive").await.unwrap();
    assert_eq!(alive.host_id, dead.host_id);
    assert!(alive.token > dead.token);
    assert!(!store.renew_lease(&dead, LEASE).await.unwrap());
    assert!(!store.release_host(&dead, None).await.unwrap());
    let robots = robots(Some(200), b"User-agent: *");
    assert!(matches!(
        store.save_robots(&dead, &dead.scheme, &robots, now()).await,
        Err(StoreError::LeaseLost { .. })
    ));
    assert!(store.renew_lease(&alive, LEASE).await.unwrap());
    let pause = now() + TimeDelta::milliseconds(200);
    let saved = store.save_robots(&alive, &alive.scheme, &robots, pause);
    saved.await.unwrap();
    assert!(store.release_host(&alive, None).await.unwrap());
    tokio::time::sleep(Duration::from_millis(250)).await;
    let next = claim(store, "next").await.unwrap();
    assert_eq!(next.next_request_at, pause);
    let known = store.robots(&next, &next.scheme).await.unwrap().unwrap();
    assert_eq!((known.txt, known.outage), (robots, None));
}

#[tokio::test]
async fn a_host_has_a_robots_txt_for_each_scheme() {
    let store = &testing::database().await;
    let lease = claimed(store, "a").await;
    assert_eq!(lease.scheme, "https");
    let (secure, plain) = (robots(Some(200), b""), robots(Some(404), b""));
    for (scheme, robots) in [("https", &secure), ("http", &plain)] {
        let saved = store.save_robots(&lease, scheme, robots, now()).await;
        saved.unwrap();
    }
    let failed_at = now();
    let saved = store.save_robots_outage(&lease, "http", failed_at, failed_at);
    saved.await.unwrap();
    let known = async |scheme| {
        let known = store.robots(&lease, scheme).await.unwrap().unwrap();
        (known.txt, known.outage.map(|outage| outage.since))
    };
    assert_eq!(known("https").await, (secure, None));
    assert_eq!(known("http").await, (plain, Some(failed_at)));
    assert!(store.has_urls_at(&lease, "https").await.unwrap());
    assert!(!store.has_urls_at(&lease, "http").await.unwrap());

    // that of the scheme in use is shown for the host
    let shown = async || {
        let hosts = store.site_hosts("a").await.unwrap();
        assert_eq!(hosts.len(), 1);
        let shown = overview(store, "a").await.robots_status;
        assert_eq!(shown, hosts[0].robots_status);
        shown
    };
    assert_eq!(shown().await, Some(200));
    store.set_scheme(&lease, "http").await.unwrap();
    assert_eq!(shown().await, Some(404));
    let files = store.site_policies("a").await.unwrap().remove(0).files;
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["robots.txt", "robots.txt at https"]);
    assert!(store.release_host(&lease, None).await.unwrap());
    assert_eq!(claim(store, "next").await.unwrap().scheme, "http");
}

#[tokio::test]
async fn a_new_link_does_not_wake_a_host_that_rests() {
    let store = &testing::database().await;
    let resting = claimed(store, "a").await;
    let later = now() + TimeDelta::hours(1);
    assert!(store.release_host(&resting, Some(later)).await.unwrap());
    assert!(claim(store, "test").await.is_none(), "it rests");
    let others = ["other".to_owned()];
    assert_eq!(store.next_host_due(&others).await.unwrap(), None);
    let (other, due) = claimed_home(store, "b").await;
    let mut linking = fetched(due.url_id, &due.url, b"x");
    linking.links = vec![url("www.a.example", "new")];
    record(store, &other, &linking).await;
    store.make_due(&[], now()).await.unwrap();
    let only = ["a".to_owned()];
    assert_eq!(store.next_host_due(&only).await.unwrap(), Some(later));
}

#[tokio::test]
async fn a_site_with_names_without_end_gets_no_hosts_without_end() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    for round in 0..2 {
        let mut wild = fetched(due.url_id, &due.url, format!("{round}").as_bytes());
        wild.links = (0..400)
            .map(|n| url(&format!("x{n}-{round}.a.example"), "1"))
            .collect();
        record(store, &lease, &wild).await;
    }
    assert_eq!(store.queue().await.unwrap().hosts, 500);
    let skipped = store.skipped(&lease.site_id).await.unwrap();
    let skipped: Vec<_> = skipped.iter().map(|s| (&*s.reason, s.urls)).collect();
    assert_eq!(skipped, [("too many hosts of its site", 301)]);
    // links to known hosts are still saved
    let mut known = fetched(due.url_id, &due.url, b"known");
    known.links = vec![url("x1-0.a.example", "2")];
    record(store, &lease, &known).await;
    assert_eq!(store.queue().await.unwrap().urls, 501);
}
