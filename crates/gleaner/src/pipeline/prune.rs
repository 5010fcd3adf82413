//! The last stage: what is older than the settings keep it goes, and what nothing needs any more.

use std::time::Instant;

use store::{Pruned, Retention, Store};
use tokio_util::sync::CancellationToken;

use crate::console::plural::count;
use crate::console::progress::millis;

/// Deletes pages, visits and addresses that are older than `retention` keeps them.
pub(crate) async fn prune(
    store: &Store,
    retention: &Retention,
    stop: &CancellationToken,
) -> anyhow::Result<Pruned> {
    let began = Instant::now();
    let pruned = store.prune(retention, &|| stop.is_cancelled()).await?;
    tracing::info!(
        pages_pruned = pruned.pages,
        rejected_pruned = pruned.rejected,
        visits_pruned = pruned.visits,
        urls_pruned = pruned.urls,
        duration_ms = millis(began.elapsed()),
        "prune finished"
    );
    Ok(pruned)
}

/// What was deleted, or would be.
pub(crate) fn describe(pruned: &Pruned) -> String {
    format!(
        "{} ({} of them rejected), {} and {}",
        count(pruned.pages, "page"),
        pruned.rejected,
        count(pruned.visits, "visit"),
        count(pruned.urls, "address")
    )
}
