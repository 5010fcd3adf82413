//! Writes changes of articles as they happen.

use std::time::Duration;

use store::Store;
use tokio_util::sync::CancellationToken;

use super::articles::{Batches, Wanted, check_cursor};
use super::lines::Line;
use super::manifest::WithdrawnVersion;
use super::{OptOutCounts, WHAT};
use crate::console::output::Results;

/// Time between two polls for changes.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Writes a JSON line for each version and each withdrawal after the cursor, in cursor order, then waits for more until it is stopped.
/// Each line has its cursor, from which an interrupted reader continues.
pub(crate) async fn run(
    store: &Store,
    wanted: &Wanted,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    check_cursor(store, wanted.since).await?;
    let columns = wanted.columns()?;
    let mut out = Results::new();
    let mut cursor = wanted.since.unwrap_or(0);
    let mut counts = OptOutCounts::default();
    'following: while !stop.is_cancelled() {
        let mut batches = Batches::after(store, cursor, wanted.query(&columns));
        while !stop.is_cancelled()
            && let Some(batch) = batches.next().await?
        {
            counts.left_out += batch.left_out;
            let mut withdrawn = batch.withdrawn.into_iter().peekable();
            for row in &batch.rows {
                if stop.is_cancelled() {
                    break 'following;
                }
                while let Some(gone) = withdrawn.next_if(|gone| gone.cursor < row.cursor) {
                    out.json(&WithdrawnVersion::from(gone))?;
                }
                counts.add_article(&row["opt_outs"]);
                out.json(&Line {
                    cursor: Some(row.cursor),
                    columns: &columns,
                    row,
                })?;
                cursor = row.cursor;
            }
            for gone in withdrawn {
                out.json(&WithdrawnVersion::from(gone))?;
            }
            cursor = batch.next.unwrap_or(cursor);
        }
        out.flush()?;
        let _ = tokio::time::timeout(POLL_INTERVAL, stop.cancelled()).await;
        if Results::reader_has_gone() {
            return Ok(());
        }
    }
    out.finish()?;
    counts.warn(WHAT);
    tracing::info!("export: stopped; next time --since {cursor}");
    Ok(())
}
