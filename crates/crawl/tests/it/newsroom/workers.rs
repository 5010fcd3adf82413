//! Several workers, connections and crawls of one host, and a host that is busy.

use std::time::Duration;

use super::fixture::{Fixture, is_about_the_host, most_requests, patient};
use crawl::{CrawlError, Crawler, EndReason, HostReport, Plan};
use testsite::Fault;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Starts a crawl of one host and waits until it has sent this number of requests.
async fn begun(
    fixture: &Fixture,
    crawler: &Crawler,
    stop: &CancellationToken,
    requests: usize,
) -> JoinHandle<Result<Option<HostReport>, CrawlError>> {
    let (crawler, stop) = (crawler.clone(), stop.clone());
    let site = vec!["elbkurier".to_owned()];
    let crawl = tokio::spawn(async move { crawler.next("first", &site, &stop).await });
    let reached = async {
        while fixture.newsroom.log().len() < requests {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let reached = tokio::time::timeout(Duration::from_mins(2), reached).await;
    assert!(reached.is_ok(), "no {requests} requests within two minutes");
    crawl
}

#[tokio::test(flavor = "multi_thread")]
async fn another_worker_takes_over_from_one_that_died() {
    let mut fixture = Fixture::start().await;
    fixture.settings.lease = Duration::from_millis(500);
    fixture.settings.timeout = Duration::from_millis(500);
    fixture.settings.idle_timeout = Duration::from_millis(500);
    let (crawler, stop) = (fixture.crawler(), CancellationToken::new());
    let site = vec!["elbkurier".to_owned()];
    let doomed = begun(&fixture, &crawler, &stop, 10).await;
    doomed.abort();
    assert!(doomed.await.is_err());
    let before = fixture.newsroom.log().len();
    assert_eq!(
        crawler
            .next("heir", &site, &CancellationToken::new())
            .await
            .unwrap(),
        None,
        "the lease still runs"
    );
    let report = fixture
        .crawl(&Plan {
            only: site,
            worker: "heir".to_owned(),
            ..patient(5)
        })
        .await;
    assert!(report.pages > 0 && fixture.newsroom.log().len() > before);
    let expected = fixture.newsroom.expected();
    for article in expected
        .articles
        .iter()
        .filter(|article| article.site == "elbkurier")
    {
        assert!(
            fixture
                .store()
                .page_of_url(&article.url)
                .await
                .unwrap()
                .is_some(),
            "{}",
            article.url
        );
    }
    let twice: Vec<_> = fixture
        .requests()
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .collect();
    assert!(
        twice.len() <= 1,
        "at most the request in hand is repeated: {twice:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crawl_that_is_stopped_releases_its_host_and_waits_for_no_slow_server() {
    let mut fixture = Fixture::start().await;
    fixture.settings.delay = Duration::from_millis(20);
    fixture.settings.timeout = Duration::from_mins(1);
    fixture.settings.idle_timeout = Duration::from_mins(1);
    let (crawler, stop) = (fixture.crawler(), CancellationToken::new());
    let crawl = begun(&fixture, &crawler, &stop, 5).await;
    stop.cancel();
    let report = crawl.await.unwrap().unwrap().unwrap();
    assert_eq!(report.ended, EndReason::Stopped);
    let log = fixture.newsroom.log();
    let pages = log
        .iter()
        .filter(|request| !is_about_the_host(&request.path));
    assert_eq!(
        report.visits(),
        pages.count() as u64,
        "what was fetched is recorded"
    );
    // The delay since the last request may not be over when the host is claimed.
    tokio::time::sleep(Duration::from_millis(300)).await;

    let (crawler, stop) = (fixture.crawler(), CancellationToken::new());
    let crawl = begun(&fixture, &crawler, &stop, log.len() + 5).await;
    let slow = Fault::Slow(Duration::from_secs(50));
    fixture.newsroom.set_fault("elbkurier.localhost", slow);
    // Long enough for a request to be in flight.
    tokio::time::sleep(Duration::from_millis(300)).await;
    stop.cancel();
    let ended = tokio::time::timeout(Duration::from_secs(10), crawl).await;
    let report = ended.expect("a bound").unwrap().unwrap().unwrap();
    assert_eq!(report.ended, EndReason::Stopped, "at a slow server");
    fixture
        .newsroom
        .set_fault("elbkurier.localhost", Fault::None);
    let next = fixture.crawl_host("elbkurier").await;
    assert_eq!(next.ended, EndReason::Done);
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_share_the_hosts_and_no_page_is_fetched_twice() {
    let fixture = Fixture::with(testsite::Settings {
        articles_per_site: 30,
        ..testsite::Settings::default()
    })
    .await;
    // there are five sites, so neither worker takes them all
    let (one, two) = (
        Plan {
            worker: "one".to_owned(),
            hosts_at_once: 3,
            ..patient(3)
        },
        Plan {
            worker: "two".to_owned(),
            hosts_at_once: 3,
            ..patient(3)
        },
    );
    let (one, two) = tokio::join!(fixture.crawl(&one), fixture.crawl(&two));
    assert!(
        one.hosts > 0 && two.hosts > 0,
        "{} and {}",
        one.hosts,
        two.hosts
    );
    for (url, count) in fixture.requests() {
        assert!(count <= most_requests(&url), "{url}: {count} times");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crawl_ends_at_its_budget_of_pages() {
    let fixture = Fixture::start().await;
    let report = fixture
        .crawl(&Plan {
            max_pages: Some(25),
            ..patient(1)
        })
        .await;
    let requests = fixture
        .newsroom
        .log()
        .into_iter()
        .filter(|request| !is_about_the_host(&request.path))
        .count();
    assert_eq!(requests, 25, "{report:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_connections_to_a_host_still_fetch_each_page_once() {
    let mut fixture = Fixture::start().await;
    fixture.settings.concurrency_per_host = 4;
    let report = fixture.crawl_host("elbkurier").await;
    assert_eq!(report.ended, EndReason::Done);
    assert!(report.pages > 50, "{report:?}");
    for (url, count) in fixture.requests() {
        assert!(count <= most_requests(&url), "{url}: {count} times");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_between_two_hosts_ends_no_crawl_in_the_middle_of_a_request() {
    let mut fixture = Fixture::start().await;
    fixture.settings.timeout = Duration::from_secs(8);
    fixture.settings.idle_timeout = Duration::from_secs(8);
    let slow = Fault::Slow(Duration::from_millis(1_500));
    fixture.newsroom.set_fault("elbkurier.localhost", slow);
    let plan = Plan {
        only: vec!["elbkurier".to_owned()],
        ..patient(3)
    };
    let damaged = async {
        while fixture.newsroom.log().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let newer =
            "insert into _sqlx_migrations values (9999, 'of the future', now(), true, '', 0)";
        store::testing::damage(fixture.store(), newer)
            .await
            .unwrap();
    };
    let stop = CancellationToken::new();
    let ignore = &mut |_: &HostReport| {};
    let crawled = crawl::crawl(fixture.store(), &fixture.settings, &plan, &stop, ignore);
    let (ended, ()) = tokio::join!(crawled, damaged);
    assert!(ended.is_err());
    let log = fixture.newsroom.log();
    assert!(
        log.iter().all(|request| request.ended.is_some()),
        "{log:#?}"
    );
    let leases = store::testing::leases(fixture.store()).await.unwrap();
    assert!(leases.is_empty(), "its host is free again: {leases:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_host_is_released_at_once_and_requested_again_after_retry_after() {
    let fixture = Fixture::start().await;
    let begun = std::time::Instant::now();
    let report = fixture.crawl_host("harbour-gazette").await;
    let EndReason::Busy(until) = report.ended else {
        panic!("{report:?}")
    };
    assert!(begun.elapsed() < Duration::from_secs(5), "nobody slept");
    let first = fixture.newsroom.log();
    let busy = first.last().unwrap();
    assert_eq!(busy.status, 429, "nothing was requested after it");
    let report = fixture
        .crawl(&Plan {
            only: vec!["harbour-gazette".to_owned()],
            ..patient(5)
        })
        .await;
    assert!(report.pages > 0);
    let second = &fixture.newsroom.log()[first.len()..];
    assert!(
        second.iter().all(|request| request.at >= until),
        "before {until}: {:?}",
        second.first()
    );
    assert!(
        second
            .iter()
            .any(|request| request.path == busy.path && request.status == 200)
    );
}
