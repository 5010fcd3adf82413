//! Counts of labels of all kinds.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{Store, StoreError, text::names};

names! {
    /// The kind of a label.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum LabelKind {
        /// Pages: news or not.
        Pages => "pages",
        /// Blocks of pages: content or not.
        Blocks => "blocks",
        /// Pairs of articles: same text or not.
        Pairs => "pairs",
        /// Pairs of articles: same event or not.
        Stories => "stories",
    }
}

/// Counts of the labels of one person and kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelProgress {
    /// The kind, by its name in [`LabelKind`].
    pub kind: String,
    /// The person.
    pub who: String,
    /// Number of labels.
    pub labels: i64,
    /// Number of answers that can be compared with the code's; block labels count each block.
    pub compared: i64,
    /// Number of answers on which person and code agree.
    pub agreed: i64,
    /// When the last label was made.
    pub last_at: DateTime<Utc>,
}

impl Store {
    /// Counts the labels of each person by kind, and how many agree with the code. The page types in `news` count as news.
    #[retried]
    pub async fn label_progress(&self, news: &[String]) -> Result<Vec<LabelProgress>, StoreError> {
        let progress = sqlx::query_file_as!(LabelProgress, "queries/label_progress.sql", news);
        Ok(progress.fetch_all(&self.pool).await?)
    }
}
