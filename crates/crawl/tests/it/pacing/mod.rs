//! Delays between requests, measured by the server, with four workers on one set of hosts; and how crawls end.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made fails its test"
)]

mod delays;
mod ends;
mod fixture;

use std::time::Duration;

use crawl::{EndReason, Plan, crawl};
use store::Outcome;
use testsite::Fault;
use tokio_util::sync::CancellationToken;

use self::fixture::{Fixture, settings};

#[tokio::test(flavor = "multi_thread")]
async fn four_workers_keep_the_delays_of_hosts_domains_and_a_shared_address() {
    let mut fixture = Fixture::set(4, &["", "feeds.", "sport."], 4).await;
    fixture.settings = settings([120, 120, 40]);
    // Responses take a while, and the delay counts from their end.
    for host in fixture.hosts() {
        fixture
            .newsroom
            .set_fault(&host, Fault::Slow(Duration::from_millis(30)));
    }
    let workers: Vec<_> = (0..4)
        .map(|number| {
            let (url, settings) = (fixture.database.url(), fixture.settings.clone());
            tokio::spawn(async move {
                let store = store::Store::open(&store::Database::Url(url))
                    .await
                    .unwrap();
                let plan = Plan {
                    // A quarter of the hosts, so that no worker takes all of them before the others start.
                    hosts_at_once: 3,
                    patience: Duration::from_secs(5),
                    ..Plan::new(&format!("worker {number}"))
                };
                let stop = CancellationToken::new();
                crawl(&store, &settings, &plan, &stop, &mut |_| {})
                    .await
                    .unwrap()
            })
        })
        .collect();
    let mut fetched = Vec::new();
    for worker in workers {
        fetched.push(worker.await.unwrap().count(Outcome::Fetched));
    }
    let busy = fetched.iter().filter(|pages| **pages > 0).count();
    assert!(busy > 1, "one worker did it all: {fetched:?}");
    fixture.assert_all_stored().await;
    fixture.assert_repeated_at_most(0);
    fixture.assert_delays();
    fixture.assert_nothing_forbidden();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_crawl_of_a_host_yields_to_a_host_of_its_domain_that_waits() {
    let mut fixture = Fixture::set(1, &["", "feeds."], 40).await;
    fixture.settings = settings([4, 4, 0]);
    fixture.settings.share = Duration::ZERO;
    let stop = CancellationToken::new();
    let plan = Plan {
        patience: Duration::from_secs(5),
        ..Plan::new("worker")
    };
    let store = &fixture.database.store;
    let mut ends = Vec::new();
    crawl(store, &fixture.settings, &plan, &stop, &mut |host| {
        ends.push(host.ended);
    })
    .await
    .unwrap();
    fixture.assert_all_stored().await;
    assert!(ends.contains(&EndReason::Yielded), "{ends:?}");
    let mut hosts: Vec<_> = fixture.newsroom.log().into_iter().map(|r| r.host).collect();
    hosts.dedup();
    assert!(hosts.len() >= 4, "they did not take turns: {hosts:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crawl_delay_is_kept_from_the_second_request_on_and_across_crawls() {
    let mut fixture = Fixture::of(testsite::Settings {
        crawl_delay: Duration::from_millis(400),
        ..testsite::Settings::default()
    })
    .await;
    let seed = crawl::Seed::from_home(&fixture.newsroom.url("valley-observer", "/")).unwrap();
    fixture.seed(&seed).await;
    let plan = Plan {
        max_pages: Some(4),
        ..Plan::new("worker")
    };
    let (store, stop) = (&fixture.database.store, CancellationToken::new());
    for _ in 0..3 {
        crawl(store, &fixture.settings, &plan, &stop, &mut |_| {})
            .await
            .unwrap();
    }
    let log = fixture.newsroom.log();
    assert!(log.len() >= 12, "{}", log.len());
    delays::assert_apart(&log, Duration::from_millis(400), "valley-observer");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cooldown_of_a_failing_host_grows_and_ends_with_an_answer() {
    let fixture = Fixture::set(1, &[""], 4).await;
    let host = fixture.hosts().remove(0);
    let site = fixture.sites[0].clone();
    let store = &fixture.database.store;
    let mut rests = Vec::new();
    fixture.newsroom.set_fault(&host, Fault::Fail(500));
    for _ in 0..5 {
        fixture.crawl_host(&site).await;
        let due = store.next_host_due(&[]).await.unwrap().unwrap();
        rests.push(((due - chrono::Utc::now()).num_seconds() + 5) / 10 * 10);
        fixture.make_due().await;
    }
    assert_eq!(rests, [10, 20, 40, 600, 1200], "seconds");
    fixture.newsroom.set_fault(&host, Fault::None);
    let before = fixture.newsroom.log().len();
    fixture.crawl_host(&site).await;
    let log = fixture.newsroom.log();
    let slower = fixture.settings.delay * 2;
    delays::assert_apart(&log[before..], slower, "after failures");
    let lease = fixture.claim_when_due(&site).await;
    assert_eq!(lease.failures, 0);
}
