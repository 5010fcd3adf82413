//! The request quota of a site, shared by all workers and all hosts of the site. The crawl of a host takes it from
//! the database in batches.

use chrono::{DateTime, Utc};
use store::{Lease, Store, StoreError};

/// The part of a site's quota held by the crawl of a host.
#[derive(Debug)]
pub(crate) struct Quota {
    /// Maximum number of requests to the site in one window. 0: no bound.
    max_per_site: i64,
    /// Requests granted but not yet made.
    held: i64,
    /// Requests made at the last grant.
    made: u64,
    last: Option<store::Quota>,
}

impl Quota {
    pub(crate) fn new(max_pages_per_site: u64) -> Self {
        Self {
            max_per_site: i64::try_from(max_pages_per_site).unwrap_or(i64::MAX),
            held: 0,
            made: 0,
            last: None,
        }
    }

    /// Subtracts the requests made since the last grant.
    fn charge(&mut self, made: u64) {
        let used = i64::try_from(made.saturating_sub(self.made)).unwrap_or(i64::MAX);
        self.held = self.held.saturating_sub(used).max(0);
        self.made = made;
    }

    /// The number of URLs, at most `wanted`, that may be visited after `made` requests, or when the next window
    /// begins if the quota is used up. Queries the database once per batch, and not at all without a quota.
    pub(crate) async fn acquire(
        &mut self,
        store: &Store,
        lease: &Lease,
        made: u64,
        wanted: i64,
    ) -> Result<Result<i64, DateTime<Utc>>, StoreError> {
        if self.max_per_site == 0 {
            return Ok(Ok(wanted));
        }
        self.charge(made);
        if self.held >= wanted {
            return Ok(Ok(wanted));
        }
        let grant = store
            .take_quota(lease, wanted - self.held, self.max_per_site)
            .await?;
        self.held += grant.pages;
        self.last = Some(grant);
        Ok(if self.held > 0 {
            Ok(self.held)
        } else {
            Err(grant.next())
        })
    }

    /// Releases the requests granted but not used after `made` requests.
    pub(crate) async fn release_quota(
        &mut self,
        store: &Store,
        lease: &Lease,
        made: u64,
    ) -> Result<(), StoreError> {
        self.charge(made);
        let unused = std::mem::take(&mut self.held);
        if let Some(grant) = self.last.filter(|_| unused > 0) {
            store.release_quota(lease, grant, unused).await?;
        }
        Ok(())
    }
}
