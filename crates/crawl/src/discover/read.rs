//! One answer read: what is kept of it, and where it leads. Pure; the clock is in the scope.

use reqwest::header::{self, HeaderMap};
use serde_json::{Map, Value, json};
use store::{Due, NewPage, NewUrl, Outcome, UrlKind, Via};
use url::Url;

use crate::discover::scope::Scope;
use crate::discover::sitemap;
use crate::discover::{announced, links};
use crate::feeds;
use crate::feeds::hub::Offer;
use crate::http::response::Fetch;
use crate::optout::signals::Signals;

/// Headers that are not kept: they say nothing about the page, or too much about the visit.
const DROPPED: [&str; 8] = [
    "alt-svc",
    "connection",
    "keep-alive",
    "nel",
    "report-to",
    "set-cookie",
    "strict-transport-security",
    "transfer-encoding",
];
/// What is said of a feed or sitemap that was read in part.
const CUT: &str = "damaged or beyond the bounds; its beginning was read";
/// Longest header value or address in a remark that is kept, in bytes.
const MAX_TEXT: usize = 1_024;

/// What is to be recorded of an answer.
#[derive(Debug)]
pub(crate) struct Read {
    /// The outcome, now that the body has been read.
    pub(crate) outcome: Outcome,
    pub(crate) page: Option<NewPage>,
    pub(crate) links: Vec<NewUrl>,
    /// Links besides those that are known to be stored.
    pub(crate) stored: usize,
    pub(crate) opt_out: Signals,
    pub(crate) detail: Option<String>,
    /// Where a redirect leads, or what a page names as its own address.
    pub(crate) elsewhere: Option<Url>,
    /// What it turned out to be, if a feed or a sitemap.
    pub(crate) channel: Option<UrlKind>,
    /// What a feed says about being pushed.
    pub(crate) offer: Offer,
}

/// Reads an answer for what it was asked for.
pub(crate) fn read(scope: &Scope, due: &Due, url: &Url, fetch: Fetch, product: &str) -> Read {
    let read = Read {
        outcome: fetch.outcome,
        page: None,
        links: Vec::new(),
        stored: 0,
        opt_out: Signals::read(&fetch.headers, None, product),
        detail: fetch.detail.clone(),
        elsewhere: fetch.location.clone(),
        channel: None,
        offer: Offer::Unsaid,
    };
    match (fetch.outcome, due.kind) {
        (Outcome::Redirected, _) => read_redirect(scope, due, &fetch, read),
        (Outcome::Fetched, UrlKind::Feed | UrlKind::Sitemap | UrlKind::NewsSitemap) => {
            read_channel(scope, due, url, &fetch, read)
        }
        (Outcome::Fetched, UrlKind::Home | UrlKind::Page)
            if feeds::looks_like_one(&fetch.body) || is_other_xml(&fetch) =>
        {
            promoted(scope, due, url, read_channel(scope, due, url, &fetch, read))
        }
        (Outcome::Fetched, UrlKind::Home | UrlKind::Page) => {
            read_page(scope, due, url, fetch, product)
        }
        _ => read,
    }
}

fn read_redirect(scope: &Scope, due: &Due, fetch: &Fetch, read: Read) -> Read {
    let Some(location) = &fetch.location else {
        return read;
    };
    let links = Vec::from_iter(links::of_redirect(scope, due, location));
    let remark = if links.is_empty() {
        "not followed, to "
    } else {
        "to "
    };
    Read {
        links,
        detail: Some(format!("{remark}{}", clipped(location.as_str()))),
        ..read
    }
}

