//! What `status` reports about sites that change their layout.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use chrono::{Days, Utc};
use serde_json::Value;
use testsite::Settings;

use super::{World, write};

async fn status(world: &World) -> Value {
    serde_json::from_str(&world.ok(&["status", "--json"]).await).unwrap()
}

/// Downloads a page of the newsroom.
fn get(url: &str) -> String {
    let rest = url.strip_prefix("http://").unwrap();
    let (authority, path) = rest.split_once('/').unwrap();
    let port = authority.rsplit(':').next().unwrap();
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    // Some responses here are slow or break off.
    stream
        .set_read_timeout(Some(Duration::from_secs(1)))
        .unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer);
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    body.to_owned()
}

/// Imports articles of `site`, a few a day until some days ago. On the following days, its addresses have pages of the site `then`: its
/// template has changed.
async fn imported(world: &World, site: &str, then: &str) {
    let articles = world.newsroom.expected().articles;
    let of = |site: &str| -> Vec<String> {
        let plain = articles
            .iter()
            .filter(|article| article.site == site && article.page_type == "article");
        plain.map(|article| article.url.clone()).take(16).collect()
    };
    let (mine, other) = (of(site), of(then));
    assert!(
        mine.len() == 16 && other.len() == 16,
        "{} {}",
        mine.len(),
        other.len()
    );
    let mut lines = String::new();
    for (n, url) in mine.iter().enumerate() {
        let html = get(if n < 10 { url } else { &other[n] });
        // Two a day for five days, then three a day for two.
        let days = if n < 10 { 10 - n / 2 } else { 2 - (n - 10) / 3 };
        let at = Utc::now() - Days::new(days as u64);
        let line = serde_json::json!({ "url": url, "html": html, "fetched_at": at.to_rfc3339() });
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    write(&world.path("pages.jsonl"), lines.as_bytes());
    world.ok(&["import", "pages.jsonl"]).await;
    world.ok(&["extract"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_template_is_reported() {
    let world = World::new(Settings::default()).await;
    imported(&world, "morgenblatt", "elbkurier").await;
    let status = status(&world).await;
    let warnings = status["warnings"].as_array().unwrap();
    let mut warnings = warnings.iter();
    assert!(
        warnings.any(|warning| warning["warning"] == "layout"),
        "{status:#}"
    );
    let table = world.ok(&["status"]).await;
    assert!(table.contains("its layout changed"), "{table}");
}
