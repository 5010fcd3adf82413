//! The rules of a host: the stored ones if they are fresh, otherwise newly fetched ones. Those of one scheme when its crawl
//! begins, those of the other before the first request that needs them.

use chrono::{DateTime, Utc};
use reqwest::header;
use store::{Outcome, RobotsTxt, StoreError};
use tokio::sync::OnceCell;
use url::Url;

use crate::http::request::{Accept, Request};
use crate::http::response::Fetch;
use crate::http::retry_after::named_time;
use crate::optout::RobotsOptOuts;
use crate::politeness::delay;
use crate::robots::{Freshness, Rules, freshness, is_answer, is_long};
use crate::settings::Settings;
use crate::worker::host_cooldown::busy_until;
use crate::worker::lease::LeaseGuard;
use crate::worker::limiter::{NotSent, PacedFetcher, RateLimiter};
use crate::worker::report::EndReason;

/// Maximum redirects of a robots.txt that are followed, also to other hosts (RFC 9309, section 2.3.1.2).
const MAX_REDIRECTS: usize = 5;

/// Why a host is not crawled at present.
#[derive(Debug)]
pub(crate) struct Closed {
    pub(crate) ended: EndReason,
    /// The reason in detail.
    pub(crate) detail: Option<String>,
}

impl Closed {
    /// Whether the host may still be crawled at its other scheme.
    pub(crate) fn is_of_scheme(&self) -> bool {
        matches!(
            self.ended,
            EndReason::RobotsUnreachable | EndReason::AddressRefused | EndReason::CrawlDelay
        )
    }
}

impl From<EndReason> for Closed {
    fn from(ended: EndReason) -> Self {
        let detail = None;
        Self { ended, detail }
    }
}

/// The rules and the opt-outs in one robots.txt.
#[derive(Debug)]
pub(crate) struct SchemeRules {
    pub(crate) rules: Rules,
    pub(crate) opt_outs: RobotsOptOuts,
    /// Whether they are the last known ones, because robots.txt can no longer be fetched.
    pub(crate) is_outdated: bool,
}

/// The rules of a host. A robots.txt applies to the URLs of its scheme (RFC 9309, section 2.3).
#[derive(Debug)]
pub(crate) struct HostRules {
    /// The scheme whose rules are known from the beginning.
    pub(crate) scheme: &'static str,
    pub(crate) own: SchemeRules,
    /// The rules of the other scheme once they are needed, or why nothing is allowed there at present.
    pub(crate) other: OnceCell<Result<SchemeRules, EndReason>>,
}

/// The other of the two schemes.
pub(crate) fn other_scheme(scheme: &str) -> &'static str {
    if scheme == "http" { "https" } else { "http" }
}

/// The rules of a host, or why it is not crawled at present. If the robots.txt of its scheme cannot be fetched and URLs of the other
/// scheme are known, that scheme becomes the host's, provided that its robots.txt can be fetched.
pub(crate) async fn fetch_rules(
    guard: &LeaseGuard,
    requests: &PacedFetcher,
    settings: &Settings,
) -> Result<Result<HostRules, Closed>, StoreError> {
    let lease = &guard.lease;
    let other = other_scheme(&lease.scheme);
    let scheme = other_scheme(other);
    let first = fetch_scheme_rules(guard, requests, settings, scheme).await?;
    let is_out = match &first {
        Ok(own) => own.is_outdated,
        Err(closed) => closed.ended == EndReason::RobotsUnreachable,
    };
    if is_out && guard.store.has_urls_at(lease, other).await? {
        match fetch_scheme_rules(guard, requests, settings, other).await? {
            Ok(own) if !own.is_outdated => {
                guard.store.set_scheme(lease, other).await?;
                return Ok(Ok(HostRules {
                    scheme: other,
                    own,
                    other: OnceCell::new_with(Some(Err(EndReason::RobotsUnreachable))),
                }));
            }
            Err(closed) if !closed.is_of_scheme() => return Ok(Err(closed)),
            _ => {}
        }
    }
    Ok(first.map(|own| HostRules {
        scheme,
        own,
        other: OnceCell::new(),
    }))
}

