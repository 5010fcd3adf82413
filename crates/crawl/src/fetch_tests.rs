use std::io::Write;

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

#[test]
fn every_status_has_its_outcome() {
    let cases = [
        (200, Outcome::Fetched),
        (301, Outcome::Redirected),
        (304, Outcome::NotModified),
        (308, Outcome::Redirected),
        (403, Outcome::Refused),
        (404, Outcome::NotFound),
        (408, Outcome::Timeout),
        (410, Outcome::NotFound),
        (418, Outcome::Refused),
        (429, Outcome::Busy),
        (451, Outcome::Refused),
        (500, Outcome::ServerError),
        (503, Outcome::Busy),
    ];
    for (status, outcome) in cases {
        assert_eq!(
            outcome_of(StatusCode::from_u16(status).unwrap()),
            outcome,
            "{status}"
        );
    }
}

#[test]
fn only_what_may_be_a_page_is_read() {
    let with = |text: &'static str| {
        HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(text))])
    };
    for text in [
        "text/html; charset=utf-8",
        "TEXT/HTML",
        "application/xhtml+xml",
        "application/rss+xml",
        "",
    ] {
        assert!(is_readable(&with(text)), "{text}");
    }
    for text in [
        "image/png",
        "image/svg+xml",
        "application/pdf",
        "video/mp4",
        "application/json",
        "application/octet-stream",
    ] {
        assert!(!is_readable(&with(text)), "{text}");
    }
    assert!(is_readable(&HeaderMap::new()));
}

#[tokio::test]
async fn a_private_address_is_refused_before_and_after_resolution() {
    let fetcher = Fetcher::new(&Settings::with_contact("test")).unwrap();
    for text in ["http://127.0.0.1:9/", "http://paper.localhost:9/"] {
        let url = Url::parse(text).unwrap();
        let request = Request {
            url: &url,
            accept: Accept::Page,
            etag: None,
            last_modified: None,
        };
        let fetch = fetcher.get(request).await;
        assert_eq!(
            fetch.outcome,
            Outcome::Skipped,
            "{text}: {:?}",
            fetch.detail
        );
        assert!(fetch.detail.unwrap().contains("private_hosts"));
    }
}

/// Serves one raw answer per connection; hands out the requests' heads.
async fn server(
    answer: impl Fn(usize) -> Vec<u8> + Send + 'static,
    pause: Duration,
) -> (Url, tokio::sync::mpsc::UnboundedReceiver<String>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (heads, received) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        for piece in 0.. {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                if stream.read(&mut byte).await.unwrap_or(0) == 0 {
                    break;
                }
                head.push(byte[0]);
            }
            let _ = heads.send(String::from_utf8_lossy(&head).to_lowercase());
            for bytes in answer(piece).chunks(16_384) {
                if stream.write_all(bytes).await.is_err() {
                    break;
                }
                tokio::time::sleep(pause).await;
            }
        }
    });
    (
        Url::parse(&format!("http://paper.localhost:{port}/")).unwrap(),
        received,
    )
}

fn settings() -> Settings {
    let mut settings = Settings::with_contact("https://example.org/bot");
    settings.private_hosts = vec!["localhost".to_owned()];
    settings.timeout = Duration::from_millis(1_500);
    settings.idle_timeout = Duration::from_millis(300);
    settings.max_body_bytes = 100_000;
    settings
}

async fn get(answer: Vec<u8>, pause: Duration) -> Fetch {
    let (url, _heads) = server(move |_| answer.clone(), pause).await;
    let fetcher = Fetcher::new(&settings()).unwrap();
    fetcher
        .get(Request {
            url: &url,
            accept: Accept::Page,
            etag: None,
            last_modified: None,
        })
        .await
}

