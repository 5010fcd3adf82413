//! The newsroom over a real connection.

use std::time::{Duration, Instant};

use testsite::{Fault, Newsroom, Settings};
use tokio::{net::TcpStream, time::timeout};

use crate::request;

/// A response as received: header names in lower case, body as bytes.
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let line = self
            .head
            .lines()
            .find(|line| line.starts_with(&format!("{name}: ")))?;
        line.split_once(": ").map(|(_, value)| value)
    }
}

/// Requests a URL with further header lines and reads at most `at_most` bytes.
async fn ask(newsroom: &Newsroom, url: &str, headers: &str, at_most: u64) -> Answer {
    let rest = url.strip_prefix("http://").unwrap();
    let (host, path) = rest.split_once('/').unwrap();
    let headers = format!("Connection: close\r\n{headers}");
    let path = format!("/{path}");
    let limit = Duration::from_secs(30);
    let bytes = request(newsroom.address(), host, &path, &headers, at_most, limit).await;
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap();
    let head = String::from_utf8_lossy(&bytes[..end]).to_string();
    Answer {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        head: head
            .lines()
            .map(|line| match line.split_once(": ") {
                Some((name, value)) => format!("{}: {value}\n", name.to_lowercase()),
                None => format!("{line}\n"),
            })
            .collect(),
        body: bytes[end + 4..].to_vec(),
    }
}

async fn get(newsroom: &Newsroom, url: &str) -> Answer {
    ask(newsroom, url, "", u64::MAX).await
}

fn newsroom() -> Newsroom {
    Newsroom::start(Settings::default()).unwrap()
}

#[tokio::test]
async fn a_page_that_did_not_change_answers_304_to_each_sites_validators() {
    let newsroom = newsroom();
    for article in newsroom.expected().articles {
        let mut first = get(&newsroom, &article.url).await;
        if first.status == 429 {
            first = get(&newsroom, &article.url).await;
        }
        assert_eq!(first.status, 200, "{}", article.url);
        let condition = match (first.header("etag"), first.header("last-modified")) {
            (Some(tag), _) => format!("If-None-Match: {tag}\r\n"),
            (None, Some(date)) => format!("If-Modified-Since: {date}\r\n"),
            (None, None) => panic!("{} has no validator", article.url),
        };
        let second = ask(&newsroom, &article.url, &condition, u64::MAX).await;
        assert_eq!(
            (second.status, second.body.len()),
            (304, 0),
            "{}",
            article.url
        );
        let stale = "If-None-Match: \"x\"\r\nIf-Modified-Since: Mon, 01 Jan 2001 00:00:00 GMT\r\n";
        assert_eq!(
            ask(&newsroom, &article.url, stale, u64::MAX).await.status,
            200
        );
    }
    let log = newsroom.log();
    assert!(
        log.iter()
            .filter(|r| r.status == 304)
            .all(|r| r.conditional)
    );
    assert!(log.iter().all(|r| r.user_agent.as_deref() == Some("test")));
}

#[tokio::test]
async fn an_updated_article_answers_200_to_yesterdays_validator() {
    let newsroom = newsroom();
    let before = newsroom.expected();
    let changes = newsroom.advance();
    for url in &changes.updated {
        let old = before
            .articles
            .iter()
            .find(|article| article.url == *url)
            .unwrap();
        let since = old.published.format("%a, %d %b %Y %H:%M:%S GMT");
        let answer = ask(
            &newsroom,
            url,
            &format!("If-Modified-Since: {since}\r\n"),
            u64::MAX,
        )
        .await;
        let answer = if answer.status == 429 {
            get(&newsroom, url).await
        } else {
            answer
        };
        assert_eq!(answer.status, 200, "{url}");
    }
    for url in &changes.withdrawn {
        assert_eq!(get(&newsroom, url).await.status, 410);
    }
    for (from, to) in &changes.moved {
        let answer = get(&newsroom, from).await;
        assert_eq!(
            (answer.status, answer.header("location")),
            (301, Some(to.as_str()))
        );
    }
}

