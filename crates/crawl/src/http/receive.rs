//! Receives an answer: its headers are judged, its body is read within bounds of size, time and memory.

use std::time::Duration;

use reqwest::{Response, header};
use store::Outcome;
use tokio::time::timeout;
use url::Url;

use crate::http::body::{Body, Fault};
use crate::http::challenge;
use crate::http::memory::{MemoryBudget, SMALL};
use crate::http::request::Accept;
use crate::http::response::{Fetch, failure, is_readable, size};
use crate::settings::Settings;

const NO_ROOM: &str = "no room for a large body in time; `crawl.max_bytes_in_flight` is the bound";
const DAMAGED: &str = "the body broke off or is damaged";

/// The bounds of every answer.
#[derive(Debug, Clone)]
pub(crate) struct Receiver {
    idle: Duration,
    total: Duration,
    header_bytes: usize,
    body_bytes: usize,
    memory: MemoryBudget,
}

impl Receiver {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            idle: settings.idle_timeout,
            total: settings.timeout,
            header_bytes: settings.max_header_bytes,
            body_bytes: settings.max_body_bytes,
            memory: MemoryBudget::new(settings.max_bytes_in_flight),
        }
    }

    /// Receives what is of use, and gives it an outcome.
    pub(crate) async fn receive(&self, mut response: Response, url: &Url, accept: Accept) -> Fetch {
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        let mut fetch = Fetch::begun(status, headers, url);
        if size(&fetch.headers) > self.header_bytes {
            let bound = self.header_bytes;
            fetch.headers.clear();
            return fetch.but(
                Outcome::TooLarge,
                format!("more than {bound} bytes of headers"),
            );
        }
        if let Some(whose) = challenge::by_headers(status, &fetch.headers) {
            return fetch.but(
                Outcome::Challenge,
                format!("{whose} wants proof of a person"),
            );
        }
        if fetch.outcome != Outcome::Fetched {
            return self.refusal(fetch, response).await;
        }
        if accept == Accept::Page && !is_readable(&fetch.headers) {
            let media = fetch.media_type().unwrap_or_default();
            return fetch.but(Outcome::Skipped, format!("content type {media}"));
        }
        let limit = accept.max_bytes(self.body_bytes);
        self.body(fetch, response, accept, limit).await
    }

    /// Receives a body.
    async fn body(
        &self,
        mut fetch: Fetch,
        mut response: Response,
        accept: Accept,
        limit: usize,
    ) -> Fetch {
        let announced = content_length(&fetch);
        let coded = fetch.headers.contains_key(header::CONTENT_ENCODING);
        let too_large = format!("more than {limit} bytes");
        if announced.is_some_and(|bytes| bytes > limit as u64) && accept != Accept::Robots {
            return fetch.but(Outcome::TooLarge, too_large);
        }
        let mut body = match accept {
            Accept::Sitemap if is_gzip(&fetch) => Body::as_it_comes(limit),
            _ => match Body::new(&fetch.headers, limit) {
                Ok(body) => body,
                Err(why) => return fetch.but(Outcome::Malformed, why),
            },
        };
        loop {
            if body.held() > SMALL && fetch.memory.is_none() {
                // What is announced of a coded body says nothing about the body.
                let known = announced.filter(|_| !coded);
                let most = known.map_or(limit, |bytes| usize::try_from(bytes).unwrap_or(limit));
                let permit = self.memory.take(most.max(SMALL));
                match timeout(self.total, permit).await {
                    Ok(permit) => fetch.memory = permit,
                    Err(_) => return fetch.but(Outcome::Timeout, NO_ROOM.to_owned()),
                }
            }
            let pushed = match timeout(self.idle, response.chunk()).await {
                Ok(Ok(Some(piece))) => body.push(&piece),
                Ok(Ok(None)) => break,
                Ok(Err(error)) => {
                    let (outcome, detail) = failure(&error);
                    return fetch.but(outcome, detail);
                }
                Err(_) => {
                    return fetch.but(Outcome::Timeout, "the answer stopped coming".to_owned());
                }
            };
            match pushed {
                Ok(()) => {}
                Err(Fault::TooLarge) if accept == Accept::Robots => {
                    fetch.body = body.beginning();
                    return decoded(fetch);
                }
                Err(Fault::TooLarge) => return fetch.but(Outcome::TooLarge, too_large),
                Err(Fault::Damaged) => return fetch.but(Outcome::Malformed, DAMAGED.to_owned()),
            }
        }
        match body.finish() {
            Ok(bytes) if accept == Accept::Sitemap && is_gzip(&fetch) => {
                match unpacked(&fetch, &bytes) {
                    Some(small) => {
                        fetch.body = small;
                        decoded(fetch)
                    }
                    None => Fetch {
                        body: bytes,
                        ..fetch
                    },
                }
            }
            Ok(bytes) => {
                fetch.body = bytes;
                decoded(fetch)
            }
            Err(Fault::TooLarge) => fetch.but(Outcome::TooLarge, too_large),
            Err(Fault::Damaged) => fetch.but(Outcome::Malformed, DAMAGED.to_owned()),
        }
    }

    /// An answer without a page: its first bytes tell whether it is a bot challenge.
    async fn refusal(&self, mut fetch: Fetch, mut response: Response) -> Fetch {
        let Some(status) = fetch.status.filter(|&status| challenge::may_be(status)) else {
            return fetch;
        };
        let Ok(mut body) = Body::new(&fetch.headers, challenge::LOOK) else {
            return fetch;
        };
        let beginning = loop {
            match timeout(self.idle, response.chunk()).await {
                Ok(Ok(Some(piece))) if body.push(&piece).is_ok() => {}
                Ok(Ok(None)) => break body.finish().unwrap_or_default(),
                _ => break body.beginning(),
            }
        };
        if let Some(whose) = challenge::by_body(status, &fetch.headers, &beginning) {
            fetch = fetch.but(
                Outcome::Challenge,
                format!("{whose} wants proof of a person"),
            );
        }
        fetch
    }
}

/// A gzipped body, if that is small.
fn unpacked(fetch: &Fetch, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Body::new(&fetch.headers, SMALL).ok()?;
    body.push(bytes).ok()?;
    body.finish().ok()
}

/// The headers describe the body as it came; it has been decoded since.
fn decoded(mut fetch: Fetch) -> Fetch {
    if fetch.headers.remove(header::CONTENT_ENCODING).is_some() {
        fetch.headers.remove(header::CONTENT_LENGTH);
    }
    fetch
}

fn content_length(fetch: &Fetch) -> Option<u64> {
    fetch.header(header::CONTENT_LENGTH)?.trim().parse().ok()
}

fn is_gzip(fetch: &Fetch) -> bool {
    fetch
        .header(header::CONTENT_ENCODING)
        .is_some_and(|coding| matches!(coding.trim(), "gzip" | "x-gzip"))
}
