//! Finds the leader of each copy.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

use chrono::{DateTime, TimeDelta, Utc};

use super::compare::judge;
use super::fingerprint::Fingerprint;
use super::{CopyRule, DedupArticle, KnownText, Leader, MIN_WORDS};
use crate::hash;
use crate::pages::Pages;

/// The leaders of the last two weeks, indexed by their text and sketch.
///
/// The results of [`insert_all`](Self::insert_all) never change later.
#[derive(Debug, Clone, Default)]
pub struct CopyIndex {
    pub(crate) leaders: Pages<u32, Leader>,
    pub(crate) next: u32,
    by_id: HashMap<String, u32>,
    /// Hashes of texts, each with the slots of its leaders. The first one leads; the others may have changed their text since.
    by_text: BTreeSet<(u64, u32)>,
    /// Likewise, the 3-grams of the sketches. A map of lists would take several times the memory.
    by_gram: BTreeSet<(u32, u32)>,
}

impl PartialEq for CopyIndex {
    fn eq(&self, other: &Self) -> bool {
        self.leaders.values().eq(other.leaders.values())
    }
}

impl CopyIndex {
    /// Restores saved leaders to their slots.
    pub(crate) fn restore(&mut self, leaders: Vec<(u32, Leader)>) {
        for (slot, leader) in leaders {
            self.put(slot, leader);
        }
        self.leaders.take_changed();
    }

    /// The leaders in order of insertion.
    pub fn leaders(&self) -> impl Iterator<Item = &Leader> {
        self.leaders.values()
    }

    /// Inserts articles and returns the copies among them, each with what leads it. The order of the input does not matter: see [`DedupArticle::order`].
    pub fn insert_all(
        &mut self,
        mut batch: Vec<(DedupArticle, Fingerprint)>,
    ) -> Vec<(String, KnownText)> {
        batch.sort_by(|(a, _), (b, _)| a.order().cmp(&b.order()));
        let mut known = HashSet::new();
        batch.retain(|(item, _)| known.insert(item.id.clone()));
        batch
            .into_iter()
            .filter_map(|(item, fingerprint)| {
                Some((item.id.clone(), self.insert(item, fingerprint)?))
            })
            .collect()
    }

    /// Inserts an article: it is a copy of a leader, or becomes a leader.
    pub fn insert(&mut self, item: DedupArticle, fingerprint: Fingerprint) -> Option<KnownText> {
        let found = self.find(&item, &fingerprint);
        let when = item.when();
        if let Some((slot, score, rule)) = found
            && let Some(leader) = self.leaders.get_mut(&slot)
        {
            if leader.item.id == item.id {
                return None;
            }
            leader.active = leader.active.max(when);
            return Some(KnownText {
                leader: leader.item.id.clone(),
                score,
                rule,
            });
        }
        let slot = self.next;
        self.next += 1;
        let leader = Leader {
            item,
            fingerprint,
            active: when,
        };
        self.put(slot, leader);
        None
    }

    /// Removes leaders that have had no copy for longer than `memory`.
    pub fn prune(&mut self, now: DateTime<Utc>, memory: TimeDelta) {
        let Some(since) = now.checked_sub_signed(memory) else {
            return;
        };
        let old: Vec<u32> = self
            .leaders
            .iter()
            .filter(|(_, leader)| leader.active < since)
            .map(|(slot, _)| *slot)
            .collect();
        for slot in old {
            self.remove_slot(slot);
        }
    }

    /// When each leader was last active, and its approximate size in bytes.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = (DateTime<Utc>, usize)> {
        let leaders = self.leaders.values();
        leaders.map(|leader| (leader.active, 800 + leader.fingerprint.bytes()))
    }

    /// Whether an article is a leader in the index.
    pub fn is_leader(&self, id: &str) -> bool {
        self.by_id.contains_key(id)
    }

    /// Inserts a later version of an article. A leader remains a leader with its new text, and keeps its copies.
    pub fn update(&mut self, item: DedupArticle, fingerprint: Fingerprint) -> Option<KnownText> {
        let Some(slot) = self.by_id.get(&item.id).copied() else {
            return self.insert(item, fingerprint);
        };
        let active = self.remove_slot(slot).map(|leader| leader.active);
        let leader = Leader {
            active: active.max(Some(item.when())).unwrap_or_default(),
            item,
            fingerprint,
        };
        self.put(slot, leader);
        None
    }

    /// Removes a deleted article, so that it gets no further copies.
    pub fn remove(&mut self, id: &str) {
        if let Some(slot) = self.by_id.get(id).copied() {
            self.remove_slot(slot);
        }
    }

    fn put(&mut self, slot: u32, leader: Leader) {
        self.by_id.insert(leader.item.id.clone(), slot);
        self.by_text
            .extend(text_key(&leader.item).map(|key| (key, slot)));
        if leader.item.words >= MIN_WORDS {
            let grams = leader.fingerprint.sketch.iter();
            self.by_gram.extend(grams.map(|gram| (*gram, slot)));
        }
        self.leaders.insert(slot, leader);
    }

    fn remove_slot(&mut self, slot: u32) -> Option<Leader> {
        let leader = self.leaders.remove(&slot)?;
        if self.by_id.get(&leader.item.id) == Some(&slot) {
            self.by_id.remove(&leader.item.id);
        }
        if let Some(key) = text_key(&leader.item) {
            self.by_text.remove(&(key, slot));
        }
        for gram in &leader.fingerprint.sketch {
            self.by_gram.remove(&(*gram, slot));
        }
        Some(leader)
    }

    fn find(&self, item: &DedupArticle, fingerprint: &Fingerprint) -> Option<(u32, f32, CopyRule)> {
        let same_hash = text_key(item).map(|key| self.by_text.range(all(key)));
        let same = same_hash.into_iter().flatten().find(|(_, slot)| {
            let leader = self.leaders.get(slot);
            leader.is_some_and(|leader| leader.item.hash == item.hash)
        });
        if let Some((_, slot)) = same {
            return Some((*slot, 1.0, CopyRule::ExactText));
        }
        if item.words < MIN_WORDS {
            return None;
        }
        self.candidates(fingerprint)
            .into_iter()
            .filter_map(|slot| {
                let leader = self.leaders.get(&slot)?;
                let (score, rule) = judge(item, fingerprint, leader)?;
                Some((slot, score, rule))
            })
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    /// The leaders that share most of the sketch.
    fn candidates(&self, fingerprint: &Fingerprint) -> Vec<u32> {
        let mut hits: BTreeMap<u32, usize> = BTreeMap::new();
        for gram in &fingerprint.sketch {
            let slots = || self.by_gram.range(all(*gram)).map(|(_, slot)| *slot);
            if slots().take(POSTING_CAP).count() < POSTING_CAP {
                for slot in slots() {
                    *hits.entry(slot).or_default() += 1;
                }
            }
        }
        let mut best: Vec<(u32, usize)> = hits.into_iter().collect();
        best.sort_by_key(|(slot, count)| (std::cmp::Reverse(*count), *slot));
        best.into_iter().take(8).map(|(slot, _)| slot).collect()
    }
}

/// A 3-gram of this many leaders is boilerplate and is not looked up.
const POSTING_CAP: usize = 16;

/// All slots of a key.
fn all<K: Copy>(key: K) -> RangeInclusive<(K, u32)> {
    (key, 0)..=(key, u32::MAX)
}

fn text_key(item: &DedupArticle) -> Option<u64> {
    (item.words >= MIN_WORDS).then(|| hash::bytes(item.hash.as_bytes()))
}
