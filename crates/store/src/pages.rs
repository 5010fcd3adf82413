//! Pages: fetched, never altered.

use crate::{Store, StoreError, Via};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

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

impl Store {
    /// Pages for the extractor, oldest first, after `after`. With `all` every page; else those
    /// without a verdict of code `version`. Give the last key back as `after` until nothing comes.
    pub async fn pages_to_extract(
        &self,
        version: &str,
        all: bool,
        after: Option<PageKey>,
        limit: i64,
    ) -> Result<Vec<StoredPage>, StoreError> {
        let _ = (version, all, after, limit);
        todo!()
    }

    /// How many pages [`Store::pages_to_extract`] would give: for progress.
    pub async fn count_to_extract(&self, version: &str, all: bool) -> Result<i64, StoreError> {
        let _ = (version, all);
        todo!()
    }

    /// The page an article's latest version was made from.
    pub async fn page_of_article(
        &self,
        article_id: &str,
    ) -> Result<Option<StoredPage>, StoreError> {
        let _ = article_id;
        todo!()
    }

    /// The page last fetched from a URL (as requested or final).
    pub async fn page_of_url(&self, url: &str) -> Result<Option<StoredPage>, StoreError> {
        let _ = url;
        todo!()
    }
}
