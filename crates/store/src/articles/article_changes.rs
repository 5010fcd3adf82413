//! Changes of articles that readers see, with the difference: another headline or text, gone, moved.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{
    ChangeKind, Store, StoreError,
    text::{self, names},
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

/// A position among the changes; opaque to clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleChangeCursor {
    at: DateTime<Utc>,
    place: i32,
    id: String,
}

impl ArticleChangeCursor {
    /// The position of a change.
    pub fn of(change: &ArticleChange) -> Self {
        Self {
            at: change.at,
            place: change.place,
            id: change.id.clone(),
        }
    }
}

impl fmt::Display for ArticleChangeCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, place, id } = self;
        write!(f, "{}.{place}.{id}", at.timestamp_micros())
    }
}

impl FromStr for ArticleChangeCursor {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let parse = || {
            let mut parts = text.splitn(3, '.');
            Some(Self {
                at: text::time_of(parts.next()?)?,
                place: parts.next()?.parse().ok()?,
                id: text::owned(parts.next()?),
            })
        };
        parse().ok_or_else(text::no_cursor)
    }
}

impl Store {
    /// The changes of articles that match the query, newest first.
    #[retried]
    pub async fn article_changes(
        &self,
        query: &ArticleChangeQuery,
    ) -> Result<Vec<ArticleChange>, StoreError> {
        let after = query.after.as_ref();
        let changes = sqlx::query_file_as!(
            ArticleChange,
            "queries/article_changes.sql",
            query.part.map(ChangedPart::as_str),
            &text::list(&query.sites),
            after.map(|after| after.at),
            after.map(|after| after.id.as_str()),
            after.map(|after| after.place),
            query.limit,
            if query.without_texts { 0 } else { MAX_TEXTS }
        );
        Ok(changes.fetch_all(&self.pool).await?)
    }
}