#[tokio::test]
async fn the_busy_article_says_when_to_return_and_then_answers() {
    let newsroom = newsroom();
    let expected = newsroom.expected();
    let mut busy = 0;
    for article in expected
        .articles
        .iter()
        .filter(|a| a.site == "harbour-gazette")
    {
        let answer = get(&newsroom, &article.url).await;
        if answer.status == 429 {
            busy += 1;
            assert_eq!(answer.header("retry-after"), Some("1"));
            assert_eq!(get(&newsroom, &article.url).await.status, 200);
        }
    }
    assert_eq!(busy, 1);
}

#[tokio::test]
async fn events_are_reported_copied_and_corrected() {
    let newsroom = Newsroom::start(Settings {
        events: true,
        ..Settings::default()
    })
    .unwrap();
    let before = newsroom.expected().articles;
    let changes = newsroom.advance();
    let after = newsroom.expected().articles;
    let reports = after.iter().filter(|article| article.event.is_some());
    let mut copies = reports.clone().filter(|report| report.copy_of.is_some());
    let (one, other) = (copies.next().unwrap(), copies.next().unwrap());
    assert_ne!(one.site, other.site);
    assert_eq!((&one.text, one.event), (&other.text, other.event));
    assert!(copies.next().is_none() && one.authors.is_empty());
    let mut corrected = 0;
    for report in reports {
        let page = String::from_utf8_lossy(&newsroom.page(&report.url)).into_owned();
        assert!(
            page.contains(&report.paragraphs[0]) || report.site == "valley-observer",
            "{}",
            report.url
        );
        let Some(first) = before.iter().find(|article| article.url == report.url) else {
            assert!(changes.new.contains(&report.url));
            continue;
        };
        let is_corrected = changes.updated.contains(&report.url);
        corrected += usize::from(is_corrected);
        assert_eq!(
            is_corrected,
            (&first.title, &first.text) != (&report.title, &report.text)
        );
    }
    assert_eq!(corrected, 1);
}

