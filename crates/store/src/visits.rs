//! Visits: one fetch, one outcome, one transaction.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::{
    Lease, NewPage, NewUrl, Outcome, PageKey, Store, StoreError,
    hosts::lock_lease,
    new_hosts::{NewHost, host_ids, scheme_of},
    pages::PackedPage,
    remember::{Placed, remember, wake},
    text,
};

/// One fetch and all that is to be remembered of it.
#[derive(Debug, Clone)]
pub struct Visit {
    /// The URL's id, from [`crate::Due`].
    pub url_id: i64,
    /// The URL, for messages.
    pub url: String,
    /// When it was fetched. Together with the URL the key of the visit: recording it twice is harmless.
    pub fetched_at: DateTime<Utc>,
    /// How it ended.
    pub outcome: Outcome,
    /// HTTP status, if there was an answer.
    pub http_status: Option<i16>,
    /// Time from request to last byte.
    pub duration_ms: i32,
    /// Bytes of body received.
    pub size_bytes: i64,
    /// The page. A body equal to the last one of this URL is not stored again: the visit then counts as unchanged.
    pub page: Option<NewPage>,
    /// URLs found; unknown ones enter the frontier, hosts new to it are made on the fly in the same site.
    /// The caller sees to it that all are of the lease's registrable domain.
    pub links: Vec<NewUrl>,
    /// For the next conditional request.
    pub etag: Option<String>,
    /// For the next conditional request.
    pub last_modified: Option<String>,
    /// When to visit again; `None`: never again by itself.
    pub next_due: Option<DateTime<Utc>>,
    /// Earliest next request to this host.
    pub next_request_at: DateTime<Utc>,
    /// robots.txt group and rule that decided.
    pub robots_rule: Option<String>,
    /// Opt-out signals: an object; keys the views know: `tdm_reserved` (bool), `tdm_policy_url` (string), `ai_optout` (list of strings).
    pub opt_out: serde_json::Value,
    /// Error text or other remark.
    pub detail: Option<String>,
}

impl Store {
    /// Records a visit in one transaction: fetch record, page, links, next due, the host's next request.
    /// The lease is prolonged by its own length. `false`: the lease is lost, nothing was written.
    pub async fn complete(&self, lease: &Lease, visit: &Visit) -> Result<bool, StoreError> {
        self.ensure_month(visit.fetched_at).await?;
        let packed = visit.page.as_ref().map(PackedPage::pack).transpose()?;
        self.retrying(|| self.try_complete(lease, visit, packed.as_ref()))
            .await
    }

    async fn try_complete(
        &self,
        lease: &Lease,
        visit: &Visit,
        page: Option<&PackedPage>,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let woken = save_links(&mut transaction, lease, &visit.links).await?;
        save_visit(&mut transaction, lease, visit, page).await?;
        // Last, and in the order of ids: no two visits wait for each other here.
        if !lock_lease(&mut transaction, lease, &woken).await? {
            return Ok(false); // dropping the transaction undoes it
        }
        wake(&mut transaction, &woken).await?;
        sqlx::query!(
            "update hosts set next_request_at = greatest(next_request_at, $2),
                leased_until = greatest(leased_until, now() + lease_length)
            where host_id = $1",
            lease.host_id,
            visit.next_request_at
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(true)
    }
}

/// Hosts of one site that links may lead to: where every name leads somewhere, they invent them without end.
const HOSTS_PER_SITE: i64 = 500;

/// Gives the other hosts that have new work; the leased one has a worker.
async fn save_links(
    connection: &mut PgConnection,
    lease: &Lease,
    links: &[NewUrl],
) -> Result<Vec<i64>, StoreError> {
    let elsewhere = links
        .iter()
        .filter(|link| link.authority != lease.authority)
        .map(|link| NewHost {
            authority: link.authority.clone(),
            scheme: scheme_of(&link.url),
            domain: lease.domain.clone(),
            site_id: lease.site_id.clone(),
        });
    let elsewhere: Vec<NewHost> = elsewhere.collect();
    let mut ids = if elsewhere.is_empty() {
        std::collections::HashMap::new()
    } else {
        host_ids(connection, elsewhere, HOSTS_PER_SITE).await?
    };
    ids.insert(lease.authority.clone(), lease.host_id);
    let placed: Vec<Placed<'_>> = links
        .iter()
        .filter_map(|url| {
            Some(Placed {
                host_id: *ids.get(&url.authority)?,
                url,
            })
        })
        .collect();
    let mut woken = remember(connection, &placed).await?;
    woken.retain(|host| *host != lease.host_id);
    Ok(woken)
}

async fn save_visit(
    connection: &mut PgConnection,
    lease: &Lease,
    visit: &Visit,
    page: Option<&PackedPage>,
) -> Result<(), StoreError> {
    let before = sqlx::query!(
        "select v.body_hash, exists (select from fetches f
            where f.host_id = $1 and f.url_id = $2 and f.fetched_at = $3) as recorded
        from (select) one left join visits v on v.host_id = $1 and v.url_id = $2",
        lease.host_id,
        visit.url_id,
        visit.fetched_at
    )
    .fetch_one(&mut *connection)
    .await?;
    if before.recorded.unwrap_or(false) {
        return Ok(()); // the answer to the first try was lost on its way
    }
    let changed = page.map(|page| before.body_hash.as_deref() != Some(page.hash.as_slice()));
    let key = match page {
        Some(page) if changed == Some(true) => Some(
            page.insert(connection, lease.host_id, visit.url_id, visit.fetched_at)
                .await?,
        ),
        _ => None,
    };
    let unchanged = changed == Some(false) || visit.outcome == Outcome::NotModified;
    save_fetch(connection, lease, visit, changed, key).await?;
    save_state(connection, lease, visit, page, key, unchanged).await
}

