//! The stories of one language, indexed by their facts.

use std::collections::{BTreeMap, BTreeSet};

use super::{LinkCandidate, MARGIN};
use crate::hash::PrehashedMap;

/// Facts are weighed, and chance links expected, as if at least this many stories of a language were known.
const MIN_STORIES: usize = 100;

/// Stories in order of their names.
pub(super) struct FactIndex<'a> {
    pub(super) stories: Vec<&'a LinkCandidate>,
    by_key: PrehashedMap<Vec<usize>>,
}

impl<'a> FactIndex<'a> {
    pub(super) fn of(stories: Vec<&'a LinkCandidate>) -> Self {
        let mut by_key: PrehashedMap<Vec<usize>> = PrehashedMap::default();
        for (at, story) in stories.iter().enumerate() {
            let keys: BTreeSet<u64> = story
                .facts
                .iter()
                .flat_map(|fact| &fact.keys)
                .copied()
                .collect();
            for key in keys {
                by_key.entry(key).or_default().push(at);
            }
        }
        Self { stories, by_key }
    }

    /// The number of stories that facts are compared with, [`MIN_STORIES`] at least.
    #[expect(clippy::cast_precision_loss, reason = "stories of a week are few")]
    fn size(&self) -> f64 {
        self.stories.len().max(MIN_STORIES) as f64
    }

    /// The rarity of a fact; 0 if too many stories have it.
    #[expect(clippy::cast_precision_loss, reason = "stories of a week are few")]
    pub(super) fn rarity(&self, key: u64) -> f64 {
        let stories = self.by_key.get(&key).map_or(0, Vec::len);
        if stories > 50 {
            return 0.0;
        }
        ((self.size() + 2.0) / (stories as f64 + 1.0)).ln()
    }

    /// The minimum sum of weights for a link between the two languages.
    pub(super) fn needed(&self, theirs: &Self) -> f64 {
        (self.size() * theirs.size()).ln() + MARGIN
    }

    /// The sum of the weights of a story's weightiest facts.
    pub(super) fn total(&self, story: &LinkCandidate) -> f64 {
        let mut weights: Vec<f64> = story
            .facts
            .iter()
            .map(|fact| {
                fact.keys
                    .iter()
                    .map(|key| self.rarity(*key))
                    .fold(0.0, f64::max)
            })
            .collect();
        weights.sort_by(|a, b| b.total_cmp(a));
        weights.iter().take(12).sum()
    }

    /// The stories of another language that share most with one of ours. Parts of one name count separately here, so these sums are
    /// upper bounds.
    pub(super) fn likely(
        &self,
        story: &LinkCandidate,
        theirs: &FactIndex<'a>,
        limit: usize,
    ) -> Vec<&'a LinkCandidate> {
        let needed = self.needed(theirs);
        let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
        for fact in &story.facts {
            for key in &fact.keys {
                let weight = self.rarity(*key).min(theirs.rarity(*key));
                let stories = theirs.by_key.get(key).filter(|_| weight > 0.0);
                for other in stories.into_iter().flatten() {
                    *scores.entry(*other).or_default() += weight;
                }
            }
        }
        let mut scores: Vec<(usize, f64)> = scores.into_iter().collect();
        scores.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scores
            .into_iter()
            // more than the difference that another order of summation can make
            .take_while(|(_, weight)| *weight >= needed - 1e-9)
            .filter_map(|(at, _)| theirs.stories.get(at).copied())
            .filter(|other| story.is_near(other))
            .take(limit)
            .collect()
    }
}
