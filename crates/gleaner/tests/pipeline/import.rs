//! The second door: archives and files.

use testsite::Settings;

use crate::{World, lines, text, write};

const PAGE: &str = "<html><head><title>Deich hält der Flut stand</title></head><body><article><h1>Deich hält der Flut stand</h1>";

/// A page long enough to be an article.
fn page(topic: &str) -> String {
    let paragraph = format!(
        "<p>Am Dienstagmorgen haben Helfer in {topic} begonnen, die Deiche entlang des Flusses mit Sandsäcken zu \
         erhöhen. Nach Angaben der Behörden stieg der Pegel in der Nacht um vierzig Zentimeter, doch eine Gefahr für \
         die Anwohner besteht nach Ansicht des Landrats derzeit nicht. Die Schulen bleiben bis Freitag geschlossen.</p>"
    );
    format!("{PAGE}{}</article></body></html>", paragraph.repeat(6))
}

fn record(url: &str, html: &str) -> Vec<u8> {
    let http = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n{html}",
        html.len()
    );
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-03-01T08:00:00Z\r\n\
         WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    )
    .into_bytes()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_imported_twice_adds_its_pages_once() {
    let world = World::new(Settings::default()).await;
    let mut warc = record(
        "https://news.example/deich-hamburg-4711.html",
        &page("Hamburg"),
    );
    warc.extend(record(
        "https://news.example/deich-bremen-4712.html",
        &page("Bremen"),
    ));
    write(&world.path("two.warc"), &warc);
    let said = world.ok(&["import", "two.warc"]).await;
    assert!(said.starts_with("2 pages added, 0 known already"), "{said}");
    let said = world.ok(&["import", "two.warc"]).await;
    assert!(said.starts_with("0 pages added, 2 known already"), "{said}");
    let said = world.ok(&["extract"]).await;
    assert!(said.starts_with("2 pages read"), "{said}");
    let said = world.ok(&["extract"]).await;
    assert!(said.starts_with("0 pages read"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_truncated_archive_keeps_what_came_before_the_break_and_says_so() {
    let world = World::new(Settings::default()).await;
    let mut warc = record("https://news.example/a.html", &page("Hamburg"));
    let whole = warc.len();
    warc.extend(record("https://news.example/b.html", &page("Bremen")));
    warc.truncate(whole + 600);
    write(&world.path("cut.warc"), &warc);
    let output = world.run(&["import", "cut.warc"]).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("1 pages added"));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        errors.contains("ends in the middle of the record"),
        "{errors}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_no_page_does_not_stop_the_others() {
    let world = World::new(Settings::default()).await;
    let line = |url: &str| {
        serde_json::json!({"url": url, "html": page("Hamburg"), "fetched_at": "2026-03-01T08:00:00Z"}).to_string()
    };
    let jsonl = format!(
        "{}\n{{\"url\": 7}}\n{}\n",
        line("https://news.example/a-flut.html"),
        line("not an address at all")
    );
    write(&world.path("pages.jsonl"), jsonl.as_bytes());
    let said = world.ok(&["import", "pages.jsonl"]).await;
    assert!(said.starts_with("2 pages added"), "{said}");
    assert!(said.contains("1 faulty"), "{said}");
    world.ok(&["extract"]).await;
    let articles = lines(&world.ok(&["export"]).await);
    let status: serde_json::Value =
        serde_json::from_str(&world.ok(&["status", "--json"]).await).unwrap();
    let judged =
        articles.len() + usize::try_from(status["queue"]["rejected"].as_i64().unwrap()).unwrap();
    assert_eq!(judged, 2, "every page has a verdict");
    assert!(
        articles
            .iter()
            .all(|a| text(a, "text").contains("Sandsäcken"))
    );
}
