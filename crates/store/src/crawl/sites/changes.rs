//! Pausing, resuming, retrying and removing sites.

use sqlx::PgConnection;
use store_macros::{boxed, retried};

use super::overview::Lifecycle;
use crate::{Store, StoreError, upkeep::DELETE_BATCH};

impl Store {
    /// Pauses an active site, or resumes a paused one. Pausing ends its running crawls at once, since
    /// their leases become void. Returns `false` if the site is in another state; then nothing is changed.
    #[retried(once)]
    pub async fn pause_site(&self, site_id: &str, pause: bool) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        if let Some(changed) = once.committed(&mut transaction).await? {
            return Ok(changed);
        }
        let (from, to) = if pause {
            ("active", "paused")
        } else {
            ("paused", "active")
        };
        let changed = sqlx::query!(
            "update sites set state = $3, updated_at = now() where site_id = $1 and state = $2",
            site_id,
            from,
            to
        )
        .execute(&mut *transaction)
        .await?
        .rows_affected();
        if changed > 0 && pause {
            void_leases(&mut transaction, site_id).await?;
        }
        once.commit(transaction, changed > 0).await
    }

    /// Ends every wait of a site: its hosts are due now, and their robots.txt, the front page and all
    /// URLs whose last visit returned nothing are requested again. Returns how many URLs became due.
    #[retried]
    pub async fn retry_site(&self, site_id: &str) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        // in id order, as wherever hosts are locked, to avoid deadlocks
        sqlx::query!(
            "select host_id from hosts where site_id = $1 order by host_id for no key update",
            site_id
        )
        .fetch_all(&mut *transaction)
        .await?;
        sqlx::query!(
            "update robots r set is_due = true
            from hosts h where h.site_id = $1 and r.host_id = h.host_id",
            site_id
        )
        .execute(&mut *transaction)
        .await?;
        let due = sqlx::query!(
            "update visits v set next_due = now()
            from hosts h join seen s on s.host_id = h.host_id
            where h.site_id = $1 and v.host_id = s.host_id and v.url_id = s.url_id and v.next_due > now()
                and (s.kind = 'home' or v.outcome not in ('fetched', 'not_modified'))",
            site_id
        )
        .execute(&mut *transaction)
        .await?
        .rows_affected();
        sqlx::query!(
            "update hosts h set failures = 0, cooldown_reason = null, cooldown_detail = null,
                next_request_at = least(next_request_at, now()),
                next_fetch_at = case when next_fetch_at is not null
                    or exists (select from queue q where q.host_id = h.host_id)
                    or exists (select from visits v where v.host_id = h.host_id and v.next_due <= now()) then now() end
            where site_id = $1",
            site_id
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(due)
    }

    /// Takes a site out of the crawl until a seed names it again. Its articles and pages stay. A
    /// repeated call completes an interrupted removal. Returns the number of URLs that were due.
    #[boxed]
    pub async fn remove_site(&self, site_id: &str) -> Result<u64, StoreError> {
        self.end_site(site_id, Lifecycle::Removed).await?;
        let hosts = self.host_ids_of(site_id).await?;
        let mut removed = 0;
        loop {
            let urls = self.empty_queue_once(&hosts).await?;
            removed += urls;
            if urls == 0 {
                return Ok(removed);
            }
        }
    }

    /// Ends all crawling of a site.
    #[retried]
    pub(crate) async fn end_site(
        &self,
        site_id: &str,
        lifecycle: Lifecycle,
    ) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query!(
            "update sites set state = $2, updated_at = now() where site_id = $1 and state <> 'forgotten'",
            site_id,
            lifecycle.as_str()
        )
        .execute(&mut *transaction)
        .await?;
        void_leases(&mut transaction, site_id).await?;
        transaction.commit().await?;
        Ok(())
    }

    #[retried]
    pub(crate) async fn host_ids_of(&self, site_id: &str) -> Result<Vec<i64>, StoreError> {
        let ids = sqlx::query_scalar!(
            "select host_id from hosts where site_id = $1 order by 1",
            site_id
        );
        Ok(ids.fetch_all(&self.pool).await?)
    }

    #[retried]
    async fn empty_queue_once(&self, hosts: &[i64]) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let urls = empty_queue(&mut transaction, hosts, DELETE_BATCH).await?;
        transaction.commit().await?;
        Ok(urls)
    }

    /// The sites that were seeded from these files or folders, and are not among the named ones: id and file.
    #[retried]
    pub async fn sites_no_longer_named(
        &self,
        paths: &[String],
        named: &[String],
    ) -> Result<Vec<(String, String)>, StoreError> {
        let rows = sqlx::query!(
            r#"select site_id, seed_file as "seed_file!" from sites
            where seeded and state in ('active', 'paused') and site_id <> all($2)
                and exists (select from unnest($1::text[]) as path where seed_file = path or starts_with(seed_file, path || '/'))
            order by site_id"#,
            paths,
            named
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| (row.site_id, row.seed_file))
            .collect())
    }
}

/// Makes the leases on a site's hosts void, so that their crawls store and request nothing more. A host that is not due stays so.
async fn void_leases(connection: &mut PgConnection, site_id: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "with leased as (
            select host_id from hosts where site_id = $1 and leased_until is not null order by host_id for no key update
        )
        update hosts h set lease_token = lease_token + 1, lease_worker = null, lease_session = null, leased_until = null
        from leased where h.host_id = leased.host_id",
        site_id
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes at most `limit` URLs of these hosts out of the queue. URLs that were never visited are
/// deleted from `seen`; others are due when the site is crawled again. Returns how many.
pub(crate) async fn empty_queue(
    connection: &mut PgConnection,
    hosts: &[i64],
    limit: i64,
) -> Result<u64, StoreError> {
    let gone = sqlx::query_scalar!(
        r#"with chosen as (
            select host_id, priority, url_id from queue where host_id = any($1) order by host_id, priority, url_id limit $2
        ), gone as (
            delete from queue q using chosen c
            where q.host_id = c.host_id and q.priority = c.priority and q.url_id = c.url_id
            returning q.host_id, q.url_id
        ), known as (
            update visits v set next_due = now() from gone
            where v.host_id = gone.host_id and v.url_id = gone.url_id
            returning v.host_id, v.url_id
        ), unvisited as (
            select host_id, url_id from gone
            where not exists (select from visits v where v.host_id = gone.host_id and v.url_id = gone.url_id)
        ), named as (
            delete from discoveries d using unvisited u where d.host_id = u.host_id and d.url_id = u.url_id
        ), forgotten as (
            delete from seen s using unvisited u where s.host_id = u.host_id and s.url_id = u.url_id
        )
        select count(*) as "urls!" from gone"#,
        hosts,
        limit
    )
    .fetch_one(connection)
    .await?;
    Ok(gone.cast_unsigned())
}
