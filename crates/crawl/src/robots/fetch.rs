//! Requests the robots.txt of a host (RFC 9309, section 2.3).

use chrono::{DateTime, Utc};
use reqwest::header;
use store::{Outcome, RobotsTxt};
use url::Url;

use crate::http::request::{Accept, Request};
use crate::http::response::Fetch;
use crate::http::retry_after::retry_after;

/// Maximum redirects followed, also to other hosts (section 2.3.1.2).
const MAX_REDIRECTS: usize = 5;

/// The result of a request for robots.txt.
#[derive(Debug)]
pub(crate) enum RobotsResponse {
    /// A response, or none; both determine what is allowed.
    File(RobotsTxt),
    /// The host is busy, until then if it named a time.
    Busy(Option<DateTime<Utc>>),
    /// The host sent a bot challenge, which counts as busy.
    Challenged(Option<DateTime<Utc>>),
    /// The address of the host is not allowed, for this reason.
    Refused(String),
}

impl RobotsResponse {
    /// An empty file with the status that determines its meaning. `None`: there was no response.
    pub(crate) fn empty(fetched_at: DateTime<Utc>, status: Option<i16>) -> Self {
        Self::File(RobotsTxt {
            fetched_at,
            status,
            body: Vec::new(),
        })
    }
}

/// The sequence of requests for a robots.txt. The caller sends them.
#[derive(Debug)]
pub(crate) struct RobotsRequest {
    url: Url,
    redirects: usize,
    /// Why there was no usable response.
    failure: Option<String>,
}

impl RobotsRequest {
    /// `None` if the host is invalid.
    pub(crate) fn new(scheme: &str, authority: &str) -> Option<Self> {
        let url = Url::parse(&format!("{scheme}://{authority}/robots.txt")).ok()?;
        Some(Self {
            url,
            redirects: 0,
            failure: None,
        })
    }

    /// The request to send next.
    pub(crate) fn request(&self) -> Request<'_> {
        Request::new(&self.url, Accept::Robots)
    }

    /// Why there was no usable response.
    pub(crate) fn into_failure(self) -> Option<String> {
        self.failure
    }

    /// Interprets the response to that request. `None` if it is a redirect, which the next request follows.
    pub(crate) fn receive(&mut self, fetch: Fetch, now: DateTime<Utc>) -> Option<RobotsResponse> {
        let status = fetch.status_code();
        self.failure = match status {
            Some(status @ (429 | 500..)) => Some(format!("{} responded with {status}", self.url)),
            // There was a response, so the host is reachable.
            Some(_) => fetch
                .detail
                .as_ref()
                .map(|why| format!("{}: {why}", self.url)),
            None => fetch.detail.clone(),
        };
        let named = || retry_after(fetch.header(header::RETRY_AFTER)?, now);
        let answer = match fetch.outcome {
            Outcome::Redirected => match fetch.location {
                // More redirects count as "unavailable": everything is allowed.
                Some(location) if self.redirects == MAX_REDIRECTS || location == self.url => {
                    RobotsResponse::empty(now, Some(310))
                }
                Some(location) if matches!(location.scheme(), "http" | "https") => {
                    self.redirects += 1;
                    self.url = location;
                    return None;
                }
                _ => RobotsResponse::empty(now, status),
            },
            // A 503 without a `Retry-After` is a server error like any other (section 2.3.1.4).
            Outcome::Busy
                if status == Some(429) || fetch.headers.contains_key(header::RETRY_AFTER) =>
            {
                RobotsResponse::Busy(named())
            }
            Outcome::Challenge => RobotsResponse::Challenged(named()),
            // Only for the host itself: a refused redirect target is no response.
            Outcome::Skipped if status.is_none() && self.redirects == 0 => {
                RobotsResponse::Refused(fetch.detail.unwrap_or_default())
            }
            // A truncated response counts as none: its status must not make it an empty file.
            Outcome::Timeout
            | Outcome::Unreachable
            | Outcome::DnsFailure
            | Outcome::TlsFailure
            | Outcome::Malformed
            | Outcome::TooLarge
            | Outcome::Skipped => RobotsResponse::empty(now, None),
            _ => RobotsResponse::File(RobotsTxt {
                fetched_at: now,
                status,
                body: fetch.body,
            }),
        };
        Some(answer)
    }
}
