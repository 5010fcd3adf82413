//! The second run.

use super::fixture::{Fixture, patient};
use chrono::{DateTime, TimeDelta, Utc};
use store::Outcome;

fn yesterday() -> DateTime<Utc> {
    Utc::now() - TimeDelta::days(1)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_run_gets_304_for_what_has_not_changed() {
    let fixture = Fixture::start().await;
    fixture.crawl(&patient(3)).await;
    let pages = fixture
        .store()
        .pages_to_extract("none", true, &[], None, 100_000)
        .await
        .unwrap()
        .len();
    fixture.newsroom.clear_log();
    assert_eq!(
        fixture.crawl(&patient(0)).await.hosts,
        0,
        "right after, nothing is due"
    );
    assert!(fixture.store().make_due(&[], yesterday()).await.unwrap() > 0);
    let report = fixture.crawl(&patient(3)).await;
    assert!(report.count(Outcome::NotModified) > 50, "{report:?}");
    for request in fixture
        .newsroom
        .log()
        .iter()
        .filter(|request| request.status == 200)
    {
        assert!(!request.conditional, "{} has not changed", request.path);
    }
    let now = fixture
        .store()
        .pages_to_extract("none", true, &[], None, 100_000)
        .await
        .unwrap()
        .len();
    assert_eq!(now, pages, "nothing is stored twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_day_brings_what_is_new_and_what_changed() {
    let fixture = Fixture::start().await;
    fixture.crawl(&patient(3)).await;
    let changes = fixture.newsroom.advance();
    fixture.store().make_due(&[], yesterday()).await.unwrap();
    fixture.crawl(&patient(3)).await;
    let requests = fixture.requests();
    assert!(!changes.new.is_empty() && !changes.updated.is_empty());
    for url in &changes.new {
        assert_eq!(requests.get(url), Some(&1), "{url} is new");
    }
    for url in &changes.updated {
        let page = fixture.store().page_of_url(url).await.unwrap().unwrap();
        let first_night = requests[url];
        assert!(first_night >= 2 && page.http_status == 200, "{url} changed");
    }
}
