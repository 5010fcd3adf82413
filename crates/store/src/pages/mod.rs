//! Stored pages, which are never altered.

pub(crate) mod archive;
pub(crate) mod compressed;
pub(crate) mod import;
pub(crate) mod pagination;
pub(crate) mod retention;

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store_macros::{boxed, retried};

use self::compressed::{boxes, decompress};
use crate::{
    Store, StoreError, Via,
    text::{self, column, url_hash},
};

/// Bytes of the bodies of pages that are read at a time; a larger page is read alone.
pub const BATCH_BYTES: i64 = 16 << 20;

/// A fetched page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPage {
    /// URL after redirects.
    pub url_final: String,
    /// HTTP status.
    pub http_status: i16,
    /// `Content-Type` header.
    pub content_type: Option<String>,
    /// Selected headers: a JSON object of lower-case names and string values.
    pub headers: serde_json::Value,
    /// The body, decoded from its transfer and content encodings, otherwise raw. Stored compressed.
    /// For a rendered page, the document after its scripts ran.
    pub body: Vec<u8>,
    /// The server's response, if the page was rendered.
    pub plain: Option<ServerResponse>,
    /// The layout boxes of the text of a rendered page, as JSON. `None` if it was not rendered or not measured.
    pub boxes: Option<String>,
}

/// The server's response from which a page was rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerResponse {
    /// `Content-Type` header.
    pub content_type: Option<String>,
    /// The body, decoded from its transfer and content encodings.
    pub body: Vec<u8>,
}

/// A page that a crawl has just stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreshPage {
    /// Its host.
    pub host_id: i64,
    /// Its URL.
    pub url_id: i64,
    /// When it was fetched.
    pub fetched_at: DateTime<Utc>,
    /// The body, uncompressed.
    pub body: Vec<u8>,
}

/// Key of a stored page. The order is that in which pages are read: by time, then by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PageKey {
    /// When it was fetched, to the microsecond.
    pub fetched_at: DateTime<Utc>,
    /// Its id.
    pub page_id: i64,
}

impl PageKey {
    pub(crate) fn new(fetched_at: DateTime<Utc>, page_id: i64) -> Self {
        Self {
            fetched_at,
            page_id,
        }
    }
}

/// A stored page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPage {
    /// Its key.
    pub key: PageKey,
    /// Whether the body is a document after its scripts ran; [`Store::server_response`] returns the server's response.
    pub rendered: bool,
    /// Its host.
    pub host_id: i64,
    /// URL after redirects.
    pub url: String,
    /// URL as discovered.
    pub url_requested: String,
    /// The site.
    pub site_id: String,
    /// Registrable domain of the host.
    pub domain: String,
    /// The country of the site (ISO 3166-1).
    pub country: Option<String>,
    /// When it was fetched.
    pub fetched_at: DateTime<Utc>,
    /// HTTP status.
    pub http_status: i16,
    /// `Content-Type` header.
    pub content_type: Option<String>,
    /// Selected headers.
    pub headers: serde_json::Value,
    /// The body, uncompressed; empty if it is damaged.
    pub body: Vec<u8>,
    /// How the stored body is damaged; `None` if it is not.
    pub damage: Option<String>,
    /// The layout boxes of its text, as JSON; `None` if it was not rendered or not measured.
    pub boxes: Option<String>,
    /// How its URL was first found.
    pub via: Via,
    /// Title in a feed or news sitemap.
    pub title_feed: Option<String>,
    /// Date in a feed or news sitemap.
    pub published_feed: Option<DateTime<Utc>>,
}

impl Store {
    /// The page from which an article's latest version was made.
    #[retried]
    pub async fn page_of_article(
        &self,
        article_id: &str,
    ) -> Result<Option<StoredPage>, StoreError> {
        let key = sqlx::query_as!(
            PageKey,
            "select fetched_at, page_id from articles where article_id = $1 and is_latest",
            text::owned(article_id)
        );
        let key = key.fetch_optional(&self.pool).await?;
        Ok(self.pages(key.as_slice()).await?.pop())
    }

    /// The page last fetched from a URL as discovered.
    #[retried]
    pub async fn page_of_url(&self, url: &str) -> Result<Option<StoredPage>, StoreError> {
        let key = sqlx::query_as!(
            PageKey,
            "select p.fetched_at, p.page_id
            from hosts h
            join seen s on s.host_id = h.host_id and s.url_hash = $1
            join pages p on p.host_id = s.host_id and p.url_id = s.url_id
            order by p.fetched_at desc, p.page_id desc
            limit 1",
            url_hash(url)
        );
        let key = key.fetch_optional(&self.pool).await?;
        Ok(self.pages(key.as_slice()).await?.pop())
    }

    /// The server's response for a rendered page; `None` if the page was not rendered or is deleted.
    #[retried]
    pub async fn server_response(
        &self,
        key: PageKey,
    ) -> Result<Option<ServerResponse>, StoreError> {
        let row = sqlx::query!(
            r#"select plain_type, plain_size as "size!", plain_hash as "hash!", plain_body as "body!"
            from pages where fetched_at = $1 and page_id = $2 and rendered"#,
            key.fetched_at,
            key.page_id
        );
        let Some(row) = row.fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        let body = decompress(&row.body, row.size, &row.hash).map_err(StoreError::Invalid)?;
        Ok(Some(ServerResponse {
            content_type: row.plain_type,
            body,
        }))
    }

