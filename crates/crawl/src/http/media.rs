//! What a body is: by its content type, and by how it begins and ends.

use reqwest::header::{self, HeaderMap};
use serde::de::IgnoredAny;

/// The last media type in the headers, as in browsers, in lower case and without parameters. Anything else in them is ignored.
pub(crate) fn media_type(headers: &HeaderMap) -> Option<String> {
    let values = headers.get_all(header::CONTENT_TYPE).iter();
    let values = values.filter_map(|value| value.to_str().ok());
    let types = values.flat_map(|value| value.split(','));
    let types = types.filter_map(|media| media.split(';').next());
    let is_other = |c: char| !(c.is_ascii_alphanumeric() || "*+-./_".contains(c));
    let mut words = types.flat_map(|media| media.split(is_other));
    let media = words.rfind(|word| word.trim_matches('/').contains('/'))?;
    Some(media.to_ascii_lowercase())
}

/// What a content type says of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MediaKind {
    /// A page or a feed, or nothing.
    Page,
    /// A page if the body begins like one.
    Doubtful,
    /// Something else: an image, a document.
    Other,
}

/// Types, and parts of types, under which misconfigured servers send pages.
const DOUBTFUL: [&str; 7] = [
    "text/plain",
    "application/json",
    "application/octet-stream",
    "*/*",
    "htm",
    "php",
    "unknown",
];

/// What the content type of a response says of its body.
pub(crate) fn media_kind(headers: &HeaderMap) -> MediaKind {
    let Some(media) = media_type(headers) else {
        return MediaKind::Page;
    };
    match media.as_str() {
        "text/html" | "application/feed+json" | "text/xml" | "application/xml" => MediaKind::Page,
        media if media.ends_with("+xml") && !media.starts_with("image/") => MediaKind::Page,
        media if DOUBTFUL.iter().any(|part| media.contains(part)) => MediaKind::Doubtful,
        _ => MediaKind::Other,
    }
}

/// Bytes of a body that show whether it is HTML.
pub(crate) const MAX_SNIFFED: usize = 1024;

pub(crate) fn begins_as_html(body: &[u8]) -> bool {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    let body = body.trim_ascii_start();
    let begins = |with: &[u8]| {
        let start = body.get(..with.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(with))
    };
    let tags: [&[u8]; 4] = [b"<!doctype html", b"<html", b"<head", b"<body"];
    tags.into_iter().any(begins)
}

/// The ends of whole documents.
const ENDS: [&[u8]; 6] = [
    b"</html>",
    b"</rss>",
    b"</feed>",
    b"</rdf:rdf>",
    b"</urlset>",
    b"</sitemapindex>",
];

/// Whether a body ends like a whole page, feed or sitemap, or is JSON.
pub(crate) fn ends_as_document(body: &[u8]) -> bool {
    let mut body = body.trim_ascii_end();
    // Caches add remarks.
    while body.ends_with(b"-->") {
        let begin = body.windows(4).rposition(|at| at == b"<!--");
        body = body[..begin.unwrap_or(0)].trim_ascii_end();
    }
    let ends = |with: &&[u8]| {
        let at = body.len().checked_sub(with.len());
        at.is_some_and(|at| body[at..].eq_ignore_ascii_case(with))
    };
    ENDS.iter().any(ends) || is_json(body)
}

/// Whether a body is an object or a list in JSON.
fn is_json(body: &[u8]) -> bool {
    matches!(body.first(), Some(b'{' | b'[')) && serde_json::from_slice::<IgnoredAny>(body).is_ok()
}

/// Of code, at least one character in this number is a brace, a semicolon or an equals sign; prose has hardly any.
const CODE_SHARE: usize = 16;

/// What a body that is called HTML is instead: JSON, RTF, or code without any tag.
pub(crate) fn other_than_html(body: &[u8]) -> Option<&'static str> {
    let body = body
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(body)
        .trim_ascii();
    if body.starts_with(b"{\\rtf") {
        return Some("RTF");
    }
    if is_json(body) {
        return Some("JSON");
    }
    let is_tag =
        |at: &[u8]| at[0] == b'<' && (at[1].is_ascii_alphabetic() || b"!/?".contains(&at[1]));
    let signs = body.iter().filter(|byte| b"{};=".contains(byte)).count();
    let is_code = signs * CODE_SHARE >= body.len() && signs > 0;
    (is_code && !body.windows(2).any(is_tag)).then_some("code")
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    #[test]
    fn a_content_type_says_whether_a_body_may_be_a_page() {
        let with = |text: &'static str| {
            let headers = [(header::CONTENT_TYPE, HeaderValue::from_static(text))];
            media_kind(&HeaderMap::from_iter(headers))
        };
        for text in [
            "text/html; charset=utf-8",
            "TEXT/HTML",
            "application/xhtml+xml",
            "application/rss+xml",
            "",
            "html",
            "text/html charset=utf-8",
            "text/html,charset=utf-8",
            "text/html,text/html; charset=utf-8",
            "text/html: charset=utf-8",
            "\"text/html\"; charset=utf-8",
            "Content-Type: text/html; charset=utf-8",
            "text / html",
        ] {
            assert_eq!(with(text), MediaKind::Page, "{text}");
        }
        for text in [
            "text/plain; charset=utf-8",
            "application/json",
            "application/octet-stream",
            "application/x-httpd-php",
            "text/html/charset=utf-8",
            "text/x-html",
            "*/*",
            "unknown/unknown",
            "application/unknown",
        ] {
            assert_eq!(with(text), MediaKind::Doubtful, "{text}");
        }
        for text in [
            "image/png",
            "image/svg+xml",
            "application/pdf",
            "video/mp4",
            "\"image/png\"",
            "application/pdf charset=utf-8; name=text/html",
        ] {
            assert_eq!(with(text), MediaKind::Other, "{text}");
        }
        for (types, wanted) in [
            (["text/html", "image/gif"], MediaKind::Other),
            (["image/gif", "text/html"], MediaKind::Page),
            (["image/gif", "utf-8"], MediaKind::Other),
        ] {
            let headers = types.map(|text| (header::CONTENT_TYPE, HeaderValue::from_static(text)));
            let kind = media_kind(&HeaderMap::from_iter(headers));
            assert_eq!(kind, wanted, "the last of {types:?}");
        }
        assert_eq!(media_kind(&HeaderMap::new()), MediaKind::Page);
    }

    #[test]
    fn html_is_known_by_its_beginning() {
        for html in [
            "<!DOCTYPE html>",
            " \n<html lang=de>",
            "\u{feff}<!doctype HTML PUBLIC",
            "<HEAD><title>",
        ] {
            assert!(begins_as_html(html.as_bytes()), "{html}");
        }
        for other in [
            "{\"html\": \"<html>\"}",
            "User-agent: *",
            "<?php echo 1;",
            "<rss>",
            "",
        ] {
            assert!(!begins_as_html(other.as_bytes()), "{other}");
        }
    }
}