/// The facts: the log and its count by day; the queue row is done with.
async fn save_fetch(
    connection: &mut PgConnection,
    lease: &Lease,
    visit: &Visit,
    changed: Option<bool>,
    page: Option<PageKey>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "with logged as (
            insert into fetches (host_id, url_id, fetched_at, outcome, http_status, duration_ms, size_bytes,
                changed, page_id, robots_rule, opt_out, detail)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        ), done as (
            delete from queue q using seen s
            where s.host_id = $1 and s.url_id = $2
                and q.host_id = s.host_id and q.url_id = s.url_id
                and q.priority = any(array[s.priority, revisit_priority(s.priority)])
        )
        insert into host_days as d (host_id, day, outcome, visits, bytes, last_at)
        values ($1, ($3::timestamptz at time zone 'UTC')::date, $4, 1, $7, $3)
        on conflict (host_id, day, outcome) do update
            set visits = d.visits + 1, bytes = d.bytes + excluded.bytes, last_at = greatest(d.last_at, excluded.last_at)",
        lease.host_id,
        visit.url_id,
        visit.fetched_at,
        visit.outcome.as_str(),
        visit.http_status.map(|status| status.clamp(0, 999)),
        visit.duration_ms.max(0),
        visit.size_bytes.max(0),
        changed,
        page.map(|page| page.page_id),
        text::optional(visit.robots_rule.as_deref()),
        text::json_object(&visit.opt_out),
        text::optional(visit.detail.as_deref())
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The URL's state. Validators and the last page survive failures.
async fn save_state(
    connection: &mut PgConnection,
    lease: &Lease,
    visit: &Visit,
    page: Option<&PackedPage>,
    key: Option<PageKey>,
    unchanged: bool,
) -> Result<(), StoreError> {
    let hash = page.map(|page| page.hash.as_slice());
    sqlx::query!(
        "insert into visits as v (host_id, url_id, visited_at, outcome, http_status, etag, last_modified, next_due,
            visits, changes, failures, changed_at, unchanged_at, body_hash, page_id, page_fetched_at)
        values ($1, $2, $3::timestamptz, $4, $5, $6, $7, $8, 1, 0, case when $9 then 1 else 0 end,
            case when $10::bigint is not null then $3::timestamptz end, case when $11 then $3 end, $12, $10, $13)
        on conflict (host_id, url_id) do update set
            visited_at = excluded.visited_at,
            outcome = excluded.outcome,
            http_status = excluded.http_status,
            etag = case excluded.outcome when 'fetched' then excluded.etag
                when 'not_modified' then coalesce(excluded.etag, v.etag) else v.etag end,
            last_modified = case excluded.outcome when 'fetched' then excluded.last_modified
                when 'not_modified' then coalesce(excluded.last_modified, v.last_modified) else v.last_modified end,
            next_due = excluded.next_due,
            visits = v.visits + 1,
            changes = v.changes + case when excluded.page_id is not null and v.page_id is not null then 1 else 0 end,
            failures = case when $9 then v.failures + 1 else 0 end,
            changed_at = coalesce(excluded.changed_at, v.changed_at),
            unchanged_at = coalesce(excluded.unchanged_at, v.unchanged_at),
            body_hash = coalesce(excluded.body_hash, v.body_hash),
            page_id = coalesce(excluded.page_id, v.page_id),
            page_fetched_at = coalesce(excluded.page_fetched_at, v.page_fetched_at)",
        lease.host_id,
        visit.url_id,
        visit.fetched_at,
        visit.outcome.as_str(),
        visit.http_status,
        text::optional(visit.etag.as_deref()),
        text::optional(visit.last_modified.as_deref()),
        visit.next_due,
        visit.outcome.is_failure(),
        key.map(|key| key.page_id),
        unchanged,
        hash,
        key.map(|key| key.fetched_at)
    )
    .execute(connection)
    .await?;
    Ok(())
}
