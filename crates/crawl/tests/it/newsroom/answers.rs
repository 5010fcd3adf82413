//! Hosts with invalid, late or missing responses.

use std::time::Duration;

use super::fixture::{Fixture, patient};
use crawl::{EndReason, Plan, Seed};
use store::Outcome;
use testsite::Fault;
use tokio_util::sync::CancellationToken;

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_loop_ends() {
    let fixture = Fixture::start().await;
    let report = fixture.crawl_host("morgenblatt").await;
    assert!(report.count(Outcome::Redirected) >= 2, "{report:?}");
    let loops = fixture
        .newsroom
        .log()
        .into_iter()
        .filter(|request| request.path.starts_with("/schleife/"));
    assert_eq!(loops.count(), 2, "each end of the loop once");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endless_body_is_bounded_and_a_broken_one_reported() {
    let mut fixture = Fixture::start().await;
    fixture.settings.max_body_bytes = 500_000;
    fixture.crawl(&patient(2)).await;
    let log = fixture.newsroom.log();
    let stream = log
        .iter()
        .find(|request| request.path == "/stream")
        .expect("it is linked");
    assert!(
        stream.bytes < 50_000_000,
        "{} bytes were taken",
        stream.bytes
    );
    let url = fixture.newsroom.url("harbour-gazette", "/stream");
    assert!(fixture.store().page_of_url(&url).await.unwrap().is_none());
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

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_robots_txt_closes_the_host() {
    let fixture = Fixture::start().await;
    fixture
        .newsroom
        .set_fault("tagnetz.localhost", Fault::Fail(500));
    let report = fixture.crawl_host("tagnetz").await;
    assert_eq!(report.ended, EndReason::RobotsUnreachable);
    let log = fixture.newsroom.log();
    assert!(log.iter().all(|request| request.path == "/robots.txt") && log.len() == 1);
    let again = fixture
        .crawler()
        .next("test", &["tagnetz".to_owned()], &CancellationToken::new())
        .await
        .unwrap();
    assert_eq!(again, None, "and gives it a rest");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_site_is_an_outcome_and_has_a_cooldown() {
    let fixture = Fixture::start().await;
    let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = gone.local_addr().unwrap().port();
    drop(gone);
    let seed = Seed::from_home(&format!("http://nobody.localhost:{port}/")).unwrap();
    fixture
        .store()
        .upsert_sites(&[seed.to_site().unwrap()])
        .await
        .unwrap();
    let report = fixture.crawl_host(&seed.id).await;
    assert_eq!(report.ended, EndReason::RobotsUnreachable);
}
