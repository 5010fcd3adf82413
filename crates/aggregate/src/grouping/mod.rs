//! A run of the aggregation: articles are ingested in batches, stories repaired, then ranked and linked.

mod finish;
mod ingest;
mod state;
#[cfg(test)]
mod tests;
mod window;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::{
    CopyIndex, CopyRule, DocumentFrequencies, Entity, Keyword, Membership, Redirect, Stories,
    StoryLink, StoryRank,
};
use state::RunState;
pub use state::{LanguageStats, Phase, StateError};

/// The state of the aggregation between two batches.
///
/// A run begins with the first [`ingest`](Self::ingest) and ends with [`rank`](Self::rank). Each step returns its findings with the
/// parts of the state that it changed: save both in one transaction, and a run that dies anywhere continues from its last step.
#[derive(Debug, Default)]
pub struct Grouping {
    run: RunState,
    copies: CopyIndex,
    languages: BTreeMap<String, LanguageState>,
    limit: window::Limit,
}

/// The state of one language.
#[derive(Debug, Clone, Default)]
struct LanguageState {
    stories: Stories,
    /// The statistics with which the articles of the run are read.
    stats: LanguageStats,
    /// Whether `stats` have changed since they were saved.
    is_learning: bool,
    /// What the articles of the run add for the next run, saved per batch.
    next: LanguageStats,
    /// What the articles of the current batch add.
    of_batch: Option<LanguageStats>,
    /// Number of batches that have added to it.
    batches: u32,
}

/// An article that has not been grouped yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UngroupedArticle {
    /// The article.
    pub id: String,
    /// The version of its text, returned with the findings.
    pub version: i32,
    /// The site.
    pub site: String,
    /// ISO 639-1.
    pub language: Option<String>,
    /// Headline.
    pub title: Option<String>,
    /// Main text.
    pub text: String,
    /// [`content_hash`](crate::content_hash) of the text.
    pub content_hash: String,
    /// First publication, as stated by the page.
    pub published: Option<DateTime<Utc>>,
    /// When its URL was found.
    pub first_seen: DateTime<Utc>,
    /// When this version was fetched.
    pub fetched: DateTime<Utc>,
    /// Whether it is in a story already, with another version.
    pub has_story: bool,
}

/// The findings of a step of a run.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Changes {
    /// One for each ingested article.
    pub copies: Vec<CopyFinding>,
    /// Likewise.
    pub terms: Vec<ArticleTerms>,
    /// Articles that joined a story, or moved to another.
    pub members: Vec<Membership>,
    /// Stories whose older articles move to another.
    pub carried: Vec<ArticleTransfer>,
    /// Stories that were merged into others, by language.
    pub merged: BTreeMap<String, Vec<Redirect>>,
    /// Stories with their rank.
    pub stories: Vec<RankedStory>,
    /// Stories that were compared across languages; `links` replace all links between them.
    pub linked: Vec<String>,
    /// Links between stories of different languages.
    pub links: Vec<StoryLink>,
    /// Parts of the state that changed, serialised, by name; `None` removes the part.
    pub states: Vec<(String, Option<Vec<u8>>)>,
}

/// The finding whether an article is a copy.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CopyFinding {
    /// The article.
    pub id: String,
    /// The version of its text.
    pub version: i32,
    /// The article that it is a copy of; `None` if it leads.
    pub duplicate_of: Option<String>,
    /// Containment, 0 to 1; 1 if it leads.
    pub score: f32,
    /// The rule that found it; `None` if it leads.
    pub rule: Option<CopyRule>,
}

/// Names and keywords of an article.
#[derive(Debug, Clone, PartialEq)]
pub struct ArticleTerms {
    /// The article.
    pub id: String,
    /// The version of its text.
    pub version: i32,
    /// Names with their offsets in the text.
    pub entities: Vec<Entity>,
    /// The weightiest first.
    pub keywords: Vec<Keyword>,
}

/// A story whose older articles move to another; its recent articles have memberships of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleTransfer {
    /// The story that the articles leave.
    pub from: String,
    /// The story that they join.
    pub to: String,
    /// Recent articles that stay.
    pub except: Vec<String>,
}

/// A story with its rank.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RankedStory {
    /// The story.
    pub id: String,
    /// ISO 639-1.
    pub language: String,
    /// The headline of its most central report that is not a copy: no roundup, and no opinion if there is news.
    pub title: Option<String>,
    /// When its first article was published.
    pub founded: DateTime<Utc>,
    /// When its last article or copy was published.
    pub active: DateTime<Utc>,
    /// Number of articles that are not copies.
    pub articles: usize,
    /// Number of copies.
    pub copies: usize,
    /// Mean similarity of its pairs, 0 to 1.
    pub cohesion: f64,
    /// The weightiest first.
    pub keywords: Vec<Keyword>,
    /// The rank and its components.
    pub rank: StoryRank,
}

impl Grouping {
    /// The phase of the run.
    pub fn phase(&self) -> Phase {
        self.run.phase
    }

    /// When the last of the run's articles was fetched: the time of the run, however late it is processed.
    pub fn now(&self) -> DateTime<Utc> {
        self.run.now.unwrap_or_default()
    }

    /// Stories that [`repair`](Self::repair) will close, as they have had no article for too long. It ranks them a last time, and
    /// needs their reports.
    pub fn expiring(&self) -> Vec<String> {
        let window = self.window();
        let languages = self.languages.iter();
        let in_run = languages.filter(|(name, _)| self.run.languages.contains(*name));
        in_run
            .flat_map(|(_, language)| language.stories.summaries())
            .filter(|story| window.stories.is_over(story.active, window.now))
            .map(|story| story.id.to_owned())
            .collect()
    }

    /// The stories that are not closed: [`rank`](Self::rank) needs their reports.
    pub fn live(&self) -> Vec<String> {
        self.languages
            .values()
            .flat_map(|language| language.stories.summaries())
            .map(|story| story.id.to_owned())
            .collect()
    }

    /// The state of a language; a new one has the frequencies that ship.
    fn language(&mut self, language: &str) -> &mut LanguageState {
        let new = || {
            let mut state = LanguageState::default();
            state.stats.frequencies = DocumentFrequencies::shipped(language);
            state
        };
        self.languages
            .entry(language.to_owned())
            .or_insert_with(new)
    }
}
