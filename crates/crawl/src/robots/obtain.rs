//! The rules of a host at the beginning of a walk: those that are known, or asked for at its pace.

use store::{RobotsOutage, RobotsTxt, StoreError};

use super::ask::ask_limited;
use super::{Asked, Freshness, Rules, freshness, is_answer, is_long};
use crate::settings::Settings;
use crate::worker::lease::LeaseGuard;
use crate::worker::limiter::{NotSent, RateLimiter};
use crate::worker::politeness::{MAX_RETRY_AFTER, back_off, delay, span};
use crate::worker::report::Ended;

impl Rules {
    /// The rules to walk by, or why the host is not walked now. The pace is slowed down as they ask for.
    pub(crate) async fn obtain(
        guard: &LeaseGuard,
        limiter: &RateLimiter,
        settings: &Settings,
    ) -> Result<Result<Self, Ended>, StoreError> {
        let lease = &guard.lease;
        let txt = lease.robots.as_ref();
        match (freshness(txt, lease.robots_outage, limiter.now()), txt) {
            (Freshness::Usable, Some(txt)) => return Ok(Self::obey(txt, limiter, settings)),
            (Freshness::Closed, _) => return Ok(Err(Ended::RobotsUnreachable)),
            _ => {}
        }
        let asked = match ask_limited(limiter, &lease.scheme, &lease.authority).await {
            Ok(asked) => asked,
            Err(NotSent::Stopped) => return Ok(Err(Ended::Stopped)),
            Err(NotSent::LeaseLost) => return Ok(Err(Ended::LeaseLost)),
            Err(NotSent::Store(error)) => return Err(error),
        };
        let new = match asked {
            Asked::Answer(new) => new,
            Asked::Busy(until) => {
                let failures = u32::from(lease.failures.unsigned_abs()) + 1;
                let rest = back_off(settings.revisit.failure, failures, MAX_RETRY_AFTER);
                let until = until.unwrap_or_else(|| limiter.now() + span(rest));
                return Ok(Err(Ended::Busy(until)));
            }
        };
        // The rules that the host gave before are kept while it says nothing.
        let kept = txt.filter(|txt| matches!(txt.status, Some(200..=299)) && !is_answer(&new));
        // The pace first: whoever comes next keeps it too.
        let rules = Self::obey(kept.unwrap_or(&new), limiter, settings);
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

    fn obey(txt: &RobotsTxt, limiter: &RateLimiter, settings: &Settings) -> Result<Self, Ended> {
        let rules = Self::with_opt_outs(txt, &settings.product);
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
}
