//! Stories in the order in which someone reads them who has read them before.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{Store, StoreError, Story, text};

/// A story, and what was added to it.
#[derive(Debug, Clone, PartialEq)]
pub struct FreshStory {
    /// The story.
    pub story: Story,
    /// Number of its articles, without copies, whose first version was fetched since the time of the query.
    pub added: i64,
}

/// The order of fresh stories.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FreshOrder {
    /// Those with most independent owners first; those without new articles by score.
    #[default]
    Outlets,
    /// Those with the newest article first.
    Time,
}

/// Which stories are wanted. Those with new articles come before the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FreshQuery {
    /// Since when an article is new; `None`: none is.
    pub since: Option<DateTime<Utc>>,
    /// Only stories in this language.
    pub language: Option<String>,
    /// The order.
    pub order: FreshOrder,
    /// Only stories after this position in this order.
    pub after: Option<FreshCursor>,
    /// Maximum number of stories.
    pub limit: i64,
}

/// A position among fresh stories; opaque to clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreshCursor {
    is_new: bool,
    active: DateTime<Utc>,
    owners: i32,
    /// The bits of the score, so that the cursor implements `Eq`.
    score: u32,
    id: String,
}

impl FreshCursor {
    /// The position of a story.
    pub fn of(fresh: &FreshStory) -> Self {
        Self {
            is_new: fresh.added > 0,
            active: fresh.story.date_active,
            owners: fresh.story.owners,
            score: fresh.story.score.to_bits(),
            id: fresh.story.id.clone(),
        }
    }
}

impl fmt::Display for FreshCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            is_new,
            active,
            owners,
            score,
            id,
        } = self;
        let (is_new, active) = (u8::from(*is_new), active.timestamp_micros());
        write!(f, "{is_new}.{active}.{owners}.{score:08x}.{id}")
    }
}

impl FromStr for FreshCursor {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let parse = || {
            let mut parts = text.splitn(5, '.');
            Some(Self {
                is_new: parts.next()?.parse::<u8>().ok()? > 0,
                active: text::time_of(parts.next()?)?,
                owners: parts.next()?.parse().ok()?,
                score: u32::from_str_radix(parts.next()?, 16).ok()?,
                id: text::owned(parts.next()?),
            })
        };
        parse().ok_or_else(text::no_cursor)
    }
}

impl Store {
    /// The stories that match the query, in its order.
    #[retried]
    pub async fn fresh_stories(&self, query: &FreshQuery) -> Result<Vec<FreshStory>, StoreError> {
        let after = query.after.as_ref();
        let rows = sqlx::query_file!(
            "queries/fresh_stories.sql",
            query.since,
            text::optional(query.language.as_deref()),
            query.order == FreshOrder::Time,
            query.limit,
            after.map(|after| after.is_new),
            after.map(|after| after.active),
            after.map(|after| after.owners),
            after.map(|after| f32::from_bits(after.score)),
            after.map(|after| after.id.as_str())
        );
        let rows = rows.fetch_all(&self.pool).await?.into_iter();
        let fresh = rows.map(|row| FreshStory {
            added: row.added,
            story: Story {
                id: row.id,
                language: row.language,
                title: row.title,
                date_founded: row.date_founded,
                date_active: row.date_active,
                articles: row.articles,
                copies: row.copies,
                owners: row.owners,
                score: row.score,
                breadth: row.breadth,
                recency: row.recency,
                burst: row.burst,
                cohesion: row.cohesion,
                keywords: row.keywords,
                links: row.links,
            },
        });
        Ok(fresh.collect())
    }
}
