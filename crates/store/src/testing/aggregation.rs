//! The result of an aggregation, row by row.

use crate::{Store, StoreError};

/// The result of an aggregation, without the times at which rows were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aggregation {
    /// Number of saves so far.
    pub saves: i64,
    /// Findings, memberships, stories and terms, as text.
    pub rows: Vec<String>,
    /// Names of the states, with a hash of their bytes.
    pub states: Vec<(String, String)>,
}

/// The current result. Reads whole tables, for tests.
pub async fn aggregation(store: &Store) -> Result<Aggregation, StoreError> {
    let saves: Option<i64> = sqlx::query_scalar("select token from aggregate_claim")
        .fetch_optional(&store.pool)
        .await?;
    let rows = sqlx::query_scalar(
        "select 'copy ' || (to_jsonb(c) - 'found_at')::text from copies c
        union all select 'member ' || to_jsonb(m)::text from story_articles m
        union all select 'story ' || (to_jsonb(s) - 'updated_at')::text from stories s
        union all select 'link ' || to_jsonb(l)::text from story_links l
        union all select 'terms ' || to_jsonb(t)::text from article_terms t
        order by 1",
    )
    .fetch_all(&store.pool)
    .await?;
    let states = sqlx::query_as(
        "select name, encode(sha256(string_agg(state, '' order by part)), 'hex') from aggregate_state group by name order by name",
    )
    .fetch_all(&store.pool)
    .await?;
    Ok(Aggregation {
        saves: saves.unwrap_or(0),
        rows,
        states,
    })
}
