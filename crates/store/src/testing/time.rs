//! Makes time pass, for tests.

use chrono::{DateTime, Utc};

use crate::{Store, StoreError};

/// Makes every robots.txt older, and ends the cooldowns of hosts.
pub async fn age_robots(store: &Store, hours: i32) -> Result<(), StoreError> {
    sqlx::query(
        "update robots set fetched_at = fetched_at - make_interval(hours => $1),
            asked_at = asked_at - make_interval(hours => $1),
            unreachable_since = unreachable_since - make_interval(hours => $1)",
    )
    .bind(hours)
    .execute(&store.pool)
    .await?;
    sqlx::query("update hosts set next_request_at = now(), next_fetch_at = now()")
        .execute(&store.pool)
        .await?;
    Ok(())
}

/// Ends the cooldowns of all hosts, as if an hour and the cooldown had passed: they are due now, and a robots.txt that
/// could not be fetched is requested again. Returns how many had a cooldown.
pub async fn end_cooldowns(store: &Store) -> Result<u64, StoreError> {
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

/// Makes every stored page due again.
pub async fn make_pages_due(store: &Store) -> Result<(), StoreError> {
    sqlx::raw_sql(
        "update visits set next_due = now() where page_id is not null;
        update hosts set next_fetch_at = now(), next_request_at = now()",
    )
    .execute(&store.pool)
    .await?;
    Ok(())
}

/// Copies `first_seen` of each URL: the order in which a crawl discovers pages is random.
pub async fn copy_first_seen(from: &Store, to: &Store) -> Result<(), StoreError> {
    let seen: Vec<(String, DateTime<Utc>)> = sqlx::query_as("select url, first_seen from seen")
        .fetch_all(&from.pool)
        .await?;
    let (urls, times): (Vec<_>, Vec<_>) = seen.into_iter().unzip();
    sqlx::query(
        "update seen set first_seen = known.first_seen
        from unnest($1::text[], $2::timestamptz[]) as known (url, first_seen) where seen.url = known.url",
    )
    .bind(urls)
    .bind(times)
    .execute(&to.pool)
    .await?;
    Ok(())
}
