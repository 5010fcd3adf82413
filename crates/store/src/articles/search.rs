//! Full-text search over the latest versions.

use chrono::{DateTime, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{Store, StoreError, text};

/// What to look for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchQuery {
    /// Words, `"phrases"`, `or`, `-not`.
    pub text: String,
    /// ISO 639-1.
    pub language: Option<String>,
    /// Site id.
    pub site_id: Option<String>,
    /// Published (or, if that is unknown, crawled) at or after.
    pub since: Option<DateTime<Utc>>,
    /// Hits, at most.
    pub limit: i64,
}

/// An article found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SearchHit {
    /// Article id.
    pub id: String,
    /// Its latest version.
    pub version: i32,
    /// URL after redirects.
    pub url: String,
    /// Site id.
    pub source_id: String,
    /// The outlet's name.
    pub source_name: String,
    /// Headline.
    pub title: Option<String>,
    /// First publication.
    pub date_published: Option<DateTime<Utc>>,
    /// Fetch time.
    pub date_crawled: DateTime<Utc>,
    /// ISO 639-1.
    pub language: Option<String>,
    /// A passage with the words found between `«` and `»`.
    pub snippet: String,
    /// Larger is better.
    pub rank: f32,
}

impl Store {
    /// Articles that match, best first. Without a language, each article is searched by the rules of its own language.
    #[retried]
    pub async fn search(&self, query: &SearchQuery) -> Result<Vec<SearchHit>, StoreError> {
        let hits = sqlx::query_file_as!(
            SearchHit,
            "queries/search.sql",
            text::owned(&query.text),
            text::optional(query.language.as_deref()),
            text::optional(query.site_id.as_deref()),
            query.since,
            query.limit
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(hits)
    }
}
