//! What share of a site's articles each channel found, and when.

use chrono::{DateTime, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{Store, StoreError, Via};

/// How the articles of one site were found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SiteCoverage {
    /// Site id.
    pub id: String,
    /// Articles come across first within the time asked for.
    pub articles: i64,
    /// The channels that named any of them, the one that named most first.
    pub channels: Vec<ChannelCoverage>,
}

/// What one channel contributed. Counts are of articles.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChannelCoverage {
    /// The channel.
    pub channel: Via,
    /// Named by it.
    pub named: i64,
    /// Named by it alone.
    pub only: i64,
    /// Named by it before all others.
    pub first: i64,
    /// Median time from publication, as the article tells it to the minute or better, until the channel named it.
    pub lag_seconds: Option<f64>,
    /// Median time behind the first channel, where that was another.
    pub behind_seconds: Option<f64>,
}

impl Store {
    /// How the articles come across first since then were found, by site (`only` holds site ids; empty means all).
    /// Imported pages are not counted: no channel found them.
    #[retried]
    pub async fn coverage(
        &self,
        since: DateTime<Utc>,
        only: &[String],
    ) -> Result<Vec<SiteCoverage>, StoreError> {
        let rows = sqlx::query_file!("queries/coverage.sql", since, only)
            .fetch_all(&self.pool)
            .await?;
        let mut sites: Vec<SiteCoverage> = Vec::new();
        for row in rows {
            let channel = ChannelCoverage {
                channel: row.via.parse()?,
                named: row.named,
                only: row.only,
                first: row.first,
                lag_seconds: row.lag,
                behind_seconds: row.behind,
            };
            match sites.last_mut() {
                Some(site) if site.id == row.site_id => {
                    site.articles += row.first;
                    site.channels.push(channel);
                }
                _ => sites.push(SiteCoverage {
                    id: row.site_id,
                    articles: row.first, // one channel named each of them first
                    channels: vec![channel],
                }),
            }
        }
        Ok(sites)
    }
}
