//! The rules of a host when its crawl begins: the stored ones if they are fresh, otherwise newly fetched ones.

use store::{RobotsOutage, RobotsTxt, StoreError};

use crate::optout::OptOuts;
use crate::politeness::delay;
use crate::robots::fetch::{RobotsRequest, RobotsResponse};
use crate::robots::{Freshness, Rules, freshness, is_answer, is_long};
use crate::settings::Settings;
use crate::worker::host_cooldown::{FIRST_COOLDOWN, busy_until};
use crate::worker::lease::LeaseGuard;
use crate::worker::limiter::{NotSent, PacedFetcher, RateLimiter};
use crate::worker::report::EndReason;

/// Why a host is not crawled at present.
#[derive(Debug)]
pub(crate) struct Closed {
    pub(crate) ended: EndReason,
    /// The reason in detail.
    pub(crate) detail: Option<String>,
}

impl From<EndReason> for Closed {
    fn from(ended: EndReason) -> Self {
        let detail = None;
        Self { ended, detail }
    }
}

/// The rules and the opt-outs in a host's robots.txt, or why the host is not crawled at present. Sets the crawl delay.
pub(crate) async fn fetch_rules(
    guard: &LeaseGuard,
    requests: &PacedFetcher,
    settings: &Settings,
) -> Result<Result<(Rules, OptOuts), Closed>, StoreError> {
    let limiter = &requests.limiter;
    let lease = &guard.lease;
    let txt = lease.robots.as_ref();
    match (freshness(txt, lease.robots_outage, limiter.now()), txt) {
        (Freshness::Usable, Some(txt)) => return Ok(apply(txt, limiter, settings)),
        (Freshness::Closed, _) => return Ok(Err(EndReason::RobotsUnreachable.into())),
        _ => {}
    }
    let asked = request(requests, &lease.scheme, &lease.authority).await;
    let (response, detail) = match asked {
        Ok(asked) => asked,
        Err(NotSent::Stopped) => return Ok(Err(EndReason::Stopped.into())),
        Err(NotSent::LeaseLost) => return Ok(Err(EndReason::LeaseLost.into())),
        Err(NotSent::Store(error)) => return Err(error),
    };
    let before = u32::from(lease.failures.unsigned_abs());
    let wait = |until, first| busy_until(until, 1, before, first, limiter.now());
    let new = match response {
        RobotsResponse::File(new) => new,
        RobotsResponse::Refused(why) => {
            return Ok(Err(Closed {
                ended: EndReason::AddressRefused,
                detail: Some(why),
            }));
        }
        RobotsResponse::Busy(until) => {
            let ended = EndReason::Busy(wait(until, settings.revisit.failure));
            return Ok(Err(Closed { ended, detail }));
        }
        RobotsResponse::Challenged(until) => {
            let ended = EndReason::Challenged(wait(until, FIRST_COOLDOWN));
            return Ok(Err(Closed { ended, detail }));
        }
    };
    // The last known rules are kept while the host does not respond.
    let kept = txt.filter(|txt| matches!(txt.status, Some(200..=299)) && !is_answer(&new));
    // The delay comes first, so that the next worker keeps it too.
    let rules = apply(kept.unwrap_or(&new), limiter, settings);
    let (at, next) = (new.fetched_at, limiter.next());
    let saved = if kept.is_some() {
        guard.store.save_robots_outage(lease, at, next).await
    } else {
        guard.store.save_robots(lease, &new, next).await
    };
    match saved {
        Ok(()) if kept.is_none() && have_changed(txt, &new, &settings.product) => {
            guard.store.make_disallowed_due(lease).await?;
        }
        Ok(()) => {}
        Err(StoreError::LeaseLost { .. }) => return Ok(Err(EndReason::LeaseLost.into())),
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
    Ok(match rules {
        Ok(rules) if !closed => Ok(rules),
        Err(closed) if closed.ended != EndReason::RobotsUnreachable => Err(closed),
        _ => Err(Closed {
            ended: EndReason::RobotsUnreachable,
            detail,
        }),
    })
}

/// Whether the rules in a new robots.txt differ from the previous ones. A date in a comment makes no difference.
fn have_changed(before: Option<&RobotsTxt>, new: &RobotsTxt, product: &str) -> bool {
    before.is_some_and(|before| Rules::parse(before, product) != Rules::parse(new, product))
}

/// Fetches robots.txt through the rate limiter. Also returns why there was no answer. An error means that no request was
/// sent.
async fn request(
    requests: &PacedFetcher,
    scheme: &str,
    authority: &str,
) -> Result<(RobotsResponse, Option<String>), NotSent> {
    let limiter = &requests.limiter;
    let Some(mut robots) = RobotsRequest::new(scheme, authority) else {
        return Ok((RobotsResponse::empty(limiter.now(), None), None));
    };
    loop {
        let fetch = requests.get(robots.request()).await?;
        if let Some(response) = robots.receive(fetch, limiter.now()) {
            return Ok((response, robots.into_failure()));
        }
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
    let txt = match request(requests, scheme, authority).await?.0 {
        RobotsResponse::File(txt) => txt,
        _ => RobotsTxt {
            fetched_at: requests.limiter.now(),
            status: None,
            body: Vec::new(),
        },
    };
    Ok(Rules::parse(&txt, product))
}

/// The rules and opt-outs in a robots.txt, or why it forbids everything. Sets the crawl delay.
fn apply(
    txt: &RobotsTxt,
    limiter: &RateLimiter,
    settings: &Settings,
) -> Result<(Rules, OptOuts), Closed> {
    let rules = Rules::parse(txt, &settings.product);
    if !rules.reachable() {
        return Err(EndReason::RobotsUnreachable.into());
    }
    let asked = rules.crawl_delay();
    match delay(settings.delay, asked, settings.max_crawl_delay) {
        Some(delay) => {
            limiter.set_delay(delay);
            Ok((rules, OptOuts::of_robots_txt(txt, &settings.product)))
        }
        None => Err(Closed {
            ended: EndReason::CrawlDelay,
            detail: asked.map(|asked| {
                format!(
                    "it asks for {} s between requests, and crawl.max_crawl_delay_seconds is {}",
                    asked.as_secs_f32(),
                    settings.max_crawl_delay.as_secs_f32()
                )
            }),
        }),
    }
}
