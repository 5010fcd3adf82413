//! A group of articles as the sum of their vectors.

use serde::{Deserialize, Serialize};

use crate::terms::vector::{Vector, WeightedTerms};

const BILLION: f64 = 1e9;

/// A group of articles. The mean similarity of all pairs between two groups is the dot product of their sums divided by the
/// product of their sizes, so pairs need not be compared one by one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Cluster {
    pub(crate) sum: Vector,
    pub(crate) size: u32,
    /// Sum of the similarities of all pairs within, in billionths: an integer survives every serialisation unchanged.
    pub(crate) inner: u64,
    /// Number of articles with hardly more than a title.
    pub(crate) short: u32,
}

impl Cluster {
    pub(crate) fn of(terms: &WeightedTerms) -> Self {
        Self {
            sum: terms.vector.clone(),
            size: 1,
            inner: 0,
            short: u32::from(terms.short),
        }
    }

    /// Mean similarity of the pairs between two groups, 0 to 1.
    pub(crate) fn average(&self, other: &Self) -> f64 {
        self.mean(other, self.sum.dot(&other.sum))
    }

    /// Likewise, from their sum.
    pub(crate) fn mean(&self, other: &Self, sum: f64) -> f64 {
        let pairs = f64::from(self.size) * f64::from(other.size);
        sum / pairs.max(1.0)
    }

    /// Mean similarity of the pairs within; 1 for a single article.
    pub(crate) fn cohesion(&self) -> f64 {
        let size = f64::from(self.size);
        let pairs = size * (size - 1.0) / 2.0;
        #[expect(clippy::cast_precision_loss, reason = "nine digits are meant")]
        let inner = self.inner as f64 / BILLION;
        if pairs > 0.0 { inner / pairs } else { 1.0 }
    }

    pub(crate) fn join(&self, other: &Self) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "weights are not negative, and their sums far below 2^63 billionths"
        )]
        let between = (self.sum.dot(&other.sum) * BILLION).round() as u64;
        Self {
            sum: self.sum.plus(&other.sum, 600),
            size: self.size + other.size,
            inner: self.inner + other.inner + between,
            short: self.short + other.short,
        }
    }

    pub(crate) fn short_share(&self) -> f64 {
        f64::from(self.short) / f64::from(self.size.max(1))
    }

    /// Whether most of its articles have a text.
    pub(crate) fn is_full(&self) -> bool {
        self.short * 2 < self.size
    }

    /// Its weightiest terms, each with its mean weight per article.
    pub(crate) fn top(&self, limit: usize) -> Vec<(u64, f32)> {
        let mut terms = self.sum.0.clone();
        let heavier = |a: &(u64, f32), b: &(u64, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if terms.len() > limit {
            terms.select_nth_unstable_by(limit, heavier);
            terms.truncate(limit);
        }
        #[expect(clippy::cast_precision_loss, reason = "stories have fewer articles")]
        let size = self.size.max(1) as f32;
        for term in &mut terms {
            term.1 /= size;
        }
        terms.sort_by(heavier);
        terms
    }
}
