//! Subscriptions: offered by feeds, requested once at a time, verified, renewed, deleted.

use std::time::Duration;

use chrono::TimeDelta;
use store::{Hub, Lease, NewUrl, Store, Subscription, SubscriptionState, UrlKind, Via, testing};

use crate::fixtures::{claimed, fetched, now, url};

const AGAIN: Duration = Duration::from_mins(5);
const LISTENER: &str = "https://crawler.example/";

fn hub(name: &str) -> Hub {
    Hub {
        hub: format!("https://{name}.example/"),
        topic: "https://www.a.example/feed".to_owned(),
    }
}

/// A claimed host with a visited feed, and the feed's id.
async fn with_feed(store: &Store) -> (Lease, i64) {
    let lease = claimed(store, "a").await;
    let due = store.due(&lease, 10).await.unwrap();
    let mut home = fetched(due[0].url_id, &due[0].url, b"home");
    home.links = vec![NewUrl {
        kind: UrlKind::Feed,
        ..url("www.a.example", "feed")
    }];
    store.record_visit(&lease, &home).await.unwrap();
    let due = store.due(&lease, 10).await.unwrap();
    let mut feed = fetched(due[0].url_id, &due[0].url, b"feed");
    feed.page = None;
    feed.next_due = Some(now() + TimeDelta::hours(6));
    store.record_visit(&lease, &feed).await.unwrap();
    (lease, due[0].url_id)
}

async fn claim(store: &Store) -> Vec<Subscription> {
    store
        .claim_subscriptions(LISTENER, AGAIN, 10)
        .await
        .unwrap()
}

async fn state(store: &Store) -> Option<SubscriptionState> {
    store
        .subscriptions()
        .await
        .unwrap()
        .first()
        .map(|one| one.state)
}

/// A subscription that its hub has verified for `lease`.
async fn active(store: &Store, lease: Duration) -> (Lease, i64, Subscription) {
    let (host, feed) = with_feed(store).await;
    store
        .offer_hub(&host, feed, Some(&hub("hub")))
        .await
        .unwrap();
    let subscription = claim(store).await.pop().unwrap();
    let confirmed = store
        .confirm_subscription(&subscription.callback, &subscription.topic, lease)
        .await;
    assert!(confirmed.unwrap());
    (host, feed, subscription)
}

#[tokio::test]
async fn a_hub_is_asked_once_and_pushes_after_it_has_verified() {
    let store = &testing::database().await;
    let (host, feed) = with_feed(store).await;
    store
        .offer_hub(&host, feed, Some(&hub("hub")))
        .await
        .unwrap();
    assert_eq!(state(store).await, Some(SubscriptionState::Offered));
    let subscription = claim(store).await.pop().unwrap();
    assert_eq!(
        (subscription.state, subscription.failures),
        (SubscriptionState::Pending, 1)
    );
    assert!(subscription.secret.len() >= 60 && subscription.callback.len() == 36);
    assert!(claim(store).await.is_empty(), "not again for a while");
    assert!(!store.is_pushed(&host, feed).await.unwrap());
    assert_eq!(
        store.pushed_feed(&subscription.callback).await.unwrap(),
        None,
        "nothing is taken before"
    );
    let day = Duration::from_hours(24);
    for (callback, topic) in [
        ("nonsense", subscription.topic.as_str()),
        ("00000000-0000-0000-0000-000000000000", &subscription.topic),
        (&subscription.callback, "https://www.a.example/other"),
    ] {
        assert!(
            !store
                .confirm_subscription(callback, topic, day)
                .await
                .unwrap()
        );
    }
    assert!(
        store
            .confirm_subscription(&subscription.callback, &subscription.topic, day)
            .await
            .unwrap()
    );
    assert!(store.is_pushed(&host, feed).await.unwrap());
    store
        .offer_hub(&host, feed, Some(&hub("hub")))
        .await
        .unwrap();
    assert!(
        store.is_pushed(&host, feed).await.unwrap(),
        "the same offer changes nothing"
    );
    assert!(
        claim(store).await.is_empty(),
        "nor is the lease about to end"
    );
}

#[tokio::test]
async fn a_lease_that_ends_is_renewed_and_counts_no_more_meanwhile() {
    let store = &testing::database().await;
    let (host, feed, first) = active(store, Duration::ZERO).await;
    assert!(!store.is_pushed(&host, feed).await.unwrap());
    let renewed = claim(store).await.pop().unwrap();
    assert_eq!(
        (renewed.state, &renewed.callback),
        (SubscriptionState::Active, &first.callback)
    );
    let day = Duration::from_hours(24);
    assert!(
        store
            .confirm_subscription(&first.callback, &first.topic, day)
            .await
            .unwrap()
    );
    assert!(store.is_pushed(&host, feed).await.unwrap());
}

#[tokio::test]
async fn another_hub_begins_another_subscription() {
    let store = &testing::database().await;
    let (host, feed, first) = active(store, AGAIN).await;
    store
        .offer_hub(&host, feed, Some(&hub("other")))
        .await
        .unwrap();
    let second = claim(store).await.pop().unwrap();
    assert_eq!(second.hub, "https://other.example/");
    assert!(second.callback != first.callback && second.secret != first.secret);
    assert_eq!(store.pushed_feed(&first.callback).await.unwrap(), None);
}

