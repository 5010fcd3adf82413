//! The rules of a host when its crawl begins: the stored ones while they are fresh, else newly fetched ones.

use store::{RobotsOutage, RobotsTxt, StoreError};

use crate::http::retry_after::MAX_RETRY_AFTER;
use crate::optout::OptOuts;
use crate::politeness::{back_off, delay, span};
use crate::robots::fetch::{RobotsRequest, RobotsResponse};
use crate::robots::{Freshness, Rules, freshness, is_answer, is_long};
use crate::settings::Settings;
use crate::worker::lease::LeaseGuard;
use crate::worker::limiter::{NotSent, PacedFetcher, RateLimiter};
use crate::worker::report::EndReason;

/// The rules and the opt-outs of a host's robots.txt, or why the host is not crawled now. Sets the crawl delay.
pub(crate) async fn fetch_rules(
    guard: &LeaseGuard,
    requests: &PacedFetcher,
    settings: &Settings,
) -> Result<Result<(Rules, OptOuts), EndReason>, StoreError> {
    let limiter = &requests.limiter;
    let lease = &guard.lease;
    let txt = lease.robots.as_ref();
    match (freshness(txt, lease.robots_outage, limiter.now()), txt) {
        (Freshness::Usable, Some(txt)) => return Ok(apply(txt, limiter, settings)),
        (Freshness::Closed, _) => return Ok(Err(EndReason::RobotsUnreachable)),
        _ => {}
    }
    let response = match request(requests, &lease.scheme, &lease.authority).await {
        Ok(response) => response,
        Err(NotSent::Stopped) => return Ok(Err(EndReason::Stopped)),
        Err(NotSent::LeaseLost) => return Ok(Err(EndReason::LeaseLost)),
        Err(NotSent::Store(error)) => return Err(error),
    };
    let new = match response {
        RobotsResponse::File(new) => new,
        RobotsResponse::Refused(why) => {
            tracing::debug!(host = %lease.authority, "{why}");
            return Ok(Err(EndReason::AddressRefused));
        }
        RobotsResponse::Busy(until) => {
            let failures = u32::from(lease.failures.unsigned_abs()) + 1;
            let wait = back_off(settings.revisit.failure, failures, MAX_RETRY_AFTER);
            let until = until.unwrap_or_else(|| limiter.now() + span(wait));
            return Ok(Err(EndReason::Busy(until)));
        }
    };
    // The last known rules are kept while the host does not answer.
    let kept = txt.filter(|txt| matches!(txt.status, Some(200..=299)) && !is_answer(&new));
    // The delay first, so that the next worker keeps it too.
    let rules = apply(kept.unwrap_or(&new), limiter, settings);
    let (at, next) = (new.fetched_at, limiter.next());
    let saved = if kept.is_some() {
        guard.store.save_robots_outage(lease, at, next).await
    } else {
        guard.store.save_robots(lease, &new, next).await
    };
    match saved {
        Ok(()) => {}
        Err(StoreError::LeaseLost { .. }) => return Ok(Err(EndReason::LeaseLost)),
        Err(error) => return Err(error),
    }
    let since = lease.robots_outage.map_or(at, |outage| outage.since);
    let closed = kept.is_some()
        && !is_long(
            RobotsOutage {
                since,
                asked_at: at,
            },
            at,
        );
    Ok(if closed {
        Err(EndReason::RobotsUnreachable)
    } else {
        rules
    })
}

/// Fetches robots.txt through the rate limiter. An error means that no request was made.
async fn request(
    requests: &PacedFetcher,
    scheme: &str,
    authority: &str,
) -> Result<RobotsResponse, NotSent> {
    let limiter = &requests.limiter;
    let Some(mut robots) = RobotsRequest::new(scheme, authority) else {
        return Ok(RobotsResponse::empty(limiter.now(), None));
    };
    loop {
        let fetch = requests.get(robots.request()).await?;
        if let Some(answer) = robots.receive(fetch, limiter.now()) {
            return Ok(answer);
        }
    }
}

/// The rules and opt-outs of a robots.txt, or why it forbids all. Sets the crawl delay.
fn apply(
    txt: &RobotsTxt,
    limiter: &RateLimiter,
    settings: &Settings,
) -> Result<(Rules, OptOuts), EndReason> {
    let rules = Rules::parse(txt, &settings.product);
    if !rules.reachable() {
        return Err(EndReason::RobotsUnreachable);
    }
    let asked = rules.crawl_delay();
    match delay(settings.delay, asked, settings.max_crawl_delay) {
        Some(delay) => {
            limiter.set_delay(delay);
            Ok((rules, OptOuts::of_robots_txt(txt, &settings.product)))
        }
        None => Err(EndReason::CrawlDelay),
    }
}
