//! Hosts that answer badly, late or not at all.

use std::time::Duration;

use super::stage::{Fixture, patient};
use crawl::{Ended, Plan, Seed};
use store::Outcome;
use testsite::Disturbance;
use tokio_util::sync::CancellationToken;

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_loop_ends() {
    let fixture = Fixture::start().await;
    let report = fixture.walk("morgenblatt").await;
    assert!(report.count(Outcome::Redirected) >= 2, "{report:?}");
    let loops = fixture
        .newsroom
        .log()
        .into_iter()
        .filter(|request| request.path.starts_with("/schleife/"));
    assert_eq!(loops.count(), 2, "each end of the loop once");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endless_body_is_cut_off_and_a_broken_one_told() {
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
async fn a_busy_host_is_left_at_once_and_asked_again_when_it_said() {
    let fixture = Fixture::start().await;
    let begun = std::time::Instant::now();
    let report = fixture.walk("harbour-gazette").await;
    let Ended::Busy(until) = report.ended else {
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
        .disturb("tagnetz.localhost", Disturbance::Fail(500));
    let report = fixture.walk("tagnetz").await;
    assert_eq!(report.ended, Ended::RobotsUnreachable);
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
async fn an_unreachable_site_is_an_outcome_and_left_in_peace() {
    let fixture = Fixture::start().await;
    let seed = Seed::from_home("http://nobody.localhost:1/").unwrap();
    fixture
        .store()
        .upsert_sites(&[seed.to_site().unwrap()])
        .await
        .unwrap();
    let report = fixture.walk(&seed.id).await;
    assert_eq!(report.ended, Ended::RobotsUnreachable);
}
