//! The response to a request, or why there is none.

use std::error::Error;
use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use hyper_util::client::legacy;
use reqwest::StatusCode;
use reqwest::header::{self, HeaderMap, HeaderValue};
use rustls::InvalidMessage;
use store::{Outcome, ServerResponse};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::error::Elapsed;
use url::Url;

use crate::http::address_policy::NameError;
use crate::http::connector::OVERRUN;
use crate::http::media::media_type;
use crate::http::receive::TRUNCATED_HEADER;

/// A response. `body` is empty unless the outcome is `Fetched`.
#[derive(Debug)]
pub(crate) struct Fetch {
    pub(crate) outcome: Outcome,
    pub(crate) status: Option<StatusCode>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
    /// The target of a redirect.
    pub(crate) location: Option<Url>,
    /// Number of cookies set by the host before and after this response.
    pub(crate) cookies: (u64, u64),
    pub(crate) duration: Duration,
    /// What went wrong, as text.
    pub(crate) detail: Option<String>,
    /// Memory reserved for a large body, held as long as the body.
    pub(crate) memory: Option<OwnedSemaphorePermit>,
    /// The server's response, if `body` is the document rendered from it.
    pub(crate) rendering: Option<Rendering>,
    /// Whether it failed by the rules of HTTP/2.
    pub(crate) failed_in_http2: bool,
}

/// The page from which a document was rendered.
#[derive(Debug)]
pub(crate) struct Rendering {
    pub(crate) plain: ServerResponse,
    /// The URL shown after rendering.
    pub(crate) url: Url,
    /// Boxes in which its text was drawn; empty if not measured.
    pub(crate) boxes: Vec<html::TextBox>,
}

impl Fetch {
    pub(crate) fn without_answer(outcome: Outcome, detail: String) -> Self {
        Self {
            outcome,
            status: None,
            headers: HeaderMap::new(),
            body: Vec::new(),
            location: None,
            cookies: (0, 0),
            duration: Duration::ZERO,
            detail: Some(detail),
            memory: None,
            rendering: None,
            failed_in_http2: false,
        }
    }

    /// A response whose body has not been read.
    pub(crate) fn from_head(status: StatusCode, mut headers: HeaderMap, base: &Url) -> Self {
        headers.remove(TRUNCATED_HEADER); // only we say so
        let is_partial = status == StatusCode::PARTIAL_CONTENT && !is_whole(&headers);
        let mut fetch = Self {
            status: Some(status),
            location: location(&headers, base),
            headers,
            detail: is_partial.then(|| "unrequested partial content".to_owned()),
            ..Self::without_answer(outcome_of(status, is_partial), String::new())
        };
        if fetch.outcome == Outcome::Redirected && fetch.location.is_none() {
            fetch.outcome = Outcome::Skipped;
            fetch.detail = Some("redirect without a valid Location".to_owned());
        }
        fetch
    }

    /// Sets another outcome, and drops the body.
    pub(crate) fn with_outcome(mut self, outcome: Outcome, detail: String) -> Self {
        self.outcome = outcome;
        self.detail = Some(detail);
        self.body = Vec::new();
        self.memory = None;
        self
    }

