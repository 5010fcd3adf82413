//! The last stage: deletes data whose retention period is over, and data no longer needed.

use std::time::Instant;

use store::{Pruned, Retention, Store};
use tokio_util::sync::CancellationToken;

use crate::console::plural::count;
use crate::console::progress::millis;

/// Deletes pages, visits and URLs that are older than `retention` allows.
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

/// Describes what was deleted or would be.
pub(crate) fn describe(pruned: &Pruned) -> String {
    format!(
        "{} ({} of them rejected), {} and {}",
        count(pruned.pages, "page"),
        pruned.rejected,
        count(pruned.visits, "visit"),
        count(pruned.urls, "URL")
    )
}
