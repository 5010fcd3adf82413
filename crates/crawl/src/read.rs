//! One answer read: what is kept of it, and where it leads. Pure; the clock is in the scope.

use reqwest::header::{self, HeaderMap};
use serde_json::{Map, Value, json};
use store::{Due, NewPage, NewUrl, Outcome, UrlKind};
use url::Url;

use crate::discover::{self, Scope};
use crate::feeds;
use crate::fetch::Fetch;
use crate::signals::Signals;
use crate::sitemap;

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
/// Longest header value or address in a remark that is kept, in bytes.
const MAX_TEXT: usize = 1_024;

/// What is to be recorded of an answer.
#[derive(Debug)]
pub(crate) struct Read {
    /// The outcome, now that the body has been read.
    pub(crate) outcome: Outcome,
    pub(crate) page: Option<NewPage>,
    pub(crate) links: Vec<NewUrl>,
    pub(crate) opt_out: Value,
    pub(crate) detail: Option<String>,
}

/// Reads an answer for what it was asked for.
pub(crate) fn read(scope: &Scope, due: &Due, url: &Url, fetch: Fetch, product: &str) -> Read {
    let read = Read {
        outcome: fetch.outcome,
        page: None,
        links: Vec::new(),
        opt_out: Signals::read(&fetch.headers, None, product).to_json(),
        detail: fetch.detail.clone(),
    };
    match (fetch.outcome, due.kind) {
        (Outcome::Redirected, _) => read_redirect(scope, due, &fetch, read),
        (Outcome::Fetched, UrlKind::Feed) => read_feed(scope, due, url, &fetch, read),
        (Outcome::Fetched, UrlKind::Sitemap | UrlKind::NewsSitemap) => {
            read_sitemap(scope, due, &fetch, read)
        }
        (Outcome::Fetched, UrlKind::Home | UrlKind::Page) if feeds::looks_like_one(&fetch.body) => {
            read_feed(scope, due, url, &fetch, read)
        }
        (Outcome::Fetched, UrlKind::Home | UrlKind::Page) if is_other_xml(&fetch) => Read {
            outcome: Outcome::Skipped,
            detail: Some("XML, but neither page nor feed".to_owned()),
            ..read
        },
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
    let links = Vec::from_iter(discover::of_redirect(scope, due, location));
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

fn read_feed(scope: &Scope, due: &Due, url: &Url, fetch: &Fetch, read: Read) -> Read {
    match feeds::parse(&fetch.body, url) {
        Some(items) => Read {
            links: discover::of_feed(scope, due, items),
            ..read
        },
        None => Read {
            outcome: Outcome::Malformed,
            detail: Some("not a feed".to_owned()),
            ..read
        },
    }
}

fn read_sitemap(scope: &Scope, due: &Due, fetch: &Fetch, read: Read) -> Read {
    let Some(sitemap) = sitemap::parse(&fetch.body) else {
        return Read {
            outcome: Outcome::Malformed,
            detail: Some("not a sitemap".to_owned()),
            ..read
        };
    };
    let cut = "the sitemap is damaged or exceeds the bounds; its beginning was read";
    let detail = sitemap.cut.then(|| cut.to_owned());
    Read {
        links: discover::of_sitemap(scope, due, sitemap),
        detail,
        ..read
    }
}

fn read_page(scope: &Scope, due: &Due, url: &Url, fetch: Fetch, product: &str) -> Read {
    let content_type = fetch.header(header::CONTENT_TYPE).map(str::to_owned);
    let decoded = extract::decode(&fetch.body, content_type.as_deref());
    let page = extract::links(&decoded.text, url);
    let signals = Signals::read(&fetch.headers, Some(&page), product);
    Read {
        outcome: Outcome::Fetched,
        links: discover::of_page(scope, due, url, &page, signals.nofollow()),
        opt_out: signals.to_json(),
        detail: None,
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
        String::from_utf8_lossy(&fetch.body[..fetch.body.len().min(1_024)]).to_ascii_lowercase();
    xml && !head.contains("<html")
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
