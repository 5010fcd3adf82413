//! Coverage: the share of a site's articles that each channel found, and when.

use chrono::{DateTime, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{Store, StoreError, Via};

/// How the articles of one site were found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SiteCoverage {
    /// Site id.
    pub id: String,
    /// Articles discovered within the time.
    pub articles: i64,
    /// The channels that named any of them, the most productive first.
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
    /// Median time from publication (known to the minute or better) until the channel named the article.
    pub lag_seconds: Option<f64>,
    /// Median time behind the first channel, where that was another.
    pub behind_seconds: Option<f64>,
}

impl Store {
    /// Coverage of the articles discovered since then, by site (`only` holds site ids; empty means all). Imported pages are
    /// not counted.
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
