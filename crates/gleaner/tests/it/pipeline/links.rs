//! The same events in three languages, which make links between stories.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::{lines, text};

/// Invented events reported in German, English and French, and similar ones; see `crates/aggregate/tests/it/links.rs`.
const EVENTS: &str = include_str!("../../../../aggregate/tests/it/events/events.jsonl");

/// Their pages for `gleaner import`; the latest is an hour old.
pub(crate) fn pages() -> String {
    let events = lines(EVENTS);
    let date = |event: &Value| text(event, "date").parse::<DateTime<Utc>>().unwrap();
    let latest = events.iter().map(date).max().unwrap();
    let shift = Utc::now() - TimeDelta::hours(1) - latest;
    let page = |event: &Value| {
        let at = (date(event) + shift).to_rfc3339();
        let (language, title) = (text(event, "language"), text(event, "title"));
        let paragraphs = text(event, "text").replace("\n\n", "</p>\n<p>");
        let author = json!({"@type": "Person", "name": "Mara Schreiber"});
        let claims = json!({"@type": "NewsArticle", "headline": title, "datePublished": at, "author": author});
        let html = format!(
            "<!DOCTYPE html><html lang=\"{language}\"><head><title>{title}</title>\
             <meta property=\"og:type\" content=\"article\"><script type=\"application/ld+json\">{claims}</script></head>\
             <body><nav><a href=\"/\">News</a></nav><article><h1>{title}</h1><time datetime=\"{at}\">{}</time>\
             <p>{paragraphs}</p></article></body></html>",
            &at[..10]
        );
        let url = format!("https://{language}.news.example/2026/{}", text(event, "id"));
        json!({"url": url, "html": html, "fetched_at": at}).to_string() + "\n"
    };
    events.iter().map(page).collect()
}
