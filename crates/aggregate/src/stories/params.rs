//! The numbers stories are made by.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::cluster::Cluster;
use crate::terms::vector::Weights;

/// When articles tell of one event. The default is for all languages and sets; the README shows how
/// the results move with each number.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StoryParams {
    /// What the parts of an article count.
    pub weights: Weights,
    /// Mean similarity to the articles of a story from which an article joins it, 0 to 1.
    pub join: f64,
    /// Mean similarity between the articles of two stories from which they are one.
    pub merge: f64,
    /// The same two for articles that are a title only.
    pub short_join: f64,
    /// See [`StoryParams::short_join`].
    pub short_merge: f64,
    /// Two groups that each hang together better than they do with one another are two events that
    /// look alike: their mean similarity must reach this share of the looser group's own.
    pub cohesion: f64,
    /// Groups smaller than this are not held to it; chance is too great.
    pub cohesion_from: u32,
    /// How long after its last article a story takes in another.
    pub active: TimeDelta,
    /// Articles of so many days are grouped again at the end of a run.
    pub repair: TimeDelta,
    /// A term with so many stories tells nothing, and is not looked up.
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
            merge: 0.18,
            short_join: 0.03,
            short_merge: 0.03,
            cohesion: 0.74,
            cohesion_from: 4,
            active: TimeDelta::days(7),
            repair: TimeDelta::days(3),
            posting_cap: 1_000,
        }
    }
}

/// Terms of an article by which its story is found again, the weightiest.
pub(super) const INDEXED: usize = 24;

impl StoryParams {
    /// Whether a story that was active then takes in no other article now.
    pub fn is_over(&self, active: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let since = now.checked_sub_signed(self.active);
        since.is_some_and(|since| active < since)
    }

    /// What an article needs to join.
    pub(super) fn joining(self, a: &Cluster, b: &Cluster) -> f64 {
        between(self.join, self.short_join, a, b)
    }

    /// What two groups need to become one.
    pub(super) fn merging(self, a: &Cluster, b: &Cluster) -> f64 {
        let plain = between(self.merge, self.short_merge, a, b);
        // The titles of one event repeat each other or share hardly a word; their cohesion says
        // nothing.
        let tested = a.size.min(b.size) >= self.cohesion_from && a.is_full() && b.is_full();
        if tested {
            plain.max(self.cohesion * a.cohesion().min(b.cohesion()))
        } else {
            plain
        }
    }
}

/// The mean threshold over all pairs of articles. A pair of a title and a text shares only its
/// titles, so it needs what lies between.
fn between(full: f64, short: f64, a: &Cluster, b: &Cluster) -> f64 {
    let (p, q) = (a.short_share(), b.short_share());
    let both = p * q;
    let none = (1.0 - p) * (1.0 - q);
    let mixed = 1.0 - both - none;
    full * none + short * both + f64::midpoint(full, short) * mixed
}
