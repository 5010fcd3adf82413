//! Requests for a command of a user: permitted, paced and given up as in a crawl, but without a database.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use reqwest::header;
use store::Outcome;
use tokio_util::sync::CancellationToken;
use url::Position;

use crate::http::fetch::Fetcher;
use crate::http::receive::TRUNCATED_HEADER;
use crate::http::request::{Accept, Request};
use crate::http::response::Fetch;
use crate::http::retry_after::named_time;
use crate::politeness::{SHORT_PAUSES, span};
use crate::robots::MAX_AGE;
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;
use crate::worker::host_cooldown::busy_until;
use crate::worker::limiter::{NotSent, PacedFetcher, RateLimiter};
use crate::worker::report::EndReason;
use crate::worker::robots::{Closed, SchemeRules, apply, request};
use crate::{BoxFuture, CrawlError};

/// Requests without a response in a row after which a host is left alone.
const MAX_FAILURES: u32 = 3;

/// Downloads URLs one after the other. It obeys robots.txt, which it requests once per host, follows redirects, and keeps the
/// delay between requests for pages of a domain. The first page of a host directly follows the robots.txt, as in a browser.
#[derive(Debug)]
pub struct Downloader {
    settings: Arc<Settings>,
    fetcher: Fetcher,
    /// By registrable domain.
    requests: HashMap<String, PacedFetcher>,
    /// By scheme and authority.
    hosts: HashMap<String, Host>,
}

/// What a host allows.
#[derive(Debug)]
pub(crate) struct Host {
    /// The status of its robots.txt; 429 if the host is up, but busy. `None`: there was no response.
    pub(crate) robots_status: Option<i16>,
    /// The rules, or why nothing of the host is requested.
    pub(crate) rules: Result<SchemeRules, Closed>,
    /// Until when this is known.
    until: DateTime<Utc>,
    /// Requests without a response in a row.
    failures: u32,
}

/// A response with a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// The URL after redirects.
    pub url: String,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The value of `Content-Type`.
    pub content_type: Option<String>,
    /// The decompressed body.
    pub body: Vec<u8>,
}

/// What to download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DownloadKind {
    /// A page: any other content type is an error.
    Page,
    /// A file of any content type.
    File,
}

impl Downloader {
    /// A downloader with the bounds, the user agent and the address policy of a crawl.
    ///
    /// # Errors
    ///
    /// [`CrawlError::Settings`] if the settings cannot be used, for instance without a contact.
    pub fn new(settings: &Settings) -> Result<Self, CrawlError> {
        settings.check().map_err(CrawlError::Settings)?;
        Ok(Self {
            settings: Arc::new(settings.clone()),
            fetcher: Fetcher::new(settings)?,
            requests: HashMap::new(),
            hosts: HashMap::new(),
        })
    }

    /// The requests to the domain of a URL.
    fn requests(&mut self, url: &CanonicalUrl) -> &PacedFetcher {
        let (settings, fetcher) = (&self.settings, &self.fetcher);
        self.requests
            .entry(url.domain())
            .or_insert_with(|| PacedFetcher {
                fetcher: fetcher.clone(),
                limiter: RateLimiter::new(settings, None, &CancellationToken::new()),
                timeout: settings.timeout,
            })
    }

    /// What the host of a URL allows. Its robots.txt is requested unless it is known.
    pub(crate) async fn host(&mut self, url: &CanonicalUrl) -> Result<&mut Host, NotSent> {
        let origin = url.as_url()[..Position::AfterPort].to_owned();
        let known = self.hosts.remove(&origin);
        let host = if let Some(host) = known.filter(|host| Utc::now() < host.until) {
            host
        } else {
            let settings = Arc::clone(&self.settings);
            Host::ask(self.requests(url), &settings, url).await?
        };
        Ok(self.hosts.entry(origin).or_insert(host))
    }

    /// Requests a URL at its turn. The outcome is `Disallowed` if it may not be requested.
    pub(crate) async fn fetch(
        &mut self,
        url: &CanonicalUrl,
        accept: Accept,
    ) -> Result<Fetch, NotSent> {
        if let Some(why) = self.host(url).await?.refusal(url) {
            return Ok(Fetch::without_answer(Outcome::Disallowed, why));
        }
        let get = Request::new(url.as_url(), accept);
        let fetch = self.requests(url).get(get).await?;
        let settings = Arc::clone(&self.settings);
        self.host(url).await?.count(&fetch, &settings);
        Ok(fetch)
    }

