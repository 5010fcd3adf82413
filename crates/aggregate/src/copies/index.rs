//! Finds the leader of each copy.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::compare::{CopyParams, judge};
use super::fingerprint::Fingerprint;
use super::{CopyMatch, CopyRule, DedupArticle, Leader, MIN_WORDS};
use crate::hash::PrehashedMap;
use crate::pages::Pages;

/// The leaders of the last two weeks, indexed by what finds them.
///
/// What [`insert_all`](Self::insert_all) returns never changes later. Serialised, it is the list of its leaders.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Leader>", into = "Vec<Leader>")]
pub struct CopyIndex {
    pub(crate) leaders: Pages<u32, Leader>,
    pub(crate) next: u32,
    by_id: HashMap<String, u32>,
    by_text: Slots,
    by_gram: PrehashedMap<Postings>,
}

/// Slots of leaders with the same gram. Nearly all grams are of one leader, and a list for each would take several times the memory.
#[derive(Debug, Clone)]
enum Postings {
    One(u32),
    Many(Vec<u32>),
}

impl Postings {
    fn slots(&self) -> &[u32] {
        match self {
            Self::One(slot) => std::slice::from_ref(slot),
            Self::Many(slots) => slots,
        }
    }

    fn add(&mut self, slot: u32) {
        match self {
            Self::One(first) => *self = Self::Many(vec![*first, slot]),
            Self::Many(slots) => slots.push(slot),
        }
    }

    /// Whether others are left.
    fn remove(&mut self, slot: u32) -> bool {
        match self {
            Self::One(only) => *only != slot,
            Self::Many(slots) => {
                slots.retain(|s| *s != slot);
                !slots.is_empty()
            }
        }
    }
}

/// Slots of leaders with the same key. The first one leads; the others may have changed their text since.
type Slots = HashMap<String, BTreeSet<u32>>;

impl From<Vec<Leader>> for CopyIndex {
    fn from(leaders: Vec<Leader>) -> Self {
        let mut copies = Self::default();
        for leader in leaders {
            copies.lead(leader);
        }
        copies
    }
}

impl From<CopyIndex> for Vec<Leader> {
    fn from(copies: CopyIndex) -> Self {
        copies.leaders.into_entries().into_values().collect()
    }
}

impl PartialEq for CopyIndex {
    fn eq(&self, other: &Self) -> bool {
        self.leaders.values().eq(other.leaders.values())
    }
}

impl CopyIndex {
    /// Puts saved leaders back where they were.
    pub(crate) fn restore(&mut self, leaders: Vec<(u32, Leader)>) {
        for (slot, leader) in leaders {
            self.put(slot, leader);
        }
        self.leaders.take_changed();
    }
}

impl CopyIndex {
    /// The leaders in order of insertion.
    pub fn leaders(&self) -> impl Iterator<Item = &Leader> {
        self.leaders.values()
    }

    /// Inserts articles and returns the copies among them. The order of the input does not matter: see [`DedupArticle::order`].
    pub fn insert_all(
        &mut self,
        mut batch: Vec<(DedupArticle, Fingerprint)>,
        params: &CopyParams,
    ) -> Vec<CopyMatch> {
        batch.sort_by(|(a, _), (b, _)| a.order().cmp(&b.order()));
        let mut known = HashSet::new();
        batch.retain(|(item, _)| known.insert(item.id.clone()));
        batch
            .into_iter()
            .filter_map(|(item, fingerprint)| self.insert(item, fingerprint, params))
            .collect()
    }

    /// Inserts an article: it is a copy of a leader, or becomes a leader.
    pub fn insert(
        &mut self,
        item: DedupArticle,
        fingerprint: Fingerprint,
        params: &CopyParams,
    ) -> Option<CopyMatch> {
        let found = self.find(&item, &fingerprint, params);
        let when = item.when();
        if let Some((slot, score, rule)) = found
            && let Some(leader) = self.leaders.get_mut(&slot)
        {
            if leader.item.id == item.id {
                return None;
            }
            leader.active = leader.active.max(when);
            return Some(CopyMatch {
                id: item.id,
                duplicate_of: leader.item.id.clone(),
                group: leader.item.id.clone(),
                score,
                rule,
            });
        }
        self.lead(Leader {
            item,
            fingerprint,
            active: when,
        });
        None
    }

