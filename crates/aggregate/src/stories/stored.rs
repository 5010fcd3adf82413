//! The serialised form of stories.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{RecentArticle, Stories, Story};

/// All but the indexes, which are built again.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredStories {
    stories: BTreeMap<u32, Story>,
    recent: BTreeMap<u64, RecentArticle>,
    next: u32,
    next_recent: u64,
    names: BTreeMap<String, DateTime<Utc>>,
}

impl From<StoredStories> for Stories {
    fn from(stored: StoredStories) -> Self {
        let mut stories = Self::default();
        stories.restore_stories(stored.stories);
        stories.restore_recent(stored.recent);
        stories.restore_counters((stored.next, stored.next_recent, stored.names));
        stories
    }
}

impl Stories {
    /// What is saved besides the stories and their recent articles: the next keys, and the names.
    pub(crate) fn counters(&self) -> (u32, u64, &BTreeMap<String, DateTime<Utc>>) {
        (self.next, self.next_recent, &self.names)
    }

    pub(crate) fn restore_counters(
        &mut self,
        (next, next_recent, names): (u32, u64, BTreeMap<String, DateTime<Utc>>),
    ) {
        self.next = next;
        self.next_recent = next_recent;
        self.names = names;
    }

    /// Puts saved stories back, in the order of their keys.
    pub(crate) fn restore_stories(&mut self, stories: impl IntoIterator<Item = (u32, Story)>) {
        for (key, story) in stories {
            for term in &story.indexed {
                self.by_term.entry(*term).or_default().push(key);
            }
            self.all.insert(key, story);
        }
        self.all.take_changed();
    }

    /// Puts saved articles back that may still move.
    pub(crate) fn restore_recent(
        &mut self,
        recent: impl IntoIterator<Item = (u64, RecentArticle)>,
    ) {
        for (at, article) in recent {
            self.by_article.insert(article.article.id.clone(), at);
            self.recent.insert(at, article);
        }
        self.recent.take_changed();
    }
}

impl From<Stories> for StoredStories {
    fn from(stories: Stories) -> Self {
        Self {
            stories: stories.all.into_entries(),
            recent: stories.recent.into_entries(),
            next: stories.next,
            next_recent: stories.next_recent,
            names: stories.names,
        }
    }
}

impl PartialEq for Stories {
    fn eq(&self, other: &Self) -> bool {
        (&self.all, &self.recent) == (&other.all, &other.recent)
    }
}
