//! Visits that found a page unchanged.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{PageKey, RawQuery, Store, StoreError};

/// Visits read at a time.
const BATCH: i64 = 1_000;

/// A visit that found a page unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unchanged {
    /// When.
    pub fetched_at: DateTime<Utc>,
    /// The visited URL.
    pub url: String,
    /// HTTP status; 304 if the server said so itself.
    pub http_status: i16,
    /// The page that it is still the same as.
    pub page: PageKey,
    /// Its URL after redirects.
    pub page_url: String,
    /// SHA-256 of its body.
    pub body_hash: Vec<u8>,
    /// Its place: continue after the last one.
    pub place: (DateTime<Utc>, i64, i64),
}

impl Store {
    /// Visits after one instant and up to another that found their page unchanged, in order; only those after `place`, if
    /// there is one, and of pages that `query` wants. Empty: there are no more.
    #[retried]
    pub async fn unchanged(
        &self,
        after: DateTime<Utc>,
        until: DateTime<Utc>,
        place: Option<(DateTime<Utc>, i64, i64)>,
        query: &RawQuery,
    ) -> Result<Vec<Unchanged>, StoreError> {
        let (time, host_id, url_id) = place.unwrap_or((after, i64::MAX, i64::MAX));
        let rows = sqlx::query!(
            r#"select f.fetched_at, f.host_id, f.url_id, s.url, f.http_status,
                p.fetched_at as page_fetched_at, p.page_id, p.url_final, p.body_hash
            from fetches f
            join hosts h on h.host_id = f.host_id
            join seen s on s.host_id = f.host_id and s.url_id = f.url_id
            cross join lateral (
                select * from pages p
                where p.host_id = f.host_id and p.url_id = f.url_id and p.fetched_at < f.fetched_at
                order by p.fetched_at desc, p.page_id desc limit 1
            ) p
            left join fetches first
                on first.host_id = f.host_id and first.url_id = f.url_id and first.fetched_at = p.fetched_at
            where f.fetched_at >= $3 and f.fetched_at <= $1
                and (f.fetched_at, f.host_id, f.url_id) > ($3, $4, $5)
                and (f.outcome = 'not_modified' or not f.changed)
                and (cardinality($2::text[]) = 0 or h.site_id = any($2))
                and not coalesce(opt_out_kinds(first.opt_out) && $6, false)
            order by f.fetched_at, f.host_id, f.url_id
            limit $7"#,
            until,
            &query.sites,
            time,
            host_id,
            url_id,
            &query.without,
            BATCH
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| Unchanged {
                fetched_at: row.fetched_at,
                url: row.url,
                http_status: row.http_status.unwrap_or(304),
                page: PageKey {
                    fetched_at: row.page_fetched_at,
                    page_id: row.page_id,
                },
                page_url: row.url_final,
                body_hash: row.body_hash,
                place: (row.fetched_at, row.host_id, row.url_id),
            })
            .collect())
    }
}
