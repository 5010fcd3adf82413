//! Feeds: RSS, Atom and JSON Feed, through `feed-rs`.

use chrono::{DateTime, Utc};
use url::Url;

/// Items read of one feed. A feed of news that holds more is an archive.
const MAX_ITEMS: usize = 5_000;

/// One item of a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) url: String,
    pub(crate) title: Option<String>,
    pub(crate) published: Option<DateTime<Utc>>,
}

/// Reads a feed found at `url`, in its order. `None`: it is no feed.
pub(crate) fn parse(body: &[u8], url: &Url) -> Option<Vec<Item>> {
    let parser = feed_rs::parser::Builder::new()
        .base_uri(Some(url.as_str()))
        .build();
    let body = body.trim_ascii_start();
    let feed = parser.parse(body).ok()?;
    let items = feed
        .entries
        .into_iter()
        .take(MAX_ITEMS)
        .filter_map(|entry| {
            let page = entry
                .links
                .iter()
                .find(|link| link.rel.as_deref().is_none_or(|rel| rel == "alternate"));
            let link = page.or(entry.links.first()).map(|link| link.href.as_str());
            // RSS allows the address to stand in the guid alone.
            let address = link.unwrap_or(entry.id.as_str());
            Some(Item {
                url: url.join(address).ok().filter(Url::has_host)?.to_string(),
                title: entry
                    .title
                    .map(|title| {
                        title
                            .content
                            .split_whitespace()
                            .collect::<Vec<_>>()
                            .join(" ")
                    })
                    .filter(|title| !title.is_empty()),
                published: entry.published.or(entry.updated),
            })
        });
    Some(items.collect())
}

/// Whether a body that came as a page is a feed after all, by its first tag.
pub(crate) fn looks_like_one(body: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&body[..body.len().min(1_024)]).to_ascii_lowercase();
    let html = head.contains("<html") || head.contains("<!doctype html");
    !html
        && ["<rss", "<feed", "<rdf:rdf", "jsonfeed.org/version"]
            .iter()
            .any(|mark| head.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;

    fn items(body: &str) -> Vec<Item> {
        parse(
            body.as_bytes(),
            &Url::parse("https://a.example/feed").unwrap(),
        )
        .unwrap()
    }

    #[test]
    fn rss_atom_and_json_feeds_read_alike() {
        let rss = r#"
<?xml version="1.0"?><rss version="2.0"><channel><title>A</title><link>https://a.example/</link>
<item><title>Eins &amp; zwei</title><link>https://a.example/1</link><pubDate>Fri, 20 Nov 2026 10:00:00 +0100</pubDate></item>
<item><guid isPermaLink="true">https://a.example/2</guid></item></channel></rss>"#;
        let atom = r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title>Eins &amp; zwei</title>
<link rel="self" href="https://a.example/api/1"/><link rel="alternate" href="/1"/><published>2026-11-20T09:00:00Z</published></entry>
<entry><title> </title><link href="https://a.example/2"/></entry></feed>"#;
        let json = r#"{"version":"https://jsonfeed.org/version/1.1","title":"A","items":[
{"id":"1","url":"https://a.example/1","title":"Eins & zwei","content_text":"x","date_published":"2026-11-20T09:00:00Z"},
{"id":"2","url":"https://a.example/2","content_text":"y"}]}"#;
        for feed in [rss, atom, json] {
            let items = items(feed);
            assert_eq!(items.len(), 2, "{feed}");
            assert_eq!(items[0].url, "https://a.example/1");
            assert_eq!(items[0].title.as_deref(), Some("Eins & zwei"));
            assert_eq!(
                items[0].published,
                Some(Utc.with_ymd_and_hms(2026, 11, 20, 9, 0, 0).unwrap())
            );
            assert_eq!(
                (items[1].url.as_str(), &items[1].title),
                ("https://a.example/2", &None)
            );
            assert!(looks_like_one(feed.trim().as_bytes()));
        }
    }

    #[test]
    fn a_page_is_no_feed() {
        let page = b"<!DOCTYPE html><html><body><p>how to write an &lt;rss&gt; <rss> feed</p></body></html>";
        assert!(!looks_like_one(page));
        assert_eq!(
            parse(page, &Url::parse("https://a.example/").unwrap()),
            None
        );
        assert_eq!(parse(b"", &Url::parse("https://a.example/").unwrap()), None);
    }
}
