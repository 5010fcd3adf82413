//! The frontier: what is known, what is due.

use crate::{Lease, Store, StoreError};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// What a URL is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UrlKind {
    /// Front page of a site.
    Home,
    /// RSS, Atom or JSON feed.
    Feed,
    /// Sitemap or sitemap index.
    Sitemap,
    /// Sitemap with the Google-News extension.
    NewsSitemap,
    /// Anything else.
    Page,
}

/// How a URL was found first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Via {
    /// By the seed file.
    Seed,
    /// By a link on the front page.
    FrontPage,
    /// By a link on a section page.
    Section,
    /// By a feed.
    Feed,
    /// By a sitemap.
    Sitemap,
    /// By a news sitemap.
    NewsSitemap,
    /// By a link elsewhere.
    Link,
    /// By a redirect.
    Redirect,
    /// By an import.
    Import,
}

/// A URL that was come across.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUrl {
    /// Canonical spelling.
    pub url: String,
    /// `host[:port]`.
    pub authority: String,
    /// What it is for.
    pub kind: UrlKind,
    /// How it was found.
    pub via: Via,
    /// Smaller comes first.
    pub priority: i16,
    /// Links away from the home page.
    pub depth: i16,
    /// Title in the feed or news sitemap.
    pub title: Option<String>,
    /// Date in the feed or news sitemap.
    pub published: Option<DateTime<Utc>>,
}

/// A URL that may be fetched now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// Its id.
    pub url_id: i64,
    /// The URL.
    pub url: String,
    /// What it is for.
    pub kind: UrlKind,
    /// How it was found first.
    pub via: Via,
    /// Links away from the home page.
    pub depth: i16,
    /// For a conditional request.
    pub etag: Option<String>,
    /// For a conditional request.
    pub last_modified: Option<String>,
    /// What earlier visits showed; `None` at the first.
    pub history: Option<UrlHistory>,
}

/// What earlier visits of a URL showed: the ground for choosing the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlHistory {
    /// When it was visited last.
    pub visited_at: DateTime<Utc>,
    /// When its body was last seen to differ (or seen first); `None`: never a body.
    pub changed_at: Option<DateTime<Utc>>,
    /// Visits so far.
    pub visits: i32,
    /// Visits that brought another body than before.
    pub changes: i32,
    /// Failures in a row, up to now.
    pub failures: i32,
    /// SHA-256 of the last body.
    pub body_hash: Option<Vec<u8>>,
}

impl Store {
    /// What may be fetched now of a leased host, best priority first, then oldest first.
    pub async fn due(&self, lease: &Lease, limit: i64) -> Result<Vec<Due>, StoreError> {
        let _ = (lease, limit);
        todo!()
    }

    /// Marks every visited URL of these sites (empty: all) due now, but for those that were gone
    /// (404, 410); says how many.
    pub async fn make_due(&self, site_ids: &[String]) -> Result<u64, StoreError> {
        let _ = site_ids;
        todo!()
    }
}
