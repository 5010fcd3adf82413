//! Pages: fetched, never altered.

pub(crate) mod import;
pub(crate) mod imported_visit;
pub(crate) mod pagination;
pub(crate) mod raw;
pub(crate) mod unchanged;

use std::{cell::RefCell, io};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use zstd::bulk::Compressor;

use crate::{StoreError, Via, text};

/// Level of compression: the library's own default, 3, is the best trade for HTML.
const ZSTD_LEVEL: i32 = 3;

/// A page as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPage {
    /// URL after redirects.
    pub url_final: String,
    /// HTTP status.
    pub http_status: i16,
    /// `Content-Type` header.
    pub content_type: Option<String>,
    /// Chosen headers: an object of lower-case names and string values.
    pub headers: serde_json::Value,
    /// The body, decoded from its transfer and content encodings, raw otherwise. Stored compressed.
    pub body: Vec<u8>,
}

/// Key of a stored page; ordered as pages are read: by time, then by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PageKey {
    /// When it was fetched, to the microsecond.
    pub fetched_at: DateTime<Utc>,
    /// Its id.
    pub page_id: i64,
}

/// A page out of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPage {
    /// Its key.
    pub key: PageKey,
    /// Its host.
    pub host_id: i64,
    /// URL after redirects.
    pub url: String,
    /// URL as it was found.
    pub url_requested: String,
    /// The site.
    pub site_id: String,
    /// Registrable domain of the host.
    pub domain: String,
    /// When it was fetched.
    pub fetched_at: DateTime<Utc>,
    /// HTTP status.
    pub http_status: i16,
    /// `Content-Type` header.
    pub content_type: Option<String>,
    /// Chosen headers.
    pub headers: serde_json::Value,
    /// The body, uncompressed.
    pub body: Vec<u8>,
    /// How its URL was found first.
    pub via: Via,
    /// Title in a feed or news sitemap.
    pub title_feed: Option<String>,
    /// Date in a feed or news sitemap.
    pub published_feed: Option<DateTime<Utc>>,
}

thread_local! {
    /// Kept, since to make one costs more than to compress a page.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
}

fn compress(body: &[u8]) -> io::Result<Vec<u8>> {
    COMPRESSOR.with_borrow_mut(|kept| {
        let compressor = match kept.take() {
            Some(compressor) => compressor,
            None => Compressor::new(ZSTD_LEVEL)?,
        };
        kept.insert(compressor).compress(body)
    })
}

/// A page ready to be written: compressed, hashed and clean.
#[derive(Debug)]
pub(crate) struct PackedPage {
    pub(crate) url_final: String,
    pub(crate) http_status: i16,
    pub(crate) content_type: Option<String>,
    /// JSON.
    pub(crate) headers: String,
    pub(crate) size: i64,
    pub(crate) hash: Vec<u8>,
    pub(crate) body: Vec<u8>,
}

impl PackedPage {
    pub(crate) fn pack(page: &NewPage) -> Result<Self, StoreError> {
        let body = compress(&page.body).map_err(|error| {
            StoreError::Invalid(format!(
                "the body of {} cannot be compressed: {error}",
                page.url_final
            ))
        })?;
        Ok(Self {
            url_final: text::owned(&page.url_final),
            http_status: page.http_status.clamp(0, 999),
            content_type: text::optional(page.content_type.as_deref()),
            headers: text::json_text(&page.headers),
            size: i64::try_from(page.body.len()).unwrap_or(i64::MAX),
            hash: Sha256::digest(&page.body).to_vec(),
            body,
        })
    }

    /// Writes the page and puts it before the extractor.
    pub(crate) async fn insert(
        &self,
        connection: &mut PgConnection,
        host_id: i64,
        url_id: i64,
        fetched_at: DateTime<Utc>,
    ) -> Result<PageKey, StoreError> {
        let key = sqlx::query_as!(
            PageKey,
            r#"with page as (
                insert into pages (host_id, url_id, fetched_at, url_final, http_status, content_type, headers,
                    body_size, body_hash, body)
                values ($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8, $9, $10)
                returning fetched_at, page_id
            )
            insert into extract_queue (fetched_at, page_id) select fetched_at, page_id from page
            returning fetched_at, page_id"#,
            host_id,
            url_id,
            fetched_at,
            self.url_final,
            self.http_status,
            self.content_type,
            self.headers,
            self.size,
            self.hash,
            self.body
        )
        .fetch_one(connection)
        .await?;
        Ok(key)
    }
}
