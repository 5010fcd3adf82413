//! How crawls end: when they are stopped, and by an error. And several connections to a host.

use std::time::Duration;

use crawl::{EndReason, HostReport, Plan, crawl};
use store::Outcome;
use testsite::Fault;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::fixture::{Fixture, settings};

/// Bench hosts that are crawled without delays.
async fn hosts(number: usize, pages: usize) -> Fixture {
    let mut fixture = Fixture::set(number, &[""], pages).await;
    fixture.settings = settings([0, 0, 0]);
    fixture
}

/// Starts a crawl of a host, as soon as it is due, and waits until the log has this number of requests.
async fn begun(
    fixture: &Fixture,
    stop: &CancellationToken,
    requests: usize,
) -> JoinHandle<HostReport> {
    let (crawler, stop) = (fixture.crawler(), stop.clone());
    let crawl = tokio::spawn(async move {
        loop {
            if let Some(report) = crawler.next("test", &[], &stop).await.unwrap() {
                return report;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    fixture.until_requests(requests).await;
    crawl
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crawl_that_is_stopped_releases_its_host_and_waits_for_no_slow_server() {
    let mut fixture = hosts(1, 80).await;
    fixture.settings.delay = Duration::from_millis(20);
    fixture.settings.timeout = Duration::from_mins(1);
    fixture.settings.idle_timeout = Duration::from_mins(1);
    let stop = CancellationToken::new();
    let crawl = begun(&fixture, &stop, 8).await;
    stop.cancel();
    let report = crawl.await.unwrap();
    assert_eq!(report.ended, EndReason::Stopped);
    let fetched = report.count(Outcome::Fetched);
    let requested = fixture.pages_requested() as u64;
    assert_eq!(fetched, requested, "what was fetched is recorded");

    let stop = CancellationToken::new();
    let requests = fixture.newsroom.log().len();
    let crawl = begun(&fixture, &stop, requests + 3).await;
    let host = fixture.hosts().remove(0);
    let slow = Fault::Slow(Duration::from_secs(50));
    fixture.newsroom.set_fault(&host, slow);
    // Long enough for a request to be in flight.
    tokio::time::sleep(Duration::from_millis(300)).await;
    stop.cancel();
    let ended = tokio::time::timeout(Duration::from_secs(30), crawl).await;
    let report = ended.expect("a bound").unwrap();
    assert_eq!(report.ended, EndReason::Stopped, "at a slow server");
    fixture.newsroom.set_fault(&host, Fault::None);
    let next = fixture.crawl_host(&fixture.sites[0]).await;
    assert_eq!(next.ended, EndReason::Done);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_has_used_up_its_budget_rests_and_goes_on_in_the_next_night() {
    let mut fixture = hosts(1, 300).await;
    fixture.settings.delay = Duration::from_millis(20);
    let hour = Duration::from_hours(1);
    for (requests, time, of_run) in [
        (10, hour, None),
        (10, hour, None),
        (1_000, Duration::from_secs(2), None),
        (1_000, hour, Some(5)),
    ] {
        fixture.settings.max_pages_per_visit = requests;
        fixture.settings.max_visit = time;
        let plan = Plan {
            max_pages: of_run,
            ..Plan::new("test")
        };
        let (store, stop) = (&fixture.database.store, CancellationToken::new());
        let before = fixture.pages_requested();
        let mut ends = Vec::new();
        let mut on_host = |host: &HostReport| ends.push(host.ended);
        crawl(store, &fixture.settings, &plan, &stop, &mut on_host)
            .await
            .unwrap();
        assert_eq!(ends.len(), 1, "{ends:?}");
        let requested = (fixture.pages_requested() - before) as u64;
        assert!((1..=requests).contains(&requested), "{requested}");
        let wait = store.time_to_next_host(&[]).await.unwrap().unwrap();
        assert_eq!(
            wait > hour * 11,
            of_run.is_none(),
            "{wait:?} after {ends:?}"
        );
        if of_run.is_none() {
            fixture.make_due().await;
        }
    }
    fixture.assert_repeated_at_most(0);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_connections_to_a_host_still_fetch_each_page_once() {
    let mut fixture = hosts(1, 60).await;
    fixture.settings.concurrency_per_host = 4;
    let report = fixture.crawl_host(&fixture.sites[0]).await;
    assert_eq!((report.ended, report.pages), (EndReason::Done, 60));
    fixture.assert_repeated_at_most(0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_between_two_hosts_ends_no_crawl_in_the_middle_of_a_request() {
    let fixture = hosts(1, 20).await;
    let slow = Fault::Slow(Duration::from_millis(1_500));
    fixture.newsroom.set_fault(&fixture.hosts()[0], slow);
    let plan = Plan {
        patience: Duration::from_secs(3),
        ..Plan::new("test")
    };
    let (store, stop) = (&fixture.database.store, CancellationToken::new());
    let damaged = async {
        fixture.until_requests(1).await;
        let newer =
            "insert into _sqlx_migrations values (9999, 'of the future', now(), true, '', 0)";
        store::testing::damage(store, newer).await.unwrap();
    };
    let mut ignore = |_: &HostReport| {};
    let crawled = crawl(store, &fixture.settings, &plan, &stop, &mut ignore);
    let (ended, ()) = tokio::join!(crawled, damaged);
    assert!(ended.is_err());
    let leases = store::testing::leases(store).await.unwrap();
    assert!(leases.is_empty(), "its host is free again: {leases:?}");
}
