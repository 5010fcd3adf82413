//! The rate limiter: when the next request to a host, its domain and its IP address may start.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use store::{RequestSlot, SlotAnswer, SlotKey, StoreError};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;
use crate::worker::clock::Moment;
use crate::worker::lease::LeaseGuard;

/// A request is sent within this time after its slot was asked for, or not at all, and ends within this
/// time after its timeout: a slot lasts for the timeout and twice this time.
pub(crate) const GRACE: Duration = Duration::from_secs(2);
/// Least time between two attempts to get a slot.
const LOOK: Duration = Duration::from_millis(20);
/// Bound on the random delay of those who wait for one slot. It shrinks with each attempt.
const JITTER: Duration = Duration::from_millis(250);

/// Limits the requests to one host. It continues where the last visitor, perhaps another worker, left
/// off, and the time of its next request is stored with every page. What others do with the same domain or
/// address is asked of the database before each request.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    settings: Arc<Settings>,
    guard: Arc<LeaseGuard>,
    stop: CancellationToken,
    timing: Mutex<Timing>,
}

#[derive(Debug)]
struct Timing {
    delay: Duration,
    next: Moment,
    last_end: Option<Moment>,
}

/// Why a request was not made.
#[derive(Debug)]
pub(crate) enum NotSent {
    /// The crawl of the host is over.
    Stopped,
    /// The lease may have passed to another worker.
    LeaseLost,
    /// The database does not answer.
    Store(StoreError),
}

impl RateLimiter {
    /// A limiter with the general delay.
    pub(crate) fn new(
        settings: &Arc<Settings>,
        guard: &Arc<LeaseGuard>,
        stop: &CancellationToken,
    ) -> Self {
        Self {
            settings: Arc::clone(settings),
            guard: Arc::clone(guard),
            stop: stop.clone(),
            timing: Mutex::new(Timing {
                delay: settings.delay,
                next: guard.clock.moment(guard.lease.next_request_at),
                last_end: None,
            }),
        }
    }

    /// Sets the delay that the host asks for. It also applies after the request that told us.
    pub(crate) fn set_delay(&self, delay: Duration) {
        self.with(|timing| {
            timing.delay = delay;
            if let Some(end) = timing.last_end {
                timing.next = end.after(delay).max(timing.next);
            }
        });
    }

    /// Whether requests to one address are limited, so that the address of a request must be known.
    pub(crate) fn limits_addresses(&self) -> bool {
        !self.settings.address_delay().is_zero()
    }

    /// Waits for the slot of a request to `url`, which leads to `address` where that is known and limited.
    pub(crate) async fn acquire_slot(
        &self,
        url: &Url,
        address: Option<IpAddr>,
    ) -> Result<RequestSlot, NotSent> {
        let slot = RequestSlot::new(self.keys(url, address));
        self.wait(&slot).await?;
        Ok(slot)
    }

    /// Ends the slot of a request whose answer has just ended: the delay counts from then, so that a slow
    /// server has its pause too.
    pub(crate) async fn release_slot(&self, slot: &RequestSlot) {
        let end = Moment::now();
        self.with(|timing| {
            timing.next = end.after(timing.delay).max(timing.next);
            timing.last_end = Some(end);
        });
        if let Err(error) = self.guard.store.release_slot(slot).await {
            // It ends by itself, only later.
            tracing::warn!(host.name = self.guard.lease.authority, %error, "the request slot was not released");
        }
    }

    /// No request before `at`, by the database's clock.
    pub(crate) fn not_before(&self, at: DateTime<Utc>) {
        let at = self.guard.clock.moment(at);
        self.with(|timing| timing.next = at.max(timing.next));
    }

    /// The database's time.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.guard.clock.now()
    }

    /// The earliest time of the next request, by the database's clock.
    pub(crate) fn next(&self) -> DateTime<Utc> {
        self.guard.clock.at(self.with(|timing| timing.next))
    }

    /// What a request needs a slot for: its host, its domain and its IP address.
    fn keys(&self, url: &Url, address: Option<IpAddr>) -> Vec<SlotKey> {
        let mut keys = Vec::new();
        let mut add = |kind: &str, name: &str, delay: Duration| {
            if !delay.is_zero() {
                // What a redirect names may be too long for a host.
                let key = format!("{kind}:{}", name.get(..255).unwrap_or(name));
                keys.push(SlotKey { key, delay });
            }
        };
        // By its root: the address that a redirect names may be too long to be a canonical one.
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

    async fn wait(&self, slot: &RequestSlot) -> Result<(), NotSent> {
        let mut attempts = 0u32;
        loop {
            // The time of the next request may move meanwhile.
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
            let asked_at = Moment::now();
            let asked = self
                .guard
                .store
                .acquire_slot(&self.guard.lease, slot, self.settings.timeout + 2 * GRACE)
                .await
                .map_err(NotSent::Store)?;
            match asked {
                SlotAnswer::Acquired if asked_at.elapsed() >= GRACE => {} // too late: asked again
                SlotAnswer::Acquired => return self.begin(slot).await,
                SlotAnswer::Wait(time) => {
                    attempts += 1;
                    // While another request runs, the answer is how long it may take at most. A delay
                    // follows its end, so that asking again after the shortest delay misses nothing.
                    let look = slot.shortest_delay().max(LOOK);
                    self.sleep(time.min(look) + jitter(attempts)).await?;
                }
                SlotAnswer::LeaseLost => {
                    self.guard.mark_lost();
                    return Err(NotSent::LeaseLost);
                }
            }
        }
    }

    /// The last check before the request: the wait may have been long.
    async fn begin(&self, slot: &RequestSlot) -> Result<(), NotSent> {
        let reason = if self.stop.is_cancelled() {
            NotSent::Stopped
        } else if !self.guard.is_ours() {
            NotSent::LeaseLost
        } else {
            return Ok(());
        };
        self.guard
            .store
            .release_slot(slot)
            .await
            .map_err(NotSent::Store)?;
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
        use_it(&mut self.timing.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A random time within [`JITTER`], shorter with each attempt, so that no waiter starves.
fn jitter(attempts: u32) -> Duration {
    let range = JITTER / attempts.max(1);
    let tick = Moment::now().since(Moment::default()).subsec_nanos() / 100;
    range.mul_f64(f64::from(tick % 1_000) / 1_000.0)
}

/// An IPv4 address as it is; of an IPv6 address the network of one machine or customer.
fn subnet(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}
