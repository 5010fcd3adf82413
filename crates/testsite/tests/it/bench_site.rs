//! The bench hosts over a real connection.

use std::{net::SocketAddr, time::Duration};

use testsite::{BenchSettings, BenchSite};
use tokio::sync::oneshot;

use crate::request;

async fn get(address: SocketAddr, host: &str, path: &str, headers: &str) -> String {
    let headers = format!("Connection: close\r\n{headers}");
    let limit = Duration::from_secs(30);
    let bytes = request(address, host, path, &headers, u64::MAX, limit).await;
    String::from_utf8(bytes).unwrap()
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
