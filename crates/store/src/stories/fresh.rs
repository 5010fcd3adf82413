//! Stories in the order in which someone reads them who has read them before.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{
    Store, StoreError, Story,
    text::{self, Position},
};

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

/// A position among fresh stories: whether it has something new, the time of its last article, its number of owners, the bits of its score,
/// and its id.
pub type FreshCursor = Position<(bool, DateTime<Utc>, i32, u32, String)>;

impl FreshCursor {
    /// The position of a story.
    pub fn of(fresh: &FreshStory) -> Self {
        let story = &fresh.story;
        Self((
            fresh.added > 0,
            story.date_active,
            story.owners,
            story.score.to_bits(),
            story.id.clone(),
        ))
    }
}

impl Store {
    /// The stories that match the query, in its order.
    #[retried]
    pub async fn fresh_stories(&self, query: &FreshQuery) -> Result<Vec<FreshStory>, StoreError> {
        let after = query.after.as_ref().map(|after| &after.0);
        let rows = sqlx::query_file!(
            "queries/fresh_stories.sql",
            query.since,
            text::optional(query.language.as_deref()),
            query.order == FreshOrder::Time,
            query.limit,
            after.map(|(is_new, ..)| *is_new),
            after.map(|(_, active, ..)| *active),
            after.map(|(_, _, owners, ..)| *owners),
            after.map(|(.., score, _)| f32::from_bits(*score)),
            after.map(|(.., id)| id.as_str())
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
