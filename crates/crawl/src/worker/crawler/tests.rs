//! Hosts that answer at `http` and at `https`: each scheme has its own robots.txt.

use std::collections::HashMap;

use store::testing::{TestDatabase, age, visited};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio_rustls::TlsAcceptor;

use super::*;
use crate::Seed;
use crate::http::fetch::tests::tls;
use crate::tests::made;
use crate::worker::robots::other_scheme;

/// The first byte of a TLS handshake.
const HANDSHAKE: u8 = 0x16;

/// What a server sends, and what it was asked for, by scheme and path.
#[derive(Debug, Default)]
struct Server {
    answers: Mutex<HashMap<(&'static str, String), String>>,
    /// The scheme at which it does not answer.
    closed: Mutex<Option<&'static str>>,
    log: Mutex<Vec<String>>,
}

impl Server {
    /// Answers a request, if the scheme is open, and closes the connection.
    async fn answer<S: AsyncRead + AsyncWrite + Unpin>(&self, scheme: &'static str, mut stream: S) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let Ok(byte) = stream.read_u8().await else {
                return;
            };
            head.push(byte);
        }
        let head = String::from_utf8_lossy(&head);
        let path = head.split(' ').nth(1).unwrap().to_owned();
        let entry = format!("{scheme} {path}");
        self.log.lock().unwrap().push(entry);
        if *self.closed.lock().unwrap() == Some(scheme) {
            return;
        }
        let answer = self.answers.lock().unwrap().get(&(scheme, path)).cloned();
        let answer = answer.unwrap_or_else(|| "404 Not Found\r\n\r\n".to_owned());
        let answer = format!(
            "HTTP/1.1 {}",
            answer.replacen("\r\n", "\r\nconnection: close\r\n", 1)
        );
        let _ = stream.write_all(answer.as_bytes()).await;
        let _ = stream.shutdown().await;
    }
}

/// A server for both schemes at one port, and a database with a site whose home is at `http`.
struct Fixture {
    server: Arc<Server>,
    authority: String,
    database: TestDatabase,
    crawler: Crawler,
}

