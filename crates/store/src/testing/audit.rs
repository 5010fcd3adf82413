//! An audit of a crawl: counts of the tables by statements other than those that wrote them.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};

use crate::{Store, StoreError};

/// The counts of a crawl. Every field named `…_wrong` or `repeated_…` is 0 if it is correct.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Audit {
    /// Stored pages by `host[:port]`: number of distinct URLs, and of rows.
    pub pages: BTreeMap<String, (u64, u64)>,
    /// Rows of `pages` with the same body as the row before them with the same URL.
    pub repeated_bodies: u64,
    /// Visits in the log by URL.
    pub fetches: HashMap<String, u64>,
    /// Visits with a page that is not stored, and pages without a visit.
    pub orphans_wrong: u64,
    /// Rows of `visit_days` that differ from `fetches`, and missing rows.
    pub visit_days_wrong: u64,
    /// URLs whose number of visits differs from that in `fetches`.
    pub visits_wrong: u64,
    /// URLs due now.
    pub queued: u64,
}

/// A lease in the database.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct HeldLease {
    /// The host, `host[:port]`.
    pub authority: String,
    /// The worker that holds it.
    pub worker: String,
    /// Its end.
    pub until: DateTime<Utc>,
    /// Whether it is valid by the database's clock.
    pub running: bool,
}

/// Audits a crawl. Reads whole tables, for tests.
pub async fn audit(store: &Store) -> Result<Audit, StoreError> {
    let mut audit = Audit::default();
    let pages: Vec<(String, i64, i64)> = sqlx::query_as(
        "select h.authority, count(distinct p.url_id), count(*) from pages p join hosts h using (host_id) group by 1",
    )
    .fetch_all(&store.pool)
    .await?;
    for (authority, urls, rows) in pages {
        let counts = (urls.unsigned_abs(), rows.unsigned_abs());
        audit.pages.insert(authority, counts);
    }
    let fetches: Vec<(String, i64)> = sqlx::query_as(
        "select s.url, count(*) from fetches f join seen s on s.host_id = f.host_id and s.url_id = f.url_id group by 1",
    )
    .fetch_all(&store.pool)
    .await?;
    for (url, count) in fetches {
        audit.fetches.insert(url, count.unsigned_abs());
    }
    audit.repeated_bodies = count(
        store,
        "select count(*) from (
            select body_hash = lag(body_hash) over (partition by host_id, url_id order by fetched_at, page_id) as same from pages
        ) p where same",
    )
    .await?;
    audit.orphans_wrong = count(
        store,
        "select count(*) from (select fetched_at, page_id from pages) p
        full join (select fetched_at, page_id from fetches where page_id is not null) f using (fetched_at, page_id)
        where f.* is null or p.* is null and not exists (
            -- repeated pages are deleted
            select from verdicts d where d.fetched_at = f.fetched_at and d.page_id = f.page_id and d.article_id is not null)",
    )
    .await?;
    audit.visit_days_wrong = count(
        store,
        "select count(*) from (
            select host_id, (fetched_at at time zone 'UTC')::date as day, outcome, count(*) as visits, sum(size_bytes) as bytes
            from fetches group by 1, 2, 3
        ) f full join (select * from visit_days where outcome <> 'imported') d using (host_id, day, outcome)
        where f.visits is distinct from d.visits or f.bytes is distinct from d.bytes",
    )
    .await?;
    audit.visits_wrong = count(
        store,
        "select count(*) from (select host_id, url_id, count(*) as visits from fetches group by 1, 2) f
        full join visits v using (host_id, url_id) where f.visits is distinct from v.visits",
    )
    .await?;
    audit.queued = count(store, "select count(*) from queue").await?;
    Ok(audit)
}

/// Every lease that was not released, ordered by host.
pub async fn leases(store: &Store) -> Result<Vec<HeldLease>, StoreError> {
    let held = sqlx::query_as(
        "select authority, lease_worker as worker, leased_until as until, leased_until > now() as running from hosts
        where lease_worker is not null order by authority",
    );
    Ok(held.fetch_all(&store.pool).await?)
}

/// URL, outcome and detail of each visit, in order.
pub async fn visited(store: &Store) -> Result<Vec<(String, String, Option<String>)>, StoreError> {
    let visits = sqlx::query_as(
        "select s.url, f.outcome, f.detail from fetches f
        join seen s on s.host_id = f.host_id and s.url_id = f.url_id order by f.fetched_at",
    );
    Ok(visits.fetch_all(&store.pool).await?)
}

async fn count(store: &Store, sql: &'static str) -> Result<u64, StoreError> {
    let count: i64 = sqlx::query_scalar(sql).fetch_one(&store.pool).await?;
    Ok(count.unsigned_abs())
}