/// The rules in the robots.txt of a scheme, or why nothing of it is requested at present. Applies the crawl delay.
pub(crate) async fn fetch_scheme_rules(
    guard: &LeaseGuard,
    requests: &PacedFetcher,
    settings: &Settings,
    scheme: &'static str,
) -> Result<Result<SchemeRules, Closed>, StoreError> {
    let limiter = &requests.limiter;
    let lease = &guard.lease;
    let known = guard.store.robots(lease, scheme).await?;
    let outage = known.as_ref().and_then(|known| known.outage);
    let txt = known.as_ref().map(|known| &known.txt);
    match (freshness(known.as_ref(), limiter.now()), txt) {
        (Freshness::Usable, Some(txt)) => {
            return Ok(apply(txt, outage.is_some(), limiter, settings));
        }
        (Freshness::Closed, _) => return Ok(Err(EndReason::RobotsUnreachable.into())),
        _ => {}
    }
    let before = u32::from(lease.failures.unsigned_abs());
    let failure = settings.revisit.failure;
    let wait = |outcome, until| busy_until(outcome, until, 1, before, failure, limiter.now());
    let answer = match request(requests, scheme, &lease.authority, wait).await {
        Ok(answer) => answer,
        Err(NotSent::Stopped) => return Ok(Err(EndReason::Stopped.into())),
        Err(NotSent::LeaseLost) => return Ok(Err(EndReason::LeaseLost.into())),
        Err(NotSent::Store(error)) => return Err(error),
    };
    let new = match answer.file {
        Ok(new) => new,
        Err(closed) => return Ok(Err(closed)),
    };
    // The last known rules are kept while the host does not respond.
    let kept = txt.filter(|txt| matches!(txt.status, Some(200..=299)) && !is_answer(&new));
    // The delay comes first, so that the next worker keeps it too.
    let rules = apply(kept.unwrap_or(&new), kept.is_some(), limiter, settings);
    let (at, next) = (new.fetched_at, limiter.next());
    let saved = if kept.is_some() {
        let store = &guard.store;
        store.save_robots_outage(lease, scheme, at, next).await
    } else {
        guard.store.save_robots(lease, scheme, &new, next).await
    };
    match saved {
        Ok(()) => {
            let is_back = outage.is_some() && is_answer(&new);
            if is_back || kept.is_none() && have_changed(txt, &new, &settings.product) {
                guard.store.make_disallowed_due(lease).await?;
            }
            if answer.is_at_other_scheme && is_answer(&new) {
                let other = other_scheme(scheme);
                guard.store.set_scheme(lease, other).await?;
            }
        }
        Err(StoreError::LeaseLost { .. }) => return Ok(Err(EndReason::LeaseLost.into())),
        Err(error) => return Err(error),
    }
    let since = outage.map_or(at, |outage| outage.since);
    let closed = kept.is_some() && !is_long(since, at);
    Ok(match rules {
        Ok(rules) if !closed => Ok(rules),
        Err(closed) if closed.ended != EndReason::RobotsUnreachable => Err(closed),
        _ => Err(Closed {
            ended: EndReason::RobotsUnreachable,
            detail: answer.failure,
        }),
    })
}

/// Whether the rules in a new robots.txt differ from the previous ones. A date in a comment makes no difference.
fn have_changed(before: Option<&RobotsTxt>, new: &RobotsTxt, product: &str) -> bool {
    before.is_some_and(|before| Rules::parse(before, product) != Rules::parse(new, product))
}

/// What a request for robots.txt brought.
pub(crate) struct RobotsAnswer {
    /// The file, which may be absent or without a response, or why its host is not crawled at present.
    pub(crate) file: Result<RobotsTxt, Closed>,
    /// Why there was no usable response.
    pub(crate) failure: Option<String>,
    /// Whether redirects led to the robots.txt of the other scheme of the same host.
    is_at_other_scheme: bool,
}