#[tokio::test]
async fn a_feed_without_a_hub_is_unsubscribed_and_forgotten() {
    let store = &testing::database().await;
    let (host, feed, subscription) = active(store, AGAIN).await;
    assert!(
        !store
            .confirm_unsubscribe(&subscription.callback, &subscription.topic)
            .await
            .unwrap(),
        "nobody meant to go"
    );
    store.offer_hub(&host, feed, None).await.unwrap();
    assert!(!store.is_pushed(&host, feed).await.unwrap());
    let farewell = claim(store).await.pop().unwrap();
    assert_eq!(farewell.state, SubscriptionState::Ending);
    assert!(
        store
            .confirm_unsubscribe(&subscription.callback, &subscription.topic)
            .await
            .unwrap()
    );
    assert_eq!(state(store).await, None);
}

#[tokio::test]
async fn a_hub_that_says_no_is_left_alone_and_the_reason_kept() {
    let store = &testing::database().await;
    let (_, _, subscription) = active(store, AGAIN).await;
    assert!(
        store
            .deny_subscription(&subscription.callback, &subscription.topic, "too many")
            .await
            .unwrap()
    );
    assert!(claim(store).await.is_empty());
    let status = store.subscriptions().await.unwrap().pop().unwrap();
    assert_eq!(
        (status.state, status.error.as_deref()),
        (SubscriptionState::Denied, Some("too many"))
    );
}

#[tokio::test]
async fn a_push_enters_the_frontier_without_a_lease_and_wakes_the_host() {
    let store = &testing::database().await;
    let (host, _, subscription) = active(store, AGAIN).await;
    store.release_host(&host, None).await.unwrap();
    let feed = store
        .pushed_feed(&subscription.callback)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (feed.url.as_str(), feed.site_id.as_str()),
        ("https://www.a.example/feed", "a")
    );
    let item = NewUrl {
        via: Via::Websub,
        title: Some("New".to_owned()),
        ..url("www.a.example", "new")
    };
    let elsewhere = NewUrl {
        via: Via::Websub,
        ..url("sport.a.example", "new")
    };
    for _ in 0..2 {
        store
            .record_push(&feed, "a.example", &[], &[item.clone(), elsewhere.clone()])
            .await
            .unwrap();
    }
    store.ignore_push(&feed).await.unwrap();
    let only = vec!["a".to_owned()];
    assert!(store.next_host_due(&only).await.unwrap().unwrap() <= now() + TimeDelta::minutes(1));
    let status = store.subscriptions().await.unwrap().pop().unwrap();
    assert_eq!((status.pings, status.ignored), (2, 1));
    assert!(status.last_ping.is_some());
    let lease = store
        .claim_host("test", crate::fixtures::LEASE, &only)
        .await
        .unwrap()
        .unwrap();
    let due = store.due(&lease, 10).await.unwrap();
    assert_eq!(due.len(), 1);
    assert_eq!(due[0].via, Via::Websub);
}

#[tokio::test]
async fn an_empty_push_makes_the_feed_due() {
    let store = &testing::database().await;
    let (host, feed_id, subscription) = active(store, AGAIN).await;
    let feed = store
        .pushed_feed(&subscription.callback)
        .await
        .unwrap()
        .unwrap();
    assert!(store.due(&host, 10).await.unwrap().is_empty());
    store
        .record_push(&feed, "a.example", &[], &[])
        .await
        .unwrap();
    let due = store.due(&host, 10).await.unwrap();
    assert_eq!(
        due.iter().map(|due| due.url_id).collect::<Vec<_>>(),
        [feed_id]
    );
}

#[tokio::test]
async fn a_listener_that_is_still_sending_requests_is_alive() {
    let store = &testing::database().await;
    let (host, feed, subscription) = active(store, Duration::from_hours(24)).await;
    let aged = "update websub_listeners set seen_at = now() - interval '11 minutes'";
    testing::damage(store, aged).await.unwrap();
    assert!(!store.is_pushed(&host, feed).await.unwrap());
    store
        .record_attempt(LISTENER, &subscription, None)
        .await
        .unwrap();
    assert!(store.is_pushed(&host, feed).await.unwrap());
}

#[tokio::test]
async fn a_feed_counts_as_pushed_to_a_new_listener_when_the_hub_has_verified_it() {
    let store = &testing::database().await;
    let day = Duration::from_hours(24);
    let (host, feed, subscription) = active(store, day).await;
    let aged = "update websub_listeners set seen_at = now() - interval '11 minutes'";
    testing::damage(store, aged).await.unwrap();
    let other = "https://moved.example/";
    let taken = store.claim_subscriptions(other, AGAIN, 10).await.unwrap();
    assert_eq!(taken[0].callback, subscription.callback);
    assert!(!store.is_pushed(&host, feed).await.unwrap());
    assert!(
        store
            .pushed_feed(&subscription.callback)
            .await
            .unwrap()
            .is_some()
    );
    let confirmed = store.confirm_subscription(&subscription.callback, &subscription.topic, day);
    assert!(confirmed.await.unwrap());
    assert!(store.is_pushed(&host, feed).await.unwrap());
}
