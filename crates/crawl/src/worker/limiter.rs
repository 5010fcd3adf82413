//! When a host may be asked again, and the only way in which a walk makes requests.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use store::{Outcome, RequestSlot, SlotAnswer, SlotKey, StoreError};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::http::fetch::{Fetch, Fetcher, Request};
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;
use crate::worker::clock::Moment;
use crate::worker::lease::LeaseGuard;

/// A request is sent within this time after its turn was asked for, or not at all, and ends within this
/// time after its own bound: the turn is taken for twice as long as that beyond the longest request.
const GRACE: Duration = Duration::from_secs(2);
/// A turn is not asked for more often.
const LOOK: Duration = Duration::from_millis(20);
/// Waiters for one turn come back spread over this time at most, each sooner than before if it came in vain.
const JITTER: Duration = Duration::from_millis(250);

/// The rhythm of requests of one walk. It begins where the last visitor, perhaps another worker, left
/// off, and what it says next goes into the host's row with every page. What other walks do with the same
/// domain or address is asked of the database before each request.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    fetcher: Fetcher,
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
    /// The walk is over.
    Stopped,
    /// The lease may have passed to another worker.
    LeaseLost,
    /// The database does not answer.
    Store(StoreError),
}

impl RateLimiter {
    /// The pace of a walk that is about to begin, with the general delay.
    pub(crate) fn new(
        fetcher: &Fetcher,
        settings: &Arc<Settings>,
        guard: &Arc<LeaseGuard>,
        stop: &CancellationToken,
    ) -> Self {
        Self {
            fetcher: fetcher.clone(),
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

    /// Keeps the delay that the host asks for, also after the request that told of it.
    pub(crate) fn set_delay(&self, delay: Duration) {
        self.with(|timing| {
            timing.delay = delay;
            if let Some(end) = timing.last_end {
                timing.next = end.after(delay).max(timing.next);
            }
        });
    }

    /// Waits for a turn, makes the request and ends the turn: the delay counts from the end of an answer,
    /// so that a slow server has its rest too.
    pub(crate) async fn get(&self, request: Request<'_>) -> Result<Fetch, NotSent> {
        let turn = RequestSlot::new(self.keys(request.url).await);
        self.wait(&turn).await?;
        // The turn outlasts the request, whatever the request waits for.
        let most = self.settings.timeout + GRACE;
        let fetch = tokio::time::timeout(most, self.fetcher.get(request))
            .await
            .unwrap_or_else(|_| {
                let detail = "no whole answer in time".to_owned();
                Fetch::without_answer(Outcome::Timeout, detail)
            });
        let end = Moment::now();
        self.with(|timing| {
            timing.next = end.after(timing.delay).max(timing.next);
            timing.last_end = Some(end);
        });
        if let Err(error) = self.guard.store.release_slot(&turn).await {
            // It ends by itself, only later.
            tracing::warn!(host.name = self.guard.lease.authority, %error, "the turn was not ended");
        }
        Ok(fetch)
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

    /// What a request to this address needs a turn for.
    async fn keys(&self, url: &Url) -> Vec<SlotKey> {
        let mut keys = Vec::new();
        let mut add = |kind: &str, name: &str, delay: Duration| {
            if !delay.is_zero() {
                // What a redirect names may be too long for a host.
                let key = format!("{kind}:{}", name.get(..255).unwrap_or(name));
                keys.push(SlotKey { key, delay });
            }
        };
        let host = self.with(|timing| timing.delay);
        let (domain, address) = (self.settings.domain_delay(), self.settings.address_delay());
        if host.is_zero() && domain.is_zero() && address.is_zero() {
            return keys;
        }
        // By its root: the address that a redirect names may be too long to be a canonical one.
        let root = url.join("/").ok();
        if let Some(root) = root.and_then(|root| CanonicalUrl::new(&root).ok()) {
            add("host", &root.authority(), host);
            add("domain", &root.domain(), domain);
        }
        if !address.is_zero()
            && let Some(found) = self.fetcher.address(url).await
        {
            add("ip", &subnet(found), address);
        }
        keys
    }

    async fn wait(&self, turn: &RequestSlot) -> Result<(), NotSent> {
        let mut attempts = 0u32;
        loop {
            // What is said next may move while it is waited for.
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
                .acquire_slot(&self.guard.lease, turn, self.settings.timeout + 2 * GRACE)
                .await
                .map_err(NotSent::Store)?;
            match asked {
                SlotAnswer::Acquired if asked_at.elapsed() >= GRACE => {} // too late: asked again
                SlotAnswer::Acquired => return self.begin(turn).await,
                SlotAnswer::Wait(time) => {
                    attempts += 1;
                    // While another's request runs, the answer is how long it may run at most. A pause
                    // follows its end, so that asking again after the shortest one misses nothing.
                    let look = turn.shortest_delay().max(LOOK);
                    self.sleep(time.min(look) + jitter(attempts)).await?;
                }
                SlotAnswer::LeaseLost => {
                    self.guard.mark_lost();
                    return Err(NotSent::LeaseLost);
                }
            }
        }
    }

    /// The last look before the request: the wait may have been long.
    async fn begin(&self, turn: &RequestSlot) -> Result<(), NotSent> {
        let reason = if self.stop.is_cancelled() {
            NotSent::Stopped
        } else if !self.guard.is_ours() {
            NotSent::LeaseLost
        } else {
            return Ok(());
        };
        self.guard
            .store
            .release_slot(turn)
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

/// A moment within [`SPREAD`], earlier the more often one has come in vain: nobody is passed over for ever.
fn jitter(attempts: u32) -> Duration {
    let range = JITTER / attempts.max(1);
    let tick = Moment::now().since(Moment::default()).subsec_nanos() / 100;
    range.mul_f64(f64::from(tick % 1_000) / 1_000.0)
}

/// An IPv4 address as it is, and of an IPv6 address the network of one machine or customer.
fn subnet(address: std::net::IpAddr) -> String {
    match address {
        std::net::IpAddr::V4(address) => address.to_string(),
        std::net::IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}
