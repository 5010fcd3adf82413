//! A site, its hub and the crawler: a new article is in the frontier before anybody polls.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made fails its test"
)]

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use crawl::{Plan, Seed, Settings, Subscriber, crawl};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use store::testing::TestDatabase;
use store::{SubscriptionState, SubscriptionStatus};
use testsite::{Hub, StubReply, StubSite, Subscription};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use web::{Callbacks, Connections, websub};

struct World {
    site: StubSite,
    hub: Hub,
    database: TestDatabase,
    settings: Settings,
    callbacks: Callbacks,
    pushed: Arc<Notify>,
    subscriber: Subscriber,
    stop: CancellationToken,
}

impl World {
    /// A newspaper with one article, whose feed names a hub, and our callbacks, nested in a larger router.
    async fn start() -> Self {
        let (site, hub) = (
            StubSite::start().await.unwrap(),
            Hub::start().await.unwrap(),
        );
        let database = store::testing::database().await;
        let seed = Seed::from_home(&site.url("paper", "/")).unwrap();
        let known = [seed.to_site().unwrap()];
        database.store.upsert_sites(&known).await.unwrap();
        let mut settings = Settings::with_contact("https://example.org/bot");
        settings.private_hosts = vec!["localhost".to_owned()];
        settings.delay = Duration::ZERO;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address: SocketAddr = listener.local_addr().unwrap();
        let base = format!("http://{address}/hooks/");
        let pushed = Arc::new(Notify::new());
        let callbacks = Callbacks::new(&database.store, &settings, Arc::clone(&pushed));
        let router = axum::Router::new().nest("/hooks", websub(callbacks.clone()));
        let stop = CancellationToken::new();
        tokio::spawn(web::serve(
            listener,
            router,
            Connections::Hubs,
            stop.clone(),
        ));
        let subscriber = Subscriber::new(&database.store, &settings, &base).unwrap();
        let world = Self {
            site,
            hub,
            database,
            settings,
            callbacks,
            pushed,
            subscriber,
            stop,
        };
        let head = "<link rel=alternate type='application/rss+xml' href='/feed'>";
        let home = format!("<html><head>{head}</head><body>The paper</body></html>");
        world.site.set("paper", "/", StubReply::Page(home));
        world.article("/old");
        let feed = world.feed(&["/old"]);
        world.site.set(
            "paper",
            "/feed",
            StubReply::Body("application/rss+xml", feed),
        );
        world
    }

    fn article(&self, path: &str) {
        self.site
            .set("paper", path, StubSite::article(path, None, &[]));
    }

    fn topic(&self) -> String {
        self.site.url("paper", "/feed")
    }

    fn feed(&self, paths: &[&str]) -> String {
        let items = paths
            .iter()
            .map(|path| {
                format!(
                    "<item><link>{}</link><title>{path}</title></item>",
                    self.site.url("paper", path)
                )
            })
            .collect::<Vec<_>>()
            .concat();
        format!(
            "<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel><atom:link rel='hub' href='{}'/>\
             <atom:link rel='self' href='{}'/>{items}</channel></rss>",
            self.hub.url(),
            self.topic()
        )
    }

    async fn crawl(&self) {
        let plan = Plan {
            patience: Duration::from_millis(300),
            ..Plan::new("test")
        };
        let never = CancellationToken::new();
        crawl(
            &self.database.store,
            &self.settings,
            &plan,
            &never,
            &mut |_| {},
        )
        .await
        .unwrap();
    }

    fn times(&self, path: &str) -> usize {
        self.site
            .log()
            .iter()
            .filter(|request| request.path == path)
            .count()
    }

    async fn status(&self) -> SubscriptionStatus {
        let all = self.database.store.subscriptions().await.unwrap();
        all.into_iter().next().unwrap()
    }

