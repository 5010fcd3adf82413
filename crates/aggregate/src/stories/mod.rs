//! Stories: articles about one event.

mod assign;
mod cluster;
mod member;
mod merge_groups;
mod repair;
mod stored;
mod thresholds;
mod times;
mod titles;
mod views;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::facts::FactCounts;
use crate::pages::Pages;
use cluster::Cluster;
pub use member::{Membership, REASONS, RunnerUp, SharedTerm, StorySummary, WeightedArticle};
pub use repair::{Redirect, Repair};
use thresholds::INDEXED;
pub use thresholds::StoryParams;
use times::{MAX_SPAN, Times};

/// The stories of the last week in one language.
///
/// The same state and the same articles give the same stories.
#[derive(Debug, Clone, Default)]
pub struct Stories {
    pub(crate) all: Pages<u32, Story>,
    next: u32,
    /// Articles that the repair may still move, in order of insertion.
    pub(crate) recent: Pages<u64, RecentArticle>,
    next_recent: u64,
    /// Names of stories that exist, or whose founder may still found another.
    names: BTreeMap<String, DateTime<Utc>>,
    by_article: HashMap<String, u64>,
    /// Terms, each with the keys of the stories indexed by it. A map of lists would take several times the memory.
    by_term: BTreeSet<(u64, u32)>,
}

/// A story.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Story {
    id: String,
    founded: DateTime<Utc>,
    active: DateTime<Utc>,
    /// All its articles.
    whole: Cluster,
    /// The articles that are too old to be moved.
    older: Cluster,
    /// The facts of the older articles.
    older_facts: FactCounts,
    /// When the older articles were published.
    older_times: Times,
    /// The recent articles, by their key in [`Stories::recent`].
    recent: BTreeSet<u64>,
    /// The terms by which it is indexed.
    indexed: BTreeSet<u64>,
}

/// An article that may still move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RecentArticle {
    article: WeightedArticle,
    story: u32,
}

impl Stories {
    /// Removes stories that no article can join any more, and freezes articles that the repair no longer moves. `now` is the time of
    /// the run, the same when the run is repeated.
    pub fn prune(&mut self, now: DateTime<Utc>, params: &StoryParams) {
        if let Some(since) = now.checked_sub_signed(params.repair) {
            let old: Vec<u64> = self
                .recent
                .iter()
                .filter(|(_, recent)| recent.article.when < since)
                .map(|(at, _)| *at)
                .collect();
            for at in old {
                self.freeze(at);
            }
            let live: BTreeSet<&str> = self.all.values().map(|s| s.id.as_str()).collect();
            self.names
                .retain(|name, when| *when >= since || live.contains(name.as_str()));
        }
        let all = self.all.iter();
        let over = all.filter(|(_, story)| params.is_over(story.active, now));
        let over: Vec<u32> = over.map(|(key, _)| *key).collect();
        for key in over {
            self.close(key);
        }
    }

    /// Removes an article that was deleted or became a copy; returns whether it was known. Its story counts it until the next
    /// [`repair`](Self::repair), and for ever if it is too old to be moved.
    pub fn remove(&mut self, article: &str) -> bool {
        let Some(at) = self.by_article.remove(article) else {
            return false;
        };
        if let Some(recent) = self.recent.remove(&at)
            && let Some(story) = self.all.get_mut(&recent.story)
        {
            story.recent.remove(&at);
        }
        true
    }

    fn create(&mut self, article: &str, when: DateTime<Utc>) -> u32 {
        let key = self.next;
        self.next += 1;
        let story = Story {
            id: self.unused_name(article, when),
            founded: when,
            active: when,
            whole: Cluster::default(),
            older: Cluster::default(),
            older_facts: FactCounts::default(),
            older_times: Times::default(),
            recent: BTreeSet::new(),
            indexed: BTreeSet::new(),
        };
        self.all.insert(key, story);
        key
    }

    /// The founder's name, or a numbered one if another story has it.
    fn unused_name(&mut self, article: &str, when: DateTime<Utc>) -> String {
        let mut name = article.to_owned();
        let mut number = 2;
        while self.names.contains_key(&name) {
            name = format!("{article}:{number}");
            number += 1;
        }
        self.names.insert(name.clone(), when);
        name
    }

    fn put(&mut self, key: u32, article: WeightedArticle, cluster: &Cluster) {
        let Some(story) = self.all.get_mut(&key) else {
            return;
        };
        let at = self.next_recent;
        self.next_recent += 1;
        story.founded = story.founded.min(article.when);
        story.active = story.active.max(article.when);
        story.whole = story.whole.join(cluster);
        story.recent.insert(at);
        for (term, ..) in article.terms.iter().take(INDEXED) {
            if story.indexed.len() < MAX_INDEXED && story.indexed.insert(term) {
                self.by_term.insert((term, key));
            }
        }
        self.by_article.insert(article.id.clone(), at);
        let recent = RecentArticle {
            article,
            story: key,
        };
        self.recent.insert(at, recent);
    }

    /// Freezes an article, which cannot move any more.
    fn freeze(&mut self, at: u64) {
        let Some(recent) = self.recent.remove(&at) else {
            return;
        };
        self.by_article.remove(&recent.article.id);
        if let Some(story) = self.all.get_mut(&recent.story) {
            story.recent.remove(&at);
            story.older = story.older.join(&Cluster::of(&recent.article.terms));
            story.older_facts.add(&recent.article.facts);
            let times = story.older_times.join(&Times::of(recent.article.when));
            story.older_times = times.freeze();
        }
    }

    /// When the articles of a story were published.
    fn times(&self, story: &Story) -> Times {
        let recent = story.recent.iter().filter_map(|at| self.recent.get(at));
        let recent = recent.map(|recent| recent.article.when);
        story.older_times.clone().with(recent)
    }

    /// Whether a story may last until, or since, another article.
    fn may_last(&self, story: &Story, when: DateTime<Utc>) -> bool {
        let (since, until) = (story.founded.min(when), story.active.max(when));
        until - since <= MAX_SPAN || self.times(story).are_dense_before(when)
    }

    fn close(&mut self, key: u32) {
        self.unindex(key);
        let Some(story) = self.all.remove(&key) else {
            return;
        };
        for at in &story.recent {
            if let Some(recent) = self.recent.remove(at) {
                self.by_article.remove(&recent.article.id);
            }
        }
    }

    /// Removes a story from the index of terms.
    fn unindex(&mut self, key: u32) {
        let terms = self.all.get(&key).map(|story| &story.indexed);
        for term in terms.into_iter().flatten() {
            self.by_term.remove(&(*term, key));
        }
    }
}

/// Maximum terms of a story in the index.
const MAX_INDEXED: usize = 160;
