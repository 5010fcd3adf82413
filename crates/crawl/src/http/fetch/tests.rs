use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc::UnboundedReceiver;

use super::*;
use crate::tests::made::{self, gzip as gz};

/// A listener, and the address of its front page.
async fn listener(scheme: &str) -> (TcpListener, Url) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let url = Url::parse(&format!("{scheme}://paper.localhost:{port}/")).unwrap();
    (listener, url)
}

/// Serves this raw response on each connection; returns the requests' heads.
async fn server(answer: Vec<u8>) -> (Url, UnboundedReceiver<String>) {
    slow_server(answer, Duration::ZERO).await
}

/// A server with a pause after each 16 KiB.
async fn slow_server(answer: Vec<u8>, pause: Duration) -> (Url, UnboundedReceiver<String>) {
    let (listener, url) = listener("http").await;
    let (heads, received) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                if stream.read(&mut byte).await.unwrap_or(0) == 0 {
                    break;
                }
                head.push(byte[0]);
            }
            let _ = heads.send(String::from_utf8_lossy(&head).to_lowercase());
            for bytes in answer.chunks(16_384) {
                if stream.write_all(bytes).await.is_err() {
                    break;
                }
                tokio::time::sleep(pause).await;
            }
        }
    });
    (url, received)
}

/// Settings whose bounds of time no test reaches.
fn settings() -> Settings {
    let mut settings = made::settings();
    settings.private_hosts = vec!["localhost".to_owned()];
    settings.timeout = Duration::from_mins(5);
    settings.first_byte_timeout = settings.timeout;
    settings.idle_timeout = settings.timeout;
    settings.max_body_bytes = 100_000;
    settings.proxy = "none".to_owned();
    settings
}

fn fetcher() -> Fetcher {
    Fetcher::new(&settings()).unwrap()
}

async fn get(answer: Vec<u8>) -> Fetch {
    get_as(Accept::Page, answer).await
}

async fn get_as(accept: Accept, answer: Vec<u8>) -> Fetch {
    let (url, _heads) = server(answer).await;
    fetcher().get(Request::new(&url, accept)).await
}

/// The response of a slow server within these bounds of time.
async fn get_within(settings: &Settings, answer: Vec<u8>, pause: Duration) -> Fetch {
    let (url, _heads) = slow_server(answer, pause).await;
    Fetcher::new(settings).unwrap().get(page(&url)).await
}

/// The response to a request that is answered with these headers and this body.
async fn served(headers: &str, body: &[u8]) -> Fetch {
    get(ok(headers, body)).await
}

fn page(url: &Url) -> Request<'_> {
    Request::new(url, Accept::Page)
}

fn ok(headers: &str, body: &[u8]) -> Vec<u8> {
    [
        format!("HTTP/1.1 200 OK\r\nconnection: close\r\n{headers}\r\n\r\n").as_bytes(),
        body,
    ]
    .concat()
}

/// A page of three bytes.
fn small_page() -> Vec<u8> {
    ok("content-type: text/html", b"<p>")
}

#[tokio::test]
async fn silence_dripping_damage_a_wall_and_a_closed_port_are_outcomes() {
    let mut hasty = settings();
    hasty.timeout = Duration::from_millis(1_500);
    hasty.idle_timeout = Duration::from_millis(300);
    let silent = ok("content-length: 20000", &vec![b'a'; 20_000]);
    let silent = get_within(&hasty, silent, Duration::from_secs(9)).await;
    assert_eq!(silent.outcome, Outcome::Timeout, "{:?}", silent.detail);
    let drip = ok("", &vec![b'a'; 16_384 * 60]);
    let drip = get_within(&hasty, drip, Duration::from_millis(250)).await;
    assert!(
        matches!(drip.outcome, Outcome::Timeout | Outcome::TooLarge),
        "{:?}",
        drip.detail
    );
    let broken = served("content-length: 500", b"<html>").await;
    assert!(broken.outcome == Outcome::Unreachable, "{broken:?}");
    let damaged = served(
        "content-encoding: gzip",
        b"\x11\x01\x02\x03\x04: no gzip at all",
    )
    .await;
    assert_eq!(damaged.outcome, Outcome::Malformed, "{:?}", damaged.detail);
    let no_http = get(b"SSH-2.0-OpenSSH_9.6\r\n".to_vec()).await;
    assert_eq!(no_http.outcome, Outcome::Malformed, "{:?}", no_http.detail);
    let wall = b"HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n<div id=px-captcha>";
    let wall = get(wall.to_vec()).await;
    assert_eq!(wall.outcome, Outcome::Challenge, "{:?}", wall.detail);
    let fetcher = fetcher();
    let url = Url::parse("http://paper.localhost:4/").unwrap();
    let closed = fetcher.get(page(&url)).await;
    assert_eq!(closed.outcome, Outcome::Unreachable);
    assert!(closed.detail.unwrap().contains("no connection"));
}

