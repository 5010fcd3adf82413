//! The saved state of stories; the indexes are rebuilt.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::{RecentArticle, Stories, Story};

impl Stories {
    /// The state saved besides the stories and their recent articles: the next keys, and the names.
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

    /// Restores saved stories, in the order of their keys.
    pub(crate) fn restore_stories(&mut self, stories: Vec<(u32, Story)>) {
        for (key, story) in stories {
            let terms = story.indexed.iter();
            self.by_term.extend(terms.map(|term| (*term, key)));
            self.all.insert(key, story);
        }
        self.all.take_changed();
    }

    /// Restores saved articles that may still move.
    pub(crate) fn restore_recent(&mut self, recent: Vec<(u64, RecentArticle)>) {
        for (at, article) in recent {
            self.by_article.insert(article.article.id.clone(), at);
            self.recent.insert(at, article);
        }
        self.recent.take_changed();
    }
}

impl PartialEq for Stories {
    fn eq(&self, other: &Self) -> bool {
        (&self.all, &self.recent) == (&other.all, &other.recent)
    }
}
