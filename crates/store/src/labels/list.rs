//! Labels of all kinds, listed and counted.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{
    Store, StoreError,
    text::{self, names},
};

/// What is labelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LabelKind {
    /// Pages: news or not.
    Pages,
    /// Blocks of pages: content or not.
    Blocks,
    /// Pairs of articles: one text or two.
    Pairs,
    /// Pairs of articles: one event or two.
    Stories,
}

names!(LabelKind {
    Pages => "pages",
    Blocks => "blocks",
    Pairs => "pairs",
    Stories => "stories",
});

/// A label of any kind; what other kinds have is `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedLabel {
    /// Identifies its page or pair.
    pub key: String,
    /// Who says so.
    pub who: String,
    /// When.
    pub labelled_at: DateTime<Utc>,
    /// Site of the page.
    pub site_id: Option<String>,
    /// URL of the page, as it was found.
    pub url: Option<String>,
    /// News or not.
    pub is_news: Option<bool>,
    /// Page type.
    pub page_type: Option<String>,
    /// Page type of the verdict that was shown.
    pub guess_type: Option<String>,
    /// What had decided.
    pub guess_source: Option<String>,
    /// Its score.
    pub guess_score: Option<f32>,
    /// The article of a pair with the smaller id.
    pub a: Option<String>,
    /// The other.
    pub b: Option<String>,
    /// One text, or one event; `None` of a pair: not sure.
    pub same: Option<bool>,
    /// Blocks of the page.
    pub blocks: Option<i32>,
    /// Blocks that are content.
    pub content: Option<i32>,
    /// Blocks about which the extractor said the same.
    pub agreed: Option<i32>,
}

/// Which labels are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelListQuery {
    /// Of this kind.
    pub kind: LabelKind,
    /// Of this person.
    pub who: Option<String>,
    /// Of pages of this site, by its id; no pair is of one site.
    pub site_id: Option<String>,
    /// Behind this label.
    pub after: Option<LabelCursor>,
    /// Labels, at most.
    pub limit: i64,
}

/// A place in a list of labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelCursor {
    at: DateTime<Utc>,
    key: String,
    who: String,
}

impl LabelCursor {
    /// The place of a label.
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
            StoreError::Invalid("the cursor is none that a page before has given".to_owned())
        })
    }
}

/// The labels of one person and kind, counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelProgress {
    /// What is labelled: a name of [`LabelKind`].
    pub kind: String,
    /// Who.
    pub who: String,
    /// Labels.
    pub labels: i64,
    /// Answers that can be compared with what the code says; of blocks, each block.
    pub compared: i64,
    /// Those on which person and code agree.
    pub agreed: i64,
    /// When the last was made.
    pub last_at: DateTime<Utc>,
}

/// The labels of one person, counted by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LabelCounts {
    /// Labels of pages.
    pub pages: i64,
    /// Labels of blocks of pages.
    pub blocks: i64,
    /// Labels of pairs: one text or two.
    pub pairs: i64,
    /// Labels of pairs: one event or two.
    pub stories: i64,
}

impl LabelCounts {
    /// Those of a kind.
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
    /// Labels of a kind, the newest first.
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

    /// Counts the labels of each person by kind, and how many agree with the code. Page types among `news` are news.
    #[retried]
    pub async fn label_progress(&self, news: &[String]) -> Result<Vec<LabelProgress>, StoreError> {
        let progress = sqlx::query_file_as!(LabelProgress, "queries/label_progress.sql", news);
        Ok(progress.fetch_all(&self.pool).await?)
    }

    /// How many labels of each kind a person has made.
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

    /// Pages with a verdict, and those of them that made articles, counted by their days.
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