/// Fetches robots.txt through the rate limiter (RFC 9309, section 2.3). `wait` returns when a host that refused may be requested again,
/// from the outcome and the time that it names. An error means that no request was sent.
pub(crate) async fn request(
    requests: &PacedFetcher,
    scheme: &str,
    authority: &str,
    wait: impl Fn(Outcome, Option<DateTime<Utc>>) -> DateTime<Utc>,
) -> Result<RobotsAnswer, NotSent> {
    let limiter = &requests.limiter;
    let at = |scheme: &str| Url::parse(&format!("{scheme}://{authority}/robots.txt")).ok();
    let Some(mut url) = at(scheme) else {
        return Ok(RobotsAnswer {
            file: Ok(without_response(limiter.now())),
            failure: None,
            is_at_other_scheme: false,
        });
    };
    let mut redirects = 0;
    loop {
        let fetch = requests.get(Request::new(&url, Accept::Robots)).await?;
        let (now, mut status) = (limiter.now(), fetch.status_code());
        if fetch.outcome == Outcome::Redirected
            && let Some(location) = &fetch.location
        {
            if redirects == MAX_REDIRECTS || *location == url {
                status = Some(310); // it counts as "unavailable": everything is allowed
            } else if matches!(location.scheme(), "http" | "https") {
                redirects += 1;
                url = location.clone();
                continue;
            }
        }
        let failure = failure(&url, &fetch);
        let named = named_time(&fetch.headers, now);
        let closed = |ended| {
            let detail = failure.clone();
            Err(Closed { ended, detail })
        };
        let file = match fetch.outcome {
            // A 503 without a `Retry-After` is a server error like any other (section 2.3.1.4).
            Outcome::Busy
                if status == Some(429) || fetch.headers.contains_key(header::RETRY_AFTER) =>
            {
                closed(EndReason::Busy(wait(Outcome::Busy, named)))
            }
            Outcome::Challenge => closed(EndReason::Challenged(wait(Outcome::Challenge, named))),
            // Only for the host itself: a refused redirect target is no response.
            Outcome::Skipped if status.is_none() && redirects == 0 => {
                closed(EndReason::AddressRefused)
            }
            // A truncated response counts as none: its status must not make it an empty file.
            Outcome::Timeout
            | Outcome::Unreachable
            | Outcome::DnsFailure
            | Outcome::TlsFailure
            | Outcome::Malformed
            | Outcome::TooLarge
            | Outcome::Skipped => Ok(without_response(now)),
            _ => Ok(RobotsTxt {
                fetched_at: now,
                status,
                body: fetch.body,
            }),
        };
        return Ok(RobotsAnswer {
            file,
            failure,
            is_at_other_scheme: at(other_scheme(scheme)) == Some(url),
        });
    }
}

/// The file of a host that does not respond, which allows nothing.
fn without_response(at: DateTime<Utc>) -> RobotsTxt {
    RobotsTxt {
        fetched_at: at,
        status: None,
        body: Vec::new(),
    }
}

/// Why there was no usable response.
fn failure(url: &Url, fetch: &Fetch) -> Option<String> {
    match fetch.status_code() {
        Some(status @ (429 | 500..)) => Some(format!("{url} responded with {status}")),
        // There was a response, so the host is reachable.
        Some(_) => fetch.detail.as_ref().map(|why| format!("{url}: {why}")),
        None => fetch.detail.clone(),
    }
}

/// The rules of another host from which a page of the crawled one loads resources. One that does not respond allows
/// nothing.
#[cfg(feature = "render")]
pub(crate) async fn rules_of(
    requests: &PacedFetcher,
    scheme: &str,
    authority: &str,
    product: &str,
) -> Result<Rules, NotSent> {
    let now = |_, _| requests.limiter.now();
    let file = request(requests, scheme, authority, now).await?.file;
    let txt = file.unwrap_or_else(|_| without_response(requests.limiter.now()));
    Ok(Rules::parse(&txt, product))
}

/// The rules and opt-outs in a robots.txt, or why it forbids everything. Applies the crawl delay.
pub(crate) fn apply(
    txt: &RobotsTxt,
    is_outdated: bool,
    limiter: &RateLimiter,
    settings: &Settings,
) -> Result<SchemeRules, Closed> {
    let rules = Rules::parse(txt, &settings.product);
    if !rules.reachable {
        return Err(EndReason::RobotsUnreachable.into());
    }
    let requested = rules.crawl_delay();
    match delay(settings.delay, requested, settings.max_crawl_delay) {
        Some(delay) => {
            limiter.lengthen_delay(delay);
            let opt_outs = RobotsOptOuts::parse(txt, &settings.product);
            Ok(SchemeRules {
                rules,
                opt_outs,
                is_outdated,
            })
        }
        None => Err(Closed {
            ended: EndReason::CrawlDelay,
            detail: requested.map(|requested| {
                format!(
                    "it asks for {} s between requests, and crawl.max_crawl_delay_seconds is {}",
                    requested.as_secs_f32(),
                    settings.max_crawl_delay.as_secs_f32()
                )
            }),
        }),
    }
}
