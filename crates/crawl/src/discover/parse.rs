//! Parses a response into what is stored and the URLs it leads to. Pure; the clock is in the scope.

use reqwest::header::{self, HeaderMap};
use serde_json::{Map, Value, json};
use store::{Due, NewPage, NewUrl, Outcome, UrlKind, Via};
use url::Url;

use crate::discover::scope::{Scope, is_of_comments};
use crate::discover::sitemap;
use crate::discover::{feed_links, links};
use crate::feeds;
use crate::frontier::traps::shingles;
use crate::has_word;
use crate::http::response::{Fetch, Rendering, reference};
use crate::optout::signals::Signals;
use crate::url::canonical::CanonicalUrl;

/// Headers that are not stored: they say nothing about the page, or identify the visit.
const DROPPED: &str = "\
    alt-svc connection keep-alive nel report-to set-cookie strict-transport-security \
    transfer-encoding";
/// Maximum bytes of a header value, and of a URL in a remark.
const MAX_TEXT: usize = 1_024;
/// Bytes of a page in place of a channel in which it may say where that is now.
const MAX_STUB: usize = 64 << 10;
/// The content type of a rendered document, whatever the server sent.
const RENDERED_TYPE: &str = "text/html; charset=utf-8";

/// What is recorded about a response.
#[derive(Debug)]
pub(crate) struct ParsedResponse {
    /// The outcome after parsing the body.
    pub(crate) outcome: Outcome,
    pub(crate) page: Option<NewPage>,
    pub(crate) links: Vec<NewUrl>,
    /// The next page of a feed.
    pub(crate) next_page: Option<NewUrl>,
    /// Number of further links that are known to be stored.
    pub(crate) stored: usize,
    pub(crate) opt_out: Signals,
    pub(crate) detail: Option<String>,
    /// The target of a redirect, or the canonical URL of a page.
    pub(crate) other_url: Option<Url>,
    /// The kind of channel that it turned out to be.
    pub(crate) channel: Option<UrlKind>,
    /// Whether it is a sitemap with entries, all of which are too old.
    pub(crate) is_archive: bool,
    /// Shingles of the text of a page, used to decide whether it contains anything new.
    pub(crate) shingles: Vec<u32>,
}

/// Parses a response by the kind of URL requested.
pub(crate) fn parse(
    scope: &Scope,
    due: &Due,
    url: &Url,
    fetch: Fetch,
    product: &str,
) -> ParsedResponse {
    let parsed = ParsedResponse {
        outcome: fetch.outcome,
        page: None,
        links: Vec::new(),
        next_page: None,
        stored: 0,
        opt_out: Signals::read(&fetch.headers, None, product),
        detail: fetch.detail.clone(),
        other_url: fetch.location.clone(),
        channel: None,
        is_archive: false,
        shingles: Vec::new(),
    };
    match (fetch.outcome, due.kind) {
        (Outcome::Redirected, _) => parse_redirect(scope, due, parsed),
        (Outcome::Fetched, UrlKind::Feed | UrlKind::Sitemap | UrlKind::NewsSitemap) => {
            let parsed = parse_channel(scope, due, url, &fetch, parsed);
            if parsed.channel.is_none()
                && let Some(target) = moved_to(&fetch, due, url, product)
            {
                return parse_refresh(scope, due, target, parsed);
            }
            parsed
        }
        (Outcome::Fetched, UrlKind::Home | UrlKind::Page)
            if feeds::looks_like_one(&fetch.body) || is_other_xml(&fetch) =>
        {
            let mut parsed = parse_channel(scope, due, url, &fetch, parsed);
            if let Some(kind) = parsed.channel
                && due.kind == UrlKind::Page
                && !parsed.links.is_empty()
            {
                let channel = feed_links::as_channel(scope, due, url, kind);
                parsed.links.extend(channel);
            }
            parsed
        }
        (Outcome::Fetched, UrlKind::Home | UrlKind::Page) => {
            parse_page(scope, due, url, fetch, product, parsed)
        }
        _ => parsed,
    }
}

/// Parses a page that is nothing but a redirect to this URL.
fn parse_refresh(scope: &Scope, due: &Due, target: Url, parsed: ParsedResponse) -> ParsedResponse {
    let parsed = ParsedResponse {
        outcome: Outcome::Redirected,
        other_url: Some(target),
        ..parsed
    };
    parse_redirect(scope, due, parsed)
}

fn parse_redirect(scope: &Scope, due: &Due, parsed: ParsedResponse) -> ParsedResponse {
    let Some(location) = &parsed.other_url else {
        return parsed;
    };
    let links = Vec::from_iter(links::of_redirect(scope, due, location));
    let remark = if links.is_empty() {
        "not followed, to "
    } else {
        "to "
    };
    ParsedResponse {
        links,
        detail: Some(format!("{remark}{}", truncated(location.as_str()))),
        ..parsed
    }
}

/// Where a page that stands where a feed or sitemap did leads by itself or by its header `Refresh`, else the feed that it names.
fn moved_to(fetch: &Fetch, due: &Due, url: &Url, product: &str) -> Option<Url> {
    let beginning = &fetch.body[..fetch.body.len().min(MAX_STUB)];
    let page = html::decode(beginning, fetch.header(header::CONTENT_TYPE));
    let page = html::links(&page, url, product);
    let mut feeds = page.feeds.into_iter();
    let feed = feeds.find(|feed| due.kind == UrlKind::Feed && !is_of_comments(feed));
    let refresh = page.refresh.or_else(|| refresh_header(&fetch.headers, url));
    refresh.or(feed)
}

fn refresh_header(headers: &HeaderMap, url: &Url) -> Option<Url> {
    let value = reference(headers.get(header::REFRESH)?);
    let target = url.join(html::refresh_target(&value)?).ok()?;
    Some(target).filter(|target| target != url)
}