/// A feed or a sitemap, whichever it is: seeds, sites and content types mix them up.
fn read_channel(scope: &Scope, due: &Due, url: &Url, fetch: &Fetch, read: Read) -> Read {
    let sitemap = || {
        let sitemap = sitemap::parse(&fetch.body)?;
        Some((Channel::Sitemap(sitemap), UrlKind::Sitemap))
    };
    let feed = || {
        let feed = feeds::parse(&fetch.body, fetch.header(header::CONTENT_TYPE), url)?;
        Some((Channel::Feed(feed), UrlKind::Feed))
    };
    let found = if due.kind == UrlKind::Feed {
        feed().or_else(sitemap)
    } else {
        sitemap().or_else(feed)
    };
    match found {
        Some((Channel::Feed(feed), kind)) => Read {
            offer: Offer::of(&fetch.headers, &feed, url),
            detail: feed.cut.then(|| CUT.to_owned()),
            links: announced::of_feed(scope, due, Via::Feed, feed.items),
            channel: Some(kind),
            ..read
        },
        Some((Channel::Sitemap(sitemap), kind)) => Read {
            detail: sitemap.cut.then(|| CUT.to_owned()),
            links: announced::of_sitemap(scope, due, sitemap),
            channel: Some(kind),
            ..read
        },
        None => Read {
            outcome: if due.kind == UrlKind::Page || due.kind == UrlKind::Home {
                Outcome::Skipped
            } else {
                Outcome::Malformed
            },
            detail: Some("neither feed nor sitemap".to_owned()),
            ..read
        },
    }
}

enum Channel {
    Feed(feeds::Feed),
    Sitemap(sitemap::Sitemap),
}

/// What was linked as a page and is a feed or sitemap with something in it, is looked at as often as one
/// from now on. Feeds of readers' comments are not.
fn promoted(scope: &Scope, due: &Due, url: &Url, mut read: Read) -> Read {
    if let Some(kind) = read.channel
        && due.kind == UrlKind::Page
        && !read.links.is_empty()
    {
        read.links
            .extend(announced::as_channel(scope, due, url, kind));
    }
    read
}

fn read_page(scope: &Scope, due: &Due, url: &Url, fetch: Fetch, product: &str) -> Read {
    let content_type = fetch.header(header::CONTENT_TYPE).map(str::to_owned);
    let decoded = html::decode(&fetch.body, content_type.as_deref());
    let page = html::links(&decoded.text, url);
    let signals = Signals::read(&fetch.headers, Some(&page), product);
    let (links, stored) = links::of_page(scope, due, url, &page, signals.nofollow());
    Read {
        outcome: Outcome::Fetched,
        links,
        stored,
        opt_out: signals,
        detail: None,
        elsewhere: page.canonical.clone(),
        channel: None,
        offer: Offer::Unsaid,
        page: Some(NewPage {
            url_final: url.to_string(),
            http_status: fetch.status_code().unwrap_or(0),
            content_type,
            headers: kept(&fetch.headers),
            body: fetch.body,
        }),
    }
}

/// XML that declares itself as such and is no page: a sitemap behind a link, an API's answer.
fn is_other_xml(fetch: &Fetch) -> bool {
    let xml = fetch
        .media_type()
        .is_some_and(|media| media.ends_with("xml") && media != "application/xhtml+xml");
    let head =
        || String::from_utf8_lossy(&fetch.body[..fetch.body.len().min(1_024)]).to_ascii_lowercase();
    xml && !head().contains("<html")
}

fn kept(headers: &HeaderMap) -> Value {
    let mut object = Map::new();
    for name in headers.keys() {
        if DROPPED.contains(&name.as_str()) {
            continue;
        }
        let values: Vec<_> = headers
            .get_all(name)
            .iter()
            .map(|value| String::from_utf8_lossy(value.as_bytes()))
            .collect();
        object.insert(name.as_str().to_owned(), json!(clipped(&values.join(", "))));
    }
    Value::Object(object)
}

fn clipped(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_TEXT)]
}

/// A validator to send back next time, if it is of a sensible length.
pub(crate) fn validator(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?;
    (!value.is_empty() && value.len() <= MAX_TEXT).then(|| value.to_owned())
}
