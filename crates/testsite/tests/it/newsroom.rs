//! The newsroom over a real connection.

use std::time::{Duration, Instant};

use testsite::{Newsroom, Settings};
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
async fn the_www_host_redirects_to_the_site() {
    let newsroom = newsroom();
    let www = get(&newsroom, &newsroom.url("www.morgenblatt", "/impressum")).await;
    let bare = newsroom.url("morgenblatt", "/impressum");
    assert_eq!(www.header("location"), Some(bare.as_str()));
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
