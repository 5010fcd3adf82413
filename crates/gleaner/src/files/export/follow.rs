//! Writes changes of articles as they happen.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::{Cursor, Store, Withdrawal};
use tokio_util::sync::CancellationToken;

use super::articles::{Batches, Wanted};
use super::lines::Line;
use super::{OptOutCounts, WHAT};
use crate::console::output::Results;

/// Time between two polls for changes.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// A withdrawn version, as a line.
#[derive(Serialize)]
struct WithdrawnLine {
    cursor: Cursor,
    id: String,
    version: i32,
    version_id: String,
    withdrawn_at: DateTime<Utc>,
}

impl WithdrawnLine {
    fn of(gone: Withdrawal, cursor: impl FnOnce(i64) -> Cursor) -> Self {
        Self {
            cursor: cursor(gone.cursor),
            version_id: format!("{}:{}", gone.id, gone.version),
            id: gone.id,
            version: gone.version,
            withdrawn_at: gone.withdrawn_at,
        }
    }
}

/// Writes a JSON line for each version and each withdrawal after the cursor, in cursor order, then waits for more until it is stopped.
/// Each line has its cursor, from which an interrupted reader continues.
pub(crate) async fn run(
    store: &Store,
    wanted: &Wanted,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let columns = wanted.columns()?;
    let mut out = Results::new();
    let mut cursor = wanted.since.unwrap_or_default();
    let mut counts = OptOutCounts::default();
    'following: while !stop.is_cancelled() {
        let mut batches = Batches::after(store, cursor, wanted.query(&columns));
        while !stop.is_cancelled()
            && let Some(mut batch) = batches.next().await?
        {
            counts.left_out += batch.left_out;
            let withdrawn = std::mem::take(&mut batch.withdrawn);
            let mut withdrawn = withdrawn.into_iter().peekable();
            let at = |number| batch.cursor(number);
            for row in &batch.rows {
                if stop.is_cancelled() {
                    break 'following;
                }
                while let Some(gone) = withdrawn.next_if(|gone| gone.cursor < row.cursor) {
                    out.json(&WithdrawnLine::of(gone, at))?;
                }
                counts.add_article(&row["opt_outs"]);
                cursor = at(row.cursor);
                out.json(&Line {
                    cursor: Some(cursor),
                    columns: &columns,
                    row,
                })?;
            }
            for gone in withdrawn {
                out.json(&WithdrawnLine::of(gone, at))?;
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
