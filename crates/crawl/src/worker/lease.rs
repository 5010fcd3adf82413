//! Leases on hosts: held and renewed, given up the moment they may be lost, and taken from dead workers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use store::{Lease, Store, StoreError};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::worker::clock::{DatabaseClock, Moment};

/// How long one question to the database may take.
pub(crate) const DATABASE_TIMEOUT: Duration = Duration::from_secs(30);
/// How often to look for dead workers.
const REAP_INTERVAL: Duration = Duration::from_secs(2);

/// The lease on a host, for as long as it is ours.
#[derive(Debug)]
pub(crate) struct LeaseGuard {
    pub(crate) store: Store,
    pub(crate) lease: Arc<Lease>,
    pub(crate) clock: DatabaseClock,
    term: Mutex<Term>,
}

#[derive(Debug)]
struct Term {
    length: Duration,
    /// By our own clock, counted from before the database was asked, so that it is never too late.
    until: Moment,
}

/// Renews a lease until it is dropped.
#[derive(Debug)]
pub(crate) struct Heartbeat(JoinHandle<()>);

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl LeaseGuard {
    /// Takes over a lease that was asked for at `asked` and is to last for `length`.
    pub(crate) fn new(store: Store, lease: Lease, asked: Moment, length: Duration) -> Self {
        let term = Mutex::new(Term {
            length,
            until: asked.after(length),
        });
        let clock = DatabaseClock::new(asked, lease.claimed_at);
        Self {
            store,
            lease: Arc::new(lease),
            clock,
            term,
        }
    }

    /// Whether the lease is surely still ours. The database is not asked: the last renewal is valid until the
    /// term is over, and each record is fenced again.
    pub(crate) fn is_ours(&self) -> bool {
        self.with_term(|term| Moment::now() < term.until)
    }

    /// Notes that the lease has passed to another.
    pub(crate) fn mark_lost(&self) {
        self.with_term(|term| term.until = Moment::now());
    }

    async fn renew(&self) -> Result<bool, StoreError> {
        let asked = Moment::now();
        let length = self.with_term(|term| term.length);
        let ours = self.store.renew_lease(&self.lease, length).await?;
        self.with_term(|term| term.until = if ours { asked.after(length) } else { asked });
        Ok(ours)
    }

    /// Starts to renew, three times a term. A database that does not answer is asked again;
    /// if it stays silent, the term expires and the crawl of the host ends.
    pub(crate) fn start_heartbeat(self: &Arc<Self>) -> Heartbeat {
        let guard = Arc::clone(self);
        Heartbeat(tokio::spawn(async move {
            loop {
                tokio::time::sleep(guard.with_term(|term| term.length) / 3).await;
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

    fn with_term<T>(&self, use_it: impl FnOnce(&mut Term) -> T) -> T {
        use_it(&mut self.term.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Releases the hosts of dead workers, until it is dropped.
#[derive(Debug)]
pub(crate) struct LeaseReaper(JoinHandle<()>);

impl LeaseReaper {
    pub(crate) fn start(store: &Store) -> Self {
        let store = store.clone();
        Self(tokio::spawn(async move {
            let long_ago = Utc::now() - TimeDelta::days(2);
            if let Err(error) = store.forget_slots(long_ago).await {
                tracing::debug!(%error, "old request slots were not deleted");
            }
            loop {
                tokio::time::sleep(REAP_INTERVAL).await;
                match timeout(DATABASE_TIMEOUT, store.release_dead_workers()).await {
                    Ok(Ok(0)) => {}
                    Ok(Ok(hosts)) => tracing::info!(hosts, "released the hosts of a dead worker"),
                    // The crawls of hosts will meet the same error.
                    Ok(Err(error)) => tracing::debug!(%error, "the search for dead workers failed"),
                    Err(_) => tracing::debug!("the database does not answer"),
                }
            }
        }))
    }
}

impl Drop for LeaseReaper {
    fn drop(&mut self) {
        self.0.abort();
    }
}