#[tokio::test]
async fn an_endless_body_ends_when_the_client_hangs_up() {
    let newsroom = newsroom();
    let url = newsroom.url("harbour-gazette", "/stream");
    let answer = ask(&newsroom, &url, "", 200_000).await;
    assert_eq!(answer.status, 200);
    let ended = timeout(Duration::from_secs(5), async {
        while newsroom.log()[0].ended.is_none() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    ended.await.unwrap();
    assert!(newsroom.log()[0].bytes < 50_000_000);
}

#[tokio::test]
async fn a_slow_body_arrives_whole_and_a_broken_one_does_not() {
    let newsroom = newsroom();
    let started = Instant::now();
    let slow = get(&newsroom, &newsroom.url("elbkurier", "/wetterkamera")).await;
    assert!(started.elapsed() >= Duration::from_millis(300));
    assert!(String::from_utf8_lossy(&slow.body).contains("Alle zehn Minuten"));
    let half = get(&newsroom, &newsroom.url("valley-observer", "/half.php")).await;
    let announced: usize = half.header("content-length").unwrap().parse().unwrap();
    assert!(half.body.len() < announced);
}

#[tokio::test]
async fn encodings_are_declared_rightly_wrongly_or_not_at_all() {
    let newsroom = newsroom();
    let expected = newsroom.expected();
    let mut kinds = std::collections::BTreeSet::new();
    for article in expected
        .articles
        .iter()
        .filter(|a| a.site == "valley-observer")
    {
        let answer = get(&newsroom, &article.url).await;
        assert!(
            std::str::from_utf8(&answer.body).is_err(),
            "{} is UTF-8",
            article.url
        );
        let html = String::from_utf8_lossy(&answer.body).to_string();
        let meta = html
            .split("charset=")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .map(str::to_owned);
        kinds.insert((
            answer.header("content-type").unwrap().to_owned(),
            meta.filter(|m| m.len() < 20),
        ));
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
    let bom = get(&newsroom, &newsroom.url("elbkurier", "/")).await;
    assert!(bom.body.starts_with(b"\xef\xbb\xbf"));
    let zipped = ask(
        &newsroom,
        &newsroom.url("harbour-gazette", "/"),
        "Accept-Encoding: gzip\r\n",
        u64::MAX,
    )
    .await;
    assert_eq!(zipped.header("content-encoding"), Some("gzip"));
    assert!(zipped.body.starts_with(&[0x1f, 0x8b]));
}

#[tokio::test]
async fn feeds_and_sitemaps_name_articles_that_exist() {
    let newsroom = newsroom();
    let expected = newsroom.expected();
    for (site, path) in [
        ("morgenblatt", "/rss.xml"),
        ("morgenblatt", "/sitemaps/news.xml"),
        ("elbkurier", "/feed/"),
        ("harbour-gazette", "/feed.atom"),
        ("harbour-gazette", "/sitemap-1.xml"),
        ("harbour-gazette", "/news-sitemap.xml"),
        ("tagnetz", "/feed.json"),
        ("tagnetz", "/news.xml"),
    ] {
        let answer = get(&newsroom, &newsroom.url(site, path)).await;
        assert_eq!(answer.status, 200, "{site}{path}");
        let text = String::from_utf8_lossy(&answer.body).to_string();
        let named = expected
            .articles
            .iter()
            .filter(|article| text.contains(&article.url));
        assert!(named.count() >= 2, "{site}{path}");
    }
    let zipped = get(
        &newsroom,
        &newsroom.url("morgenblatt", "/sitemaps/artikel-1.xml.gz"),
    )
    .await;
    let mut xml = String::new();
    std::io::Read::read_to_string(
        &mut flate2::read::GzDecoder::new(&zipped.body[..]),
        &mut xml,
    )
    .unwrap();
    let articles = expected.articles.iter().filter(|a| a.site == "morgenblatt");
    assert!(articles.clone().count() >= 16 && articles.clone().all(|a| xml.contains(&a.url)));
}

#[tokio::test]
async fn a_host_can_be_slowed_broken_and_repaired() {
    let newsroom = newsroom();
    let url = newsroom.url("tagnetz", "/");
    newsroom.set_fault("tagnetz.localhost", Fault::Fail(503));
    assert_eq!(get(&newsroom, &url).await.status, 503);
    assert_eq!(
        get(&newsroom, &newsroom.url("elbkurier", "/")).await.status,
        200
    );
    newsroom.set_fault("tagnetz.localhost", Fault::Slow(Duration::from_millis(120)));
    let started = Instant::now();
    assert_eq!(get(&newsroom, &url).await.status, 200);
    assert!(started.elapsed() >= Duration::from_millis(120));
    newsroom.set_fault("tagnetz.localhost", Fault::None);
    assert_eq!(get(&newsroom, &url).await.status, 200);
    let www = get(&newsroom, &newsroom.url("www.morgenblatt", "/impressum")).await;
    assert_eq!(
        www.header("location"),
        Some(newsroom.url("morgenblatt", "/impressum").as_str())
    );
}

#[tokio::test]
async fn bench_hosts_have_as_many_pages_as_asked_for() {
    let settings = Settings {
        bench_hosts: 2,
        bench_pages: 30,
        ..Settings::default()
    };
    let newsroom = Newsroom::start(settings).unwrap();
    assert_eq!(
        get(&newsroom, &newsroom.url("bench-001", "/story/29"))
            .await
            .status,
        200
    );
    assert_eq!(
        get(&newsroom, &newsroom.url("bench-001", "/story/30"))
            .await
            .status,
        404
    );
    assert!(newsroom.seeds_toml().contains("id = \"bench-001\""));
    newsroom.stop().await;
}

#[tokio::test]
async fn a_dropped_newsroom_no_longer_responds() {
    let newsroom = newsroom();
    let address = newsroom.address();
    drop(newsroom);
    let refused = timeout(Duration::from_secs(5), async {
        while TcpStream::connect(address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    refused.await.unwrap();
}
