//! Pages for archives in fetch order.

use chrono::{DateTime, Utc};
use store_macros::{boxed, retried};

use crate::{
    Outcome, PageKey, Store, StoreError, Via, pages::compressed::decompress, text::column,
};

/// Maximum uncompressed size of the bodies in a batch, in bytes.
const BATCH_BYTES: i64 = 16 << 20;
/// Maximum number of pages considered for a batch.
const BATCH_PAGES: i64 = 256;

/// A stored page with its visit.
#[derive(Debug, Clone, PartialEq)]
pub struct RawPage {
    /// Its key: fetch time and number.
    pub key: PageKey,
    /// URL after redirects. For a rendered page, this and the other fields describe the server's
    /// response, not the rendered result.
    pub url: String,
    /// URL as discovered.
    pub url_requested: String,
    /// The site.
    pub site_id: String,
    /// The first channel that named its URL.
    pub via: Via,
    /// HTTP status.
    pub http_status: i16,
    /// `Content-Type` header.
    pub content_type: Option<String>,
    /// Selected headers: a JSON object of lower-case names and string values.
    pub headers: serde_json::Value,
    /// The body, decoded from its transfer and content encodings.
    pub body: Vec<u8>,
    /// SHA-256 of the body.
    pub body_hash: Vec<u8>,
    /// Outcome of the visit, if it was recorded.
    pub outcome: Option<Outcome>,
    /// Time from request to last byte; `None` if unknown, as for an imported page.
    pub duration_ms: Option<i32>,
    /// The robots.txt rule that applied.
    pub robots_rule: Option<String>,
    /// Opt-out signals: a JSON object.
    pub opt_out: serde_json::Value,
    /// Their kinds, as in `news.articles`.
    pub opt_outs: Vec<String>,
}

/// A batch of pages.
#[derive(Debug, Clone, PartialEq)]
pub struct RawBatch {
    /// The pages, ordered by key.
    pub pages: Vec<RawPage>,
    /// Pages that were left out because of their opt-outs.
    pub left_out: u64,
    /// Pages whose stored body is damaged, ordered by key.
    pub unreadable: Vec<UnreadablePage>,
    /// The key to continue after; `None` if there are no more pages.
    pub next: Option<PageKey>,
}

/// A page that cannot be archived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadablePage {
    /// URL after redirects.
    pub url: String,
    /// When it was fetched.
    pub fetched_at: DateTime<Utc>,
    /// How its stored body is damaged.
    pub damage: String,
}

/// Which raw pages to return.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawQuery {
    /// Site ids; empty means all.
    pub sites: Vec<String>,
    /// Pages with one of these opt-outs are left out: `tdm`, `ai`, `noindex`, `noarchive`, `nosnippet`.
    pub without: Vec<String>,
}

/// The last page in storage order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastPage {
    /// The last assigned id; 0 if there is none.
    pub page_id: i64,
    /// Transactions that may still store pages with smaller ids.
    pub writers: Vec<String>,
}

/// A page that may be in a batch.
struct RawKey {
    fetched_at: DateTime<Utc>,
    page_id: i64,
    left_out: bool,
    /// Size of the bodies before it in the batch.
    bytes_before: i64,
}

impl RawKey {
    fn key(&self) -> PageKey {
        PageKey::new(self.fetched_at, self.page_id)
    }
}

impl Store {
    /// The pages after a key with ids above `above` and up to `up_to`, oldest first. A batch is
    /// bounded in number and bytes, and has at least one page if there is any.
    #[boxed]
    pub async fn raw_pages(
        &self,
        after: PageKey,
        above: i64,
        up_to: i64,
        query: &RawQuery,
    ) -> Result<RawBatch, StoreError> {
        let mut candidates = self.raw_keys(after, above, up_to, query).await?;
        let fits = candidates.partition_point(|page| page.bytes_before <= BATCH_BYTES);
        candidates.truncate(fits.max(1));
        let kept = candidates.iter().filter(|page| !page.left_out);
        let keys: Vec<PageKey> = kept.map(RawKey::key).collect();
        let (pages, unreadable) = self.raw(&keys).await?;
        Ok(RawBatch {
            pages,
            left_out: (candidates.len() - keys.len()) as u64,
            unreadable,
            next: candidates.last().map(RawKey::key),
        })
    }

