//! Leases on hosts: acquired and renewed, given up as soon as they may be lost, and released for dead workers.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use store::{Lease, Store, StoreError};
use tokio::time::timeout;
use tokio_util::task::AbortOnDropHandle;

use crate::frontier::schedule::longest_wait;
use crate::locked;
use crate::settings::Settings;
use crate::worker::clock::{BootInstant, DatabaseClock};

/// Timeout of a single query.
pub(crate) const DATABASE_TIMEOUT: Duration = Duration::from_secs(30);
/// Interval between searches for dead workers.
const REAP_INTERVAL: Duration = Duration::from_secs(2);
/// Number of such searches per search for times ahead of the clock.
const CLOCK_ROUNDS: u32 = 300;

/// The lease on a host, as long as we hold it.
#[derive(Debug)]
pub(crate) struct LeaseGuard {
    pub(crate) store: Store,
    pub(crate) lease: Arc<Lease>,
    pub(crate) clock: DatabaseClock,
    length: Duration,
    /// The end of its term on the boot clock, counted from before the query was sent, so that it is never too late.
    until: Mutex<BootInstant>,
}

impl LeaseGuard {
    /// Guards a lease that was requested at `requested_at` and lasts for `length`.
    pub(crate) fn new(
        store: Store,
        lease: Lease,
        requested_at: BootInstant,
        length: Duration,
    ) -> Self {
        Self {
            store,
            clock: DatabaseClock::new(requested_at, lease.claimed_at),
            lease: Arc::new(lease),
            length,
            until: Mutex::new(requested_at.after(length)),
        }
    }

    /// Whether we certainly still hold the lease. This needs no query: the last renewal is valid until the term is
    /// over, and every write is fenced again.
    pub(crate) fn is_ours(&self) -> bool {
        BootInstant::now() < *locked(&self.until)
    }

    /// Marks the lease as lost to another worker.
    pub(crate) fn mark_lost(&self) {
        *locked(&self.until) = BootInstant::now();
    }

    async fn renew(&self) -> Result<bool, StoreError> {
        let requested_at = BootInstant::now();
        let ours = self.store.renew_lease(&self.lease, self.length).await?;
        *locked(&self.until) = if ours {
            requested_at.after(self.length)
        } else {
            requested_at
        };
        Ok(ours)
    }

    /// Renews the lease until the handle is dropped, three times per term. A failed renewal is retried; if all fail, the term expires
    /// and the crawl of the host ends.
    pub(crate) fn start_heartbeat(self: &Arc<Self>) -> AbortOnDropHandle<()> {
        let guard = Arc::clone(self);
        AbortOnDropHandle::new(tokio::spawn(async move {
            loop {
                tokio::time::sleep(guard.length / 3).await;
                match guard.renew().await {
                    Ok(true) => {}
                    Ok(false) => return,
                    Err(error) => {
                        tracing::warn!(host.name = guard.lease.authority, %error, "the lease was not renewed");
                    }
                }
            }
        }))
    }
}

/// Releases the hosts of dead workers until the handle is dropped.
pub(crate) fn reap_leases(store: &Store, settings: &Arc<Settings>) -> AbortOnDropHandle<()> {
    let (store, settings) = (store.clone(), Arc::clone(settings));
    AbortOnDropHandle::new(tokio::spawn(async move {
        for round in 0_u32.. {
            if round.is_multiple_of(CLOCK_ROUNDS) {
                if round > 0
                    && let Err(error) = correct_future_times(&store, &settings).await
                {
                    tracing::debug!(%error, "the check for times ahead of the clock failed");
                }
                let long_ago = Utc::now() - TimeDelta::days(2);
                if let Err(error) = store.delete_idle_slots(long_ago).await {
                    tracing::debug!(%error, "old request slots were not deleted");
                }
            }
            tokio::time::sleep(REAP_INTERVAL).await;
            match timeout(DATABASE_TIMEOUT, store.release_dead_workers()).await {
                Ok(Ok(0)) => {}
                Ok(Ok(hosts)) => tracing::info!(hosts, "released the hosts of a dead worker"),
                // The crawls of hosts will hit the same error.
                Ok(Err(error)) => tracing::debug!(%error, "the search for dead workers failed"),
                Err(_) => tracing::debug!("the database does not respond"),
            }
        }
    }))
}

/// Corrects times that were stored while the database's clock was ahead; nothing would be requested before them.
/// Runs at the start of every crawl.
pub async fn correct_future_times(store: &Store, settings: &Settings) -> Result<(), StoreError> {
    let hosts = store
        .repair_times(longest_wait(&settings.revisit), settings.longest_slot())
        .await?;
    if hosts > 0 {
        tracing::warn!(
            hosts,
            "the database's clock was ahead: corrected the due times of {hosts} hosts"
        );
    }
    Ok(())
}
