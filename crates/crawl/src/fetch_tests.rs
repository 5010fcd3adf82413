use std::io::Write;

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

#[tokio::test]
async fn a_private_address_is_refused_before_and_after_resolution() {
    let fetcher = Fetcher::new(&Settings::with_contact("test")).unwrap();
    for text in ["http://127.0.0.1:99/", "http://paper.localhost:99/"] {
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
    settings.proxy = "none".to_owned();
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
    assert_eq!(no_http.outcome, Outcome::Malformed, "{:?}", no_http.detail);
    let fetcher = Fetcher::new(&settings()).unwrap();
    let url = Url::parse("http://paper.localhost:4/").unwrap();
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

#[tokio::test]
async fn headers_are_bounded_in_number_and_bytes() {
    let many = "x-filler: 0123456789\r\n".repeat(101);
    let many = get(ok(many.trim_end(), b"<html>"), Duration::ZERO).await;
    assert_eq!(many.outcome, Outcome::TooLarge, "{:?}", many.detail);
    let long = get(
        ok(&format!("x-filler: {}", "x".repeat(66_000)), b"<html>"),
        Duration::ZERO,
    )
    .await;
    assert_eq!(long.outcome, Outcome::TooLarge);
    assert!(long.detail.unwrap().contains("headers") && long.headers.is_empty());
    let endless = get(
        ok(&format!("x-filler: {}", "x".repeat(600_000)), b""),
        Duration::ZERO,
    )
    .await;
    assert_eq!(endless.outcome, Outcome::TooLarge, "{:?}", endless.detail);
}

#[tokio::test]
async fn headers_that_drip_end_at_the_bound_for_the_first_byte() {
    let mut settings = settings();
    settings.first_byte_timeout = Duration::from_millis(700);
    settings.timeout = Duration::from_mins(1);
    // A piece comes every 250 ms: it is never silent for long, and never done.
    let drip = format!("HTTP/1.1 200 OK\r\nx-filler: {}", "x".repeat(16_384 * 20));
    let (url, _heads) = server(
        move |_| drip.clone().into_bytes(),
        Duration::from_millis(250),
    )
    .await;
    let fetch = Fetcher::new(&settings).unwrap().get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::Timeout, "{:?}", fetch.detail);
    assert!(fetch.took < Duration::from_secs(30), "{:?}", fetch.took);
}

fn page(url: &Url) -> Request<'_> {
    Request {
        url,
        accept: Accept::Page,
        etag: None,
        last_modified: None,
    }
}

#[tokio::test]
async fn bombs_in_every_coding_end_at_the_bound() {
    let zeros = vec![0; 32 << 20];
    let mut brotlied = Vec::new();
    brotli::BrotliCompress(
        &mut zeros.as_slice(),
        &mut brotlied,
        &brotli::enc::BrotliEncoderParams::default(),
    )
    .unwrap();
    let bombs = [
        ("gzip", gz(&zeros)),
        ("br", brotlied),
        ("zstd", zstd::encode_all(zeros.as_slice(), 19).unwrap()),
    ];
    for (coding, bomb) in bombs {
        let headers = format!("content-type: text/html\r\ncontent-encoding: {coding}");
        let fetch = get(ok(&headers, &bomb), Duration::ZERO).await;
        assert_eq!(fetch.outcome, Outcome::TooLarge, "{coding}");
        assert!(
            fetch.body.is_empty() && fetch.body.capacity() == 0,
            "{coding}"
        );
    }
}

#[tokio::test]
async fn a_large_gzipped_sitemap_stays_packed_and_a_small_one_does_not() {
    for (size, packed) in [(1_000, false), (3 << 20, true)] {
        let text = vec![b' '; size];
        let answer = ok("content-encoding: gzip", &gz(&text));
        let (url, _heads) = server(move |_| answer.clone(), Duration::ZERO).await;
        let request = Request {
            accept: Accept::Sitemap,
            ..page(&url)
        };
        let fetch = Fetcher::new(&settings()).unwrap().get(request).await;
        assert_eq!(fetch.outcome, Outcome::Fetched);
        assert_eq!(fetch.body.starts_with(&[0x1f, 0x8b]), packed, "{size}");
    }
}