    /// Downloads one URL. A host that is busy is not contacted until the time in its `Retry-After`, or for ten minutes; after
    /// a bot challenge likewise, or for an hour; one that left three requests in a row unanswered, for ten minutes.
    ///
    /// # Errors
    ///
    /// [`CrawlError::NotFetched`] with the reason if there is no body: robots.txt forbids it, the address is private, the
    /// server refuses, the body is too large.
    pub fn get<'a>(
        &'a mut self,
        url: &'a str,
        kind: DownloadKind,
    ) -> BoxFuture<'a, Result<Download, CrawlError>> {
        Box::pin(async move {
            let accept = match kind {
                DownloadKind::Page => Accept::Page,
                DownloadKind::File => Accept::Feed,
            };
            let mut url = CanonicalUrl::parse(url).map_err(not_fetched)?;
            for _ in 0..=self.settings.max_redirects {
                let fetch = self.fetch(&url, accept).await?;
                let is_cut = fetch.headers.contains_key(TRUNCATED_HEADER);
                if is_cut && matches!(kind, DownloadKind::File) {
                    let bound = self.settings.max_body_bytes;
                    return Err(not_fetched(format!("more than {bound} bytes")));
                }
                match (fetch.outcome, &fetch.location) {
                    (Outcome::Fetched, _) => {
                        return Ok(Download {
                            url: url.to_string(),
                            status: fetch.status.map(|status| status.as_u16()),
                            content_type: fetch.header(header::CONTENT_TYPE).map(str::to_owned),
                            body: fetch.body,
                        });
                    }
                    (Outcome::Redirected, Some(target)) => {
                        url = CanonicalUrl::new(target).map_err(|error| {
                            not_fetched(format!("it redirects to {target}: {error}"))
                        })?;
                    }
                    (Outcome::Disallowed, _) => {
                        return Err(not_fetched(fetch.detail.unwrap_or_default()));
                    }
                    (outcome, _) => {
                        let status = fetch.status.map(|status| format!("status {status}"));
                        let why = fetch.detail.or(status).unwrap_or_default();
                        let outcome = outcome.as_str().replace('_', " ");
                        return Err(not_fetched(format!("{outcome}: {why}")));
                    }
                }
            }
            Err(not_fetched(format!(
                "more than {} redirects in a row",
                self.settings.max_redirects
            )))
        })
    }
}

impl Host {
    /// Requests its robots.txt.
    async fn ask(
        requests: &PacedFetcher,
        settings: &Settings,
        url: &CanonicalUrl,
    ) -> Result<Self, NotSent> {
        let wait = |outcome, named| rest(settings, outcome, named);
        let (scheme, authority) = (url.as_url().scheme(), url.authority());
        let answer = request(requests, scheme, &authority, wait).await?;
        let robots_status = match &answer.file {
            Ok(txt) => txt.status,
            Err(closed) => (closed.ended != EndReason::AddressRefused).then_some(429),
        };
        let rules = answer
            .file
            .and_then(|txt| apply(&txt, false, &requests.limiter, settings));
        let until = match rules.as_ref().map_err(|closed| closed.ended) {
            Ok(_) => Utc::now() + MAX_AGE,
            Err(EndReason::Busy(until) | EndReason::Challenged(until)) => until,
            Err(_) => Utc::now() + span(settings.revisit.failure),
        };
        let rules = rules.map_err(|closed| Closed {
            ended: closed.ended,
            detail: closed.detail.or(answer.failure),
        });
        Ok(Self {
            robots_status,
            rules,
            until,
            failures: 0,
        })
    }

    /// Closes the host for some time after a refusal, or too many requests without a response.
    fn count(&mut self, fetch: &Fetch, settings: &Settings) {
        let named = named_time(&fetch.headers, Utc::now());
        let until = rest(settings, fetch.outcome, named);
        self.failures = match fetch.outcome {
            Outcome::Timeout | Outcome::Unreachable | Outcome::DnsFailure => self.failures + 1,
            _ => 0,
        };
        let ended = match fetch.outcome {
            Outcome::Busy => EndReason::Busy(until),
            Outcome::Challenge => EndReason::Challenged(until),
            _ if self.failures >= MAX_FAILURES => EndReason::TooEarly(until),
            _ => return,
        };
        (self.rules, self.until) = (Err(ended.into()), until);
    }

    /// Why a URL of the host may not be requested.
    fn refusal(&self, url: &CanonicalUrl) -> Option<String> {
        let host = url.authority();
        let closed = match &self.rules {
            Ok(rules) => {
                let decision = rules.rules.check(url.as_url());
                let rule = decision.rule.map(|rule| format!(" ({rule})"));
                let rule = rule.unwrap_or_default();
                return (!decision.allowed)
                    .then(|| format!("robots.txt of {host} disallows it{rule}"));
            }
            Err(closed) => closed,
        };
        let detail = closed.detail.as_deref().unwrap_or_default();
        let why = match closed.ended {
            EndReason::Busy(_) => "is busy and asks to retry later",
            EndReason::Challenged(_) => "sent a bot challenge",
            EndReason::TooEarly(_) => "does not respond",
            EndReason::AddressRefused => return Some(detail.to_owned()),
            EndReason::CrawlDelay => return Some(format!("robots.txt of {host}: {detail}")),
            _ => {
                return Some(format!(
                    "robots.txt of {host} cannot be fetched, so nothing is allowed: {detail}"
                ));
            }
        };
        let minutes = (self.until - Utc::now()).num_minutes() + 1;
        Some(format!(
            "{host} {why}; no requests to it for {minutes} more minutes"
        ))
    }
}

/// When a host that refused is requested again. A command does not come back after seconds, unless the host says so.
fn rest(settings: &Settings, outcome: Outcome, named: Option<DateTime<Utc>>) -> DateTime<Utc> {
    let is_challenge = outcome == Outcome::Challenge;
    let refusals = if is_challenge { 1 } else { SHORT_PAUSES + 1 };
    let (failure, now) = (settings.revisit.failure, Utc::now());
    busy_until(outcome, named, refusals, 0, failure, now)
}

fn not_fetched(why: impl std::fmt::Display) -> CrawlError {
    CrawlError::NotFetched(why.to_string())
}
