//! Read access to stories.

use chrono::{DateTime, Utc};

use super::{Stories, Story, StorySummary, WeightedArticle};
use crate::facts::Fact;
use crate::terms::keywords::{Keyword, weightiest};

impl Story {
    fn bytes(&self) -> usize {
        let terms = self.whole.sum.0.len() + self.older.sum.0.len();
        600 + 16 * terms + 40 * self.indexed.len() + self.older_facts.bytes()
    }

    fn summary(&self) -> StorySummary<'_> {
        StorySummary {
            id: &self.id,
            founded: self.founded,
            active: self.active,
            articles: self.whole.size,
            cohesion: self.whole.cohesion(),
        }
    }
}

impl Stories {
    /// When each story was last active and each recent article was published, with its approximate size in bytes.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = (DateTime<Utc>, usize)> {
        let stories = self.all.values().map(|story| (story.active, story.bytes()));
        let recent = self.recent.values().map(|recent| &recent.article);
        recent
            .map(|article| (article.when, article.bytes()))
            .chain(stories)
    }

    /// All stories that may still grow, in order of their creation.
    pub fn summaries(&self) -> impl Iterator<Item = StorySummary<'_>> {
        self.all.values().map(Story::summary)
    }

    /// The story of an article that may still move.
    pub fn story_of(&self, article: &str) -> Option<&str> {
        let recent = self.recent.get(self.by_article.get(article)?)?;
        Some(&self.all.get(&recent.story)?.id)
    }

    /// The articles of a story that may still move.
    pub fn recent(&self, story: &str) -> Vec<&str> {
        let story = self.all.values().find(|s| s.id == story);
        let recent = story.into_iter().flat_map(|story| &story.recent);
        recent
            .filter_map(|at| Some(self.recent.get(at)?.article.id.as_str()))
            .collect()
    }

    /// The [`summaries`](Self::summaries) of stories whose last activity is as wanted, with the keywords of their articles that may
    /// still move.
    pub fn with_keywords(
        &self,
        is_wanted: impl Fn(DateTime<Utc>) -> bool,
        limit: usize,
    ) -> impl Iterator<Item = (StorySummary<'_>, Vec<Keyword>)> {
        let wanted = self.all.values();
        let wanted = wanted.filter(move |story| is_wanted(story.active));
        wanted.map(move |story| {
            let recent = story.recent.iter();
            let terms = recent.filter_map(|at| Some(&self.recent.get(at)?.article.terms));
            (story.summary(), weightiest(terms, limit))
        })
    }

    /// Names of stories that this article founded, as far as they are kept.
    pub fn names_founded_by<'a>(&'a self, article: &'a str) -> impl Iterator<Item = &'a str> {
        let names = self.names.range(article.to_owned()..);
        let names = names.map(|(name, _)| name.as_str());
        names
            .take_while(move |name| name.starts_with(article))
            .filter(move |name| matches!(name.as_bytes().get(article.len()), None | Some(b':')))
    }

    /// Reserves a name that a story of this article has in another language: names are unique across languages. It stays reserved for
    /// as long as the article may found a story.
    pub fn reserve_name(&mut self, name: &str, article: &WeightedArticle) {
        let until = self.names.entry(name.to_owned()).or_insert(article.when);
        *until = article.when.max(*until);
    }

    /// The [`summaries`](Self::summaries) with the facts of each story.
    pub fn with_facts(&self) -> impl Iterator<Item = (StorySummary<'_>, Vec<Fact>)> {
        self.all.values().map(|story| {
            let mut counts = story.older_facts.clone();
            for recent in story.recent.iter().filter_map(|at| self.recent.get(at)) {
                counts.add(&recent.article.facts);
            }
            (story.summary(), counts.facts())
        })
    }
}
