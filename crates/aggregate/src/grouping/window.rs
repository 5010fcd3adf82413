//! How far back the state goes: as far as the parameters say, or as memory allows.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Grouping, Phase};
use crate::{CopyParams, StoryParams};

/// About how many bytes leaders, stories, recent articles and the counts of words may take in memory: some 20,000 articles of 350
/// words. With those in hand and the program itself it is less than 500 MB.
const FULL: usize = 200_000_000;

/// See [`FULL`]; a state of its own for tests.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit(pub(super) usize);

impl Default for Limit {
    fn default() -> Self {
        Self(FULL)
    }
}

/// What the end of a run forgets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    /// The present.
    pub(super) now: DateTime<Utc>,
    pub(super) copies: CopyParams,
    pub(super) stories: StoryParams,
}

impl Grouping {
    /// Whether the run is to end before it takes in more articles: it would hold an archive. What follows is another run.
    pub fn must_end(&self) -> bool {
        match self.run.phase {
            Phase::Done => false,
            Phase::Ingesting => self.is_full(),
            Phase::Ranking => true,
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.held().map(|(_, bytes)| bytes).sum::<usize>() > self.room()
    }

    /// What the counts of words leave, half at least: they are not forgotten by time.
    fn room(&self) -> usize {
        let languages = self.languages.values();
        let counts = languages.map(|language| language.stats.bytes() + language.next.bytes());
        let limit = self.limit.0;
        limit.saturating_sub(counts.sum()).max(limit / 2)
    }

    /// A full state keeps the newest two thirds. Its present is that of its articles, however late they were fetched; a hundredth of them
    /// may bear a date that is wrong.
    pub(super) fn window(&self) -> Window {
        let (copies, stories) = (CopyParams::default(), StoryParams::default());
        let mut window = Window {
            now: self.now(),
            copies,
            stories,
        };
        if !self.is_full() {
            return window;
        }
        let mut held: Vec<(DateTime<Utc>, usize)> = self.held().collect();
        held.sort_unstable_by(|a, b| b.cmp(a));
        if let Some((newest, _)) = held.get(held.len() / 100) {
            window.now = window.now.min(*newest);
        }
        let mut left = self.room() / 3 * 2;
        for (when, bytes) in held {
            let Some(rest) = left.checked_sub(bytes) else {
                let memory = window.now - when - TimeDelta::nanoseconds(1);
                window.copies.memory = copies.memory.min(memory);
                window.stories.active = stories.active.min(memory);
                window.stories.repair = stories.repair.min(memory);
                break;
            };
            left = rest;
        }
        window
    }

    /// Leaders, stories and recent articles: when each was active, and about how many bytes it takes. A third is for what lies idle
    /// between them.
    fn held(&self) -> impl Iterator<Item = (DateTime<Utc>, usize)> {
        let languages = self.languages.values();
        let stories = languages.flat_map(|language| language.stories.held());
        let all = self.copies.held().chain(stories);
        all.map(|(when, bytes)| (when, bytes + bytes / 3))
    }
}
