//! Reads a response: checks its headers, and reads its body within bounds of size, time and memory.

use std::future::poll_fn;
use std::io::Read as _;
use std::pin::Pin;
use std::time::Duration;

use flate2::read::MultiGzDecoder;
use futures_util::stream::{self, Stream};
use hyper::Response;
use hyper::body::{Body as _, Bytes, Incoming};
use reqwest::header::{self, HeaderValue};
use store::Outcome;
use tokio::time::{Instant, timeout, timeout_at};
use url::Url;

use crate::feeds;
use crate::http::body::{Body, BodyError, Coding, GZIP};
use crate::http::challenge;
use crate::http::connector::Meter;
use crate::http::media::{
    MAX_SNIFFED, MediaKind, begins_as_html, ends_as_document, media_kind, other_than_html,
};
use crate::http::memory::{MAX_SMALL_BODY, MemoryBudget};
use crate::http::request::Accept;
use crate::http::response::{Fetch, failure, is_cut_off, is_of_http2, size};
use crate::settings::Settings;

/// The stored header of a body that was cut off: that of WARC (`WARC-Truncated`).
pub const TRUNCATED_HEADER: &str = "warc-truncated";
const NO_MEMORY: &str =
    "timed out waiting for memory for a large body (`crawl.max_bytes_in_flight`)";
const WHOLE: &str = "whole, although its end is missing";
const DAMAGED: &str = "the body is truncated or damaged";

/// The bounds of every response.
#[derive(Debug, Clone)]
pub(crate) struct ResponseReader {
    idle: Duration,
    total: Duration,
    header_bytes: usize,
    body_bytes: usize,
    memory: MemoryBudget,
}

impl ResponseReader {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            idle: settings.idle_timeout,
            total: settings.timeout,
            header_bytes: settings.max_header_bytes,
            body_bytes: settings.max_body_bytes,
            memory: MemoryBudget::new(settings.max_bytes_in_flight),
        }
    }

    /// Reads as much of a response as is useful until the deadline, and sets its outcome.
    pub(crate) async fn read(
        &self,
        mut response: Response<Incoming>,
        url: &Url,
        accept: Accept,
        deadline: Instant,
    ) -> Fetch {
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        let chunks = chunks(response, self.idle, deadline);
        let mut fetch = Fetch::from_head(status, headers, url);
        if size(&fetch.headers) > self.header_bytes {
            let bound = self.header_bytes;
            fetch.headers.clear();
            return fetch.with_outcome(
                Outcome::TooLarge,
                format!("more than {bound} bytes of headers"),
            );
        }
        if let Some(vendor) = challenge::by_headers(status, &fetch.headers) {
            return fetch.with_outcome(Outcome::Challenge, format!("bot challenge by {vendor}"));
        }
        if fetch.outcome != Outcome::Fetched {
            return self.error_page(fetch, chunks).await;
        }
        if accept == Accept::Page && media_kind(&fetch.headers) == MediaKind::Other {
            return no_page(fetch);
        }
        let limit = accept.max_bytes(self.body_bytes);
        self.body(fetch, chunks, accept, limit).await
    }

    async fn body(
        &self,
        mut fetch: Fetch,
        chunks: impl Stream<Item = Result<Bytes, BodyError>> + Send + 'static,
        accept: Accept,
        limit: usize,
    ) -> Fetch {
        let announced = content_length(&fetch);
        let too_large = format!("more than {limit} bytes");
        if announced.is_some_and(|bytes| bytes > limit as u64) && !accept.may_be_cut() {
            return fetch.with_outcome(Outcome::TooLarge, too_large);
        }
        let coding = match Coding::of(&fetch.headers) {
            Ok(coding) => coding,
            Err(why) => return fetch.with_outcome(Outcome::Malformed, why),
        };
        // A large sitemap stays gzipped until it is parsed.
        let keep_gzipped = accept == Accept::Sitemap && coding == Coding::Gzip;
        let decoded_as = if keep_gzipped {
            Coding::Identity
        } else {
            coding
        };
        let mut body = Body::new(decoded_as, limit, chunks).await;
        let mut is_doubtful =
            accept == Accept::Page && media_kind(&fetch.headers) == MediaKind::Doubtful;
        loop {
            if is_doubtful && body.bytes.len() >= MAX_SNIFFED {
                if !is_page(&body.bytes) {
                    return no_page(fetch);
                }
                is_doubtful = false;
            }
            if body.bytes.len() > MAX_SMALL_BODY && fetch.memory.is_none() {
                // The length of an encoded body does not reveal the decoded length.
                let known = announced.filter(|_| coding == Coding::Identity);
                let max = known.map_or(limit, |bytes| {
                    usize::try_from(bytes).unwrap_or(limit).min(limit)
                });
                let permit = self.memory.acquire(max.max(MAX_SMALL_BODY));
                match timeout(self.total, permit).await {
                    Ok(permit) => fetch.memory = permit,
                    Err(_) => return fetch.with_outcome(Outcome::Timeout, NO_MEMORY.to_owned()),
                }
            }
            match body.read().await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) if has_no_end(&error) && is_whole(&body.bytes) => {
                    fetch.detail = Some(WHOLE.to_owned());
                    break;
                }
                Err(BodyError::TooLarge)
                    if accept.may_be_cut() && (accept != Accept::Page || is_page(&body.bytes)) =>
                {
                    let why = HeaderValue::from_static("length");
                    fetch.headers.insert(TRUNCATED_HEADER, why);
                    fetch.detail = Some(format!("read up to byte {limit}"));
                    break;
                }
                Err(BodyError::TooLarge) => {
                    return fetch.with_outcome(Outcome::TooLarge, too_large);
                }
                Err(BodyError::Damaged) => {
                    return fetch.with_outcome(Outcome::Malformed, DAMAGED.to_owned());
                }
                Err(BodyError::Idle) => {
                    let why = "the response stalled".to_owned();
                    return fetch.with_outcome(Outcome::Timeout, why);
                }
                Err(BodyError::Connection(error)) => {
                    let (outcome, detail) = failure(&error);
                    fetch.failed_in_http2 = is_of_http2(&error);
                    return fetch.with_outcome(outcome, detail);
                }
            }
        }
        // Some servers compress a page twice, or do not say that it is compressed.
        if accept == Accept::Page
            && body.bytes.starts_with(&GZIP)
            && let Some(page) = gunzipped(&body.bytes)
        {
            body.bytes = page;
        }
        if is_doubtful && !is_page(&body.bytes) {
            return no_page(fetch);
        }
        if accept == Accept::Page
            && !feeds::looks_like_one(&body.bytes)
            && let Some(what) = other_than_html(&body.bytes)
        {
            return fetch.with_outcome(Outcome::Skipped, format!("{what} in place of a page"));
        }
        fetch.body = body.bytes;
        if keep_gzipped {
            match gunzipped(&fetch.body) {
                Some(small) => fetch.body = small,
                None => return fetch,
            }
        }
        decoded(fetch)
    }

    /// Reads the beginning of an error page, to detect a bot challenge.
    async fn error_page(
        &self,
        fetch: Fetch,
        chunks: impl Stream<Item = Result<Bytes, BodyError>> + Send + 'static,
    ) -> Fetch {
        let status = fetch.status.filter(|&at| challenge::is_possible(at));
        let (Some(status), Ok(coding)) = (status, Coding::of(&fetch.headers)) else {
            return fetch;
        };
        let mut body = Body::new(coding, challenge::MAX_INSPECTED, chunks).await;
        while let Ok(true) = body.read().await {}
        match challenge::by_body(status, &fetch.headers, &body.bytes) {
            Some(vendor) => {
                fetch.with_outcome(Outcome::Challenge, format!("bot challenge by {vendor}"))
            }
            None => fetch,
        }
    }
}

