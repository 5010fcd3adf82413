//! The next pages to label.

use store_macros::retried;

use crate::{
    Address, Judgement, PageKey, Prediction, Store, StoreError,
    text::{self, column},
};

/// Which pages to offer to a person for labelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelQuery {
    /// The person.
    pub who: String,
    /// Only this site, by its id.
    pub site_id: Option<String>,
    /// Whether to draw uniformly at random, for evaluation sets; otherwise the most useful come first, sites taking turns.
    pub random: bool,
    /// Whether to include pages that this person has already labelled.
    pub again: bool,
}

/// A page to label, without its text.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelCandidate {
    /// Its address.
    pub address: Address,
    /// The latest page with a verdict.
    pub page: PageKey,
    /// Site id.
    pub site_id: String,
    /// URL as discovered.
    pub url: String,
    /// Its verdict.
    pub prediction: Prediction,
    /// The reason of the verdict, in one line.
    pub reason: String,
    /// The previous label of this person.
    pub previous: Option<Judgement>,
}

impl Store {
    /// The next pages to label, best first, and the total number of pages left, without those already `shown` to the person. Pages with
    /// a score near `around` come first, then those far from it, rule verdicts last. Reads every verdict, so request many at once;
    /// [`Store::pages`] returns their texts.
    #[retried]
    pub async fn label_queue(
        &self,
        query: &LabelQuery,
        around: f32,
        shown: &[Address],
        limit: i64,
    ) -> Result<(Vec<LabelCandidate>, u64), StoreError> {
        let rows = sqlx::query_file!(
            "queries/label_queue.sql",
            text::owned(&query.who),
            text::optional(query.site_id.as_deref()),
            query.random,
            text::unit(around),
            query.again,
            &column(shown, |address| address.host_id),
            &column(shown, |address| address.url_id),
            limit
        )
        .fetch_all(&self.pool)
        .await?;
        let remaining = rows.first().map_or(0, |row| row.remaining);
        let next = rows.into_iter().map(|row| LabelCandidate {
            address: Address::new(row.host_id, row.url_id),
            page: PageKey::new(row.fetched_at, row.page_id),
            site_id: row.site_id,
            url: row.url,
            prediction: Prediction {
                version: row.version,
                page_type: row.page_type,
                source: row.label_source,
                score: row.news_score,
            },
            reason: row.reason,
            previous: row.said_news.map(|is_news| Judgement {
                is_news,
                page_type: row.said_type,
            }),
        });
        Ok((next.collect(), u64::try_from(remaining).unwrap_or_default()))
    }
}