    pub(crate) fn header(&self, name: header::HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The status in the type of the store.
    pub(crate) fn status_code(&self) -> Option<i16> {
        self.status
            .and_then(|status| i16::try_from(status.as_u16()).ok())
    }

    /// The media type in lower case, without its parameters.
    pub(crate) fn media_type(&self) -> Option<String> {
        media_type(&self.headers)
    }
}

fn outcome_of(status: StatusCode, is_partial: bool) -> Outcome {
    match status.as_u16() {
        // Part of a page. No request asks for a range.
        _ if is_partial => Outcome::Malformed,
        200..=299 => Outcome::Fetched,
        304 => Outcome::NotModified,
        300..=399 => Outcome::Redirected,
        404 | 410 => Outcome::NotFound,
        408 => Outcome::Timeout,
        429 | 503 => Outcome::Busy,
        400..=499 => Outcome::Refused,
        _ => Outcome::ServerError,
    }
}

fn location(headers: &HeaderMap, base: &Url) -> Option<Url> {
    let target = reference(headers.get(header::LOCATION)?);
    base.join(target.trim()).ok()
}

/// A URL reference in a header. Bytes beyond ASCII are sent back as they came, since their encoding is unknown.
pub(crate) fn reference(value: &HeaderValue) -> String {
    let mut text = String::with_capacity(value.len());
    for &byte in value.as_bytes() {
        if byte.is_ascii() {
            text.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

/// Whether a body ended in good order, but before what its framing announced.
pub(crate) fn is_cut_off(error: &hyper::Error) -> bool {
    kind_of(error) == Some(io::ErrorKind::UnexpectedEof)
}

/// The kind of the I/O error that ended a body.
fn kind_of(error: &hyper::Error) -> Option<io::ErrorKind> {
    let mut causes = std::iter::successors(error.source(), |&cause| cause.source());
    let error = causes.find_map(|cause| cause.downcast_ref::<io::Error>())?;
    Some(error.kind())
}

/// Whether a partial response, which is never requested, has all of the page: it names no range, or one that is all of it.
fn is_whole(headers: &HeaderMap) -> bool {
    let Some(range) = headers.get(header::CONTENT_RANGE) else {
        return true;
    };
    let range = range.to_str().ok();
    let range = range.and_then(|range| range.trim().strip_prefix("bytes 0-"));
    let ends = range.and_then(|range| range.split_once('/'));
    ends.is_some_and(|(last, length)| {
        let (last, length) = (last.parse::<u64>().ok(), length.parse::<u64>().ok());
        last.is_some_and(|last| last.checked_add(1) == length)
    })
}

/// Bytes of all headers, names and values.
pub(crate) fn size(headers: &HeaderMap) -> usize {
    headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum()
}

/// A layer of the HTTP client that only says that it has failed.
const LAYER: &str = "tcp connect error";

/// The outcome of a request without a response, and its causes on one line.
pub(crate) fn failure(error: &(dyn Error + 'static)) -> (Outcome, String) {
    let mut parts: Vec<String> = Vec::new();
    let mut outcome = None;
    let mut cause = Some(error);
    if error.is::<hyper::Error>() {
        parts.push("the body is truncated or damaged".to_owned());
    }
    while let Some(error) = cause {
        if let Some(name) = error.downcast_ref::<NameError>() {
            return (name.outcome(), name.to_string());
        }
        let mut text = match error.downcast_ref::<legacy::Error>() {
            Some(error) if error.is_connect() => "no connection".to_owned(),
            Some(_) => "the request failed".to_owned(),
            None if error.is::<Elapsed>() => "no response in time".to_owned(),
            None => error.to_string(),
        };
        if let Some(rustls::Error::InvalidMessage(InvalidMessage::InvalidContentType)) =
            error.downcast_ref::<rustls::Error>()
        {
            "the server does not speak TLS (https) on this port".clone_into(&mut text);
        }
        if parts.last() != Some(&text) && text != LAYER {
            parts.push(text);
        }
        outcome = outcome.or_else(|| outcome_of_cause(error));
        // The source of an I/O error is that of its inner error, which would be skipped.
        let inner = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        cause = match inner {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    // A body that is framed by no rule is the server's mistake. One that ends too early was cut off, like one that is reset.
    let otherwise = match error.downcast_ref::<hyper::Error>().and_then(kind_of) {
        Some(io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData) => Outcome::Malformed,
        _ => Outcome::Unreachable,
    };
    (outcome.unwrap_or(otherwise), parts.join(": "))
}

/// Whether a request or its body failed by the rules of HTTP/2, other than by the orderly end of the connection.
pub(crate) fn is_of_http2(error: &(dyn Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |&cause| cause.source());
    let reason = causes.find_map(|cause| cause.downcast_ref::<h2::Error>()?.reason());
    reason.is_some_and(|reason| reason != h2::Reason::NO_ERROR)
}

fn outcome_of_cause(error: &(dyn Error + 'static)) -> Option<Outcome> {
    if error.is::<rustls::Error>() {
        return Some(Outcome::TlsFailure);
    }
    if error.is::<Elapsed>() {
        return Some(Outcome::Timeout);
    }
    // HTTP/2 keeps no more of an I/O error than its text. The other two are of HTTP/1: heads, and what frames chunks.
    let text = error.to_string();
    if [OVERRUN, "head is too large", "over limit"]
        .iter()
        .any(|bound| text.contains(bound))
    {
        return Some(Outcome::TooLarge);
    }
    if let Some(error) = error.downcast_ref::<io::Error>() {
        return match error.kind() {
            io::ErrorKind::TimedOut => Some(Outcome::Timeout),
            io::ErrorKind::UnexpectedEof if text.contains("tls handshake") => {
                Some(Outcome::TlsFailure)
            }
            _ => None,
        };
    }
    let error = error.downcast_ref::<hyper::Error>()?;
    error.is_parse().then_some(Outcome::Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_its_outcome() {
        let cases = [
            (200, Outcome::Fetched),
            (206, Outcome::Fetched),
            (301, Outcome::Redirected),
            (304, Outcome::NotModified),
            (308, Outcome::Redirected),
            (403, Outcome::Refused),
            (404, Outcome::NotFound),
            (408, Outcome::Timeout),
            (410, Outcome::NotFound),
            (418, Outcome::Refused),
            (429, Outcome::Busy),
            (451, Outcome::Refused),
            (500, Outcome::ServerError),
            (503, Outcome::Busy),
        ];
        for (status, outcome) in cases {
            let status = StatusCode::from_u16(status).unwrap();
            assert_eq!(outcome_of(status, false), outcome, "{status}");
        }
    }

    #[test]
    fn only_what_breaks_the_rules_of_http_2_is_its_failure() {
        let of_reason = |reason: h2::Reason| is_of_http2(&h2::Error::from(reason));
        assert!(of_reason(h2::Reason::PROTOCOL_ERROR));
        assert!(of_reason(h2::Reason::HTTP_1_1_REQUIRED));
        assert!(!of_reason(h2::Reason::NO_ERROR));
        let network = io::Error::new(io::ErrorKind::ConnectionReset, "http2 error");
        assert!(!is_of_http2(&network));
    }

    #[test]
    fn a_part_is_a_page_only_if_it_is_all_of_it() {
        let base = Url::parse("https://a.example/").unwrap();
        let outcome = |range: Option<&'static str>| {
            let range = range.map(|range| (header::CONTENT_RANGE, HeaderValue::from_static(range)));
            let headers = HeaderMap::from_iter(range);
            Fetch::from_head(StatusCode::PARTIAL_CONTENT, headers, &base).outcome
        };
        for range in [None, Some("bytes 0-99/100")] {
            assert_eq!(outcome(range), Outcome::Fetched, "{range:?}");
        }
        for range in [
            Some("bytes 0-99/200"),
            Some("bytes 0-99/*"),
            Some("bytes 50-99/100"),
        ] {
            assert_eq!(outcome(range), Outcome::Malformed, "{range:?}");
        }
    }
}