    /// Waits until the hub has received this number of answers to its verification. Returns the last request.
    async fn verified_request(&self, times: usize) -> Subscription {
        loop {
            let subscriptions = self.hub.subscriptions();
            if subscriptions
                .iter()
                .filter(|subscription| subscription.verified.is_some())
                .count()
                >= times
            {
                return subscriptions.into_iter().next_back().unwrap();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Crawls, and subscribes to what was found.
    async fn subscribe(&self) -> Subscription {
        self.crawl().await;
        assert_eq!(self.subscriber.renew_due().await.unwrap(), 1);
        let subscription = self.verified_request(1).await;
        assert_eq!(subscription.verified, Some(true));
        subscription
    }

    async fn push(&self, subscription: &Subscription, signature: &str, body: &str) -> u16 {
        let headers = [
            ("content-type", "application/rss+xml"),
            ("x-hub-signature", signature),
        ];
        Hub::push(&subscription.callback, &headers, body.as_bytes())
            .await
            .unwrap()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

fn signed(secret: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(body.as_bytes());
    let hex = mac
        .finalize()
        .into_bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect::<Vec<_>>()
        .concat();
    format!("sha256={hex}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pushed_article_is_fetched_without_requesting_the_feed() {
    let world = World::start().await;
    let subscription = world.subscribe().await;
    assert_eq!(
        (subscription.mode.as_str(), &subscription.topic),
        ("subscribe", &world.topic())
    );
    assert!(subscription.callback.contains("/hooks/websub/") && subscription.secret.len() < 200);
    assert_eq!(world.status().await.state, SubscriptionState::Active);
    let (feed, requests) = (world.times("/feed"), world.site.log().len());
    world.article("/new");
    let body = world.feed(&["/new", "/index.html?utm_source=push"])
        + "<!-- what stands after the end counts for nothing -->";
    assert_eq!(
        world
            .push(&subscription, &signed(&subscription.secret, &body), &body)
            .await,
        202
    );
    world.pushed.notified().await;
    assert_eq!(
        world.site.log().len(),
        requests,
        "nobody asked the site for anything"
    );
    let due = world
        .database
        .store
        .next_host_due(&[])
        .await
        .unwrap()
        .unwrap();
    assert!(due <= chrono::Utc::now(), "its host is awake");
    world.crawl().await;
    assert_eq!((world.times("/new"), world.times("/feed")), (1, feed));
    assert_eq!(world.times("/index.html"), 0, "that is the front page");
    let status = world.status().await;
    assert_eq!((status.pings, status.ignored), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_push_without_the_right_signature_is_acknowledged_and_ignored() {
    let world = World::start().await;
    let subscription = world.subscribe().await;
    let body = world.feed(&["/forged"]);
    world.article("/forged");
    for signature in [
        "sha256=00",
        "",
        &signed("another secret", &body),
        &signed(&subscription.secret, "another body"),
    ] {
        assert_eq!(
            world.push(&subscription, signature, &body).await,
            202,
            "{signature}"
        );
    }
    world.callbacks.finish().await;
    let status = world.status().await;
    assert_eq!((status.pings, status.ignored), (0, 4));
    world.crawl().await;
    assert_eq!(world.times("/forged"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_and_oversized_requests_are_rejected() {
    let world = World::start().await;
    let subscription = world.subscribe().await;
    let (base, _) = subscription.callback.rsplit_once('/').unwrap();
    let stranger = format!("{base}/00000000-0000-4000-8000-000000000000");
    for callback in [stranger.as_str(), &format!("{base}/nonsense")] {
        assert_eq!(Hub::push(callback, &[], b"x").await.unwrap(), 410);
    }
    let monster = vec![b' '; 3 << 20];
    // A client that sends too much may be disconnected before it can read the response.
    if let Ok(status) = Hub::push(&subscription.callback, &[], &monster).await {
        assert_eq!(status, 413);
    }
    let status = world.status().await;
    assert_eq!((status.pings, status.ignored), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_that_has_run_out_is_renewed() {
    let world = World::start().await;
    world.hub.set_lease(1);
    let first = world.subscribe().await;
    while world.status().await.lease_until.unwrap() > chrono::Utc::now() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    world.hub.set_lease(864_000);
    assert_eq!(world.subscriber.renew_due().await.unwrap(), 1);
    let second = world.verified_request(2).await;
    assert_eq!(
        (second.verified, &second.callback, &second.secret),
        (Some(true), &first.callback, &first.secret)
    );
    let status = world.status().await;
    assert_eq!(status.state, SubscriptionState::Active);
    assert!(status.lease_until.unwrap() > chrono::Utc::now());
    assert_eq!(
        world.subscriber.renew_due().await.unwrap(),
        0,
        "nothing to do until that ends"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_that_no_longer_names_a_hub_is_unsubscribed() {
    let world = World::start().await;
    world.subscribe().await;
    let feed = "<rss version='2.0'><channel><title>without</title></channel></rss>".to_owned();
    world.site.set(
        "paper",
        "/feed",
        StubReply::Body("application/rss+xml", feed),
    );
    let since = chrono::Utc::now() - chrono::TimeDelta::days(7);
    world.database.store.make_due(&[], since).await.unwrap();
    world.crawl().await;
    assert_eq!(world.subscriber.renew_due().await.unwrap(), 1);
    let unsubscribed = world.verified_request(2).await;
    assert_eq!(
        (unsubscribed.mode.as_str(), unsubscribed.verified),
        ("unsubscribe", Some(true))
    );
    assert!(
        world
            .database
            .store
            .subscriptions()
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_not_sent_over_plain_http() {
    let world = World::start().await;
    // a hub elsewhere, which would answer
    let hub = world.hub.url().replace("hub.localhost", "hub.example");
    let feed = world.feed(&["/old"]).replace(&world.hub.url(), &hub);
    world.site.set(
        "paper",
        "/feed",
        StubReply::Body("application/rss+xml", feed),
    );
    world.crawl().await;
    let mut settings = world.settings.clone();
    settings.private_hosts.push("hub.example".to_owned());
    let loopback = Ipv4Addr::LOCALHOST.into();
    settings.resolve.insert("hub.example".to_owned(), loopback);
    let subscriber =
        Subscriber::new(&world.database.store, &settings, "http://127.0.0.1:8090/").unwrap();
    assert_eq!(subscriber.renew_due().await.unwrap(), 1);
    assert_eq!(world.hub.subscriptions(), []);
    let status = world.status().await;
    assert_ne!(status.state, SubscriptionState::Active);
    let error = status.error.unwrap();
    assert!(error.contains("does not use HTTPS"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_hub_is_recorded_and_retried_later() {
    let world = World::start().await;
    let feed = world
        .feed(&["/old"])
        .replace(&world.hub.url(), &world.site.url("paper", "/no-hub"));
    world.site.set(
        "paper",
        "/feed",
        StubReply::Body("application/rss+xml", feed),
    );
    world.crawl().await;
    assert_eq!(world.subscriber.renew_due().await.unwrap(), 1);
    let status = world.status().await;
    assert_eq!(
        (status.state, status.failures),
        (SubscriptionState::Pending, 1)
    );
    assert_eq!(status.error.as_deref(), Some("status 404"));
    assert_eq!(world.subscriber.renew_due().await.unwrap(), 0);
}
