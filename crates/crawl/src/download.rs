//! Downloads single pages and files, without a database.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::header;
use store::Outcome;
use url::Url;

use crate::http::fetch::Fetcher;
use crate::http::receive::TRUNCATED_HEADER;
use crate::http::request::{Accept, Request};
use crate::http::response::Fetch;
use crate::http::retry_after::retry_after;
use crate::politeness::delay;
use crate::robots::fetch::RobotsResponse;
use crate::robots::{self, Rules};
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;
use crate::worker::host_cooldown::FIRST_COOLDOWN;
use crate::{BoxFuture, CrawlError};

/// How long a domain is left alone that is busy or does not respond, and how long the lack of a robots.txt is cached.
const COOLDOWN: Duration = Duration::from_mins(10);
/// Requests without a response in a row before that.
const MAX_FAILURES: u32 = 3;
/// How long a robots.txt is cached (RFC 9309, section 2.4).
const MAX_ROBOTS_AGE: Duration = Duration::from_hours(24);

/// Downloads URLs one after the other. It obeys robots.txt, which it requests once per host, follows redirects, and keeps the
/// delay between requests for pages of a domain. The first page of a host directly follows the robots.txt, as in a browser.
#[derive(Debug)]
pub struct Downloader {
    settings: Settings,
    fetcher: Fetcher,
    /// By scheme and authority: until when this is valid, and the rules or why nothing is allowed.
    robots: HashMap<String, (Instant, Result<Rules, String>)>,
    /// Until when a domain is not contacted, and its number of unanswered requests in a row.
    cooldowns: HashMap<String, (Instant, u32)>,
    /// The end of the last request, by registrable domain.
    requested: HashMap<String, Instant>,
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
            settings: settings.clone(),
            fetcher: Fetcher::new(settings)?,
            robots: HashMap::new(),
            cooldowns: HashMap::new(),
            requested: HashMap::new(),
        })
    }

    /// Downloads one URL. A domain that is busy is not contacted until the time in its `Retry-After`, or for ten minutes; after
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
                self.permit(&url).await?;
                let fetch = self.fetcher.get(Request::new(url.as_url(), accept)).await;
                self.requested.insert(url.domain(), Instant::now());
                self.record_outcome(&url.domain(), &fetch);
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

    /// Waits until a URL may be requested. Fails if robots.txt forbids it.
    async fn permit(&mut self, url: &CanonicalUrl) -> Result<(), CrawlError> {
        let domain = url.domain();
        if let Some((until, _)) = self.cooldowns.get(&domain) {
            let left = until.saturating_duration_since(Instant::now());
            if !left.is_zero() {
                return Err(not_fetched(format!(
                    "{domain} is busy, sends bot challenges or does not respond; no requests to it for {} more minutes",
                    left.as_secs() / 60 + 1
                )));
            }
        }
        let host = &url.as_url()[..url::Position::AfterPort];
        let is_known = |(until, _): &(Instant, _)| Instant::now() < *until;
        if !self.robots.get(host).is_some_and(is_known) {
            self.wait(&url.domain(), self.settings.delay).await;
            let found = self.request_robots(url.as_url(), &url.authority()).await;
            self.robots.insert(host.to_owned(), found);
        }
        let rules = match self.robots.get(host) {
            Some((_, Err(why))) => return Err(not_fetched(why)),
            Some((_, Ok(rules))) => rules,
            None => return Ok(()),
        };
        let decision = rules.check(url.as_url());
        if !decision.allowed {
            return Err(not_fetched(format!(
                "robots.txt of {} disallows it{}",
                url.authority(),
                decision
                    .rule
                    .map_or_else(String::new, |rule| format!(" ({rule})"))
            )));
        }
        let (ours, max) = (self.settings.delay, self.settings.max_crawl_delay);
        let Some(delay) = delay(ours, rules.crawl_delay(), max) else {
            return Err(not_fetched(format!(
                "robots.txt of {} asks for a longer delay than crawl.max_crawl_delay_seconds",
                url.authority()
            )));
        };
        self.wait(&url.domain(), delay).await;
        Ok(())
    }

    /// The rules of a host or why nothing is allowed, and until when this is valid.
    async fn request_robots(&self, url: &Url, authority: &str) -> (Instant, Result<Rules, String>) {
        let (response, _, failure) =
            robots::fetch::fetch(&self.fetcher, url.scheme(), authority).await;
        let now = Instant::now();
        match response {
            RobotsResponse::File(txt) if robots::is_answer(&txt) => {
                let rules = Rules::parse(&txt, &self.settings.product);
                (now + MAX_ROBOTS_AGE, Ok(rules))
            }
            RobotsResponse::File(txt) => {
                let status = txt.status.map(|status| format!("status {status}"));
                let why = failure.or(status).unwrap_or_default();
                let why = format!(
                    "robots.txt of {authority} cannot be fetched, so nothing is allowed: {why}"
                );
                (now + COOLDOWN, Err(why))
            }
            RobotsResponse::Busy(until) => {
                let why = format!("{authority} is busy and asks to retry later");
                (after(until, COOLDOWN), Err(why))
            }
            RobotsResponse::Challenged(until) => {
                let why = format!("{authority} sent a bot challenge");
                (after(until, FIRST_COOLDOWN), Err(why))
            }
            RobotsResponse::Refused(why) => (now + COOLDOWN, Err(why)),
        }
    }

    /// Records whether a domain answers.
    fn record_outcome(&mut self, domain: &str, fetch: &Fetch) {
        let now = Instant::now();
        let entry = self.cooldowns.entry(domain.to_owned()).or_insert((now, 0));
        let named = || retry_after(fetch.header(header::RETRY_AFTER)?, Utc::now());
        match fetch.outcome {
            Outcome::Busy => entry.0 = after(named(), COOLDOWN),
            Outcome::Challenge => entry.0 = after(named(), FIRST_COOLDOWN),
            Outcome::Timeout | Outcome::Unreachable | Outcome::DnsFailure => {
                entry.1 += 1;
                if entry.1 >= MAX_FAILURES {
                    *entry = (now + COOLDOWN, 0);
                }
            }
            _ => entry.1 = 0,
        }
    }

    /// Waits until this delay has passed since the last request to a domain.
    async fn wait(&self, domain: &str, delay: Duration) {
        if let Some(requested) = self.requested.get(domain) {
            tokio::time::sleep(delay.saturating_sub(requested.elapsed())).await;
        }
    }
}

/// The time that a host named, else after this cooldown.
fn after(named: Option<DateTime<Utc>>, cooldown: Duration) -> Instant {
    let wait = named.map(|named| (named - Utc::now()).to_std().unwrap_or_default());
    Instant::now() + wait.unwrap_or(cooldown)
}

fn not_fetched(why: impl std::fmt::Display) -> CrawlError {
    CrawlError::NotFetched(why.to_string())
}
