//! The serialised form of stories.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{RecentArticle, Stories, Story};
use crate::hash::PrehashedMap;

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
        let mut by_term: PrehashedMap<Vec<u32>> = PrehashedMap::default();
        for (key, story) in &stored.stories {
            for term in &story.indexed {
                by_term.entry(*term).or_default().push(*key);
            }
        }
        let names = stored.recent.iter();
        Self {
            by_article: names.map(|(at, r)| (r.article.id.clone(), *at)).collect(),
            by_term,
            all: stored.stories,
            recent: stored.recent,
            next: stored.next,
            next_recent: stored.next_recent,
            names: stored.names,
        }
    }
}

impl From<Stories> for StoredStories {
    fn from(stories: Stories) -> Self {
        Self {
            stories: stories.all,
            recent: stories.recent,
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
