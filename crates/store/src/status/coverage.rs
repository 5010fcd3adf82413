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
    /// Articles discovered in the period.
    pub articles: i64,
    /// The channels in which any of them was found, most productive first.
    pub channels: Vec<ChannelCoverage>,
}

/// The contribution of one channel. Counts are numbers of articles.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChannelCoverage {
    /// The channel.
    pub channel: Via,
    /// Articles found in it.
    pub named: i64,
    /// Articles found only in it.
    pub only: i64,
    /// Articles found in it first.
    pub first: i64,
    /// Median time from publication (known to the minute or better) until the article was found in the channel.
    pub lag_seconds: Option<f64>,
    /// Median delay behind the first channel, if that was a different one.
    pub behind_seconds: Option<f64>,
}

impl Store {
    /// The coverage of the articles discovered since then, by site (`only` holds site ids; empty
    /// means all). Imported pages are not counted.
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
                channel: row.via,
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
                    articles: row.first, // each of them was found first in exactly one channel
                    channels: vec![channel],
                }),
            }
        }
        Ok(sites)
    }
}
