//! Asking a host for its robots.txt (RFC 9309, section 2.3).

use chrono::{DateTime, Utc};
use reqwest::header;
use store::{Outcome, RobotsTxt};
use url::Url;

use crate::http::fetch::Fetcher;
use crate::http::request::{Accept, Request};
use crate::http::response::Fetch;
use crate::politeness::retry_after;

/// Redirects followed, also to other hosts (section 2.3.1.2).
const MAX_REDIRECTS: usize = 5;

/// What asking for a robots.txt gave.
#[derive(Debug)]
pub(crate) enum RobotsAnswer {
    /// An answer, or none: either way it says what is allowed.
    File(RobotsTxt),
    /// The host wants to be left alone until then.
    Busy(Option<DateTime<Utc>>),
}

impl RobotsAnswer {
    /// A file that says nothing, with the status that decides what that means; `None`: there was no answer.
    pub(crate) fn empty(fetched_at: DateTime<Utc>, status: Option<i16>) -> Self {
        Self::File(RobotsTxt {
            fetched_at,
            status,
            body: Vec::new(),
        })
    }
}

/// A robots.txt being asked for, one request after the other; the caller sends them.
#[derive(Debug)]
pub(crate) struct RobotsRequest {
    url: Url,
    redirects: usize,
}

impl RobotsRequest {
    /// `None`: there is no such host.
    pub(crate) fn new(scheme: &str, authority: &str) -> Option<Self> {
        let url = Url::parse(&format!("{scheme}://{authority}/robots.txt")).ok()?;
        Some(Self { url, redirects: 0 })
    }

    /// The request to send next.
    pub(crate) fn request(&self) -> Request<'_> {
        Request {
            url: &self.url,
            accept: Accept::Robots,
            etag: None,
            last_modified: None,
        }
    }

    /// What the answer to that request means; `None`: it is a redirect, which the next request follows.
    pub(crate) fn receive(&mut self, fetch: Fetch, now: DateTime<Utc>) -> Option<RobotsAnswer> {
        let status = fetch.status_code();
        let answer = match fetch.outcome {
            Outcome::Redirected => match fetch.location {
                // More redirects count as "unavailable": nothing is forbidden.
                Some(_) if self.redirects == MAX_REDIRECTS => RobotsAnswer::empty(now, Some(310)),
                Some(location) if matches!(location.scheme(), "http" | "https") => {
                    self.redirects += 1;
                    self.url = location;
                    return None;
                }
                _ => RobotsAnswer::empty(now, status),
            },
            // A 503 that names no time is a server error like any other (section 2.3.1.4).
            Outcome::Busy
                if status == Some(429) || fetch.headers.contains_key(header::RETRY_AFTER) =>
            {
                let named = fetch.header(header::RETRY_AFTER);
                RobotsAnswer::Busy(named.and_then(|value| retry_after(value, now)))
            }
            // A bot challenge is a refusal.
            Outcome::Challenge => RobotsAnswer::Busy(None),
            // An answer that broke off says nothing; its status must not make it an empty file.
            Outcome::Timeout
            | Outcome::Unreachable
            | Outcome::DnsFailure
            | Outcome::TlsFailure
            | Outcome::Malformed
            | Outcome::TooLarge
            | Outcome::Skipped => RobotsAnswer::empty(now, None),
            _ => RobotsAnswer::File(RobotsTxt {
                fetched_at: now,
                status,
                body: fetch.body,
            }),
        };
        Some(answer)
    }
}

/// Asks a host for its robots.txt at once: a single look at a site, for a person who waits.
pub(crate) async fn fetch(fetcher: &Fetcher, scheme: &str, authority: &str) -> RobotsAnswer {
    let Some(mut robots) = RobotsRequest::new(scheme, authority) else {
        return RobotsAnswer::empty(Utc::now(), None);
    };
    loop {
        let fetch = fetcher.get(robots.request()).await;
        if let Some(answer) = robots.receive(fetch, Utc::now()) {
            return answer;
        }
    }
}