#[tokio::test]
async fn a_large_body_keeps_its_room_as_long_as_it_is_held() {
    let mut settings = settings();
    settings.max_body_bytes = 3 << 20;
    settings.max_bytes_in_flight = 3 << 20;
    let body = ok("content-type: text/html", &vec![b'a'; 2 << 20]);
    let (url, _heads) = server(move |_| body.clone(), Duration::ZERO).await;
    let fetcher = Fetcher::new(&settings).unwrap();
    let first = fetcher.get(page(&url)).await;
    assert_eq!(
        (first.outcome, first.body.len()),
        (Outcome::Fetched, 2 << 20)
    );
    assert!(first.room.is_some());
    // Nothing is given back: the next large one waits, and its time runs out.
    let second = fetcher.get(page(&url)).await;
    assert_eq!(second.outcome, Outcome::Timeout, "{:?}", second.detail);
    drop(first);
    let third = fetcher.get(page(&url)).await;
    assert_eq!(third.outcome, Outcome::Fetched);
}

#[tokio::test]
async fn bot_walls_are_named_whatever_their_status() {
    for (status, headers, body, wanted) in [
        ("403 Forbidden", "cf-mitigated: challenge", "", "Cloudflare"),
        (
            "503 Busy",
            "content-type: text/html",
            "<script>window._cf_chl_opt={}</script>",
            "Cloudflare",
        ),
        ("429 Slow", "x-datadome: protected", "", "DataDome"),
        (
            "202 Accepted",
            "x-amzn-waf-action: challenge",
            "",
            "AWS WAF",
        ),
        (
            "403 Forbidden",
            "content-type: text/html",
            "<div id=\"px-captcha\"></div>",
            "HUMAN",
        ),
    ] {
        let answer = format!("HTTP/1.1 {status}\r\nconnection: close\r\n{headers}\r\n\r\n{body}");
        let fetch = get(answer.into_bytes(), Duration::ZERO).await;
        assert_eq!(fetch.outcome, Outcome::Challenge, "{status} {headers}");
        assert!(fetch.detail.unwrap().contains(wanted), "{status} {headers}");
    }
    let plain = b"HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n<h1>Forbidden</h1>".to_vec();
    assert_eq!(get(plain, Duration::ZERO).await.outcome, Outcome::Refused);
}

#[tokio::test]
async fn cookies_stay_within_a_visit_and_are_sent_when_they_are_needed() {
    let answer = ok(
        "content-type: text/html\r\nset-cookie: seen=1; Path=/",
        b"<p>",
    );
    let (url, mut heads) = server(move |_| answer.clone(), Duration::ZERO).await;
    let fetcher = Fetcher::new(&settings()).unwrap();
    let visit = fetcher.for_visit();
    let first = visit.get(page(&url)).await;
    assert_eq!(first.cookies, (0, 1));
    visit.get(page(&url)).await;
    visit.send_cookies();
    visit.get(page(&url)).await;
    fetcher.for_visit().get(page(&url)).await;
    fetcher.get(page(&url)).await;
    let mut sent = Vec::new();
    for _ in 0..5 {
        sent.push(heads.recv().await.unwrap().contains("cookie: seen=1"));
    }
    assert_eq!(sent, [false, false, true, false, false]);
}

#[tokio::test]
async fn names_without_an_address_and_ports_of_other_services_have_outcomes_of_their_own() {
    let fetcher = Fetcher::new(&settings()).unwrap();
    let url = Url::parse("http://no-such-paper.invalid/").unwrap();
    let fetch = fetcher.get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::DnsFailure, "{:?}", fetch.detail);
    assert_eq!(fetcher.address(&url).await, None);
    let url = Url::parse("http://paper.localhost:25/").unwrap();
    let fetch = fetcher.get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::Skipped);
    assert!(fetch.detail.unwrap().contains("port 25"));
    let url = Url::parse("http://paper.localhost:8080/").unwrap();
    assert_eq!(
        fetcher.address(&url).await,
        Some(IpAddr::from([127, 0, 0, 1]))
    );
}

#[tokio::test]
async fn a_name_is_asked_for_where_the_operator_says() {
    let (url, mut heads) = server(|_| ok("content-type: text/html", b"<p>"), Duration::ZERO).await;
    let mut settings = settings();
    settings.private_hosts.clear();
    settings.resolve = [("*.rehearsal.test".to_owned(), IpAddr::from([127, 0, 0, 1]))].into();
    let fetcher = Fetcher::new(&settings).unwrap();
    let port = url.port().unwrap();
    let there = Url::parse(&format!("http://www.rehearsal.test:{port}/")).unwrap();
    assert_eq!(fetcher.get(page(&there)).await.outcome, Outcome::Fetched);
    assert!(
        heads
            .recv()
            .await
            .unwrap()
            .contains("host: www.rehearsal.test")
    );
}

#[path = "fetch_proxy_tests.rs"]
mod proxies;
#[path = "fetch_tls_tests.rs"]
mod tls;
