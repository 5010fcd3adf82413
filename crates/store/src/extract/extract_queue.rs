//! The extraction queue: pages without a verdict of the current version.

use chrono::DateTime;
use sqlx::PgConnection;
use store_macros::{boxed, retried};

use crate::{
    PageKey, Store, StoreError, StoredPage,
    text::{self, column},
};

/// A key before that of every page, even one dated to antiquity by a broken clock.
pub(crate) fn before_all_pages() -> PageKey {
    PageKey {
        fetched_at: DateTime::from_timestamp(-100_000_000_000, 0).unwrap_or(DateTime::UNIX_EPOCH),
        page_id: -1,
    }
}

/// Queues those of these pages that are stored for extraction again. Returns the number of those that were not queued.
pub(crate) async fn requeue(
    connection: &mut PgConnection,
    keys: &[PageKey],
) -> Result<u64, StoreError> {
    let put = sqlx::query!(
        "insert into extract_queue (fetched_at, page_id)
        select p.fetched_at, p.page_id from unnest($1::timestamptz[], $2::bigint[]) as key (fetched_at, page_id)
        join pages p on p.fetched_at = key.fetched_at and p.page_id = key.page_id
        order by 1, 2 on conflict do nothing",
        &column(keys, |key| key.fetched_at),
        &column(keys, |key| key.page_id)
    );
    Ok(put.execute(connection).await?.rows_affected())
}

impl Store {
    /// The pages of these sites (empty: all) to extract after a key, oldest first: every page with `all`, otherwise
    /// those without a verdict of code `version`. They are at most `limit` pages, and at most
    /// [`BATCH_BYTES`](crate::BATCH_BYTES) of bodies or one page. Pass the last key as `after` until the result is empty.
    #[boxed]
    pub async fn pages_to_extract(
        &self,
        version: &str,
        all: bool,
        sites: &[String],
        after: Option<PageKey>,
        limit: i64,
    ) -> Result<Vec<StoredPage>, StoreError> {
        if !all && after.is_none() {
            self.requeue_outdated(version).await?;
        }
        let keys = self.keys_to_extract(all, sites, after, limit).await?;
        self.pages_of_batch(&keys).await
    }

    /// Queues every stored page of these sites (empty: all) for extraction again.
    #[retried]
    pub async fn requeue_all(&self, sites: &[String]) -> Result<(), StoreError> {
        sqlx::query!(
            "insert into extract_queue (fetched_at, page_id)
            select p.fetched_at, p.page_id from pages p where cardinality($1::text[]) = 0
                or exists (select from hosts h where h.host_id = p.host_id and h.site_id = any($1))
            order by 1, 2 on conflict do nothing",
            sites
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Queues those of these pages that are stored for extraction again. Returns their number.
    #[retried]
    pub async fn requeue_pages(&self, keys: &[PageKey]) -> Result<u64, StoreError> {
        let mut connection = self.pool.acquire().await?;
        requeue(&mut connection, keys).await
    }

    /// The number of pages that [`Store::pages_to_extract`] would return, to show progress.
    #[retried]
    pub async fn count_to_extract(
        &self,
        version: &str,
        all: bool,
        sites: &[String],
    ) -> Result<i64, StoreError> {
        if all {
            let count = sqlx::query_scalar!(
                r#"select count(*) as "count!" from pages p where cardinality($1::text[]) = 0
                    or exists (select from hosts h where h.host_id = p.host_id and h.site_id = any($1))"#,
                sites
            );
            return Ok(count.fetch_one(&self.pool).await?);
        }
        self.requeue_outdated(version).await?;
        let count = sqlx::query_scalar!(
            r#"select count(*) as "count!" from extract_queue q where cardinality($1::text[]) = 0
                    or exists (
                        select from pages p join hosts h using (host_id)
                        where p.fetched_at = q.fetched_at and p.page_id = q.page_id and h.site_id = any($1))"#,
            sites
        );
        Ok(count.fetch_one(&self.pool).await?)
    }

    /// Queues every page with a verdict of another version, once for each new version.
    #[retried]
    async fn requeue_outdated(&self, version: &str) -> Result<(), StoreError> {
        let version = text::owned(version);
        let mut transaction = self.pool.begin().await?;
        let known = sqlx::query_scalar!("select version from extract_state")
            .fetch_optional(&mut *transaction)
            .await?;
        if known.as_deref() == Some(version.as_str()) {
            return Ok(());
        }
        let new = sqlx::query!(
            "insert into extract_state as s (version) values ($1)
            on conflict (only_row) do update set version = excluded.version where s.version <> excluded.version",
            version
        )
        .execute(&mut *transaction)
        .await?
        .rows_affected();
        if new > 0 {
            sqlx::query!(
                "insert into extract_queue (fetched_at, page_id)
                select p.fetched_at, p.page_id
                from verdicts d join pages p on p.fetched_at = d.fetched_at and p.page_id = d.page_id
                where d.version <> $1
                order by 1, 2
                on conflict do nothing",
                version
            )
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    #[retried]
    async fn keys_to_extract(
        &self,
        all: bool,
        sites: &[String],
        after: Option<PageKey>,
        limit: i64,
    ) -> Result<Vec<PageKey>, StoreError> {
        let after = after.unwrap_or_else(before_all_pages);
        let (at, id) = (after.fetched_at, after.page_id);
        if all {
            let keys = sqlx::query_as!(
                PageKey,
                "select p.fetched_at, p.page_id from pages p
            where (p.fetched_at, p.page_id) > ($1, $2)
                and (cardinality($4::text[]) = 0
                    or exists (select from hosts h where h.host_id = p.host_id and h.site_id = any($4)))
            order by p.fetched_at, p.page_id limit $3",
                at,
                id,
                limit,
                sites
            );
            return Ok(keys.fetch_all(&self.pool).await?);
        }
        let keys = sqlx::query_as!(
            PageKey,
            "select q.fetched_at, q.page_id from extract_queue q
            where (q.fetched_at, q.page_id) > ($1, $2)
                and exists (
                    select from pages p
                    where p.fetched_at = q.fetched_at and p.page_id = q.page_id
                        and (cardinality($4::text[]) = 0
                            or exists (select from hosts h where h.host_id = p.host_id and h.site_id = any($4))))
            order by q.fetched_at, q.page_id limit $3",
            at,
            id,
            limit,
            sites
        );
        Ok(keys.fetch_all(&self.pool).await?)
    }
}