    /// Removes leaders that have had no copy for longer than [`CopyParams::memory`].
    pub fn prune(&mut self, now: DateTime<Utc>, params: &CopyParams) {
        let Some(since) = now.checked_sub_signed(params.memory) else {
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

    /// Whether an article is a leader in the index.
    pub fn leads(&self, id: &str) -> bool {
        self.by_id.contains_key(id)
    }

    /// Inserts a later version of an article. A leader remains a leader with its new text, and keeps its copies.
    pub fn update(
        &mut self,
        item: DedupArticle,
        fingerprint: Fingerprint,
        params: &CopyParams,
    ) -> Option<CopyMatch> {
        let Some(slot) = self.by_id.get(&item.id).copied() else {
            return self.insert(item, fingerprint, params);
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

    fn lead(&mut self, leader: Leader) {
        let slot = self.next;
        self.next += 1;
        self.put(slot, leader);
    }

    fn put(&mut self, slot: u32, leader: Leader) {
        self.by_id.insert(leader.item.id.clone(), slot);
        if let Some(text) = leader.item.text_key() {
            let slots = self.by_text.entry(text.to_owned()).or_default();
            slots.insert(slot);
        }
        if leader.item.words >= MIN_WORDS {
            for gram in &leader.fingerprint.sketch {
                self.by_gram
                    .entry(*gram)
                    .and_modify(|slots| slots.add(slot))
                    .or_insert(Postings::One(slot));
            }
        }
        self.leaders.insert(slot, leader);
    }

    fn remove_slot(&mut self, slot: u32) -> Option<Leader> {
        let leader = self.leaders.remove(&slot)?;
        if self.by_id.get(&leader.item.id) == Some(&slot) {
            self.by_id.remove(&leader.item.id);
        }
        drop_slot(&mut self.by_text, leader.item.text_key(), slot);
        for gram in &leader.fingerprint.sketch {
            if let Some(slots) = self.by_gram.get_mut(gram)
                && !slots.remove(slot)
            {
                self.by_gram.remove(gram);
            }
        }
        Some(leader)
    }

    fn find(
        &self,
        item: &DedupArticle,
        fingerprint: &Fingerprint,
        params: &CopyParams,
    ) -> Option<(u32, f32, CopyRule)> {
        let same = item.text_key().and_then(|key| self.by_text.get(key));
        if let Some(slot) = same.and_then(BTreeSet::first) {
            return Some((*slot, 1.0, CopyRule::ExactText));
        }
        if item.words < MIN_WORDS {
            return None;
        }
        self.candidates(fingerprint, params)
            .into_iter()
            .filter_map(|slot| {
                let leader = self.leaders.get(&slot)?;
                let (score, rule) = judge(item, fingerprint, leader, params)?;
                Some((slot, score, rule))
            })
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    /// The leaders that share most of the sketch.
    fn candidates(&self, fingerprint: &Fingerprint, params: &CopyParams) -> Vec<u32> {
        let mut hits: BTreeMap<u32, usize> = BTreeMap::new();
        for gram in &fingerprint.sketch {
            match self.by_gram.get(gram).map(Postings::slots) {
                Some(slots) if slots.len() < params.posting_cap => {
                    for slot in slots {
                        *hits.entry(*slot).or_default() += 1;
                    }
                }
                _ => {}
            }
        }
        let mut best: Vec<(u32, usize)> = hits.into_iter().collect();
        best.sort_by_key(|(slot, count)| (std::cmp::Reverse(*count), *slot));
        best.into_iter()
            .take(CANDIDATES)
            .map(|(slot, _)| slot)
            .collect()
    }
}

/// Leaders compared in full.
const CANDIDATES: usize = 8;

/// Removes a slot, and the key with its last one.
fn drop_slot(slots: &mut Slots, key: Option<&str>, slot: u32) {
    let Some(key) = key else {
        return;
    };
    if let Some(those) = slots.get_mut(key) {
        those.remove(&slot);
        if those.is_empty() {
            slots.remove(key);
        }
    }
}
