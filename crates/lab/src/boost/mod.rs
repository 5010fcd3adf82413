//! Gradient boosting of decision trees on histograms.
//!
//! Friedman, *Greedy Function Approximation: A Gradient Boosting Machine* (2001), with second-order steps as in Chen &
//! Guestrin, *`XGBoost`* (KDD 2016), and quantile bins and growth leaf by leaf as in Ke et al., *`LightGBM`* (NIPS 2017).
//! The same rows in the same order with the same settings give the same trees, whatever the number of threads.

mod binned_tree;
mod bins;
mod builder;

use crate::Random;
use extract::learned::trees::{MAX_LEAVES, Tree};
use serde::Serialize;

use bins::columns;
use builder::{Gradient, TreeBuilder};

/// Rows of numbers, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// Number of values in a row.
    pub width: usize,
    /// All values, row by row.
    pub values: Vec<f32>,
}

impl Matrix {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.values.len() / self.width.max(1)
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// The settings of boosting.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BoostSettings {
    /// Number of forests, each with its own random numbers; the result is their mean, which varies less than any of them.
    pub forests: usize,
    /// Number of trees of a forest.
    pub trees: usize,
    /// Maximum leaves of a tree, at most [`MAX_LEAVES`].
    pub leaves: usize,
    /// Share of its step that a tree takes.
    pub learning_rate: f32,
    /// Minimum rows in a leaf.
    pub least_rows: u32,
    /// L2 regularisation: pulls the values of small leaves towards 0.
    pub l2: f64,
    /// Share of the columns that a tree may use.
    pub column_share: f64,
    /// Share of the rows that a tree is grown on.
    pub row_share: f64,
    /// Whether a leaf considers one random split of each column instead of all: trees then agree less on single values, and are
    /// less sure of pages unlike those they were grown on (Geurts, Ernst and Wehenkel, *Extremely randomized trees*, 2006).
    pub random_splits: bool,
    /// Maximum bins of a column, at most 256.
    pub bins: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Default for BoostSettings {
    fn default() -> Self {
        Self {
            forests: 1,
            trees: 80,
            leaves: 31,
            learning_rate: 0.15,
            least_rows: 60,
            l2: 5.0,
            column_share: 0.4,
            row_share: 0.7,
            random_splits: false,
            bins: 127,
            seed: 7,
        }
    }
}

/// Trees for the logistic loss: their leaves, added to the bias, are the log-odds of a row being true.
///
/// With several forests, each tree gives its part of the mean. `targets` and `weights` are those of the rows. Without rows of
/// both classes there is no tree, and the bias alone gives the class.
pub fn boost(
    rows: &Matrix,
    targets: &[bool],
    weights: &[f32],
    settings: &BoostSettings,
) -> (f32, Vec<Tree>) {
    let columns = columns(rows, settings.bins);
    let bias = bias(targets, weights);
    let settings = BoostSettings {
        forests: settings.forests.max(1),
        leaves: settings.leaves.clamp(1, MAX_LEAVES),
        ..*settings
    };
    let grower = TreeBuilder {
        columns: &columns,
        settings: &settings,
    };
    let mut all = Vec::with_capacity(settings.forests * settings.trees);
    let mut random = Random::new(settings.seed);
    for _ in 0..settings.forests {
        let mut scores = vec![bias; targets.len()];
        for _ in 0..settings.trees {
            let gradients = gradients(&scores, targets, weights);
            let chosen_columns = random.choose(columns.len(), settings.column_share);
            let chosen_rows = random.choose(targets.len(), settings.row_share);
            // If these columns have nothing to split, others may.
            if let Some(tree) = grower.grow(&gradients, &chosen_columns, chosen_rows, &mut random) {
                tree.add_scores(&columns, &mut scores);
                all.push(tree.into_tree(&columns, settings.forests));
            }
        }
    }
    (bias, all)
}

/// Log-odds of the targets before anything is known about a row.
fn bias(targets: &[bool], weights: &[f32]) -> f32 {
    let sum = |wanted: bool| -> f64 {
        let pairs = std::iter::zip(targets, weights);
        pairs
            .filter(|(target, _)| **target == wanted)
            .map(|(_, weight)| f64::from(*weight))
            .sum()
    };
    let (yes, no) = (sum(true), sum(false));
    short(((yes + 1e-6) / (no + 1e-6)).ln())
}

/// First and second derivative of the weighted logistic loss at the scores.
fn gradients(scores: &[f32], targets: &[bool], weights: &[f32]) -> Vec<Gradient> {
    std::iter::zip(scores, std::iter::zip(targets, weights))
        .map(|(score, (target, weight))| {
            let p = 1.0 / (1.0 + (-score).exp());
            Gradient {
                slope: weight * (p - f32::from(u8::from(*target))),
                curve: weight * p * (1.0 - p),
            }
        })
        .collect()
}

/// Rounds to five digits, so that the weights file stays small. The next tree sees the rounded value.
fn short(value: f64) -> f32 {
    format!("{value:.4e}").parse().unwrap_or_default()
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the values are exact")]
mod tests;
