//! Changes of articles that readers see, with the difference: another headline or text, gone, moved.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{
    ChangeKind, Store, StoreError,
    text::{self, Position, names},
};

/// Maximum number of characters of both texts of a change that are read.
const MAX_TEXTS: i32 = 40_000;

names! {
    /// What changes of an article.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ChangedPart {
        /// Its headline.
        Headline => "headline",
        /// Its text.
        Text => "text",
        /// Its page, which is gone.
        Gone => "gone",
        /// Its URL.
        Moved => "moved",
    }
}

/// A change of an article that is not its first version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleChange {
    /// The article.
    pub id: String,
    /// The new version, or the latest one of an article that is gone or has moved.
    pub version: i32,
    /// The version before it.
    pub version_before: Option<i32>,
    /// Its kind, which is never [`ChangeKind::New`].
    pub change: ChangeKind,
    /// When the page of the new version was fetched, or when it was first seen that the article is gone or has moved.
    pub at: DateTime<Utc>,
    /// Site id.
    pub source_id: String,
    /// The name of the site.
    pub source_name: String,
    /// URL of the article.
    pub url: String,
    /// ISO 639-1.
    pub language: Option<String>,
    /// Its headline.
    pub title: Option<String>,
    /// The headline of the version before.
    pub title_before: Option<String>,
    /// Whether the headlines differ.
    pub of_headline: bool,
    /// Whether the texts differ.
    pub of_text: bool,
    /// Number of words.
    pub word_count: i32,
    /// Number of words of the version before.
    pub word_count_before: Option<i32>,
    /// The text, if the two differ, have up to 40,000 characters together and are wanted.
    pub text: Option<String>,
    /// The text of the version before, likewise.
    pub text_before: Option<String>,
    /// The article at the new URL.
    pub moved_to: Option<String>,
    /// Orders the changes of one article at one time.
    place: i32,
}

/// Which changes of articles are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArticleChangeQuery {
    /// Only those of these sites; empty: of all.
    pub sites: Vec<String>,
    /// Only those of this part.
    pub part: Option<ChangedPart>,
    /// Only those after this position, newest first.
    pub after: Option<ArticleChangeCursor>,
    /// Whether the texts are left out.
    pub without_texts: bool,
    /// Maximum number of changes.
    pub limit: i64,
}

/// A position among the changes: the time, the place at that time, and the article.
pub type ArticleChangeCursor = Position<(DateTime<Utc>, i32, String)>;

impl ArticleChangeCursor {
    /// The position of a change.
    pub fn of(change: &ArticleChange) -> Self {
        Self((change.at, change.place, change.id.clone()))
    }
}

impl Store {
    /// The changes of articles that match the query, newest first.
    #[retried]
    pub async fn article_changes(
        &self,
        query: &ArticleChangeQuery,
    ) -> Result<Vec<ArticleChange>, StoreError> {
        let after = query.after.as_ref().map(|after| &after.0);
        let changes = sqlx::query_file_as!(
            ArticleChange,
            "queries/article_changes.sql",
            query.part.map(ChangedPart::as_str),
            &text::list(&query.sites),
            after.map(|(at, ..)| *at),
            after.map(|(.., id)| id.as_str()),
            after.map(|(_, place, _)| *place),
            query.limit,
            if query.without_texts { 0 } else { MAX_TEXTS }
        );
        Ok(changes.fetch_all(&self.pool).await?)
    }
}
