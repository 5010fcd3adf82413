//! Simulates the passing of time, for tests.

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

/// Makes everything look as if the crawl so far had happened this many hours earlier.
pub async fn age(store: &Store, hours: i32) -> Result<(), StoreError> {
    let earlier = format!("- interval '{hours} hours'");
    for (table, columns) in [
        (
            "visits",
            &[
                "visited_at",
                "next_due",
                "changed_at",
                "unchanged_at",
                "lost_at",
            ][..],
        ),
        ("seen", &["first_seen"]),
        ("robots", &["fetched_at", "asked_at", "unreachable_since"]),
        ("opt_out_files", &["fetched_at"]),
        ("request_slots", &["next_at"]),
        ("quotas", &["window_start"]),
        ("hosts", &["next_request_at", "next_fetch_at"]),
    ] {
        let columns: Vec<String> = columns
            .iter()
            .map(|column| format!("{column} = {column} {earlier}"))
            .collect();
        let aged = format!("update {table} set {}", columns.join(", "));
        sqlx::raw_sql(sqlx::AssertSqlSafe(aged))
            .execute(&store.pool)
            .await?;
    }
    Ok(())
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

/// Tables of the crawl with times before which something must not be done.
const TIMED: [&str; 8] = [
    "hosts",
    "opt_out_files",
    "quotas",
    "request_slots",
    "robots",
    "runs",
    "visit_days",
    "visits",
];

/// The columns of these tables with times that are waited for or compared with.
async fn timed_columns(store: &Store) -> Result<Vec<(String, String)>, StoreError> {
    let columns = sqlx::query_as(
        "select table_name::text, column_name::text from information_schema.columns
        where table_schema = 'public' and table_name = any($1) and data_type = 'timestamp with time zone'
            and column_name not in ('page_fetched_at', 'created_at') order by 1, 2",
    );
    Ok(columns
        .bind(TIMED.map(str::to_owned).to_vec())
        .fetch_all(&store.pool)
        .await?)
}

/// Makes everything look as if the crawl so far had happened while the database's clock was ahead.
pub async fn put_clock_back(store: &Store, days: i32) -> Result<(), StoreError> {
    for (table, column) in timed_columns(store).await? {
        let later =
            format!("update {table} set {column} = {column} + make_interval(days => {days})");
        sqlx::raw_sql(sqlx::AssertSqlSafe(later))
            .execute(&store.pool)
            .await?;
    }
    let days = format!("update visit_days set day = day + {days}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(days))
        .execute(&store.pool)
        .await?;
    Ok(())
}

/// By how many seconds the latest time of each column is ahead of the clock, for the columns where it is.
pub async fn times_ahead(store: &Store) -> Result<Vec<(String, i64)>, StoreError> {
    let mut ahead = Vec::new();
    for (table, column) in timed_columns(store).await? {
        let most = format!("select extract(epoch from max({column}) - now())::bigint from {table}");
        let most: Option<i64> = sqlx::query_scalar(sqlx::AssertSqlSafe(most))
            .fetch_one(&store.pool)
            .await?;
        if let Some(most) = most.filter(|most| *most > 0) {
            ahead.push((format!("{table}.{column}"), most));
        }
    }
    Ok(ahead)
}
