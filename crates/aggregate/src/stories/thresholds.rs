//! Parameters of the stories.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::cluster::Cluster;
use crate::terms::vector::Weights;

/// Thresholds for articles to belong to one story. The defaults serve all languages; the README shows the sensitivity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StoryParams {
    /// Weights of the parts of an article.
    pub weights: Weights,
    /// Mean similarity from which an article joins a story, 0 to 1.
    pub join: f64,
    /// Mean similarity from which two groups are merged.
    pub merge: f64,
    /// `join` for articles with hardly more than a title, in large stories. The threshold of one pair of titles is `join`; it falls
    /// towards this with the number of pairs.
    pub short_join: f64,
    /// `merge` for such articles, likewise.
    pub short_merge: f64,
    /// Minimum share of the looser group's cohesion that the similarity of two groups must reach: groups that are more cohesive than
    /// similar are two events of one kind.
    pub cohesion: f64,
    /// Minimum size of a group to which `cohesion` applies; in smaller ones it is a matter of chance.
    pub cohesion_from: u32,
    /// What is added to a threshold for each day beyond the first in which neither side has a report.
    pub gap: f64,
    /// How long after its last article a story accepts another.
    pub active: TimeDelta,
    /// The age up to which articles are grouped again at the end of a run.
    pub repair: TimeDelta,
    /// Maximum stories of a term that is looked up.
    pub posting_cap: usize,
}

impl Default for StoryParams {
    fn default() -> Self {
        Self {
            weights: Weights {
                title: 0.5,
                body: 1.0,
                names: 1.0,
                terms: 60,
            },
            join: 0.2,
            merge: 0.2,
            short_join: 0.02,
            short_merge: 0.02,
            cohesion: 0.7,
            cohesion_from: 4,
            gap: 0.04,
            active: TimeDelta::days(7),
            repair: TimeDelta::days(3),
            posting_cap: 1_000,
        }
    }
}

/// Number of an article's weightiest terms used to find its story.
pub(super) const INDEXED: usize = 24;

impl StoryParams {
    /// Whether a story last active at `active` accepts no more articles at `now`.
    pub fn is_over(&self, active: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let since = now.checked_sub_signed(self.active);
        since.is_some_and(|since| active < since)
    }

    /// The threshold for an article to join, this long after or before the reports of a story.
    pub(super) fn joining(self, a: &Cluster, b: &Cluster, gap: TimeDelta) -> f64 {
        between(self.join, self.short_join, a, b) + self.of_gap(gap)
    }

    /// What a gap adds to a threshold: after a long silence, another event of the kind is likelier.
    pub(super) fn of_gap(self, gap: TimeDelta) -> f64 {
        self.gap * (gap.as_seconds_f64() / 86_400.0 - 1.0).max(0.0)
    }

    /// The threshold for two groups to be merged, without what a gap adds.
    pub(super) fn merging(self, a: &Cluster, b: &Cluster) -> f64 {
        let plain = between(self.merge, self.short_merge, a, b);
        // Titles about one event are equal or share hardly a word; their cohesion means nothing.
        let tested = a.size.min(b.size) >= self.cohesion_from && a.is_full() && b.is_full();
        if tested {
            plain.max(self.cohesion * a.cohesion().min(b.cohesion()))
        } else {
            plain
        }
    }
}

/// The mean threshold over all pairs of articles. A title and a text share only their titles, so their threshold is between the two.
/// Two titles that share a word by chance are similar, so one pair proves as little as with texts; the mean of many is near 0 for
/// two events but not for one.
fn between(full: f64, short: f64, a: &Cluster, b: &Cluster) -> f64 {
    let (p, q) = (a.short_share(), b.short_share());
    let pairs = f64::from(a.size) * f64::from(b.size);
    let titles = short + (full - short).max(0.0) / pairs.max(1.0);
    let both = p * q;
    let none = (1.0 - p) * (1.0 - q);
    let mixed = 1.0 - both - none;
    full * none + titles * both + f64::midpoint(full, short) * mixed
}
