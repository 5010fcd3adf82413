//! Regroups the articles of the last days.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::cluster::Cluster;
use super::member::membership;
use super::merge_groups::groups;
use super::times::Times;
use super::titles::{Unit, settle};
use super::{Membership, Stories, StoryParams};
use crate::facts::FactCounts;

/// A story that was merged into another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Redirect {
    /// The former story.
    pub from: String,
    /// Where most of its articles are now.
    pub to: String,
}

/// The changes of a repair.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Repair {
    /// Articles that are now in another story, in order of time.
    pub moved: Vec<Membership>,
    /// Stories that were merged into others.
    pub merged: Vec<Redirect>,
    /// Stories whose frozen articles are now part of another. No repair moves them one by one.
    pub carried: Vec<Redirect>,
}

/// An article that may move, or the frozen articles of a story.
#[derive(Debug, Clone)]
struct RepairUnit {
    kind: UnitKind,
    /// The story it is in.
    story: u32,
    cluster: Arc<Cluster>,
    /// Only for frozen articles.
    facts: FactCounts,
    founded: DateTime<Utc>,
    times: Times,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum UnitKind {
    Older,
    Article(u64),
}

/// Units that were grouped together, and how many articles came from each story.
struct UnitGroup {
    /// Of its units.
    indices: Vec<usize>,
    votes: BTreeMap<u32, u32>,
    /// Whether it has only frozen articles.
    frozen: bool,
}

impl Stories {
    /// Regroups the articles of the last days by average linkage; the frozen articles of a story are one unit. Then titles without a
    /// text move to the group that makes their words most likely. A story's name stays with its frozen articles if they are left alone,
    /// else it goes with most of its articles; of two merged stories, the one with more articles, then the older one, gives the name.
    pub fn repair(&mut self, now: DateTime<Utc>, params: &StoryParams) -> Repair {
        self.prune(now, params);
        let units = self.units();
        let clusters = units.iter().map(|unit| Arc::clone(&unit.cluster)).collect();
        let times = units.iter().map(|unit| unit.times.clone()).collect();
        let merged = groups(clusters, times, params);
        let settled = settle(merged, &self.with_titles(&units));
        let groups: Vec<UnitGroup> = settled
            .into_iter()
            .map(|indices| group(&units, indices))
            .collect();
        let continued = self.continued_stories(&groups);
        let mut done = Repair::default();
        let names = self.all.iter();
        let names: BTreeMap<u32, String> =
            names.map(|(key, story)| (*key, story.id.clone())).collect();
        let (groups, keys): (Vec<UnitGroup>, Vec<u32>) = groups
            .into_iter()
            .enumerate()
            .filter_map(|(at, group)| {
                let key = continued.get(&at).copied();
                let key = key.or_else(|| self.split_off(&units, &group))?;
                Some((group, key))
            })
            .unzip();
        done.carried = self.carried(&units, &groups, &keys, &names);
        for (group, key) in groups.iter().zip(&keys) {
            if !self.is_unchanged(*key, group) {
                self.rebuild(*key, &units, group, &mut done.moved);
            }
        }
        let live: BTreeSet<u32> = keys.iter().copied().collect();
        let successors = successors(groups.iter().zip(&keys));
        for (old, from) in names {
            if live.contains(&old) {
                continue;
            }
            // A story whose articles were all removed has no successor.
            let successor = successors.get(&old);
            if let Some(to) = successor.and_then(|(_, key)| self.all.get(key)) {
                done.merged.push(Redirect {
                    from,
                    to: to.id.clone(),
                });
            }
            self.unindex(old);
            self.all.remove(&old);
        }
        done
    }

    fn carried(
        &self,
        units: &[RepairUnit],
        groups: &[UnitGroup],
        keys: &[u32],
        names: &BTreeMap<u32, String>,
    ) -> Vec<Redirect> {
        let mut carried = Vec::new();
        for (group, key) in groups.iter().zip(keys) {
            for unit in group.indices.iter().filter_map(|index| units.get(*index)) {
                if unit.kind == UnitKind::Older
                    && unit.story != *key
                    && let (Some(from), Some(to)) = (names.get(&unit.story), self.all.get(key))
                {
                    carried.push(Redirect {
                        from: from.clone(),
                        to: to.id.clone(),
                    });
                }
            }
        }
        carried
    }

    /// The units, in an order that depends only on the articles.
    fn units(&self) -> Vec<RepairUnit> {
        let older = self
            .all
            .iter()
            .filter(|(_, story)| story.older_times.is_frozen());
        let older = older.map(|(key, story)| {
            let unit = RepairUnit {
                kind: UnitKind::Older,
                story: *key,
                cluster: Arc::new(story.older.clone()),
                facts: story.older_facts.clone(),
                founded: story.founded,
                times: story.older_times.clone(),
            };
            (story.founded, story.id.as_str(), unit)
        });
        let articles = self.recent.iter().map(|(at, recent)| {
            let when = recent.article.when;
            let unit = RepairUnit {
                kind: UnitKind::Article(*at),
                story: recent.story,
                cluster: Arc::new(Cluster::of(&recent.article.terms)),
                facts: FactCounts::default(),
                founded: when,
                times: Times::of(when),
            };
            (when, recent.article.id.as_str(), unit)
        });
        let mut units: Vec<(DateTime<Utc>, &str, RepairUnit)> = older.chain(articles).collect();
        units.sort_by(|a, b| (a.0, a.1, a.2.kind).cmp(&(b.0, b.1, b.2.kind)));
        units.into_iter().map(|unit| unit.2).collect()
    }

