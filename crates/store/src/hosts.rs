//! Hosts and their leases: one host, one worker, one polite walk.

use crate::{Site, Store, StoreError};
use chrono::{DateTime, Utc};
use std::time::Duration;

/// The right to walk one host until it runs out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The host.
    pub host_id: i64,
    /// The site it belongs to.
    pub site_id: String,
    /// `host[:port]`.
    pub authority: String,
    /// `http` or `https`.
    pub scheme: String,
    /// Fencing token: grows with each claim; writes with an old one are refused.
    pub token: i64,
    /// No request may start before this instant.
    pub next_request_at: DateTime<Utc>,
    /// The last known robots.txt.
    pub robots: Option<RobotsTxt>,
    /// The site.
    pub site: Site,
    /// Registrable domain.
    pub domain: String,
}

/// A robots.txt as it was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RobotsTxt {
    /// When.
    pub fetched_at: DateTime<Utc>,
    /// HTTP status; `None`: unreachable.
    pub status: Option<i16>,
    /// The body, as long as the caller cared to keep.
    pub body: Vec<u8>,
}

impl Store {
    /// Claims the host that has been due the longest, also one whose lease has run out.
    /// `only` holds site ids; empty means all.
    pub async fn claim_host(
        &self,
        worker: &str,
        lease_for: Duration,
        only: &[String],
    ) -> Result<Option<Lease>, StoreError> {
        let _ = (worker, lease_for, only);
        todo!()
    }

    /// Prolongs a lease to `lease_for` from now; `false`: it is lost.
    pub async fn renew_lease(
        &self,
        lease: &Lease,
        lease_for: Duration,
    ) -> Result<bool, StoreError> {
        let _ = (lease, lease_for);
        todo!()
    }

    /// Remembers the robots.txt of a leased host.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if the lease has passed to another.
    pub async fn save_robots(&self, lease: &Lease, robots: &RobotsTxt) -> Result<(), StoreError> {
        let _ = (lease, robots);
        todo!()
    }

    /// Gives a host back. `next_fetch_at`: when it is due again; `None`: computed from its queue
    /// and its next due visit. `false`: the lease was lost already.
    pub async fn release_host(
        &self,
        lease: &Lease,
        next_fetch_at: Option<DateTime<Utc>>,
    ) -> Result<bool, StoreError> {
        let _ = (lease, next_fetch_at);
        todo!()
    }

    /// When the next host becomes due (of these sites; empty: of all), leases of others included.
    /// `None`: never by itself. In the past: now.
    pub async fn next_host_due(
        &self,
        only: &[String],
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let _ = only;
        todo!()
    }
}