#[tokio::test]
async fn a_document_that_came_whole_is_kept_however_it_was_framed() {
    let chunked = |text: &str| format!("{:x}\r\n{text}\r\n", text.len());
    let page = "<html><body><p>The ferry is late.</p></body></html>";
    let feed = "<rss><channel><item><link>/a</link></item></channel></RSS>\n<!-- cached -->\n";
    let json = "{\"version\": \"https://jsonfeed.org/version/1\", \"items\": []}";
    let long = |text: &str| format!("content-length: {}", text.len() + 9);
    let mut hasty = settings();
    hasty.idle_timeout = Duration::from_millis(300);
    for (headers, body, whole) in [
        ("transfer-encoding: chunked".to_owned(), chunked(page), page),
        (long(feed), feed.to_owned(), feed),
        (long(json), json.to_owned(), json),
    ] {
        // closed at once, and left open
        for pause in [Duration::ZERO, Duration::from_secs(9)] {
            let fetch = get_within(&hasty, ok(&headers, body.as_bytes()), pause).await;
            assert_eq!(fetch.outcome, Outcome::Fetched, "{:?}", fetch.detail);
            assert_eq!(String::from_utf8_lossy(&fetch.body), whole);
            assert!(fetch.detail.unwrap().starts_with("whole"));
        }
    }
    for half in [&page[..30], &feed[..40], &json[..json.len() - 1]] {
        for answer in [
            ok(&long(half), half.as_bytes()),
            ok("transfer-encoding: chunked", chunked(half).as_bytes()),
        ] {
            let fetch = get(answer).await;
            assert_eq!(fetch.outcome, Outcome::Unreachable, "{:?}", fetch.detail);
            assert!(fetch.body.is_empty());
        }
    }
}

#[tokio::test]
async fn a_page_is_read_however_often_it_was_compressed() {
    let page = b"<html><body><p>The ferry is late.</p></body></html>";
    let (once, twice) = (gz(page), gz(&gz(page)));
    for (headers, body) in [
        ("content-type: text/html", &once),
        ("content-encoding: gzip", &once),
        ("content-encoding: gzip", &twice),
        ("content-encoding: gzip, gzip", &twice),
        ("content-encoding: gzip, gzip", &once),
    ] {
        let fetch = served(headers, body).await;
        assert_eq!(
            fetch.outcome,
            Outcome::Fetched,
            "{headers}: {:?}",
            fetch.detail
        );
        assert_eq!(fetch.body, page, "{headers}");
    }
}

#[tokio::test]
async fn code_and_data_called_html_are_skipped() {
    let rtf = "{\\rtf1\\ansi The ferry is late.}";
    let style = "/* theme */\nbody, .c { margin: 0; }\n";
    for other in [
        rtf,
        "[{\"a\": \"<p>b</p>\"}]",
        "var a = ['The ferry'];",
        style,
    ] {
        let fetch = served("content-type: text/html", other.as_bytes()).await;
        assert_eq!(fetch.outcome, Outcome::Skipped, "{other}");
    }
    let feed = "{\"version\": \"https://jsonfeed.org/version/1\", \"items\": []}";
    let text = "Let us begin: the ferry (it is late) comes; {so} they say.";
    let script = "var a = 1;\n<p>The ferry is late.</p>";
    for kept in [feed, text, script, "{{ title }} <p>The ferry", ""] {
        let fetch = served("content-type: text/html", kept.as_bytes()).await;
        assert_eq!(
            fetch.outcome,
            Outcome::Fetched,
            "{kept}: {:?}",
            fetch.detail
        );
    }
}