    /// The units with the words of those that have hardly more than a title.
    fn with_titles(&self, units: &[RepairUnit]) -> Vec<Unit<'_>> {
        let units = units.iter().map(|unit| {
            let recent = match unit.kind {
                UnitKind::Article(at) => self.recent.get(&at),
                UnitKind::Older => None,
            };
            Unit {
                cluster: Arc::clone(&unit.cluster),
                title: recent.map_or(&[][..], |recent| recent.article.terms.title()),
            }
        });
        units.collect()
    }

    /// For each group the story that it continues. Frozen articles that are left alone come first: the story
    /// began with them.
    fn continued_stories(&self, groups: &[UnitGroup]) -> BTreeMap<usize, u32> {
        let mut claims = Vec::new();
        for (at, group) in groups.iter().enumerate() {
            for (key, votes) in &group.votes {
                if let Some(story) = self.all.get(key) {
                    let moving = !group.frozen;
                    claims.push((moving, Reverse(*votes), story.founded, &story.id, at, *key));
                }
            }
        }
        claims.sort();
        let mut continued = BTreeMap::new();
        let mut given = BTreeSet::new();
        for (.., group, key) in claims {
            if !continued.contains_key(&group) && given.insert(key) {
                continued.insert(group, key);
            }
        }
        continued
    }

    /// A new story for a group that continues none, named by its first article.
    fn split_off(&mut self, units: &[RepairUnit], group: &UnitGroup) -> Option<u32> {
        let mut members = group.indices.iter().filter_map(|index| units.get(*index));
        let first = members.find_map(|unit| match unit.kind {
            UnitKind::Article(at) => self.recent.get(&at),
            UnitKind::Older => None,
        })?;
        let (id, when) = (first.article.id.clone(), first.article.when);
        Some(self.create(&id, when))
    }

    /// Rebuilds a story from exactly the units of a group.
    fn rebuild(
        &mut self,
        key: u32,
        units: &[RepairUnit],
        group: &UnitGroup,
        moved: &mut Vec<Membership>,
    ) {
        let members: Vec<&RepairUnit> =
            group.indices.iter().filter_map(|p| units.get(*p)).collect();
        self.unindex(key);
        let Some(story) = self.all.get_mut(&key) else {
            return;
        };
        let older = members.iter().copied();
        let older: Vec<&RepairUnit> = older.filter(|unit| unit.kind == UnitKind::Older).collect();
        let sum = |units: &[&RepairUnit]| {
            let clusters = units.iter().map(|unit| &unit.cluster);
            clusters.fold(Cluster::default(), |sum, cluster| sum.join(cluster))
        };
        story.whole = sum(&members);
        story.older = sum(&older);
        story.older_facts = FactCounts::default();
        for unit in &older {
            story.older_facts.join(&unit.facts);
        }
        let times = older.iter().map(|unit| &unit.times);
        story.older_times = times
            .fold(Times::default(), |all, more| all.join(more))
            .freeze();
        story.founded = members
            .iter()
            .map(|u| u.founded)
            .min()
            .unwrap_or(story.founded);
        story.active = members
            .iter()
            .filter_map(|u| u.times.last())
            .max()
            .unwrap_or(story.active);
        let terms = story.whole.top(super::MAX_INDEXED);
        story.indexed = terms.into_iter().map(|term| term.0).collect();
        let terms = story.indexed.iter();
        self.by_term.extend(terms.map(|term| (*term, key)));
        story.recent = BTreeSet::new();
        for unit in members {
            let UnitKind::Article(at) = unit.kind else {
                continue;
            };
            story.recent.insert(at);
            if let Some(recent) = self.recent.get_mut(&at)
                && recent.story != key
            {
                recent.story = key;
                moved.push(membership(&recent.article, story, &unit.cluster));
            }
        }
    }

    /// Whether a group is an unchanged story.
    fn is_unchanged(&self, key: u32, group: &UnitGroup) -> bool {
        let whole = self.all.get(&key).map(|story| story.whole.size);
        group.votes.len() == 1 && whole.is_some() && group.votes.get(&key).copied() == whole
    }
}

/// For each story the number of its articles in the group that has most of them, the last of several, and the key of that group.
fn successors<'a>(
    groups: impl Iterator<Item = (&'a UnitGroup, &'a u32)>,
) -> BTreeMap<u32, (u32, u32)> {
    let mut most: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for (group, key) in groups {
        for (story, votes) in group.votes.iter().filter(|(_, votes)| **votes > 0) {
            let known = most.entry(*story).or_default();
            if *votes >= known.0 {
                *known = (*votes, *key);
            }
        }
    }
    most
}

fn group(units: &[RepairUnit], indices: Vec<usize>) -> UnitGroup {
    let mut votes: BTreeMap<u32, u32> = BTreeMap::new();
    let mut frozen = true;
    for unit in indices.iter().filter_map(|index| units.get(*index)) {
        *votes.entry(unit.story).or_default() += unit.cluster.size;
        frozen &= unit.kind == UnitKind::Older;
    }
    UnitGroup {
        indices,
        votes,
        frozen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_story_goes_on_in_the_last_group_with_most_of_its_articles() {
        let group = |votes: &[(u32, u32)]| UnitGroup {
            indices: Vec::new(),
            votes: votes.iter().copied().collect(),
            frozen: false,
        };
        let groups = [
            group(&[(1, 3), (2, 1)]),
            group(&[(1, 2), (2, 4)]),
            group(&[(1, 3), (3, 1)]),
            group(&[(1, 1), (2, 2), (4, 0)]),
        ];
        let keys = [10, 11, 12, 13];
        let found = successors(groups.iter().zip(&keys));
        assert_eq!(
            found,
            BTreeMap::from([(1, (3, 12)), (2, (4, 11)), (3, (1, 12))])
        );
    }
}
