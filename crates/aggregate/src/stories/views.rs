//! Stories as others see them.

use super::{Stories, Summary};
use crate::keywords::{Keyword, weightiest};
use crate::marks::Mark;

impl Stories {
    /// All stories that may still grow, in order of their founding.
    pub fn summaries(&self) -> impl Iterator<Item = Summary<'_>> {
        self.all.values().map(|story| Summary {
            id: &story.id,
            founded: story.founded,
            active: story.active,
            articles: story.whole.size,
            cohesion: story.whole.cohesion(),
        })
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

    /// [`summaries`](Self::summaries), each with what the story is about.
    pub fn outlines(&self, most: usize) -> impl Iterator<Item = (Summary<'_>, Vec<Keyword>)> {
        self.summaries()
            .zip(self.all.values())
            .map(move |(summary, story)| {
                let recent = story.recent.iter();
                let told = recent.filter_map(|at| Some(&self.recent.get(at)?.article.told));
                (summary, weightiest(told, most))
            })
    }

    /// What a story is about, by those of its articles that may still move.
    pub fn keywords(&self, story: &str, most: usize) -> Vec<Keyword> {
        let story = self.all.values().find(|s| s.id == story);
        let recent = story.into_iter().flat_map(|story| &story.recent);
        let told = recent.filter_map(|at| Some(&self.recent.get(at)?.article.told));
        weightiest(told, most)
    }

    /// [`summaries`](Self::summaries), each with what the story may be recognised by in other languages.
    pub fn marked(&self) -> impl Iterator<Item = (Summary<'_>, Vec<Mark>)> {
        self.summaries()
            .zip(self.all.values())
            .map(move |(summary, story)| {
                let mut tally = story.older_marks.clone();
                for recent in story.recent.iter().filter_map(|at| self.recent.get(at)) {
                    tally.add(&recent.article.marks);
                }
                (summary, tally.marks())
            })
    }
}