    #[retried]
    async fn raw_keys(
        &self,
        after: PageKey,
        above: i64,
        up_to: i64,
        query: &RawQuery,
    ) -> Result<Vec<RawKey>, StoreError> {
        let keys = sqlx::query_as!(
            RawKey,
            r#"select fetched_at as "fetched_at!", page_id as "page_id!", left_out as "left_out!",
                (sum(case when left_out then 0 else body_size end) over (order by fetched_at, page_id)
                    - case when left_out then 0 else body_size end)::bigint as "bytes_before!"
            from (
                select p.fetched_at, p.page_id, p.body_size,
                    coalesce(opt_out_kinds(f.opt_out) && $4, false) as left_out
                from pages p
                join hosts h on h.host_id = p.host_id
                left join fetches f
                    on f.host_id = p.host_id and f.url_id = p.url_id and f.fetched_at = p.fetched_at
                where p.fetched_at >= $1 and (p.fetched_at, p.page_id) > ($1, $2) and p.page_id > $6 and p.page_id <= $7
                    and (cardinality($3::text[]) = 0 or h.site_id = any($3))
                order by p.fetched_at, p.page_id
                limit $5
            ) candidates
            order by fetched_at, page_id"#,
            after.fetched_at,
            after.page_id,
            &query.sites,
            &query.without,
            BATCH_PAGES,
            above,
            up_to
        );
        Ok(keys.fetch_all(&self.pool).await?)
    }

    #[retried]
    async fn raw(
        &self,
        keys: &[PageKey],
    ) -> Result<(Vec<RawPage>, Vec<UnreadablePage>), StoreError> {
        let rows = sqlx::query!(
            r#"select p.fetched_at, p.page_id, case when p.rendered then s.url else p.url_final end as "url_final!", p.http_status,
                case when p.rendered then p.plain_type else p.content_type end as content_type, p.headers,
                coalesce(p.plain_body, p.body) as "body!", coalesce(p.plain_size, p.body_size) as "body_size!",
                coalesce(p.plain_hash, p.body_hash) as "body_hash!", h.site_id, s.url as url_requested, s.via as "via: Via",
                f.outcome as "outcome?: Outcome", f.robots_rule,
                case when f.detail is distinct from 'imported' then f.duration_ms end as duration_ms,
                f.opt_out as "opt_out?", opt_out_kinds(f.opt_out) as "opt_outs!"
            from unnest($1::timestamptz[], $2::bigint[]) as key (fetched_at, page_id)
            join pages p on p.fetched_at = key.fetched_at and p.page_id = key.page_id
            join hosts h on h.host_id = p.host_id
            join seen s on s.host_id = p.host_id and s.url_id = p.url_id
            left join fetches f
                on f.host_id = p.host_id and f.url_id = p.url_id and f.fetched_at = p.fetched_at
            order by p.fetched_at, p.page_id"#,
            &column(keys, |key| key.fetched_at),
            &column(keys, |key| key.page_id)
        )
        .fetch_all(&self.pool)
        .await?;
        let (mut pages, mut unreadable) = (Vec::with_capacity(rows.len()), Vec::new());
        for row in rows {
            match decompress(&row.body, row.body_size, &row.body_hash) {
                Ok(body) => pages.push(RawPage {
                    key: PageKey::new(row.fetched_at, row.page_id),
                    url: row.url_final,
                    url_requested: row.url_requested,
                    site_id: row.site_id,
                    via: row.via,
                    http_status: row.http_status,
                    content_type: row.content_type,
                    headers: row.headers,
                    body,
                    body_hash: row.body_hash,
                    outcome: row.outcome,
                    duration_ms: row.duration_ms,
                    robots_rule: row.robots_rule,
                    opt_out: row.opt_out.unwrap_or_else(|| serde_json::json!({})),
                    opt_outs: row.opt_outs,
                }),
                Err(damage) => unreadable.push(UnreadablePage {
                    url: row.url_final,
                    fetched_at: row.fetched_at,
                    damage,
                }),
            }
        }
        Ok((pages, unreadable))
    }

    /// The last page that is stored, or about to be. Once [`Store::is_any_open`] is false for its
    /// writers, no page with its id or a smaller one can appear.
    #[retried]
    pub async fn last_page(&self) -> Result<LastPage, StoreError> {
        // In this order: a writer that has already taken an id holds the lock.
        let page_id = sqlx::query_scalar!(
            r#"select case when is_called then last_value else last_value - 1 end as "page_id!" from page_ids"#
        )
        .fetch_one(&self.pool)
        .await?;
        let writers = sqlx::query_scalar!(
            r#"select distinct virtualtransaction as "writer!" from pg_locks
            where locktype = 'relation' and mode = 'RowExclusiveLock' and granted and relation = 'pages'::regclass
                and database = (select oid from pg_database where datname = current_database())"#
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(LastPage { page_id, writers })
    }

    /// Whether any of these transactions is still open.
    #[retried]
    pub async fn is_any_open(&self, transactions: &[String]) -> Result<bool, StoreError> {
        let is_open = sqlx::query_scalar!(
            r#"select exists (select from pg_locks where virtualtransaction = any($1)) as "is_open!""#,
            transactions
        );
        Ok(is_open.fetch_one(&self.pool).await?)
    }
}
