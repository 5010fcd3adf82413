//! What the grouping of articles finds.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::Copy;

/// Names and keywords of an article.
#[derive(Debug, Clone, PartialEq)]
pub struct ArticleTerms {
    /// The article.
    pub id: String,
    /// The version whose text was read.
    pub version: i32,
    /// Names with offsets into that text: an array.
    pub entities: Value,
    /// Weighted terms: an array.
    pub keywords: Value,
}

/// That an article belongs to a story.
#[derive(Debug, Clone, PartialEq)]
pub struct StoryMember {
    /// The article.
    pub id: String,
    /// The story.
    pub story_id: String,
    /// Mean similarity to its other articles.
    pub score: f32,
    /// What they share: an array.
    pub shared: Value,
    /// The story it would have joined otherwise: an object.
    pub nearly: Option<Value>,
}

/// A story as it stands after a run.
#[derive(Debug, Clone, PartialEq)]
pub struct NewStory {
    /// Its name.
    pub id: String,
    /// ISO 639-1.
    pub language: String,
    /// Of the article that leads it.
    pub title: Option<String>,
    /// When its first article was published.
    pub founded_at: DateTime<Utc>,
    /// When its last one was.
    pub active_at: DateTime<Utc>,
    /// Texts of their own.
    pub articles: i32,
    /// Copies of those.
    pub copies: i32,
    /// Mean similarity of its pairs.
    pub cohesion: f32,
    /// Independent owners: publishers who tell it in words of their own.
    pub owners: i32,
    /// What the score is the product of, and the score.
    pub breadth: f32,
    /// See `breadth`.
    pub recency: f32,
    /// See `breadth`.
    pub burst: f32,
    /// What stories are ordered by.
    pub score: f32,
    /// What it is about: an array.
    pub keywords: Value,
}

/// That stories of two languages tell of the same event.
#[derive(Debug, Clone, PartialEq)]
pub struct NewStoryLink {
    /// The story of the language that comes first in the alphabet.
    pub story_id: String,
    /// ISO 639-1.
    pub language: String,
    /// The other story.
    pub other_id: String,
    /// Its language.
    pub other_language: String,
    /// The weights of what they share.
    pub score: f32,
    /// What was needed.
    pub needed: f32,
    /// What they share: an array of `sign`, `form`, `other_form`, `weight`.
    pub shared: Value,
}

/// Articles of a story that go to another, except some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// The story they leave.
    pub from: String,
    /// Where they go.
    pub to: String,
    /// Articles that stay.
    pub but: Vec<String>,
}

/// A story that is part of another now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// Its name.
    pub from: String,
    /// Where it goes on.
    pub to: String,
    /// ISO 639-1.
    pub language: String,
    /// The time of the run.
    pub at: DateTime<Utc>,
}

/// The claim of a run on the state of the grouping: a save is refused if another run has saved since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AggregateClaim {
    /// Saves so far: the fencing token.
    pub turn: i64,
    /// A unique name of this run.
    pub owner: String,
}

/// Everything that one step of the grouping found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Aggregates {
    /// Where it ends among the publications.
    pub cursor: i64,
    /// Articles that are no more.
    pub gone: Vec<String>,
    /// One for each article looked at.
    pub copies: Vec<Copy>,
    /// Likewise.
    pub terms: Vec<ArticleTerms>,
    /// Articles that are in a story now, or in another.
    pub members: Vec<StoryMember>,
    /// Stories whose older articles go to another.
    pub carried: Vec<Carried>,
    /// Stories that are part of another now.
    pub merged: Vec<Merged>,
    /// Stories as they stand.
    pub stories: Vec<NewStory>,
    /// Stories that were looked at for links; those between them are replaced by `links`.
    pub linked: Vec<String>,
    /// Links between stories of different languages.
    pub links: Vec<NewStoryLink>,
    /// Version of the code that wrote the states.
    pub version: String,
    /// The parts of the state that changed, by name; `None` removes the part.
    pub states: Vec<(String, Option<Vec<u8>>)>,
}
