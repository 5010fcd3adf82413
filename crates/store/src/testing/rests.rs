//! Time passes.

use crate::{Store, StoreError};

/// Ends the rests of all hosts, as if an hour and whatever they last had passed: they are due now, and a
/// robots.txt that could not be had is asked for again. Returns how many rested.
pub async fn end_rests(store: &Store) -> Result<u64, StoreError> {
    sqlx::query(
        "update robots set fetched_at = fetched_at - interval '1 hour', asked_at = asked_at - interval '1 hour'
        where status is null or status >= 500 or asked_at is not null",
    )
    .execute(&store.pool)
    .await?;
    let ended = sqlx::query(
        "update hosts set next_request_at = now(), next_fetch_at = now() where next_fetch_at > now()",
    )
    .execute(&store.pool)
    .await?;
    Ok(ended.rows_affected())
}
