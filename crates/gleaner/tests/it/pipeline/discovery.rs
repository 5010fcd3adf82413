//! The channels by which articles are found, and hubs that push them.

use std::process::Stdio;
use std::time::{Duration, Instant};

use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use store::SubscriptionState;
use testsite::{Hub, Settings, StubReply, StubSite};

use super::{World, text};

#[tokio::test(flavor = "multi_thread")]
async fn coverage_says_what_each_channel_found() {
    let world = World::after_a_night().await;
    let json: Value =
        serde_json::from_str(&world.ok(&["status", "--coverage", "--json"]).await).unwrap();
    let sites = json["sites"].as_array().unwrap();
    assert_eq!(sites.len(), 5, "{json}");
    for site in sites {
        let channels = site["channels"].as_array().unwrap();
        let sum = |field: &str| {
            channels
                .iter()
                .map(|one| one[field].as_i64().unwrap())
                .sum::<i64>()
        };
        assert_eq!(sum("first"), site["articles"].as_i64().unwrap(), "{site}");
        for channel in channels {
            let count = |field: &str| channel[field].as_i64().unwrap();
            assert!(
                count("only") <= count("named") && count("first") <= count("named"),
                "{site}"
            );
        }
        let has = |name: &str| channels.iter().any(|one| text(one, "channel") == name);
        let with_feed = text(site, "id") != "valley-observer";
        assert_eq!(has("feed"), with_feed, "{site}");
        assert!(has("front_page"), "{site}");
    }
    let table = world
        .ok(&["status", "--coverage", "--site", "morgenblatt"])
        .await;
    assert!(
        table.contains("news sitemap") && !table.contains("elbkurier"),
        "{table}"
    );
    let table = world
        .ok(&[
            "status",
            "--coverage",
            "--since",
            "1s",
            "--site",
            "morgenblatt",
        ])
        .await;
    assert!(table.starts_with("No articles"), "{table}");
}

/// Waits for an action of another process.
async fn until(what: &str, mut happened: impl AsyncFnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_mins(2);
    while !happened().await {
        assert!(Instant::now() < deadline, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listening_crawler_fetches_what_a_hub_pushes() {
    let world = World::new(Settings::default()).await;
    let (site, hub) = (
        StubSite::start().await.unwrap(),
        Hub::start().await.unwrap(),
    );
    let feed = |path: &str| {
        format!(
            "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='hub' href='{}'/><link rel='self' href='{}'/>\
             <entry><title>{path}</title><link href='{}'/></entry></feed>",
            hub.url(),
            site.url("paper", "/feed.atom"),
            site.url("paper", path)
        )
    };
    let home = "<html><head><link rel=alternate type='application/atom+xml' href='/feed.atom'></head><body>Paper</body></html>";
    site.set("paper", "/", StubReply::Page(home.to_owned()));
    site.set(
        "paper",
        "/feed.atom",
        StubReply::Body("application/atom+xml", feed("/one")),
    );
    for path in ["/one", "/two"] {
        site.set("paper", path, StubSite::article(path, None, &[]));
    }
    std::fs::write(world.path("paper.txt"), site.url("paper", "/")).unwrap();
    world.ok(&["seed", "paper.txt"]).await;
    // a port that was free a moment ago
    let free = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let callback = format!("http://{free}");
    let mut crawler = world
        .gleaner(&[
            "crawl",
            "--listen",
            &free.to_string(),
            "--callback-url",
            &callback,
        ])
        .env("GLEANER__WORKER__PATIENCE_SECONDS", "1")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let store = &world.database.store;
    until("the feed is subscribed to", async || {
        let all = store.subscriptions().await.unwrap();
        all.iter().any(|one| one.state == SubscriptionState::Active)
    })
    .await;
    let subscription = hub.subscriptions().pop().unwrap();
    let body = feed("/two");
    let mut mac = Hmac::<Sha256>::new_from_slice(subscription.secret.as_bytes()).unwrap();
    mac.update(body.as_bytes());
    let hex = mac
        .finalize()
        .into_bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect::<Vec<_>>()
        .concat();
    let signature = format!("sha256={hex}");
    let pushed = Hub::push(
        &subscription.callback,
        &[("x-hub-signature", &signature)],
        body.as_bytes(),
    )
    .await;
    assert_eq!(pushed.unwrap(), 202);
    until("the article that was pushed is fetched", async || {
        let url = site.url("paper", "/two");
        store.page_of_url(&url).await.unwrap().is_some()
    })
    .await;
    let polls = site
        .log()
        .iter()
        .filter(|request| request.path == "/feed.atom")
        .count();
    assert_eq!(polls, 1, "nobody looked at the feed again");
    let process = crawler.id().to_string();
    let interrupt = std::process::Command::new("kill")
        .args(["-INT", &process])
        .status();
    assert!(interrupt.unwrap().success());
    let ended = tokio::task::spawn_blocking(move || crawler.wait().unwrap())
        .await
        .unwrap();
    assert!(ended.success(), "it ends in good order");
    let table = world.ok(&["status", "--coverage"]).await;
    assert!(table.contains("active"), "{table}");
}

#[tokio::test(flavor = "multi_thread")]
async fn listening_without_an_address_for_hubs_says_what_is_missing() {
    let world = World::new(Settings::default()).await;
    for (args, wanted) in [
        (vec!["crawl", "--listen", "127.0.0.1:0"], "--callback-url"),
        (
            vec![
                "crawl",
                "--listen",
                "127.0.0.1:0",
                "--callback-url",
                "crawler",
            ],
            "is not a web address",
        ),
    ] {
        let output = world.run(&args).await;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && errors.contains(wanted),
            "{errors}"
        );
    }
}
