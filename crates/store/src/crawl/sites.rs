//! Sites: the seeded ones, and those that imports added.

use serde::{Deserialize, Serialize};
use store_macros::retried;

use crate::{Store, StoreError};

/// A news site as its seed describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Slug, unique.
    pub id: String,
    /// The outlet's name.
    pub name: String,
    /// The publisher, if the seed names one: outlets of one publisher are one owner.
    pub publisher: Option<String>,
    /// Absolute URL of the front page.
    pub home: String,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// ISO 639-1.
    pub language: Option<String>,
    /// Absolute URLs of feeds.
    pub feeds: Vec<String>,
    /// Absolute URLs of sitemaps.
    pub sitemaps: Vec<String>,
    /// Absolute URLs of Google-News sitemaps.
    pub news_sitemaps: Vec<String>,
}

impl Store {
    /// All sites by id, also those that only imports added.
    #[retried]
    pub async fn sites(&self) -> Result<Vec<Site>, StoreError> {
        let sites = sqlx::query_as!(
            Site,
            "select site_id as id, name, publisher, home, country, language, feeds, sitemaps, news_sitemaps
            from sites order by site_id"
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(sites)
    }
}
