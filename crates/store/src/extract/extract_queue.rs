//! Pages for the extractor: those without a verdict of the current version, or all.

use chrono::{DateTime, Utc};
use store_macros::{boxed, retried};

use crate::{PageKey, Store, StoreError, StoredPage, text};

/// A page as it is read from the database.
struct Row {
    fetched_at: DateTime<Utc>,
    page_id: i64,
    host_id: i64,
    url: String,
    url_requested: String,
    site_id: String,
    domain: String,
    http_status: i16,
    content_type: Option<String>,
    headers: serde_json::Value,
    body_size: i64,
    body: Vec<u8>,
    via: String,
    title_feed: Option<String>,
    published_feed: Option<DateTime<Utc>>,
}

impl TryFrom<Row> for StoredPage {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let size = usize::try_from(row.body_size).unwrap_or(0);
        let body = zstd::bulk::decompress(&row.body, size).map_err(|error| {
            StoreError::Invalid(format!(
                "the stored body of {} cannot be read: {error}",
                row.url
            ))
        })?;
        Ok(Self {
            key: PageKey {
                fetched_at: row.fetched_at,
                page_id: row.page_id,
            },
            host_id: row.host_id,
            url: row.url,
            url_requested: row.url_requested,
            site_id: row.site_id,
            domain: row.domain,
            fetched_at: row.fetched_at,
            http_status: row.http_status,
            content_type: row.content_type,
            headers: row.headers,
            body,
            via: row.via.parse()?,
            title_feed: row.title_feed,
            published_feed: row.published_feed,
        })
    }
}

/// Before every page, also one that a broken clock dates to antiquity.
fn before_all() -> PageKey {
    PageKey {
        fetched_at: DateTime::from_timestamp(-100_000_000_000, 0).unwrap_or(DateTime::UNIX_EPOCH),
        page_id: -1,
    }
}

impl Store {
    /// Pages for the extractor, oldest first, after `after`. With `all` every page; else those
    /// without a verdict of code `version`. Give the last key back as `after` until nothing comes.
    #[boxed]
    pub async fn pages_to_extract(
        &self,
        version: &str,
        all: bool,
        after: Option<PageKey>,
        limit: i64,
    ) -> Result<Vec<StoredPage>, StoreError> {
        let keys = if all {
            self.all_keys(after, limit).await?
        } else {
            if after.is_none() {
                self.enlist(version).await?;
            }
            self.unread_keys(after, limit).await?
        };
        self.pages(&keys).await
    }

    /// How many pages [`Store::pages_to_extract`] would give: for progress.
    #[retried]
    pub async fn count_to_extract(&self, version: &str, all: bool) -> Result<i64, StoreError> {
        let count = if all {
            sqlx::query_scalar!(r#"select count(*) as "count!" from pages"#)
                .fetch_one(&self.pool)
                .await?
        } else {
            self.enlist(version).await?;
            sqlx::query_scalar!(r#"select count(*) as "count!" from extract_queue"#)
                .fetch_one(&self.pool)
                .await?
        };
        Ok(count)
    }

    /// When code of another version asks: every page with a verdict of an older one is put back.
    #[retried]
    async fn enlist(&self, version: &str) -> Result<(), StoreError> {
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
    async fn unread_keys(
        &self,
        after: Option<PageKey>,
        limit: i64,
    ) -> Result<Vec<PageKey>, StoreError> {
        let after = after.unwrap_or_else(before_all);
        let keys = sqlx::query_as!(
            PageKey,
            "select fetched_at, page_id from extract_queue
            where (fetched_at, page_id) > ($1, $2) order by fetched_at, page_id limit $3",
            after.fetched_at,
            after.page_id,
            limit
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(keys)
    }

    #[retried]
    async fn all_keys(
        &self,
        after: Option<PageKey>,
        limit: i64,
    ) -> Result<Vec<PageKey>, StoreError> {
        let after = after.unwrap_or_else(before_all);
        let keys = sqlx::query_as!(
            PageKey,
            "select fetched_at, page_id from pages
            where (fetched_at, page_id) > ($1, $2) order by fetched_at, page_id limit $3",
            after.fetched_at,
            after.page_id,
            limit
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(keys)
    }

    /// The page an article's latest version was made from.
    #[retried]
    pub async fn page_of_article(
        &self,
        article_id: &str,
    ) -> Result<Option<StoredPage>, StoreError> {
        let key = sqlx::query_as!(
            PageKey,
            "select fetched_at, page_id from articles where article_id = $1 and is_latest",
            article_id
        );
        let key = key.fetch_optional(&self.pool).await?;
        Ok(self.pages(key.as_slice()).await?.pop())
    }

    /// The page last fetched from a URL, as it was found.
    #[retried]
    pub async fn page_of_url(&self, url: &str) -> Result<Option<StoredPage>, StoreError> {
        let hash = crate::crawl::admission::url_hash(url);
        let key = sqlx::query_as!(
            PageKey,
            "select p.fetched_at, p.page_id
            from hosts h
            join seen s on s.host_id = h.host_id and s.url_hash = $1
            join pages p on p.host_id = s.host_id and p.url_id = s.url_id
            order by p.fetched_at desc, p.page_id desc
            limit 1",
            hash
        );
        let key = key.fetch_optional(&self.pool).await?;
        Ok(self.pages(key.as_slice()).await?.pop())
    }

    /// Pages by their keys, oldest first; those that are gone are left out.
    #[retried]
    pub async fn pages(&self, keys: &[PageKey]) -> Result<Vec<StoredPage>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let times: Vec<DateTime<Utc>> = keys.iter().map(|key| key.fetched_at).collect();
        let ids: Vec<i64> = keys.iter().map(|key| key.page_id).collect();
        let rows = sqlx::query_as!(
            Row,
            r#"select p.fetched_at, p.page_id, p.host_id, p.url_final as url, s.url as url_requested, h.site_id, h.domain,
                p.http_status, p.content_type, p.headers, p.body_size, p.body, s.via,
                f.title as "title_feed?", f.published as "published_feed?"
            from unnest($1::timestamptz[], $2::bigint[]) as key (fetched_at, page_id)
            join pages p on p.fetched_at = key.fetched_at and p.page_id = key.page_id
            join hosts h on h.host_id = p.host_id
            join seen s on s.host_id = p.host_id and s.url_id = p.url_id
            left join lateral (
                select min(e.title) as title, min(e.published) as published from discoveries e
                where e.host_id = p.host_id and e.url_id = p.url_id
            ) f on true
            order by 1, 2"#,
            &times,
            &ids
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(StoredPage::try_from).collect()
    }
}
