//! Articles that tell of the same event.

mod cluster;
mod linkage;
mod member;
mod params;
mod repair;
mod stored;
mod views;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::facts::FactCounts;
use crate::hash::Hashed;
use cluster::Cluster;
use member::reasons;
pub use member::{Article, Membership, Nearly, REASONS, Shared, Summary};
use params::INDEXED;
pub use params::StoryParams;
pub use repair::{Redirect, Repair};
use stored::Stored;

/// The stories of the last week in one language.
///
/// Its state is one value: keep it (serde) from run to run. The same state and the same articles
/// give the same stories, so a night that broke off is done again from the state before it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Stories {
    all: BTreeMap<u32, Story>,
    next: u32,
    /// Articles that the repair may still move, in order of arrival.
    recent: BTreeMap<u64, Recent>,
    next_recent: u64,
    /// Names given to stories that are there, or whose founder may still found another.
    names: BTreeMap<String, DateTime<Utc>>,
    by_article: HashMap<String, u64>,
    by_term: Hashed<Vec<u32>>,
}

/// One event so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Story {
    id: String,
    founded: DateTime<Utc>,
    active: DateTime<Utc>,
    /// All its articles together.
    whole: Cluster,
    /// Those that are too old to be moved.
    older: Cluster,
    /// The facts of those.
    older_facts: FactCounts,
    /// When the last of those was published.
    older_until: Option<DateTime<Utc>>,
    /// The others, by their place in `recent`.
    recent: BTreeSet<u64>,
    /// The terms by which it is found.
    indexed: BTreeSet<u64>,
}

/// An article that may still move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Recent {
    article: Article,
    story: u32,
}

impl Stories {
    /// Takes in the articles of a batch, in order of publication whatever the order of the input,
    /// and tells where each belongs. An article that is known already is passed over.
    pub fn insert_all(&mut self, mut batch: Vec<Article>, params: &StoryParams) -> Vec<Membership> {
        batch.sort_by(|a, b| (a.when, &a.id).cmp(&(b.when, &b.id)));
        batch
            .into_iter()
            .filter_map(|article| self.insert(article, params))
            .collect()
    }

    /// Takes in one article: it joins the story it is most like, or founds one.
    pub fn insert(&mut self, article: Article, params: &StoryParams) -> Option<Membership> {
        if self.by_article.contains_key(&article.id) {
            return None;
        }
        let cluster = Cluster::of(&article.terms);
        let ranked = self.ranked(&article, &cluster, params);
        let best = ranked.first().filter(|c| c.score >= c.needed);
        let nearly = ranked.get(usize::from(best.is_some())).and_then(|c| {
            Some(Nearly {
                story: self.all.get(&c.story)?.id.clone(),
                score: c.score,
                needed: c.needed,
            })
        });
        let (key, score, shared) = match best {
            Some(best) => {
                let story = self.all.get(&best.story)?;
                let shared = reasons(&article.terms, &story.whole);
                (best.story, best.score, shared)
            }
            None => (self.create(&article.id, article.when), 1.0, Vec::new()),
        };
        let membership = Membership {
            article: article.id.clone(),
            story: self.all.get(&key)?.id.clone(),
            score,
            shared,
            nearly,
        };
        self.put(key, article, &cluster);
        Some(membership)
    }

    /// Forgets stories that no article can join any more, and lets go of articles that the repair
    /// no longer moves. `now` is the night's time, the same when the night is repeated.
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

    /// Forgets an article that is no more, or turned out to be a copy. Its story counts it until the
    /// next [`repair`](Self::repair), and for good if it is too old to be moved. Says whether it was known.
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
            older_until: None,
            recent: BTreeSet::new(),
            indexed: BTreeSet::new(),
        };
        self.all.insert(key, story);
        key
    }

    /// The founder's name, or one made of it if a story it has left bears that.
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

    fn put(&mut self, key: u32, article: Article, cluster: &Cluster) {
        let Some(story) = self.all.get_mut(&key) else {
            return;
        };
        let at = self.next_recent;
        self.next_recent += 1;
        story.founded = story.founded.min(article.when);
        story.active = story.active.max(article.when);
        story.whole = story.whole.join(cluster);
        story.recent.insert(at);
        for term in article.terms.labels.iter().take(INDEXED).map(|l| l.0) {
            if story.indexed.len() < MAX_INDEXED && story.indexed.insert(term) {
                self.by_term.entry(term).or_default().push(key);
            }
        }
        self.by_article.insert(article.id.clone(), at);
        let recent = Recent {
            article,
            story: key,
        };
        self.recent.insert(at, recent);
    }

    /// The article stays where it is from now on.
    fn freeze(&mut self, at: u64) {
        let Some(recent) = self.recent.remove(&at) else {
            return;
        };
        self.by_article.remove(&recent.article.id);
        if let Some(story) = self.all.get_mut(&recent.story) {
            story.recent.remove(&at);
            story.older = story.older.join(&Cluster::of(&recent.article.terms));
            story.older_facts.add(&recent.article.facts);
            story.older_until = story.older_until.max(Some(recent.article.when));
        }
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

    /// The story is found no more.
    fn unindex(&mut self, key: u32) {
        let terms = self.all.get(&key).map(|story| &story.indexed);
        for term in terms.into_iter().flatten() {
            if let Some(keys) = self.by_term.get_mut(term) {
                keys.retain(|k| *k != key);
                if keys.is_empty() {
                    self.by_term.remove(term);
                }
            }
        }
    }

    /// The stories most like an article, the one that clears its threshold by most first.
    fn ranked(&self, article: &Article, cluster: &Cluster, params: &StoryParams) -> Vec<Candidate> {
        let mut met: BTreeMap<u32, f32> = BTreeMap::new();
        let weight: Hashed<f32> = article.terms.vector.0.iter().copied().collect();
        for (term, _, _) in article.terms.labels.iter().take(INDEXED) {
            match self.by_term.get(term) {
                Some(keys) if keys.len() <= params.posting_cap => {
                    let weight = weight.get(term).copied().unwrap_or(0.0);
                    for key in keys {
                        *met.entry(*key).or_default() += weight * weight;
                    }
                }
                _ => {}
            }
        }
        let mut likely: Vec<(u32, f32)> = met.into_iter().collect();
        likely.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut ranked: Vec<Candidate> = likely
            .into_iter()
            .take(CANDIDATES)
            .filter_map(|(key, _)| {
                let story = self.all.get(&key)?;
                ((article.when - story.active).abs() <= params.active).then(|| Candidate {
                    story: key,
                    score: cluster.average(&story.whole),
                    needed: params.joining(cluster, &story.whole),
                })
            })
            .collect();
        let margin = |c: &Candidate| c.score - c.needed;
        ranked.sort_by(|a, b| margin(b).total_cmp(&margin(a)).then(a.story.cmp(&b.story)));
        ranked
    }
}

/// How many stories an article is compared with in full.
const CANDIDATES: usize = 40;

/// How many terms a story is found by.
const MAX_INDEXED: usize = 160;

/// A story an article may join.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    story: u32,
    score: f64,
    needed: f64,
}
