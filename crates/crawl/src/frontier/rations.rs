//! The share of a walk in its site's budget: drawn from the database by the batch, for all workers
//! and all hosts of the site together.

use chrono::{DateTime, Utc};
use store::{Quota, StoreError};

use crate::worker::host::Host;

/// What a walk holds of its site's budget.
#[derive(Debug, Default)]
pub(crate) struct Rations {
    /// Requests granted and not made yet.
    held: i64,
    /// Requests made when that was last reckoned.
    made: u64,
    last: Option<Quota>,
}

impl Rations {
    /// Takes what has been requested meanwhile from what is held.
    fn reckon(&mut self, made: u64) {
        let used = i64::try_from(made.saturating_sub(self.made)).unwrap_or(i64::MAX);
        self.held = self.held.saturating_sub(used).max(0);
        self.made = made;
    }
}

impl Host {
    /// How many addresses, up to `wish`, may be visited next; or when the site's next window begins, if
    /// its budget is used up. Asks the database once a batch, and never where there is no budget.
    pub(crate) async fn ration(&self, wish: i64) -> Result<Result<i64, DateTime<Utc>>, StoreError> {
        let most = i64::try_from(self.settings.max_pages_per_site).unwrap_or(i64::MAX);
        if most == 0 {
            return Ok(Ok(wish));
        }
        let held = self.progress(|progress| {
            progress.rations.reckon(progress.requests);
            progress.rations.held
        });
        if held >= wish {
            return Ok(Ok(wish));
        }
        let lease = &self.guard.lease;
        let ration = self
            .guard
            .store
            .take_quota(lease, wish - held, most)
            .await?;
        let held = self.progress(|progress| {
            progress.rations.held += ration.pages;
            progress.rations.last = Some(ration);
            progress.rations.held
        });
        Ok(if held > 0 {
            Ok(held)
        } else {
            Err(ration.next())
        })
    }

    /// Gives back what the walk has not used.
    pub(crate) async fn return_rations(&self) -> Result<(), StoreError> {
        let unused = self.progress(|progress| {
            progress.rations.reckon(progress.requests);
            let unused = std::mem::take(&mut progress.rations.held);
            progress
                .rations
                .last
                .filter(|_| unused > 0)
                .map(|ration| (ration, unused))
        });
        if let Some((ration, unused)) = unused {
            let store = &self.guard.store;
            store
                .release_quota(&self.guard.lease, ration, unused)
                .await?;
        }
        Ok(())
    }
}
