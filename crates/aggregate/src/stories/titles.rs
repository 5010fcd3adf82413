//! Moves titles without a text to the groups that have their words.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cluster::Cluster;
use crate::hash::PrehashedMap;
use crate::terms::vector::TitleWord;

/// Weight of the smoothing, in titles of any news: a smaller group tells little about its words.
const PRIOR_TITLES: f64 = 150.0;

/// Share of the articles with a word that have it in their title.
const TITLE_SHARE: f64 = 0.02;

/// A unit of grouping: an article, or the settled articles of a story.
#[derive(Debug, Clone)]
pub(super) struct Unit<'a> {
    pub(super) cluster: Arc<Cluster>,
    /// The words of an article with hardly more than a title; empty for others.
    pub(super) title: &'a [TitleWord],
}

/// The occurrences of a word in a group.
#[derive(Debug, Clone, Copy, Default)]
struct Occurrences {
    titles: u32,
    /// In units whose titles are not known, by their vectors.
    weight: f64,
}

/// The groups as counts of words: by word and group, and the articles of each group.
#[derive(Debug)]
struct Counts {
    by_word: PrehashedMap<BTreeMap<usize, Occurrences>>,
    articles: Vec<u32>,
    short: Vec<u32>,
}

/// Moves titles between groups until each is in the one that makes its words most likely. The mean similarity of pairs cannot tell:
/// two titles on one event share a word or none, but most of their words are among those of the other titles. Each group is a
/// distribution of words, smoothed by how common they are in any article (mixtures of unigrams, Nigam et al. 2000; for short texts
/// Yin and Wang 2014). Titles that no group explains stay where they are, as do articles with a text and settled ones. `groups` are indices
/// into `units`.
pub(super) fn settle(groups: Vec<Vec<usize>>, units: &[Unit<'_>]) -> Vec<Vec<usize>> {
    if units.iter().all(|unit| unit.title.is_empty()) {
        return groups;
    }
    let mut counts = Counts::of(&groups, units);
    let mut group_of = vec![0; units.len()];
    for (group, members) in groups.iter().enumerate() {
        for unit in members {
            group_of[*unit] = group;
        }
    }
    // after four or five, no title moves
    for _ in 0..10 {
        let mut moved = false;
        for (unit, here) in units.iter().zip(&mut group_of) {
            if unit.title.is_empty() || !counts.is_open(*here) {
                continue;
            }
            counts.count(unit, *here, false);
            let there = counts.best(unit, *here);
            counts.count(unit, there, true);
            moved |= there != *here;
            *here = there;
        }
        if !moved {
            break;
        }
    }
    let mut settled = vec![Vec::new(); groups.len()];
    for (unit, group) in group_of.into_iter().enumerate() {
        settled[group].push(unit);
    }
    settled.retain(|group| !group.is_empty());
    settled.sort_unstable();
    settled
}

impl Counts {
    fn of(groups: &[Vec<usize>], units: &[Unit<'_>]) -> Self {
        let words = units.iter().flat_map(|unit| unit.title);
        let mut counts = Self {
            by_word: words.map(|word| (word.hash, BTreeMap::new())).collect(),
            articles: vec![0; groups.len()],
            short: vec![0; groups.len()],
        };
        for (group, members) in groups.iter().enumerate() {
            for unit in members.iter().map(|unit| &units[*unit]) {
                if unit.title.is_empty() {
                    counts.weigh(&unit.cluster, group);
                } else {
                    counts.count(unit, group, true);
                }
            }
        }
        counts
    }

    /// Adds settled articles, or one with a text.
    fn weigh(&mut self, cluster: &Cluster, group: usize) {
        self.articles[group] += cluster.size;
        self.short[group] += cluster.short;
        for (word, weight) in &cluster.sum.0 {
            if let Some(groups) = self.by_word.get_mut(word) {
                groups.entry(group).or_default().weight += f64::from(*weight);
            }
        }
    }

    /// Adds a title, or removes it.
    fn count(&mut self, unit: &Unit<'_>, group: usize, add: bool) {
        let change = |count: &mut u32| *count = if add { *count + 1 } else { *count - 1 };
        change(&mut self.articles[group]);
        change(&mut self.short[group]);
        for word in unit.title {
            let groups = self.by_word.entry(word.hash).or_default();
            let group_counts = groups.entry(group).or_default();
            change(&mut group_counts.titles);
            if group_counts.titles == 0 && group_counts.weight == 0.0 {
                groups.remove(&group);
            }
        }
    }

    /// Whether at least half of the articles of a group are hardly more than titles.
    fn is_open(&self, group: usize) -> bool {
        self.short[group] * 2 >= self.articles[group]
    }

    /// The group for a title that was removed from `here`: the one whose words it has, by odds against those of any title.
    fn best(&self, unit: &Unit<'_>, here: usize) -> usize {
        let mut odds: BTreeMap<usize, f64> = BTreeMap::new();
        for word in unit.title {
            let Some(groups) = self.by_word.get(&word.hash) else {
                continue;
            };
            if groups.len() > 500 {
                continue;
            }
            let own = unit.cluster.sum.weight(word.hash).unwrap_or_default();
            // at least that of a word which none of some three thousand articles has
            let share = TITLE_SHARE * f64::from(word.share).max(0.000_335);
            for (group, group_counts) in groups {
                let unknown =
                    self.articles[*group] - group_counts.titles.min(self.articles[*group]);
                let weighed = if own > 0.0 {
                    group_counts.weight / own
                } else {
                    0.0
                };
                let have = f64::from(group_counts.titles) + weighed.min(f64::from(unknown));
                *odds.entry(*group).or_default() += (have / (PRIOR_TITLES * share)).ln_1p();
            }
        }
        let words = f64::from(u32::try_from(unit.title.len()).unwrap_or(u32::MAX));
        let mut best = (here, f64::NEG_INFINITY);
        if self.articles[here] > 0 {
            let own = odds.get(&here).copied().unwrap_or_default();
            best.1 = own - words * self.surprise(here);
        }
        for (group, found) in odds {
            let found = found - words * self.surprise(group);
            // some 150 to 1
            if group != here && found > 5.0 && found > best.1 && self.is_open(group) {
                best = (group, found);
            }
        }
        best.0
    }

    /// The cost of each word that is expected in any title but not in this group.
    fn surprise(&self, group: usize) -> f64 {
        (f64::from(self.articles[group]) / PRIOR_TITLES).ln_1p()
    }
}
