//! Downloads of single pages.

use std::time::Duration;

use crawl::{CrawlError, DownloadKind, Downloader, Settings};
use reqwest::header::{HeaderName, RETRY_AFTER};
use testsite::{StubReply, StubSite};

const DELAY: Duration = Duration::from_millis(200);

/// Settings without a delay.
fn settings() -> Settings {
    let mut settings = Settings::with_contact("https://example.org/bot").unwrap();
    settings.private_hosts = vec!["localhost".to_owned()];
    settings.delay = Duration::ZERO;
    settings
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_of_a_domain_keep_its_delay_and_a_redirect_obeys_the_robots_txt_of_its_target() {
    let site = StubSite::start().await.unwrap();
    let text = |text: &str| StubReply::Body("text/plain", text.to_owned());
    site.set(
        "paper",
        "/robots.txt",
        text("User-agent: *\nCrawl-delay: 0.4"),
    );
    site.set("other", "/robots.txt", text("User-agent: *\nDisallow: /"));
    site.set("paper", "/a", StubReply::Page("<p>One".to_owned()));
    site.set("paper", "/b", StubReply::Page("<p>Two".to_owned()));
    site.set(
        "paper",
        "/away",
        StubReply::Redirect(302, site.url("other", "/c")),
    );
    site.set(
        "paper",
        "/round",
        StubReply::Redirect(302, site.url("paper", "/round")),
    );
    site.set("paper", "/list.csv", text("home\n"));

    let mut settings = settings();
    settings.delay = DELAY;
    settings.max_redirects = 1;
    let mut downloader = Downloader::new(&settings).unwrap();
    for path in ["/a", "/b"] {
        let url = site.url("paper", path);
        let page = downloader.get(&url, DownloadKind::Page).await.unwrap();
        assert_eq!((page.url, page.status), (url, Some(200)));
    }
    let paper: Vec<_> = site.log();
    let at = |path: &str| paper.iter().find(|request| request.path == path).unwrap();
    let gap = at("/b").started - at("/a").ended;
    assert!(gap >= Duration::from_millis(400), "{gap:?}");

    settings.delay = Duration::ZERO;
    let mut downloader = Downloader::new(&settings).unwrap();
    let mut why = async |path: &str, kind| {
        let url = site.url("paper", path);
        match downloader.get(&url, kind).await {
            Err(CrawlError::NotFetched(why)) => why,
            other => panic!("{path}: {other:?}"),
        }
    };
    let away = why("/away", DownloadKind::Page).await;
    assert!(
        away.contains("robots.txt of other.localhost") && away.contains("Disallow: /"),
        "{away}"
    );
    assert!(!site.paths("other").contains(&"/c".to_owned()));
    let round = why("/round", DownloadKind::Page).await;
    assert!(round.contains("more than 1 redirects"), "{round}");
    let list = why("/list.csv", DownloadKind::Page).await;
    assert!(list.contains("content type text/plain"), "{list}");
    let url = site.url("paper", "/list.csv");
    let list = downloader.get(&url, DownloadKind::File).await.unwrap();
    assert_eq!(list.body, b"home\n");
    settings.max_body_bytes = 4;
    let mut downloader = Downloader::new(&settings).unwrap();
    let list = downloader.get(&url, DownloadKind::File).await;
    assert!(list.unwrap_err().to_string().contains("more than 4 bytes"));

    settings.private_hosts.clear();
    let mut downloader = Downloader::new(&settings).unwrap();
    let refused = downloader
        .get("http://127.0.0.1/", DownloadKind::Page)
        .await;
    assert!(refused.unwrap_err().to_string().contains("private"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_domain_that_is_busy_is_left_alone_and_a_redirect_to_another_is_followed() {
    let site = StubSite::start().await.unwrap();
    site.set("paper", "/busy", StubReply::Status(503));
    site.set("paper", "/a", StubReply::Page("<p>One".to_owned()));
    let away = StubReply::Redirect(301, site.url("other", "/a"));
    site.set("moved", "/a", away);
    site.set("other", "/a", StubReply::Page("<p>Two".to_owned()));
    let mut downloader = Downloader::new(&settings()).unwrap();
    let mut get = async |host: &str, path: &str| {
        let url = site.url(host, path);
        let page = downloader.get(&url, DownloadKind::Page).await;
        page.map(|page| page.url).map_err(|error| error.to_string())
    };
    assert!(get("paper", "/a").await.is_ok());
    assert!(get("paper", "/busy").await.unwrap_err().contains("busy"));
    let why = get("paper", "/a").await.unwrap_err();
    assert!(
        why.contains("no requests to it for 10 more minutes"),
        "{why}"
    );
    assert_eq!(site.paths("paper"), ["/a", "/busy"]);
    assert_eq!(get("moved", "/a").await, Ok(site.url("other", "/a")));
    site.set("slow", "/a", StubReply::Status(408));
    for _ in 0..3 {
        let why = get("slow", "/a").await.unwrap_err();
        assert!(why.contains("timeout: status 408"), "{why}");
    }
    let why = get("slow", "/a").await.unwrap_err();
    assert!(
        why.contains("does not respond; no requests to it for 10 more minutes"),
        "{why}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_bot_challenge_a_domain_is_left_alone() {
    let site = StubSite::start().await.unwrap();
    let name = HeaderName::from_static("cf-mitigated");
    let challenge = StubReply::Header(403, name, "challenge");
    site.set("paper", "/a", challenge.clone());
    site.set("guarded", "/robots.txt", challenge);
    let mut downloader = Downloader::new(&settings()).unwrap();
    let mut why = async |host: &str, path: &str| {
        let url = site.url(host, path);
        let page = downloader.get(&url, DownloadKind::Page).await;
        page.unwrap_err().to_string()
    };
    assert!(why("paper", "/a").await.contains("challenge"));
    let next = why("paper", "/b").await;
    assert!(next.contains("for 60 more minutes"), "{next}");
    for path in ["/a", "/b"] {
        let why = why("guarded", path).await;
        assert!(why.contains("sent a bot challenge"), "{why}");
    }
    assert_eq!(site.paths("paper"), ["/a"]);
    assert_eq!(site.paths("guarded"), ["/robots.txt"], "once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_robots_txt_is_requested_again_at_the_time_that_the_host_names() {
    let site = StubSite::start().await.unwrap();
    let mut downloader = Downloader::new(&settings()).unwrap();
    for (name, pause) in [("paper", "60"), ("other", "1")] {
        let busy = StubReply::Header(429, RETRY_AFTER, pause);
        site.set(name, "/robots.txt", busy);
        site.set(name, "/a", StubReply::Page("<p>One".to_owned()));
        let url = site.url(name, "/a");
        let page = downloader.get(&url, DownloadKind::Page).await;
        let why = page.unwrap_err().to_string();
        assert!(why.contains("busy and asks to retry later"), "{why}");
        site.set(name, "/robots.txt", StubReply::Status(404));
    }
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    for (name, is_open) in [("paper", false), ("other", true)] {
        let url = site.url(name, "/a");
        let page = downloader.get(&url, DownloadKind::Page).await;
        assert_eq!(page.is_ok(), is_open, "{name}");
    }
    assert_eq!(site.paths("paper"), ["/robots.txt"], "once");
}
