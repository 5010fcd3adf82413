//! Feeds: RSS 0.9 to 2.0 and RSS 1.0 (RDF), Atom 0.3 and 1.0 (RFC 4287), JSON Feed 1. Whatever their content type
//! says, and as much of them as can be read: many feeds are not well-formed, and a cut one still announces.

pub(crate) mod date;
mod draft;
pub(crate) mod hub;
mod json;
mod xml;

use chrono::{DateTime, Utc};
use url::Url;

pub(crate) use date::read as read_date;

/// Items read of one feed. A feed of news that holds more is an archive.
const MAX_ITEMS: usize = 5_000;
/// Hubs taken up of one feed.
const MAX_HUBS: usize = 4;

/// What a feed says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Feed {
    pub(crate) format: Format,
    /// In the feed's order.
    pub(crate) items: Vec<Item>,
    /// Hubs that push it (`WebSub`), in its order.
    pub(crate) hubs: Vec<Url>,
    /// Its own address as it names it: the topic of a subscription.
    pub(crate) topic: Option<Url>,
    /// Whether it ended before its end, by damage or by the bound.
    pub(crate) cut: bool,
}

/// The family a feed belongs to.
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

/// One item of a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) url: String,
    pub(crate) title: Option<String>,
    pub(crate) published: Option<DateTime<Utc>>,
}

impl Feed {
    fn empty(format: Format) -> Self {
        Self {
            format,
            items: Vec::new(),
            hubs: Vec::new(),
            topic: None,
            cut: false,
        }
    }

    /// Takes up an item, unless the bound is reached.
    fn push(&mut self, item: Item) {
        if self.items.len() < MAX_ITEMS {
            self.items.push(item);
        } else {
            self.cut = true;
        }
    }

    fn push_hub(&mut self, hub: Option<Url>) {
        if let Some(hub) = hub
            && self.hubs.len() < MAX_HUBS
            && !self.hubs.contains(&hub)
        {
            self.hubs.push(hub);
        }
    }
}

/// Reads a feed found at `url`; `content_type` may name its character set. `None`: it is no feed.
pub(crate) fn parse(body: &[u8], content_type: Option<&str>, url: &Url) -> Option<Feed> {
    let text = html::decode(body, content_type).text;
    let text = text.trim_start();
    if text.starts_with('{') {
        json::parse(text, url)
    } else if text.starts_with('<') {
        xml::parse(text, url)
    } else {
        None
    }
}

/// Whether a body that came as a page is a feed after all, by its first tag.
pub(crate) fn looks_like_one(body: &[u8]) -> bool {
    // nearly all that is asked about begins like this
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

/// An address of the web, resolved.
fn web_url(base: &Url, reference: &str) -> Option<Url> {
    let url = base.join(reference.trim()).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// A title on one line; `None` for an empty one.
fn title(text: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests;
