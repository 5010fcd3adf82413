//! Lists and counts of labels of all kinds.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{
    Store, StoreError,
    text::{self, names},
};

/// The kind of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LabelKind {
    /// Pages: news or not.
    Pages,
    /// Blocks of pages: content or not.
    Blocks,
    /// Pairs of articles: same text or not.
    Pairs,
    /// Pairs of articles: same event or not.
    Stories,
}

names!(LabelKind {
    Pages => "pages",
    Blocks => "blocks",
    Pairs => "pairs",
    Stories => "stories",
});

/// A label of any kind; fields of other kinds are `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedLabel {
    /// Identifies its page or pair.
    pub key: String,
    /// Who made the label.
    pub who: String,
    /// When the label was made.
    pub labelled_at: DateTime<Utc>,
    /// Site of the page.
    pub site_id: Option<String>,
    /// URL of the page as discovered.
    pub url: Option<String>,
    /// News or not.
    pub is_news: Option<bool>,
    /// Page type.
    pub page_type: Option<String>,
    /// Page type of the verdict that was shown.
    pub guess_type: Option<String>,
    /// Source of that verdict.
    pub guess_source: Option<String>,
    /// Score of that verdict.
    pub guess_score: Option<f32>,
    /// The article of a pair with the smaller id.
    pub a: Option<String>,
    /// The other article.
    pub b: Option<String>,
    /// Same text or same event; `None` for a pair means unsure.
    pub same: Option<bool>,
    /// Number of blocks of the page.
    pub blocks: Option<i32>,
    /// Number of content blocks.
    pub content: Option<i32>,
    /// Number of blocks on which the extractor agreed.
    pub agreed: Option<i32>,
}

/// Which labels to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelListQuery {
    /// Labels of this kind.
    pub kind: LabelKind,
    /// Only labels of this person.
    pub who: Option<String>,
    /// Only labels of pages of this site, by its id; excludes pairs, which belong to no single site.
    pub site_id: Option<String>,
    /// Only labels after this one.
    pub after: Option<LabelCursor>,
    /// Maximum number of labels.
    pub limit: i64,
}

/// A position in a list of labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelCursor {
    at: DateTime<Utc>,
    key: String,
    who: String,
}

impl LabelCursor {
    /// The position of a label.
    pub fn of(label: &ListedLabel) -> Self {
        Self {
            at: label.labelled_at,
            key: label.key.clone(),
            who: label.who.clone(),
        }
    }
}

impl fmt::Display for LabelCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}.{}.{}",
            self.at.timestamp_micros(),
            self.key,
            self.who
        )
    }
}

impl FromStr for LabelCursor {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let parse = || {
            let mut parts = text.splitn(4, '.');
            let at = DateTime::from_timestamp_micros(parts.next()?.parse().ok()?)?;
            let key = format!("{}.{}", parts.next()?, parts.next()?);
            Some(Self {
                at,
                key: text::owned(&key),
                who: text::owned(parts.next()?),
            })
        };
        parse().ok_or_else(|| {
            StoreError::Invalid("the cursor is not valid; use one from an earlier page".to_owned())
        })
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

impl LabelCounts {
    /// The count of a kind.
    pub fn of(&self, kind: LabelKind) -> i64 {
        match kind {
            LabelKind::Pages => self.pages,
            LabelKind::Blocks => self.blocks,
            LabelKind::Pairs => self.pairs,
            LabelKind::Stories => self.stories,
        }
    }
}

impl Store {
    /// The labels of a kind, newest first.
    #[retried]
    pub async fn list_labels(
        &self,
        query: &LabelListQuery,
    ) -> Result<Vec<ListedLabel>, StoreError> {
        let after = query.after.as_ref();
        let labels = sqlx::query_file_as!(
            ListedLabel,
            "queries/label_list.sql",
            query.kind.as_str(),
            text::optional(query.who.as_deref()),
            text::optional(query.site_id.as_deref()),
            after.map(|after| after.at),
            after.map(|after| after.key.clone()),
            after.map(|after| after.who.clone()),
            query.limit
        );
        Ok(labels.fetch_all(&self.pool).await?)
    }

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
