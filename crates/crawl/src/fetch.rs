//! `Fetch`: what came back from one request, or why nothing did.

use std::time::{Duration, Instant};

use reqwest::header::{self, HeaderMap, HeaderValue};
use reqwest::{Response, StatusCode};
use store::Outcome;
use url::Url;

use crate::failure::failure;
use crate::resolver::AddressPolicy;
use crate::settings::Settings;
use crate::sitemap;

/// The one HTTP client. Follows no redirect by itself, keeps no cookie, obeys the address policy.
#[derive(Debug, Clone)]
pub(crate) struct Fetcher {
    http: reqwest::Client,
    policy: AddressPolicy,
    max_body_bytes: usize,
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) url: &'a Url,
    pub(crate) accept: Accept,
    pub(crate) etag: Option<&'a str>,
    pub(crate) last_modified: Option<&'a str>,
}

/// What is of use as an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accept {
    /// Pages, or a feed where a page was expected. Other types are not read.
    Page,
    /// Feeds, whatever they call themselves: their types are seldom right.
    Feed,
    /// Sitemaps, likewise; they may be larger than a page.
    Sitemap,
    /// A robots.txt, of which the first bytes count (RFC 9309, section 2.5).
    Robots,
}

/// One answer. `body` is empty unless the outcome is `Fetched`.
#[derive(Debug)]
pub(crate) struct Fetch {
    pub(crate) outcome: Outcome,
    pub(crate) status: Option<StatusCode>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
    /// Where a redirect leads.
    pub(crate) location: Option<Url>,
    pub(crate) took: Duration,
    /// What went wrong, for people.
    pub(crate) detail: Option<String>,
}

impl Fetch {
    fn without_answer(outcome: Outcome, detail: String) -> Self {
        Self {
            outcome,
            status: None,
            headers: HeaderMap::new(),
            body: Vec::new(),
            location: None,
            took: Duration::ZERO,
            detail: Some(detail),
        }
    }

    fn too_large(mut self, limit: usize) -> Self {
        self.outcome = Outcome::TooLarge;
        self.detail = Some(format!("more than {limit} bytes"));
        self.body = Vec::new();
        self
    }

    /// A header as text.
    pub(crate) fn header(&self, name: header::HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The status as the store keeps it.
    pub(crate) fn status_code(&self) -> Option<i16> {
        self.status
            .and_then(|status| i16::try_from(status.as_u16()).ok())
    }

    /// The media type in lower case, without its parameters.
    pub(crate) fn media_type(&self) -> Option<String> {
        media_type(&self.headers)
    }
}

impl Fetcher {
    pub(crate) fn new(settings: &Settings) -> Result<Self, reqwest::Error> {
        let policy = AddressPolicy::new(&settings.private_hosts);
        let mut headers = HeaderMap::new();
        if let Ok(language) = HeaderValue::from_str(&settings.accept_language) {
            headers.insert(header::ACCEPT_LANGUAGE, language);
        }
        let http = reqwest::Client::builder()
            .user_agent(settings.user_agent())
            .default_headers(headers)
            .dns_resolver(policy.clone())
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .retry(reqwest::retry::never())
            .no_proxy()
            .connect_timeout(settings.idle_timeout)
            .read_timeout(settings.idle_timeout)
            .timeout(settings.timeout)
            .pool_idle_timeout(Duration::from_mins(2))
            .pool_max_idle_per_host(settings.concurrency_per_host)
            .build()?;
        Ok(Self {
            http,
            policy,
            max_body_bytes: settings.max_body_bytes,
        })
    }

    /// The client underneath, for the one library that insists on having one.
    pub(crate) fn client(&self) -> &reqwest::Client {
        &self.http
    }

    /// One GET. Never fails: whatever happens is an outcome.
    pub(crate) async fn get(&self, request: Request<'_>) -> Fetch {
        let begun = Instant::now();
        let mut fetch = match self.policy.check(request.url) {
            Ok(()) => self.exchange(request).await,
            Err(private) => Fetch::without_answer(Outcome::Skipped, private.to_string()),
        };
        fetch.took = begun.elapsed();
        fetch
    }

