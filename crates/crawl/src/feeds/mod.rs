//! Feeds: RSS 0.9 to 2.0 including RSS 1.0 (RDF), Atom 0.3 and 1.0 (RFC 4287), JSON Feed 1. Many feeds are not
//! well-formed: content types are ignored, text around a feed is skipped, and a damaged feed is parsed as far as possible.

pub(crate) mod date;
mod item;
mod json;
pub(crate) mod markup;
mod repair;
pub(crate) mod title;
mod xml;

use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use url::Url;

pub(crate) use date::read as read_date;

use crate::url::canonical::CanonicalUrl;
use crate::url::web_url;

/// Maximum number of items of a feed. A feed with more is an archive.
pub(crate) const MAX_ITEMS: usize = 5_000;
/// Maximum length of a field, in bytes; longer content is cut off.
const MAX_FIELD: usize = 4_096;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Feed {
    pub(crate) format: Format,
    /// Items, in document order; of a feed with too many the newest, in that order.
    pub(crate) items: Vec<Item>,
    /// Its next page, with older items.
    pub(crate) next: Option<Url>,
    /// Whether it was parsed only in part, because of damage or a bound.
    pub(crate) truncated: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Rss,
    Atom,
    Json,
}

impl Format {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Rss => "RSS",
            Self::Atom => "Atom",
            Self::Json => "JSON Feed",
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) url: String,
    /// Other URLs that may be that of its page, if `url` is on another site.
    pub(crate) others: Vec<String>,
    pub(crate) title: Option<String>,
    pub(crate) published: Option<DateTime<Utc>>,
    pub(crate) updated: Option<DateTime<Utc>>,
}

impl Feed {
    fn empty(format: Format) -> Self {
        Self {
            format,
            items: Vec::new(),
            next: None,
            truncated: false,
        }
    }

    fn push(&mut self, item: Item) {
        self.items.push(item);
        if self.items.len() >= 2 * MAX_ITEMS {
            self.keep_newest();
        }
    }

    /// Leaves out the oldest items beyond the maximum: those without a date, from the end, then by date.
    fn keep_newest(&mut self) {
        if self.items.len() > MAX_ITEMS {
            self.truncated = true;
            self.items.sort_by_key(|item| Reverse(item.published));
            self.items.truncate(MAX_ITEMS);
        }
    }
}

/// Parses a feed at `url`; `content_type` may name its character set. `None` if it is not a feed.
pub(crate) fn parse(body: &[u8], content_type: Option<&str>, url: &Url) -> Option<Feed> {
    let text = html::decode(body, content_type).text;
    let mut feed = xml::parse(&text, url).or_else(|| json::parse(&text, url))?;
    feed.keep_newest();
    Some(feed)
}

/// What relative links of items are resolved against: the page whose feed it is, if that is of the same domain.
fn base_of_items(feed: &Url, home: &str) -> Option<Url> {
    let home = web_url(feed, home)?;
    let domain = |url: &Url| Some(CanonicalUrl::new(url).ok()?.domain());
    (domain(&home) == domain(feed)).then_some(home)
}

/// Whether the body of a page is a feed, by its beginning.
pub(crate) fn looks_like_one(body: &[u8]) -> bool {
    // Nearly all bodies begin like this.
    let begins = |mark: &[u8]| {
        body.get(..mark.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(mark))
    };
    if begins(b"<!doctype html") || begins(b"<html") {
        return false;
    }
    let head = String::from_utf8_lossy(&body[..body.len().min(1_024)]).to_ascii_lowercase();
    let html = head.contains("<html") || head.contains("<!doctype html");
    !html
        && ["<rss", "<feed", "<rdf:rdf", "jsonfeed.org/version"]
            .iter()
            .any(|mark| head.contains(mark))
}

#[cfg(test)]
mod tests;
