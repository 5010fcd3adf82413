//! The bench hosts over a real connection.

#![expect(clippy::unwrap_used, reason = "a failing helper is a failing test")]

use std::net::SocketAddr;

use testsite::{BenchSettings, BenchSite};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::oneshot,
};

async fn get(address: SocketAddr, host: &str, path: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {host}:{}\r\nConnection: close\r\n{headers}\r\n",
        address.port()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn the_counts_name_what_was_asked_twice_and_what_was_forbidden() {
    let settings = BenchSettings {
        port: 0,
        hosts: 2,
        pages: 30,
        seed: 1,
    };
    let site = BenchSite::bind(settings).await.unwrap();
    let address = site.address();
    assert!(site.seeds_toml().contains(&format!(
        "home = \"http://bench-001.localhost:{}/\"",
        address.port()
    )));
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(site.serve(async move {
        let _ = stopped.await;
    }));

    let first = get(address, "127.0.0.1", "/story/7", "").await;
    assert!(first.starts_with("HTTP/1.1 200 "));
    let tag = first
        .lines()
        .find_map(|line| line.strip_prefix("etag: "))
        .unwrap();
    let again = get(
        address,
        "bench-000.localhost",
        "/story/7",
        &format!("If-None-Match: {tag}\r\n"),
    )
    .await;
    assert!(again.starts_with("HTTP/1.1 304 "));
    let other = get(address, "bench-001.localhost", "/story/7", "").await;
    assert!(other.starts_with("HTTP/1.1 200 ") && !other.contains(tag));
    assert!(
        get(address, "bench-001.localhost", "/", "")
            .await
            .contains("href=\"/story/9\"")
    );
    assert!(
        get(address, "bench-001.localhost", "/story/30", "")
            .await
            .starts_with("HTTP/1.1 404 ")
    );
    assert!(
        get(address, "bench-002.localhost", "/", "")
            .await
            .starts_with("HTTP/1.1 404 ")
    );
    assert!(
        get(address, "bench-001.localhost", "/robots.txt", "")
            .await
            .contains("Disallow: /never/")
    );
    get(address, "bench-001.localhost", "/never/3", "").await;
    let log = get(address, "127.0.0.1", "/__log", "").await;

    stop.send(()).unwrap();
    let report = serving.await.unwrap().unwrap();
    assert!(log.ends_with(&report));
    let counts: serde_json::Value = serde_json::from_str(&report).unwrap();
    for (name, count) in [
        ("page_requests", 4),
        ("distinct_pages", 3),
        ("repeated_pages", 1),
        ("robots", 1),
        ("forbidden", 1),
        ("other", 2),
        ("not_modified", 1),
    ] {
        assert_eq!(counts[name], count, "{name}");
    }
    assert_eq!(
        counts["repeated"][0],
        serde_json::json!({ "host": 0, "page": 7, "requests": 2 })
    );
}
