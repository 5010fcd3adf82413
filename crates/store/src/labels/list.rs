//! Counts of labels of all kinds.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{
    Store, StoreError,
    text::{self, names},
};

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

/// Counts of the labels of one person by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LabelCounts {
    /// Labels of pages.
    pub pages: i64,
    /// Labels of blocks of pages.
    pub blocks: i64,
    /// Labels of pairs: same text or not.
    pub pairs: i64,
    /// Labels of pairs: same event or not.
    pub stories: i64,
}

impl Store {
    /// Counts the labels of each person by kind, and how many agree with the code. The page types in `news` count as news.
    #[retried]
    pub async fn label_progress(&self, news: &[String]) -> Result<Vec<LabelProgress>, StoreError> {
        let progress = sqlx::query_file_as!(LabelProgress, "queries/label_progress.sql", news);
        Ok(progress.fetch_all(&self.pool).await?)
    }

    /// Counts the labels of a person by kind.
    #[retried]
    pub async fn label_counts(&self, who: &str) -> Result<LabelCounts, StoreError> {
        let counts = sqlx::query_as!(
            LabelCounts,
            r#"select (select count(*) from page_labels where who = $1) as "pages!",
                (select count(*) from block_labels where who = $1) as "blocks!",
                (select count(*) from pair_labels where who = $1 and kind = 'copies') as "pairs!",
                (select count(*) from pair_labels where who = $1 and kind = 'stories') as "stories!""#,
            text::owned(who)
        );
        Ok(counts.fetch_one(&self.pool).await?)
    }

    /// The number of pages with a verdict, and of those that made articles, from the daily counts.
    #[retried]
    pub async fn judged_pages(&self) -> Result<(i64, i64), StoreError> {
        let judged = sqlx::query!(
            r#"select coalesce(sum(pages), 0)::bigint as "pages!", coalesce(sum(articles), 0)::bigint as "articles!"
            from verdict_days"#
        );
        let judged = judged.fetch_one(&self.pool).await?;
        Ok((judged.pages, judged.articles))
    }
}
