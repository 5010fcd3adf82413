//! The rate limiter: when the next request to a host, its domain and its IP address may start.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use store::{Outcome, RequestSlot, SlotAnswer, SlotKey, StoreError};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::http::fetch::Fetcher;
use crate::http::request::{Accept, Request};
use crate::http::response::Fetch;
use crate::settings::{GRACE, Settings};
use crate::url::canonical::CanonicalUrl;
use crate::worker::clock::{BootInstant, DatabaseClock};
use crate::worker::lease::LeaseGuard;
use crate::{CrawlError, locked};

/// Minimum time between two attempts to acquire a slot.
const MIN_RETRY: Duration = Duration::from_millis(20);
/// Maximum random delay of workers that wait for the same slot. It shrinks with each attempt.
const JITTER: Duration = Duration::from_millis(250);

/// Limits the requests to one host. It starts from the time at which the last worker left the host, and the time of the next
/// request is stored with every visit. The database decides about each request, since other workers may request the same
/// domain or address.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    settings: Arc<Settings>,
    /// The lease of the host. A command of a user has none, and asks no database.
    guard: Option<Arc<LeaseGuard>>,
    clock: DatabaseClock,
    stop: CancellationToken,
    timing: Mutex<Timing>,
}

#[derive(Debug)]
struct Timing {
    delay: Duration,
    next: BootInstant,
    last_end: Option<BootInstant>,
}

/// The only caller of the fetcher, for the crawl of a host or a command of a user. It sends no request without a slot.
#[derive(Debug)]
pub(crate) struct PacedFetcher {
    pub(crate) fetcher: Fetcher,
    pub(crate) limiter: RateLimiter,
    /// Timeout of a request, from connecting to the last byte.
    pub(crate) timeout: Duration,
}

impl PacedFetcher {
    /// Waits for a slot, sends the request and releases the slot. A crawl that is stopped must release its lease within
    /// seconds, so it does not wait for a slow server.
    pub(crate) async fn get(&self, request: Request<'_>) -> Result<Fetch, NotSent> {
        let stop = &self.limiter.stop;
        let address = if self.limiter.limits_addresses() {
            let address = stop.run_until_cancelled(self.fetcher.address(request.url));
            address.await.ok_or(NotSent::Stopped)?
        } else {
            None
        };
        let slot = RequestSlot::new(self.limiter.keys(request.url, address));
        self.limiter.wait(&slot).await?;
        // The slot outlasts the request, whatever the request waits for.
        let fetch = tokio::time::timeout(self.timeout + GRACE, self.fetcher.get(request));
        let given_up = async {
            stop.cancelled().await;
            tokio::time::sleep(GRACE).await;
        };
        let fetch = tokio::select! {
            fetch = fetch => Some(fetch),
            () = given_up => None,
        };
        // In a command, the first page directly follows the robots.txt, as in a browser.
        if self.limiter.guard.is_some() || request.accept != Accept::Robots {
            self.limiter.release_slot(&slot).await;
        }
        let fetch = fetch.ok_or(NotSent::Stopped)?;
        Ok(fetch.unwrap_or_else(|_| {
            Fetch::without_answer(Outcome::Timeout, "no complete response in time".to_owned())
        }))
    }
}

/// Why a request was not sent, or was given up.
#[derive(Debug)]
pub(crate) enum NotSent {
    /// The crawl of the host is over. The URL is due again.
    Stopped,
    /// The lease may have passed to another worker.
    LeaseLost,
    /// The database does not respond.
    Store(StoreError),
}

impl From<NotSent> for CrawlError {
    fn from(not_sent: NotSent) -> Self {
        match not_sent {
            NotSent::Store(error) => Self::Store(error),
            NotSent::Stopped | NotSent::LeaseLost => Self::NotFetched("stopped".to_owned()),
        }
    }
}

impl RateLimiter {
    /// A limiter with the configured delay; twice that if the last crawl of the host failed, since it may have been too fast. Without
    /// a lease, it is one for all hosts of a domain.
    pub(crate) fn new(
        settings: &Arc<Settings>,
        guard: Option<&Arc<LeaseGuard>>,
        stop: &CancellationToken,
    ) -> Self {
        let now = BootInstant::now();
        let clock = guard.map_or_else(|| DatabaseClock::new(now, Utc::now()), |guard| guard.clock);
        let lease = guard.map(|guard| &guard.lease);
        let delay = match lease {
            Some(lease) if lease.failures > 0 => settings.delay * 2,
            Some(_) => settings.delay,
            None => settings.delay.max(settings.domain_delay()),
        };
        Self {
            settings: Arc::clone(settings),
            guard: guard.cloned(),
            clock,
            stop: stop.clone(),
            timing: Mutex::new(Timing {
                delay,
                next: lease.map_or(now, |lease| clock.instant_of(lease.next_request_at)),
                last_end: None,
            }),
        }
    }

    /// Applies the delay that the host asks for, if it is longer than the present one. It already applies after the last request.
    pub(crate) fn lengthen_delay(&self, delay: Duration) {
        self.with(|timing| {
            timing.delay = timing.delay.max(delay);
            if let Some(end) = timing.last_end {
                timing.next = end.after(timing.delay).max(timing.next);
            }
        });
    }