fn ok(headers: &str, body: &[u8]) -> Vec<u8> {
    [
        format!("HTTP/1.1 200 OK\r\nconnection: close\r\n{headers}\r\n\r\n").as_bytes(),
        body,
    ]
    .concat()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

#[tokio::test]
async fn a_body_is_bounded_after_decompression_and_whatever_is_announced() {
    let fits = get(
        ok("content-type: text/html", &vec![b'a'; 100_000]),
        Duration::ZERO,
    )
    .await;
    assert_eq!((fits.outcome, fits.body.len()), (Outcome::Fetched, 100_000));
    let over = get(
        ok("content-type: text/html", &vec![b'a'; 100_001]),
        Duration::ZERO,
    )
    .await;
    assert_eq!((over.outcome, over.body.len()), (Outcome::TooLarge, 0));
    let announced = get(
        ok("content-length: 900000000000", b"<html>"),
        Duration::ZERO,
    )
    .await;
    assert_eq!(announced.outcome, Outcome::TooLarge);
    let bomb = get(
        ok("content-encoding: gzip", &gz(&vec![b'a'; 50 << 20])),
        Duration::ZERO,
    )
    .await;
    assert_eq!(bomb.outcome, Outcome::TooLarge);
    let small = get(ok("content-encoding: gzip", &gz(b"<p>ja")), Duration::ZERO).await;
    assert_eq!(
        (small.outcome, small.body.as_slice()),
        (Outcome::Fetched, &b"<p>ja"[..])
    );
}

#[tokio::test]
async fn silence_dripping_damage_and_a_closed_port_are_outcomes() {
    let silent = get(
        ok("content-length: 20000", &vec![b'a'; 20_000]),
        Duration::from_secs(9),
    )
    .await;
    assert_eq!(silent.outcome, Outcome::Timeout, "{:?}", silent.detail);
    let drip = get(ok("", &vec![b'a'; 16_384 * 60]), Duration::from_millis(250)).await;
    assert!(
        matches!(drip.outcome, Outcome::Timeout | Outcome::TooLarge),
        "{:?}",
        drip.detail
    );
    let broken = get(ok("content-length: 500", b"<html>"), Duration::ZERO).await;
    assert!(
        matches!(broken.outcome, Outcome::Unreachable | Outcome::Malformed),
        "{broken:?}"
    );
    let damaged = get(
        ok("content-encoding: gzip", b"this is no gzip at all"),
        Duration::ZERO,
    )
    .await;
    assert_eq!(damaged.outcome, Outcome::Malformed, "{:?}", damaged.detail);
    let no_http = get(b"SSH-2.0-OpenSSH_9.6\r\n".to_vec(), Duration::ZERO).await;
    assert!(
        no_http.status.is_none() && no_http.outcome != Outcome::Fetched,
        "{no_http:?}"
    );
    let fetcher = Fetcher::new(&settings()).unwrap();
    let url = Url::parse("http://paper.localhost:1/").unwrap();
    let closed = fetcher
        .get(Request {
            url: &url,
            accept: Accept::Page,
            etag: None,
            last_modified: None,
        })
        .await;
    assert_eq!(closed.outcome, Outcome::Unreachable);
    assert!(closed.detail.unwrap().contains("no connection"));
}

#[tokio::test]
async fn a_redirect_is_reported_and_not_followed() {
    let (url, mut heads) = server(
        |_| b"HTTP/1.1 302 Found\r\nlocation: /neu?x=1\r\ncontent-length: 0\r\n\r\n".to_vec(),
        Duration::ZERO,
    )
    .await;
    let fetcher = Fetcher::new(&settings()).unwrap();
    let fetch = fetcher
        .get(Request {
            url: &url,
            accept: Accept::Page,
            etag: None,
            last_modified: None,
        })
        .await;
    assert_eq!(fetch.outcome, Outcome::Redirected);
    assert_eq!(fetch.location, Some(url.join("/neu?x=1").unwrap()));
    assert!(heads.recv().await.is_some());
    assert!(heads.try_recv().is_err());
}

#[tokio::test]
async fn every_request_says_who_asks_and_what_is_known() {
    let (url, mut heads) = server(
        |_| b"HTTP/1.1 304 Not Modified\r\netag: \"b\"\r\n\r\n".to_vec(),
        Duration::ZERO,
    )
    .await;
    let fetcher = Fetcher::new(&settings()).unwrap();
    let request = Request {
        url: &url,
        accept: Accept::Page,
        etag: Some("\"a\""),
        last_modified: Some("Fri, 20 Nov 2026 10:00:00 GMT"),
    };
    let fetch = fetcher.get(request).await;
    assert_eq!(fetch.outcome, Outcome::NotModified);
    let head = heads.recv().await.unwrap();
    for part in [
        "user-agent: gleaner/",
        "(+https://example.org/bot)",
        "if-none-match: \"a\"",
        "if-modified-since: fri, 20 nov",
        "accept-language: de",
        "accept-encoding: ",
    ] {
        assert!(head.contains(part), "{part} in {head}");
    }
    assert!(!head.contains("cookie") && !head.contains("referer"));
}
