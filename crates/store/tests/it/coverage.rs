//! Coverage: in which channels the articles of a site were found, and when.

use chrono::{DateTime, TimeDelta, Utc};
use store::{ChannelCoverage, Lease, NewUrl, Store, Via, testing};

use crate::fixtures::{accepted, article, claimed, fetched, now, record, save, to_extract, url};

/// Visits the front page, which names these pages in this channel.
async fn home_names(store: &Store, lease: &Lease, paths: &[&str], via: Via) {
    let mut home = fetched(1, "https://www.a.example/", b"home");
    home.page = None;
    let links = paths.iter().map(|path| NewUrl {
        via,
        ..url("www.a.example", path)
    });
    home.links = links.collect();
    record(store, lease, &home).await;
}

/// Fetches everything that is due, and extracts it as articles.
async fn glean(store: &Store, lease: &Lease, published: DateTime<Utc>) {
    for due in store.due(lease, 100).await.unwrap() {
        let visit = fetched(due.url_id, &due.url, due.url.as_bytes());
        record(store, lease, &visit).await;
    }
    for page in to_extract(store).await {
        let mut article = article(&page.url, &page.url);
        article["date_published"] = serde_json::json!(published);
        article["date_published_precision"] = "minute".into();
        article["date_published_source"] = "meta".into();
        save(store, &[accepted(page.key, "1", article)]).await;
    }
}

fn of(channels: &[ChannelCoverage], channel: Via) -> &ChannelCoverage {
    channels
        .iter()
        .find(|found| found.channel == channel)
        .unwrap()
}

#[tokio::test]
async fn shares_add_up_by_channel_and_the_first_is_known_of_urls_found_since_then() {
    let store = &testing::database().await;
    let lease = claimed(store, "a").await;
    let published = now() - TimeDelta::minutes(10);
    home_names(store, &lease, &["1", "2", "3"], Via::Feed).await;
    home_names(store, &lease, &["1", "2", "4"], Via::FrontPage).await;
    home_names(store, &lease, &["1"], Via::Sitemap).await;
    glean(store, &lease, published).await;
    let since = now() - TimeDelta::days(30);
    let sites = store.coverage(since, &[]).await.unwrap();
    assert_eq!(sites.len(), 1);
    assert_eq!(
        (sites[0].id.as_str(), sites[0].articles),
        ("a", 4),
        "{sites:?}"
    );
    let channels = &sites[0].channels;
    let counts = |channel| {
        let found = of(channels, channel);
        (found.named, found.only, found.first)
    };
    assert_eq!(counts(Via::Feed), (3, 1, 3));
    assert_eq!(counts(Via::FrontPage), (3, 1, 1));
    assert_eq!(counts(Via::Sitemap), (1, 0, 0));
    let feed = of(channels, Via::Feed);
    assert!(feed.lag_seconds.unwrap() >= 600.0 && feed.behind_seconds.is_none());
    assert!(of(channels, Via::FrontPage).behind_seconds.unwrap() > 0.0);
    let found = store.coverage(now() + TimeDelta::minutes(1), &[]).await;
    assert_eq!(found.unwrap().len(), 0, "they were found before");
    let other = ["b".to_owned()];
    let found = store.coverage(now() - TimeDelta::days(1), &other).await;
    assert_eq!(found.unwrap().len(), 0, "of another site");
}
