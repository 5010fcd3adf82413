//! The rules of a host when its crawl begins: those that are stored and fresh, or else asked for.

use store::{RobotsOutage, RobotsTxt, StoreError};

use crate::politeness::{MAX_RETRY_AFTER, back_off, delay, span};
use crate::robots::fetch::{RobotsAnswer, RobotsRequest};
use crate::robots::{Freshness, Rules, freshness, is_answer, is_long};
use crate::settings::Settings;
use crate::worker::fetch::PacedFetcher;
use crate::worker::lease::LeaseGuard;
use crate::worker::limiter::{NotSent, RateLimiter};
use crate::worker::report::Ended;

/// The rules of a host, or why it is not crawled now. Sets the delay that they ask for.
pub(crate) async fn fetch_rules(
    guard: &LeaseGuard,
    requests: &PacedFetcher,
    settings: &Settings,
) -> Result<Result<Rules, Ended>, StoreError> {
    let limiter = &requests.limiter;
    let lease = &guard.lease;
    let txt = lease.robots.as_ref();
    match (freshness(txt, lease.robots_outage, limiter.now()), txt) {
        (Freshness::Usable, Some(txt)) => return Ok(obey(txt, limiter, settings)),
        (Freshness::Closed, _) => return Ok(Err(Ended::RobotsUnreachable)),
        _ => {}
    }
    let asked = match ask(requests, &lease.scheme, &lease.authority).await {
        Ok(asked) => asked,
        Err(NotSent::Stopped) => return Ok(Err(Ended::Stopped)),
        Err(NotSent::LeaseLost) => return Ok(Err(Ended::LeaseLost)),
        Err(NotSent::Store(error)) => return Err(error),
    };
    let new = match asked {
        RobotsAnswer::File(new) => new,
        RobotsAnswer::Busy(until) => {
            let failures = u32::from(lease.failures.unsigned_abs()) + 1;
            let rest = back_off(settings.revisit.failure, failures, MAX_RETRY_AFTER);
            let until = until.unwrap_or_else(|| limiter.now() + span(rest));
            return Ok(Err(Ended::Busy(until)));
        }
    };
    // The last known rules are kept while the host gives no answer.
    let kept = txt.filter(|txt| matches!(txt.status, Some(200..=299)) && !is_answer(&new));
    // The delay first, so that the next visitor keeps it too.
    let rules = obey(kept.unwrap_or(&new), limiter, settings);
    let (at, next) = (new.fetched_at, limiter.next());
    let saved = if kept.is_some() {
        guard.store.save_robots_outage(lease, at, next).await
    } else {
        guard.store.save_robots(lease, &new, next).await
    };
    match saved {
        Ok(()) => {}
        Err(StoreError::LeaseLost { .. }) => return Ok(Err(Ended::LeaseLost)),
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
        Err(Ended::RobotsUnreachable)
    } else {
        rules
    })
}

/// Fetches the robots.txt through the rate limiter. An error means that no request was made.
async fn ask(
    requests: &PacedFetcher,
    scheme: &str,
    authority: &str,
) -> Result<RobotsAnswer, NotSent> {
    let limiter = &requests.limiter;
    let Some(mut robots) = RobotsRequest::new(scheme, authority) else {
        return Ok(RobotsAnswer::empty(limiter.now(), None));
    };
    loop {
        let fetch = requests.get(robots.request()).await?;
        if let Some(answer) = robots.receive(fetch, limiter.now()) {
            return Ok(answer);
        }
    }
}

/// The rules of a file, or why it keeps us out. Sets the delay that it asks for.
fn obey(txt: &RobotsTxt, limiter: &RateLimiter, settings: &Settings) -> Result<Rules, Ended> {
    let rules = Rules::with_opt_outs(txt, &settings.product);
    if !rules.reachable() {
        return Err(Ended::RobotsUnreachable);
    }
    let asked = rules.crawl_delay();
    match delay(settings.delay, asked, settings.max_crawl_delay) {
        Some(delay) => {
            limiter.set_delay(delay);
            Ok(rules)
        }
        None => Err(Ended::CrawlDelay),
    }
}