/// Whether a body of a doubtful type begins like a page, or like a feed in its place.
fn is_page(body: &[u8]) -> bool {
    begins_as_html(body) || feeds::looks_like_one(body)
}

/// The outcome of a body that is no page, by its content type.
fn no_page(fetch: Fetch) -> Fetch {
    let media = fetch.media_type().unwrap_or_default();
    fetch.with_outcome(Outcome::Skipped, format!("content type {media}"))
}

/// The chunks of a body, each within the idle timeout and all before the deadline.
fn chunks(
    response: Response<Incoming>,
    idle: Duration,
    deadline: Instant,
) -> impl Stream<Item = Result<Bytes, BodyError>> + Send + 'static {
    let meter = response.extensions().get::<Meter>().cloned();
    if let Some(meter) = &meter {
        meter.reset();
    }
    let body = response.into_body();
    stream::try_unfold((body, meter), move |(mut body, meter)| async move {
        loop {
            let until = deadline.min(Instant::now() + idle);
            let frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
            let frame = match timeout_at(until, frame).await {
                Ok(Some(Ok(frame))) => frame,
                Ok(Some(Err(error))) => return Err(BodyError::Connection(error)),
                Ok(None) => break,
                Err(_) => return Err(BodyError::Idle),
            };
            if let Ok(chunk) = frame.into_data() {
                if let Some(meter) = &meter {
                    meter.is_body(chunk.len());
                }
                return Ok(Some((chunk, (body, meter))));
            }
        }
        if let Some(meter) = &meter {
            meter.reset();
        }
        Ok(None)
    })
}

/// Whether a body came in good order, but not its end: the connection was closed before, or is left open and silent.
fn has_no_end(error: &BodyError) -> bool {
    match error {
        BodyError::Idle => true,
        BodyError::Connection(error) => is_cut_off(error),
        BodyError::TooLarge | BodyError::Damaged => false,
    }
}

/// Whether a body of which less came than its framing announced is a whole document, possibly gzipped.
fn is_whole(bytes: &[u8]) -> bool {
    if bytes.starts_with(&GZIP) {
        gunzipped(bytes).is_some_and(|text| ends_as_document(&text))
    } else {
        ends_as_document(bytes)
    }
}

/// The decompressed body, if it is small.
fn gunzipped(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    let mut decoder = MultiGzDecoder::new(bytes).take(MAX_SMALL_BODY as u64 + 1);
    decoder.read_to_end(&mut text).ok()?;
    (text.len() <= MAX_SMALL_BODY).then_some(text)
}

/// Removes the headers that describe the body before decoding.
fn decoded(mut fetch: Fetch) -> Fetch {
    if fetch.headers.remove(header::CONTENT_ENCODING).is_some() {
        fetch.headers.remove(header::CONTENT_LENGTH);
    }
    fetch
}

fn content_length(fetch: &Fetch) -> Option<u64> {
    fetch.header(header::CONTENT_LENGTH)?.trim().parse().ok()
}