    /// As many of these pages as have at most [`BATCH_BYTES`] of bodies, in this order, but at least one; deleted ones are left out.
    #[retried]
    pub async fn pages_of_batch(&self, keys: &[PageKey]) -> Result<Vec<StoredPage>, StoreError> {
        let within = sqlx::query_as!(
            PageKey,
            r#"select fetched_at as "fetched_at!", page_id as "page_id!"
            from (
                select p.fetched_at, p.page_id, key.place, (sum(p.body_size) over first)::bigint as bytes, row_number() over first as number
                from unnest($1::timestamptz[], $2::bigint[]) with ordinality as key (fetched_at, page_id, place)
                join pages p on p.fetched_at = key.fetched_at and p.page_id = key.page_id
                window first as (order by key.place)
            ) sized
            where bytes <= $3 or number = 1 order by place"#,
            &column(keys, |key| key.fetched_at),
            &column(keys, |key| key.page_id),
            BATCH_BYTES
        )
        .fetch_all(&self.pool)
        .await?;
        self.pages(&within).await
    }

    /// The pages with these keys, oldest first; deleted ones are left out.
    #[boxed]
    pub async fn pages(&self, keys: &[PageKey]) -> Result<Vec<StoredPage>, StoreError> {
        self.read_pages(keys, true).await
    }

    /// Those of these pages that were stored and are due for extraction, oldest first. Their bodies are not read. A page that
    /// was the same as the one before was not stored.
    #[boxed]
    pub async fn fresh_pages(&self, fresh: Vec<FreshPage>) -> Result<Vec<StoredPage>, StoreError> {
        let due = self.due_keys(&fresh).await?;
        let keys: Vec<PageKey> = due.keys().copied().collect();
        let mut bodies: HashMap<_, _> = fresh
            .into_iter()
            .map(|page| ((page.host_id, page.url_id, page.fetched_at), page.body))
            .collect();
        let mut pages = self.read_pages(&keys, false).await?;
        pages.retain_mut(|page| {
            let Some(body) = due.get(&page.key).and_then(|page| bodies.remove(page)) else {
                return false;
            };
            page.body = body;
            true
        });
        Ok(pages)
    }

    /// The keys of those of these pages that are stored and due for extraction, with host, URL and time.
    #[retried]
    async fn due_keys(
        &self,
        fresh: &[FreshPage],
    ) -> Result<BTreeMap<PageKey, (i64, i64, DateTime<Utc>)>, StoreError> {
        let rows = sqlx::query!(
            r#"select p.host_id, p.url_id, p.fetched_at, p.page_id
            from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as page (host_id, url_id, fetched_at)
            join pages p on p.host_id = page.host_id and p.url_id = page.url_id and p.fetched_at = page.fetched_at
            join extract_queue q on q.fetched_at = p.fetched_at and q.page_id = p.page_id"#,
            &column(fresh, |page| page.host_id),
            &column(fresh, |page| page.url_id),
            &column(fresh, |page| page.fetched_at)
        )
        .fetch_all(&self.pool)
        .await?;
        let keys = rows.into_iter().map(|row| {
            let key = PageKey::new(row.fetched_at, row.page_id);
            (key, (row.host_id, row.url_id, row.fetched_at))
        });
        Ok(keys.collect())
    }

    /// The pages with these keys, oldest first; with empty bodies unless these are to be read.
    #[retried]
    async fn read_pages(
        &self,
        keys: &[PageKey],
        with_bodies: bool,
    ) -> Result<Vec<StoredPage>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let rows = sqlx::query!(
            r#"select p.fetched_at, p.page_id, p.host_id, p.url_final as url, s.url as url_requested, h.site_id, h.domain, site.country,
                p.rendered, p.http_status, p.content_type, p.headers, p.body_size, p.body_hash,
                case when $3 then p.body else ''::bytea end as "body!", p.boxes, s.via as "via: Via",
                f.title as "title_feed?", f.published as "published_feed?"
            from unnest($1::timestamptz[], $2::bigint[]) as key (fetched_at, page_id)
            join pages p on p.fetched_at = key.fetched_at and p.page_id = key.page_id
            join hosts h on h.host_id = p.host_id
            join sites site on site.site_id = h.site_id
            join seen s on s.host_id = p.host_id and s.url_id = p.url_id
            left join lateral (
                select min(e.title) as title, min(e.published) as published from discoveries e
                where e.host_id = p.host_id and e.url_id = p.url_id
            ) f on true
            order by 1, 2"#,
            &column(keys, |key| key.fetched_at),
            &column(keys, |key| key.page_id),
            with_bodies
        )
        .fetch_all(&self.pool)
        .await?;
        let pages = rows.into_iter().map(|row| {
            let read = if with_bodies {
                decompress(&row.body, row.body_size, &row.body_hash)
            } else {
                Ok(row.body)
            };
            let damage = read.as_ref().err().cloned();
            StoredPage {
                key: PageKey::new(row.fetched_at, row.page_id),
                rendered: row.rendered,
                host_id: row.host_id,
                url: row.url,
                url_requested: row.url_requested,
                site_id: row.site_id,
                domain: row.domain,
                country: row.country,
                fetched_at: row.fetched_at,
                http_status: row.http_status,
                content_type: row.content_type,
                headers: row.headers,
                body: read.unwrap_or_default(),
                damage,
                boxes: row.boxes.as_deref().and_then(boxes),
                via: row.via,
                title_feed: row.title_feed,
                published_feed: row.published_feed,
            }
        });
        Ok(pages.collect())
    }
}