/// Parses a feed or a sitemap, whichever it is: seeds, sites and content types confuse the two.
fn parse_channel(
    scope: &Scope,
    due: &Due,
    url: &Url,
    fetch: &Fetch,
    parsed: ParsedResponse,
) -> ParsedResponse {
    let sitemap = || sitemap::parse(&fetch.body).map(Channel::Sitemap);
    let feed = || {
        let body = sitemap::decompressed(&fetch.body);
        feeds::parse(&body, fetch.header(header::CONTENT_TYPE), url).map(Channel::Feed)
    };
    let found = if due.kind == UrlKind::Feed {
        feed().or_else(sitemap)
    } else {
        sitemap().or_else(feed)
    };
    match found {
        Some(Channel::Feed(feed)) => {
            let truncated = feed.truncated;
            let detail = truncated.then(|| read_in_part(feed.items.len(), feeds::MAX_ITEMS));
            ParsedResponse {
                detail: detail.or(parsed.detail),
                links: feed_links::of_feed(scope, due, Via::Feed, feed.items),
                next_page: feed_links::next_page(scope, due, url, feed.next),
                channel: Some(UrlKind::Feed),
                ..parsed
            }
        }
        Some(Channel::Sitemap(sitemap)) => {
            let has_entries = !sitemap.pages.is_empty() || !sitemap.sitemaps.is_empty();
            let truncated = sitemap.truncated;
            let detail = truncated.then(|| read_in_part(sitemap.len(), sitemap::MAX_ENTRIES));
            let links = feed_links::of_sitemap(scope, due, sitemap);
            ParsedResponse {
                detail: detail.or(parsed.detail),
                is_archive: has_entries && links.is_empty() && !truncated,
                links,
                channel: Some(UrlKind::Sitemap),
                ..parsed
            }
        }
        None => ParsedResponse {
            outcome: if due.kind == UrlKind::Page || due.kind == UrlKind::Home {
                Outcome::Skipped
            } else {
                Outcome::Malformed
            },
            detail: Some("neither a feed nor a sitemap".to_owned()),
            ..parsed
        },
    }
}

/// The remark on a feed or sitemap of which only some entries were read.
fn read_in_part(entries: usize, maximum: usize) -> String {
    let why = if entries < maximum {
        "damaged"
    } else {
        "too large"
    };
    format!("{why}: read up to entry {entries}")
}

enum Channel {
    Feed(feeds::Feed),
    Sitemap(sitemap::Sitemap),
}

fn parse_page(
    scope: &Scope,
    due: &Due,
    url: &Url,
    fetch: Fetch,
    product: &str,
    parsed: ParsedResponse,
) -> ParsedResponse {
    let content_type = match &fetch.rendering {
        Some(_) => Some(RENDERED_TYPE.to_owned()),
        None => fetch.header(header::CONTENT_TYPE).map(str::to_owned),
    };
    let decoded = html::decode(&fetch.body, content_type.as_deref());
    let mut page = html::links(&decoded, url, product);
    page.refresh = page.refresh.or_else(|| refresh_header(&fetch.headers, url));
    let is_elsewhere = |url: &Url| CanonicalUrl::new(url).is_ok_and(|url| !scope.has(&url));
    if due.kind == UrlKind::Home
        && page.links.iter().all(|link| is_elsewhere(&link.url))
        && let Some(target) = page.refresh.clone().filter(is_elsewhere)
    {
        return parse_refresh(scope, due, target, parsed);
    }
    let signals = Signals::read(&fetch.headers, Some(&page), product);
    let (links, stored) = links::of_page(scope, due, url, &page, signals.nofollow());
    ParsedResponse {
        links,
        stored,
        opt_out: signals,
        other_url: page.canonical.clone(),
        shingles: shingles(&decoded.text),
        page: Some(NewPage {
            url_final: fetch
                .rendering
                .as_ref()
                .map_or(url, |made| &made.url)
                .to_string(),
            http_status: fetch.status_code().unwrap_or(0),
            content_type,
            headers: kept_headers(&fetch.headers),
            body: fetch.body,
            boxes: fetch.rendering.as_ref().and_then(boxes),
            plain: fetch.rendering.map(|made| made.plain),
        }),
        ..parsed
    }
}

/// Where the text of a rendered page was drawn, as JSON.
fn boxes(made: &Rendering) -> Option<String> {
    let drawn = (!made.boxes.is_empty()).then_some(&made.boxes)?;
    serde_json::to_string(drawn).ok()
}

/// Whether the content type is XML and the body is not HTML: a linked sitemap, or the response of an API.
fn is_other_xml(fetch: &Fetch) -> bool {
    let xml = fetch
        .media_type()
        .is_some_and(|media| media.ends_with("xml") && media != "application/xhtml+xml");
    let head =
        || String::from_utf8_lossy(&fetch.body[..fetch.body.len().min(1_024)]).to_ascii_lowercase();
    xml && !head().contains("<html")
}

fn kept_headers(headers: &HeaderMap) -> Value {
    let mut object = Map::new();
    for name in headers.keys() {
        if has_word(DROPPED, name.as_str()) {
            continue;
        }
        let values: Vec<_> = headers
            .get_all(name)
            .iter()
            .map(|value| String::from_utf8_lossy(value.as_bytes()))
            .collect();
        object.insert(
            name.as_str().to_owned(),
            json!(truncated(&values.join(", "))),
        );
    }
    Value::Object(object)
}

fn truncated(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_TEXT)]
}

/// A validator for the next request, if its length is within bounds.
pub(crate) fn validator(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?;
    (!value.is_empty() && value.len() <= MAX_TEXT).then(|| value.to_owned())
}
