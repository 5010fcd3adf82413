//! The same event in other languages.

use serde::Serialize;
use serde_json::Value;
use store_macros::retried;

use crate::{Store, StoreError};

/// A story of another language that tells of the same event: a row of `news.story_links`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StoryLink {
    /// The other story.
    pub linked_id: String,
    /// Its language.
    pub linked_language: String,
    /// Its headline.
    pub title: Option<String>,
    /// The weights of what the two share.
    pub score: f32,
    /// What was needed.
    pub needed: f32,
    /// What they share: `sign`, `form`, `other_form`, `weight`.
    pub shared: Value,
}

impl Store {
    /// The stories of other languages that a story is linked with, by language.
    #[retried]
    pub async fn story_links(&self, story: &str) -> Result<Vec<StoryLink>, StoreError> {
        Ok(sqlx::query_as!(
            StoryLink,
            r#"select l.linked_id as "linked_id!", l.linked_language as "linked_language!", s.title, l.score as "score!",
                l.needed as "needed!", l.shared as "shared!"
            from news.story_links l join stories s on s.story_id = l.linked_id
            where l.id = $1 order by l.linked_language"#,
            story
        )
        .fetch_all(&self.pool)
        .await?)
    }
}
