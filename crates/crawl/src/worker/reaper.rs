//! Hosts shared out among walks and workers: long walks give way, and hosts of dead workers are freed.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use store::{Store, StoreError};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::worker::crawler::ANSWER;
use crate::worker::host::Host;

/// How often workers that have died are looked for.
const REAP_INTERVAL: Duration = Duration::from_secs(2);

impl Host {
    /// Whether the walk has had its share and another host waits: of the same domain, whose turns are the
    /// same, or any host when this process walks as many as it may.
    pub(crate) async fn should_yield(&self) -> Result<bool, StoreError> {
        if self.begun.elapsed() < self.settings.share {
            return Ok(false);
        }
        let store = &self.guard.store;
        Ok(store.sibling_host_due(&self.guard.lease).await?
            || self.allowance.is_saturated() && store.any_host_due().await?)
    }
}

/// Frees the hosts of workers that are gone, until dropped.
#[derive(Debug)]
pub(crate) struct LeaseReaper(JoinHandle<()>);

impl LeaseReaper {
    pub(crate) fn start(store: &Store) -> Self {
        let store = store.clone();
        Self(tokio::spawn(async move {
            let long_ago = Utc::now() - TimeDelta::days(2);
            if let Err(error) = store.forget_slots(long_ago).await {
                tracing::debug!(%error, "old turns were not forgotten");
            }
            loop {
                tokio::time::sleep(REAP_INTERVAL).await;
                match timeout(ANSWER, store.release_dead_workers()).await {
                    Ok(Ok(0)) => {}
                    Ok(Ok(hosts)) => tracing::info!(hosts, "took over from a worker that is gone"),
                    // The walks will hear of it.
                    Ok(Err(error)) => tracing::debug!(%error, "dead workers were not looked for"),
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