    /// Whether requests to an IP address are limited, so that the address of a request must be known.
    fn limits_addresses(&self) -> bool {
        !self.settings.address_delay().is_zero()
    }

    /// Releases the slot of a request whose response has just ended. The delay counts from then, so that a slow server gets
    /// its pause too.
    async fn release_slot(&self, slot: &RequestSlot) {
        let end = BootInstant::now();
        self.with(|timing| {
            timing.next = end.after(timing.delay).max(timing.next);
            timing.last_end = Some(end);
        });
        if let Some(guard) = &self.guard
            && let Err(error) = guard.store.release_slot(slot).await
        {
            // It expires by itself, only later.
            tracing::warn!(host.name = guard.lease.authority, %error, "the request slot was not released");
        }
    }

    /// Allows no request before `at` on the database's clock.
    pub(crate) fn not_before(&self, at: DateTime<Utc>) {
        let at = self.clock.instant_of(at);
        self.with(|timing| timing.next = at.max(timing.next));
    }

    /// The database's time.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// The earliest time of the next request on the database's clock.
    pub(crate) fn next(&self) -> DateTime<Utc> {
        self.clock.at(self.with(|timing| timing.next))
    }

    /// The keys of a request's slot: its host, its domain and its IP address, if known and limited.
    fn keys(&self, url: &Url, address: Option<IpAddr>) -> Vec<SlotKey> {
        let mut keys = Vec::new();
        let mut add = |kind: &str, name: &str, delay: Duration| {
            if !delay.is_zero() {
                // The target of a redirect may have too long a host.
                let key = format!("{kind}:{}", name.get(..255).unwrap_or(name));
                keys.push(SlotKey { key, delay });
            }
        };
        // By its root: the target of a redirect may be too long for a canonical URL.
        let root = url.join("/").ok();
        if let Some(root) = root.and_then(|root| CanonicalUrl::new(&root).ok()) {
            add("host", &root.authority(), self.with(|timing| timing.delay));
            add("domain", &root.domain(), self.settings.domain_delay());
        }
        if let Some(address) = address {
            add("ip", &subnet(address), self.settings.address_delay());
        }
        keys
    }

    /// Waits for the slot of a request.
    async fn wait(&self, slot: &RequestSlot) -> Result<(), NotSent> {
        let mut attempts = 0u32;
        loop {
            // The time of the next request may change in the meantime.
            loop {
                let left = self.with(|timing| timing.next).left();
                if left.is_zero() {
                    break;
                }
                self.sleep(left).await?;
            }
            if self.stop.is_cancelled() {
                return Err(NotSent::Stopped);
            }
            let Some(guard) = &self.guard else {
                return Ok(());
            };
            let asked_at = BootInstant::now();
            let answer = guard
                .store
                .acquire_slot(&guard.lease, slot, self.settings.slot_time())
                .await
                .map_err(NotSent::Store)?;
            match answer {
                SlotAnswer::Acquired if asked_at.elapsed() >= GRACE => {
                    // Too late: try again. Until then, or if the crawl is stopped, others may have it.
                    let released = guard.store.release_slot(slot).await;
                    released.map_err(NotSent::Store)?;
                }
                SlotAnswer::Acquired => return self.check(guard, slot).await,
                SlotAnswer::Wait(time) => {
                    attempts += 1;
                    // While another request runs, the database returns how long it may take at most. A delay follows its end,
                    // so a new attempt after the shortest delay is never late.
                    let retry = slot.shortest_delay().max(MIN_RETRY);
                    self.sleep(time.min(retry) + jitter(attempts)).await?;
                }
                SlotAnswer::LeaseLost => {
                    guard.mark_lost();
                    return Err(NotSent::LeaseLost);
                }
            }
        }
    }

    /// A last check before the request, since the wait may have been long.
    async fn check(&self, guard: &LeaseGuard, slot: &RequestSlot) -> Result<(), NotSent> {
        let reason = if self.stop.is_cancelled() {
            NotSent::Stopped
        } else if !guard.is_ours() {
            NotSent::LeaseLost
        } else {
            return Ok(());
        };
        let released = guard.store.release_slot(slot).await;
        released.map_err(NotSent::Store)?;
        Err(reason)
    }

    async fn sleep(&self, time: Duration) -> Result<(), NotSent> {
        tokio::select! {
            biased;
            () = self.stop.cancelled() => Err(NotSent::Stopped),
            () = tokio::time::sleep(time) => Ok(()),
        }
    }

    fn with<T>(&self, use_it: impl FnOnce(&mut Timing) -> T) -> T {
        use_it(&mut locked(&self.timing))
    }
}

/// A random time of at most [`JITTER`], shorter with each attempt, so that no waiter starves.
fn jitter(attempts: u32) -> Duration {
    let range = JITTER / attempts.max(1);
    let tick = BootInstant::now()
        .since(BootInstant::default())
        .subsec_nanos()
        / 100;
    range.mul_f64(f64::from(tick % 1_000) / 1_000.0)
}

/// An IPv4 address itself, or the /64 of an IPv6 address, which belongs to one machine or customer.
fn subnet(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}
