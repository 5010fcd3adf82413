//! Converts stored pages to WARC records.

use std::fmt::Write as _;

use crawl::TRUNCATED_HEADER;
use store::{PageKey, RawPage};
use url::{Position, Url};

use super::record::{self, Record, field};

/// Headers that describe the body on the wire. Bodies are stored decoded, so these headers are written with a prefix,
/// as other crawlers do, and a correct `Content-Length` is added.
pub(crate) const WIRE_HEADERS: [&str; 3] =
    ["content-encoding", "content-length", "transfer-encoding"];
/// Prefix of the headers in [`WIRE_HEADERS`].
pub(crate) const WIRE_PREFIX: &str = "x-crawler-";
/// The content types of the blocks of a page.
const RESPONSE: &str = "application/http; msgtype=response";
const REQUEST: &str = "application/http; msgtype=request";
const FIELDS: &str = "application/warc-fields";

/// The records of a page: response, request and metadata of the visit; `None` if it has no HTTP URL.
pub(crate) fn records(page: &RawPage, info: &str) -> Option<Vec<Record>> {
    let url = web_url(&page.url)?;
    let id = |kind: &str| id(kind, &page.url, page.key);
    let about = |extra: Vec<(&'static str, String)>| {
        let mut fields = vec![
            ("WARC-Target-URI", url.to_string()),
            ("WARC-Warcinfo-ID", info.to_owned()),
        ];
        fields.extend(extra);
        fields
    };
    let record = |kind, content_type, fields, block| Record {
        kind,
        id: id(kind),
        date: page.key.fetched_at,
        content_type,
        fields,
        block,
    };
    let together = || about(vec![("WARC-Concurrent-To", id("response"))]);
    let mut of_response = vec![("WARC-Payload-Digest", record::digest(&page.body_hash))];
    let cut = page.headers.get(TRUNCATED_HEADER);
    if let Some(cut) = cut.and_then(serde_json::Value::as_str) {
        of_response.push(("WARC-Truncated", cut.to_owned()));
    }
    Some(vec![
        record("response", RESPONSE, about(of_response), response(page)),
        record("request", REQUEST, together(), request(&url)),
        record("metadata", FIELDS, together(), metadata(page)),
    ])
}

fn web_url(url: &str) -> Option<Url> {
    Url::parse(url)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

fn id(kind: &str, url: &str, page: PageKey) -> String {
    let date = record::date(page.fetched_at);
    record::id(&[kind, url, &date, &page.page_id.to_string()])
}

/// The request, as far as it is known: its other headers are not stored.
fn request(url: &Url) -> Vec<u8> {
    let host = &url[Position::BeforeHost..Position::AfterPort];
    let target = &url[Position::BeforePath..Position::AfterQuery];
    format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n").into_bytes()
}

fn response(page: &RawPage) -> Vec<u8> {
    let status = page.http_status;
    let mut head = format!("HTTP/1.1 {status:03} {}\r\n", reason(status));
    for (name, value) in page.headers.as_object().into_iter().flatten() {
        let value = value
            .as_str()
            .filter(|_| is_token(name) && name != TRUNCATED_HEADER);
        let Some(value) = value else { continue };
        if WIRE_HEADERS.contains(&name.as_str()) {
            head.push_str(&field(&format!("{WIRE_PREFIX}{name}"), value));
        } else {
            head.push_str(&field(name, value));
        }
    }
    if let Some(content_type) = &page.content_type
        && page.headers.get("content-type").is_none()
    {
        head.push_str(&field("content-type", content_type));
    }
    let _ = write!(head, "content-length: {}\r\n\r\n", page.body.len());
    let mut block = head.into_bytes();
    block.extend_from_slice(&page.body);
    block
}

fn metadata(page: &RawPage) -> Vec<u8> {
    let mut fields = vec![
        ("source", Some(page.site_id.clone())),
        ("discovered-via", Some(page.via.to_string())),
        ("outcome", page.outcome.map(|outcome| outcome.to_string())),
        ("fetchTimeMs", page.duration_ms.map(|ms| ms.to_string())),
        ("robots-rule", page.robots_rule.clone()),
        (
            "body",
            Some("stored without content and transfer coding".to_owned()),
        ),
    ];
    if page.url_requested != page.url {
        fields.push(("url-requested", Some(page.url_requested.clone())));
    }
    let signals = page.opt_out.as_object();
    if signals.is_some_and(|signals| !signals.is_empty()) {
        fields.push(("opt-out", Some(page.opt_out.to_string())));
    }
    let lines = fields
        .into_iter()
        .filter_map(|(name, value)| Some(field(name, &value?)));
    lines.collect::<String>().into_bytes()
}

/// Whether a header may have this name (RFC 9110, section 5.6.2).
fn is_token(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(fits)
}

/// The usual reason phrase of a status.
fn reason(status: i16) -> &'static str {
    match status {
        200 => "OK",
        203 => "Non-Authoritative Information",
        206 => "Partial Content",
        301 => "Moved Permanently",
        302 => "Found",
        304 => "Not Modified",
        403 => "Forbidden",
        404 => "Not Found",
        410 => "Gone",
        451 => "Unavailable For Legal Reasons",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "",
    }
}
