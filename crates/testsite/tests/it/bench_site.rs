//! The bench hosts over a real connection.

use std::net::SocketAddr;

use testsite::{BenchSettings, BenchSite};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

/// The response to a request with further header lines.
async fn get(address: SocketAddr, host: &str, path: &str, headers: &str) -> String {
    let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n");
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}

#[tokio::test]
async fn the_counts_include_repeated_and_forbidden_requests() {
    let settings = BenchSettings {
        port: 0,
        hosts: 2,
        pages: 30,
        seed: 1,
    };
    let site = BenchSite::bind(settings).await.unwrap();
    let address = site.address();
    let home = format!("http://bench-001.localhost:{}/", address.port());
    assert!(site.seeds_toml().contains(&format!("home = \"{home}\"")));
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(site.serve(async move {
        let _ = stopped.await;
    }));

    let (first, second) = ("bench-000.localhost", "bench-001.localhost");
    let page = get(address, "127.0.0.1", "/story/7", "").await;
    let tag = page.lines().find_map(|line| line.strip_prefix("etag: "));
    let known = format!("If-None-Match: {}\r\n", tag.unwrap());
    let known = known.as_str();
    for (host, path, headers, begin, part) in [
        (first, "/story/7", known, "HTTP/1.1 304 ", ""),
        (second, "/story/7", known, "HTTP/1.1 200 ", ""),
        (second, "/", "", "HTTP/1.1 200 ", "href=\"/story/9\""),
        (second, "/story/30", "", "HTTP/1.1 404 ", ""),
        ("bench-002.localhost", "/", "", "HTTP/1.1 404 ", ""),
        (
            second,
            "/robots.txt",
            "",
            "HTTP/1.1 200 ",
            "Disallow: /never/",
        ),
        (second, "/never/3", "", "HTTP/1.1 200 ", ""),
    ] {
        let answer = get(address, host, path, headers).await;
        let is_right = answer.starts_with(begin) && answer.contains(part);
        assert!(is_right, "{host}{path}: {answer}");
    }
    let log = get(address, "127.0.0.1", "/__log", "").await;

    stop.send(()).unwrap();
    let report = serving.await.unwrap().unwrap();
    assert!(log.ends_with(&report));
    let counts: serde_json::Value = serde_json::from_str(&report).unwrap();
    for (name, count) in [
        ("page_requests", 4),
        ("distinct_pages", 3),
        ("repeated_pages", 1),
        ("forbidden", 1),
    ] {
        assert_eq!(counts[name], count, "{name}");
    }
}
