//! How far back the state goes: as far as the parameters set, or as memory allows.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Grouping, Phase};
use crate::StoryParams;
use crate::copies::MEMORY;

/// Approximate maximum memory of leaders, stories, recent articles and word counts, in bytes. With the articles in process and the
/// program itself, the default is less than 500 MB.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit(pub(super) usize);

impl Default for Limit {
    fn default() -> Self {
        Self(200_000_000) // some 20,000 articles of 350 words
    }
}

/// What the end of a run keeps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    /// The present.
    pub(super) now: DateTime<Utc>,
    /// How long a leader is kept.
    pub(super) copies: TimeDelta,
    pub(super) stories: StoryParams,
}

impl Grouping {
    /// Whether the run must end before it takes in more articles: it would hold a whole archive. Another run continues.
    pub fn must_end(&self) -> bool {
        match self.run.phase {
            Phase::Done => false,
            Phase::Ingesting => self.is_full(),
            Phase::Ranking => true,
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.sizes().map(|(_, bytes)| bytes).sum::<usize>() > self.available_bytes()
    }

    /// The memory that word counts leave, at least half: counts are not forgotten with time.
    fn available_bytes(&self) -> usize {
        let languages = self.languages.values();
        let counts = languages.map(|language| language.stats.bytes() + language.next.bytes());
        let limit = self.limit.0;
        limit.saturating_sub(counts.sum()).max(limit / 2)
    }

    /// The window of this state; a full one keeps the newest two thirds. Its present is that of its articles, however late they were
    /// fetched; a hundredth of them may have a wrong date.
    pub(super) fn window(&self) -> Window {
        let stories = StoryParams::default();
        let mut window = Window {
            now: self.now(),
            copies: MEMORY,
            stories,
        };
        if !self.is_full() {
            return window;
        }
        let mut held: Vec<(DateTime<Utc>, usize)> = self.sizes().collect();
        held.sort_unstable_by(|a, b| b.cmp(a));
        if let Some((newest, _)) = held.get(held.len() / 100) {
            window.now = window.now.min(*newest);
        }
        let mut left = self.available_bytes() / 3 * 2;
        for (when, bytes) in held {
            let Some(rest) = left.checked_sub(bytes) else {
                let memory = window.now - when - TimeDelta::nanoseconds(1);
                window.copies = MEMORY.min(memory);
                window.stories.active = stories.active.min(memory);
                window.stories.repair = stories.repair.min(memory);
                break;
            };
            left = rest;
        }
        window
    }

    /// When each leader, story and recent article was last active, and its approximate size in bytes, plus a third for unused memory
    /// between them.
    fn sizes(&self) -> impl Iterator<Item = (DateTime<Utc>, usize)> {
        let languages = self.languages.values();
        let stories = languages.flat_map(|language| language.stories.sizes());
        let all = self.copies.sizes().chain(stories);
        all.map(|(when, bytes)| (when, bytes + bytes / 3))
    }
}