impl Fixture {
    async fn new() -> Self {
        let server: Arc<Server> = Arc::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let acceptor = TlsAcceptor::from(Arc::new(tls::server_config()));
        let answering = Arc::clone(&server);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (server, acceptor) = (Arc::clone(&answering), acceptor.clone());
                tokio::spawn(async move {
                    let mut first = [0];
                    if stream.peek(&mut first).await.is_ok() && first[0] != HANDSHAKE {
                        server.answer("http", stream).await;
                    } else if let Ok(stream) = acceptor.accept(stream).await {
                        server.answer("https", stream).await;
                    }
                });
            }
        });
        let mut settings = made::settings();
        settings.private_hosts = vec!["localhost".to_owned()];
        settings.delay = Duration::ZERO;
        settings.proxy = "none".to_owned();
        settings.well_known_channels = false;
        let database = store::testing::database().await;
        let mut crawler = Crawler::new(&database.store, &settings, &Plan::new("test")).unwrap();
        crawler.fetcher = tls::trusting(&settings);
        let authority = format!("paper.localhost:{port}");
        let seed = Seed::from_home(&format!("http://{authority}/")).unwrap();
        let site = seed.to_site().unwrap();
        database.store.upsert_sites(&[site]).await.unwrap();
        Self {
            server,
            authority,
            database,
            crawler,
        }
    }

    fn set(&self, scheme: &'static str, path: &str, answer: String) {
        let mut answers = self.server.answers.lock().unwrap();
        answers.insert((scheme, path.to_owned()), answer);
    }

    fn robots(&self, scheme: &'static str, rules: &str) {
        let answer = format!("200 OK\r\ncontent-type: text/plain\r\n\r\nUser-agent: *\n{rules}\n");
        self.set(scheme, "/robots.txt", answer);
    }

    /// A page that links to these pages, each given by scheme and path.
    fn page(&self, scheme: &'static str, path: &str, links: &[(&str, &str)]) {
        let links = links.iter().map(|(scheme, path)| {
            format!(
                "<a href='{scheme}://{}{path}'>about {path}</a> ",
                self.authority
            )
        });
        let links: String = links.collect();
        let page = format!("<!doctype html><title>{path}</title><p>{links}");
        let answer = format!("200 OK\r\ncontent-type: text/html\r\n\r\n{page}");
        self.set(scheme, path, answer);
    }

    fn close(&self, scheme: Option<&'static str>) {
        *self.server.closed.lock().unwrap() = scheme;
    }

    /// Crawls the host. Returns why that ended, and the requests, sorted, without those for files with opt-outs.
    async fn crawl(&self) -> (EndReason, String) {
        self.server.log.lock().unwrap().clear();
        let stop = CancellationToken::new();
        let report = self.crawler.next("test", &[], &stop).await.unwrap();
        let mut log = std::mem::take(&mut *self.server.log.lock().unwrap());
        log.retain(|entry| !entry.contains("ai.txt") && !entry.contains("tdmrep.json"));
        log.sort();
        (report.unwrap().ended, log.join(", "))
    }

    async fn assert_crawl(&self, ended: EndReason, requests: &str) {
        assert_eq!(self.crawl().await, (ended, requests.to_owned()));
    }

    /// Makes the host and all its URLs due, as on the next day.
    async fn next_day(&self) {
        let store = &self.database.store;
        age(store, 25).await.unwrap();
        let all = chrono::Utc::now() - chrono::TimeDelta::days(7);
        store.make_due(&[], all).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_of_a_scheme_apply_to_its_urls_alone() {
    let fixture = Fixture::new().await;
    fixture.robots("http", "Disallow: /plain-only");
    fixture.robots("https", "Disallow: /secret");
    let paths = ["/open", "/secret", "/plain-only"];
    let links: Vec<_> = ["http", "https"]
        .into_iter()
        .flat_map(|scheme| paths.map(|path| (scheme, path)))
        .collect();
    for &(scheme, path) in &links {
        let scheme = other_scheme(other_scheme(scheme));
        fixture.page(scheme, path, &[]);
    }
    fixture.page("http", "/", &links);
    let plain = "http /, http /open, http /robots.txt, http /secret";
    let secure = "https /open, https /plain-only, https /robots.txt";
    let all = format!("{plain}, {secure}");
    fixture.assert_crawl(EndReason::Done, &all).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_longer_crawl_delay_of_the_two_schemes_applies() {
    let fixture = Fixture::new().await;
    fixture.robots("http", "Crawl-delay: 0.2");
    fixture.robots("https", "Crawl-delay: 0.1");
    let links: Vec<_> = ["/a", "/b", "/c"].map(|path| ("https", path)).into();
    fixture.page("http", "/", &links);
    let started = Instant::now();
    let (_, requests) = fixture.crawl().await;
    let wanted = "http /, http /robots.txt, https /a, https /b, https /c, https /robots.txt";
    assert_eq!(requests, wanted);
    // with the two files for opt-outs, eight requests
    assert!(started.elapsed() >= Duration::from_millis(200) * 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_found_at_http_is_crawled_at_https_while_http_is_closed() {
    let fixture = Fixture::new().await;
    let store = &fixture.database.store;
    fixture.robots("http", "Disallow: /secret");
    fixture.robots("https", "Disallow: /secret");
    let links = [("https", "/open"), ("https", "/secret"), ("http", "/old")];
    fixture.page("http", "/", &links);
    fixture.page("http", "/old", &[]);
    for path in ["/", "/old", "/open"] {
        fixture.page("https", path, &[]);
    }
    fixture.crawl().await;

    fixture.close(Some("http"));
    fixture.next_day().await;
    let secure = "https /, https /old, https /open, https /robots.txt";
    let while_closed = format!("http /robots.txt, {secure}");
    fixture.assert_crawl(EndReason::Done, &while_closed).await;
    let visits = visited(store).await.unwrap();
    let of_old = |(url, ..): &&(String, String, Option<String>)| {
        url.starts_with("http:") && url.ends_with("/old")
    };
    let of_old = visits.iter().rfind(of_old).unwrap();
    assert_eq!(of_old.1, "redirected");
    let why = ", since robots.txt at http cannot be fetched";
    assert!(of_old.2.as_ref().unwrap().ends_with(why), "{of_old:?}");
    let host = store.site_hosts(&store.sites().await.unwrap()[0].id).await;
    let host = host.unwrap().remove(0);
    assert_eq!((host.failures, host.cooldown_reason), (0, None));

    // the scheme that answers is now the first
    fixture.next_day().await;
    fixture.assert_crawl(EndReason::Done, &while_closed).await;

    fixture.close(None);
    fixture.next_day().await;
    // no URL is lost
    let both = format!("http /, http /old, http /robots.txt, {secure}");
    fixture.assert_crawl(EndReason::Done, &both).await;

    fixture.close(Some("https"));
    fixture.next_day().await;
    let plain = "http /, http /old, http /open, http /robots.txt, https /robots.txt";
    fixture.assert_crawl(EndReason::Done, plain).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_is_closed_if_no_robots_txt_can_be_fetched() {
    let fixture = Fixture::new().await;
    let broken = "500 Internal Server Error\r\n\r\n".to_owned();
    fixture.close(Some("http"));
    fixture.set("https", "/robots.txt", broken.clone());
    // no URL is known at https
    let closed = EndReason::RobotsUnreachable;
    fixture.assert_crawl(closed, "http /robots.txt").await;

    fixture.close(None);
    fixture.next_day().await;
    fixture.page("http", "/", &[("https", "/open")]);
    let open = "http /, http /open, http /robots.txt, https /robots.txt";
    fixture.assert_crawl(EndReason::Done, open).await;

    fixture.set("http", "/robots.txt", broken);
    fixture.next_day().await;
    let both = "http /robots.txt, https /robots.txt";
    fixture.assert_crawl(closed, both).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_robots_txt_that_redirects_to_https_is_asked_for_there_from_then_on() {
    let fixture = Fixture::new().await;
    let to = |path: &str| {
        let there = format!("https://{}{path}", fixture.authority);
        format!("301 Moved Permanently\r\nlocation: {there}\r\n\r\n")
    };
    fixture.set("http", "/robots.txt", to("/robots.txt"));
    fixture.set("http", "/", to("/"));
    fixture.robots("https", "Disallow: /secret");
    fixture.page("https", "/", &[("https", "/open"), ("http", "/secret")]);
    fixture.page("https", "/open", &[]);
    // the file at https is requested twice
    let wanted =
        "http /, http /robots.txt, https /, https /open, https /robots.txt, https /robots.txt";
    fixture.assert_crawl(EndReason::Done, wanted).await;

    fixture.next_day().await;
    fixture.page("https", "/", &[("https", "/more")]);
    let lease = fixture.crawler.claim("test", &[]).await.unwrap().unwrap();
    assert_eq!(lease.lease.scheme, "https");
}