#[tokio::test]
async fn every_request_says_who_asks_and_what_is_known() {
    let known = b"HTTP/1.1 304 Not Modified\r\netag: \"b\"\r\n\r\n";
    let (url, mut heads) = server(known.to_vec()).await;
    let request = Request {
        url: &url,
        accept: Accept::Page,
        etag: Some("\"a\""),
        last_modified: Some("Fri, 20 Nov 2026 10:00:00 GMT"),
    };
    let fetch = fetcher().get(request).await;
    assert_eq!(fetch.outcome, Outcome::NotModified);
    let other = fetcher().get(page(&url)).await;
    assert_eq!(other.outcome, Outcome::Malformed, "nothing was known");
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
async fn a_request_is_repeated_once_if_its_kept_connection_was_closed() {
    let answer = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 3\r\n\r\n<p>";
    // the answers before each connection is closed, and the bytes of one more
    for (name, connections, last, requests, outcome) in [
        ("kept", &[2][..], 0, 2, Outcome::Fetched),
        ("closed", &[1, 1][..], 0, 3, Outcome::Fetched),
        ("closed twice", &[1, 0][..], 0, 3, Outcome::Unreachable),
        (
            "in a head",
            &[1][..],
            answer.len() - 5,
            2,
            Outcome::Unreachable,
        ),
        ("new", &[0, 0][..], 0, 2, Outcome::Unreachable),
    ] {
        let (listener, url) = listener("http").await;
        let server = tokio::spawn(async move {
            let mut requests = 0;
            for &answers in connections {
                let (mut stream, _) = listener.accept().await.unwrap();
                for number in 0..=answers {
                    if stream.read(&mut [0; 4_096]).await.unwrap_or(0) == 0 {
                        return requests;
                    }
                    requests += 1;
                    let sent = if number < answers { answer.len() } else { last };
                    stream.write_all(&answer[..sent]).await.unwrap();
                }
            }
            requests
        });
        let fetcher = fetcher();
        fetcher.get(page(&url)).await;
        // until the connection is in the pool
        tokio::time::sleep(Duration::from_millis(100)).await;
        let second = fetcher.get(page(&url)).await;
        assert_eq!(second.outcome, outcome, "{name}: {:?}", second.detail);
        drop(fetcher);
        assert_eq!(server.await.unwrap(), requests, "{name}");
    }
}

#[tokio::test]
async fn cookies_stay_within_a_visit_and_are_sent_when_they_are_needed() {
    let answer = ok(
        "content-type: text/html\r\nset-cookie: seen=1; Path=/",
        b"<p>",
    );
    let (url, mut heads) = server(answer).await;
    let fetcher = fetcher();
    let visit = fetcher.for_host();
    let first = visit.get(page(&url)).await;
    assert_eq!(first.cookies, (0, 1));
    let again = visit.get(page(&url)).await;
    assert_eq!(again.cookies, (1, 2), "one was not sent");
    visit.send_cookies();
    let with = visit.get(page(&url)).await;
    assert_eq!(with.cookies, (1, 1));
    fetcher.for_host().get(page(&url)).await;
    fetcher.get(page(&url)).await;
    let mut sent = Vec::new();
    for _ in 0..5 {
        sent.push(heads.recv().await.unwrap().contains("cookie: seen=1"));
    }
    assert_eq!(sent, [false, false, true, false, false]);
}

#[tokio::test]
async fn names_without_an_address_and_ports_of_other_services_have_outcomes_of_their_own() {
    let fetcher = fetcher();
    let url = Url::parse("http://no-such-paper.invalid/").unwrap();
    let fetch = fetcher.get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::DnsFailure, "{:?}", fetch.detail);
    assert_eq!(fetcher.address(&url).await, None);
    let url = Url::parse("http://paper.localhost:25/").unwrap();
    let fetch = fetcher.get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::Skipped);
    assert!(fetch.detail.unwrap().contains("port 25"));
    let url = Url::parse("http://paper.localhost:8080/").unwrap();
    let here = IpAddr::from([127, 0, 0, 1]);
    assert_eq!(fetcher.address(&url).await, Some(here));
}

#[tokio::test]
async fn a_name_is_asked_for_where_the_operator_says() {
    let (url, mut heads) = server(small_page()).await;
    let mut settings = settings();
    settings.private_hosts.clear();
    settings.resolve = [("*.rehearsal.test".to_owned(), IpAddr::from([127, 0, 0, 1]))].into();
    let fetcher = Fetcher::new(&settings).unwrap();
    let port = url.port().unwrap();
    let there = Url::parse(&format!("http://www.rehearsal.test:{port}/")).unwrap();
    assert_eq!(fetcher.get(page(&there)).await.outcome, Outcome::Fetched);
    let head = heads.recv().await.unwrap();
    assert!(head.contains("host: www.rehearsal.test"), "{head}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn an_address_that_drops_packets_leaves_time_for_the_next() {
    let (url, _heads) = server(small_page()).await;
    let port = url.port().unwrap();
    let silent = IpAddr::from([127, 0, 0, 2]);
    // a listener whose queue is full drops what arrives
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind((silent, port).into()).unwrap();
    let _listener = socket.listen(0).unwrap();
    let filling = tokio::net::TcpStream::connect((silent, port)).await;
    let mut settings = settings();
    settings.private_hosts = vec!["paper.test".to_owned()];
    settings.idle_timeout = Duration::from_secs(2);
    let fetcher = Fetcher::new(&settings).unwrap();
    let addresses = vec![silent, IpAddr::from([127, 0, 0, 1])];
    fetcher.policy.pin("paper.test".to_owned(), addresses);
    let url = Url::parse(&format!("http://paper.test:{port}/")).unwrap();
    let fetch = fetcher.get(page(&url)).await;
    assert_eq!(fetch.outcome, Outcome::Fetched, "{:?}", fetch.detail);
    drop(filling);
}

mod bounds;
mod heads;
mod proxies;
pub(crate) mod tls;