    async fn exchange(&self, request: Request<'_>) -> Fetch {
        let accept = match request.accept {
            Accept::Page => "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
            Accept::Feed => {
                "application/rss+xml,application/atom+xml,application/feed+json,*/*;q=0.5"
            }
            Accept::Sitemap => "application/xml,text/xml,*/*;q=0.5",
            Accept::Robots => "text/plain,*/*;q=0.5",
        };
        let mut builder = self
            .http
            .get(request.url.clone())
            .header(header::ACCEPT, accept);
        if let Some(etag) = request.etag {
            builder = builder.header(header::IF_NONE_MATCH, etag);
        }
        if let Some(last_modified) = request.last_modified {
            builder = builder.header(header::IF_MODIFIED_SINCE, last_modified);
        }
        match builder.send().await {
            Ok(response) => self.read(response, request).await,
            Err(error) => {
                let (outcome, detail) = failure(&error);
                Fetch::without_answer(outcome, detail)
            }
        }
    }

    async fn read(&self, mut response: Response, request: Request<'_>) -> Fetch {
        let status = response.status();
        let headers = response.headers().clone();
        let mut fetch = Fetch {
            outcome: outcome_of(status),
            status: Some(status),
            location: location(&headers, request.url),
            headers,
            body: Vec::new(),
            took: Duration::ZERO,
            detail: None,
        };
        if fetch.outcome == Outcome::Redirected && fetch.location.is_none() {
            fetch.outcome = Outcome::Skipped;
            fetch.detail = Some("a redirect that leads nowhere".to_owned());
        }
        if fetch.outcome != Outcome::Fetched {
            return fetch;
        }
        if request.accept == Accept::Page && !is_readable(&fetch.headers) {
            fetch.outcome = Outcome::Skipped;
            fetch.detail = fetch
                .media_type()
                .map(|media| format!("content type {media}"));
            return fetch;
        }
        let limit = match request.accept {
            Accept::Robots => robotxt::BYTE_LIMIT + 1,
            Accept::Sitemap => self.max_body_bytes.max(sitemap::MAX_BYTES),
            Accept::Page | Accept::Feed => self.max_body_bytes,
        };
        if response
            .content_length()
            .is_some_and(|announced| announced > limit as u64)
            && request.accept != Accept::Robots
        {
            return fetch.too_large(limit);
        }
        loop {
            match response.chunk().await {
                Ok(Some(piece)) if fetch.body.len() + piece.len() <= limit => {
                    fetch.body.extend_from_slice(&piece);
                }
                Ok(Some(piece)) if request.accept == Accept::Robots => {
                    let room = limit - fetch.body.len();
                    fetch.body.extend_from_slice(&piece[..room]);
                    return fetch;
                }
                Ok(Some(_)) => return fetch.too_large(limit),
                Ok(None) => return fetch,
                Err(error) => {
                    let (outcome, detail) = failure(&error);
                    fetch.outcome = outcome;
                    fetch.detail = Some(detail);
                    fetch.body = Vec::new();
                    return fetch;
                }
            }
        }
    }
}

fn outcome_of(status: StatusCode) -> Outcome {
    match status.as_u16() {
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
    // Servers send what is not ASCII as it is; the URL parser encodes it.
    let target = String::from_utf8_lossy(headers.get(header::LOCATION)?.as_bytes());
    base.join(target.trim()).ok()
}

fn media_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let media = value
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    Some(media).filter(|media| !media.is_empty())
}

/// Whether a body may be a page or a feed. Without a type the body decides.
fn is_readable(headers: &HeaderMap) -> bool {
    media_type(headers).is_none_or(|media| {
        media == "text/html"
            || media == "application/feed+json"
            || media == "text/xml"
            || media == "application/xml"
            || media.ends_with("+xml") && !media.starts_with("image/")
    })
}

#[cfg(test)]
#[path = "fetch_tests.rs"]
mod tests;
