//! Asking a host for its robots.txt (RFC 9309, section 2.3).

use chrono::{DateTime, Utc};
use reqwest::header;
use store::{Outcome, RobotsTxt};
use url::Url;

use crate::http::fetch::{Accept, Fetch, Fetcher, Request};
use crate::worker::limiter::{NotSent, RateLimiter};
use crate::worker::politeness::retry_after;

/// Redirects followed, also to other hosts (section 2.3.1.2).
const MAX_REDIRECTS: usize = 5;

/// What asking for a robots.txt gave.
#[derive(Debug)]
pub(crate) enum Asked {
    /// An answer, or none: either way it says what is allowed.
    Answer(RobotsTxt),
    /// The host wants to be left alone until then.
    Busy(Option<DateTime<Utc>>),
}

/// How it is asked for.
#[derive(Clone, Copy)]
enum Way<'a> {
    /// At the pace of a walk, redirects too.
    Paced(&'a RateLimiter),
    /// At once: a single look at a site, for a person who waits.
    Once(&'a Fetcher),
}

impl Way<'_> {
    fn now(self) -> DateTime<Utc> {
        match self {
            Self::Paced(limiter) => limiter.now(),
            Self::Once(_) => Utc::now(),
        }
    }

    async fn get(self, request: Request<'_>) -> Result<Fetch, NotSent> {
        match self {
            Self::Paced(limiter) => limiter.get(request).await,
            Self::Once(fetcher) => Ok(fetcher.get(request).await),
        }
    }
}

/// Asks a host for its robots.txt at the pace of a walk. An error means that it was not asked.
pub(super) async fn ask_limited(
    limiter: &RateLimiter,
    scheme: &str,
    authority: &str,
) -> Result<Asked, NotSent> {
    follow(Way::Paced(limiter), scheme, authority).await
}

/// Asks a host for its robots.txt at once.
pub(crate) async fn ask(fetcher: &Fetcher, scheme: &str, authority: &str) -> Asked {
    let asked = follow(Way::Once(fetcher), scheme, authority).await;
    asked.unwrap_or_else(|_| nothing(Utc::now(), None))
}

fn nothing(fetched_at: DateTime<Utc>, status: Option<i16>) -> Asked {
    Asked::Answer(RobotsTxt {
        fetched_at,
        status,
        body: Vec::new(),
    })
}

async fn follow(way: Way<'_>, scheme: &str, authority: &str) -> Result<Asked, NotSent> {
    let unreachable = |status| Ok(nothing(way.now(), status));
    let Ok(mut url) = Url::parse(&format!("{scheme}://{authority}/robots.txt")) else {
        return unreachable(None);
    };
    for _ in 0..=MAX_REDIRECTS {
        let request = Request {
            url: &url,
            accept: Accept::Robots,
            etag: None,
            last_modified: None,
        };
        let fetch = way.get(request).await?;
        let status = fetch.status_code();
        match fetch.outcome {
            Outcome::Redirected => match fetch.location {
                Some(location) if matches!(location.scheme(), "http" | "https") => url = location,
                _ => return unreachable(status),
            },
            // A 503 that names no time is a server error like any other (section 2.3.1.4).
            Outcome::Busy
                if status == Some(429) || fetch.headers.contains_key(header::RETRY_AFTER) =>
            {
                let named = fetch.header(header::RETRY_AFTER);
                return Ok(Asked::Busy(named.and_then(|v| retry_after(v, way.now()))));
            }
            // A bot wall: nobody asked us in.
            Outcome::Challenge => return Ok(Asked::Busy(None)),
            // An answer that broke off says nothing; its status must not make it an empty file.
            Outcome::Timeout
            | Outcome::Unreachable
            | Outcome::DnsFailure
            | Outcome::TlsFailure
            | Outcome::Malformed
            | Outcome::TooLarge
            | Outcome::Skipped => {
                return unreachable(None);
            }
            _ => {
                return Ok(Asked::Answer(RobotsTxt {
                    fetched_at: way.now(),
                    status,
                    body: fetch.body,
                }));
            }
        }
    }
    // More than five redirects count as "unavailable": nothing is forbidden.
    unreachable(Some(310))
}
