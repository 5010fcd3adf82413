//! Builds one tree leaf by leaf, the split with the largest gain first.

use std::ops::Range;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::binned_tree::{BinnedTree, Node};
use super::bins::Column;
use super::{BoostSettings, short};
use crate::Random;

/// First and second derivative of the loss of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gradient {
    pub(super) slope: f32,
    pub(super) curve: f32,
}

/// Sums over rows.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    slope: f64,
    curve: f64,
    rows: u32,
}

impl Sum {
    fn add(&mut self, gradient: Gradient) {
        self.slope += f64::from(gradient.slope);
        self.curve += f64::from(gradient.curve);
        self.rows += 1;
    }

    fn plus(self, other: Self) -> Self {
        Self {
            slope: self.slope + other.slope,
            curve: self.curve + other.curve,
            rows: self.rows + other.rows,
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            slope: self.slope - other.slope,
            curve: self.curve - other.curve,
            rows: self.rows - other.rows,
        }
    }

    /// Twice the decrease of the loss if these rows take their best step.
    fn gain(self, l2: f64) -> f64 {
        self.slope * self.slope / (self.curve + l2)
    }
}

/// The best split of a leaf.
#[derive(Clone, Copy, Debug)]
struct Split {
    gain: f64,
    column: u32,
    /// The last bin below the split.
    bin: u8,
    below: Sum,
}

/// A leaf while the tree grows.
#[derive(Debug)]
struct Leaf {
    /// Its index in [`BinnedTree::nodes`].
    node: usize,
    /// Its part of the rows.
    rows: Range<usize>,
    sum: Sum,
    /// By chosen column: sums by bin.
    histogram: Vec<Vec<Sum>>,
    split: Option<Split>,
}

/// Grows trees over the same columns.
#[derive(Debug)]
pub(super) struct TreeBuilder<'a> {
    pub(super) columns: &'a [Column],
    pub(super) settings: &'a BoostSettings,
}

impl TreeBuilder<'_> {
    /// Grows a tree on some rows and some columns; `None` if no split gains anything.
    pub(super) fn grow(
        &self,
        gradients: &[Gradient],
        columns: &[u32],
        mut rows: Vec<u32>,
        random: &mut Random,
    ) -> Option<BinnedTree> {
        let mut spare = Vec::new();
        let mut grown = BinnedTree {
            nodes: vec![Node::Leaf(0.0)],
        };
        let histogram = self.histogram(gradients, columns, &rows);
        let mut sum = Sum::default();
        for row in &rows {
            sum.add(gradients[*row as usize]);
        }
        let mut leaves = vec![self.leaf(0, 0..rows.len(), sum, histogram, columns, random)];
        while leaves.len() < self.settings.leaves {
            let Some((best, split)) = best(&leaves) else {
                break;
            };
            let leaf = leaves.swap_remove(best);
            let middle = self.part(&mut rows[leaf.rows.clone()], &mut spare, split);
            let below = leaf.rows.start..leaf.rows.start + middle;
            let above = below.end..leaf.rows.end;
            // The histogram of the larger half is the difference of the other two.
            let (of_below, of_above) = if below.len() <= above.len() {
                let small = self.histogram(gradients, columns, &rows[below.clone()]);
                let large = difference(leaf.histogram, &small);
                (small, large)
            } else {
                let small = self.histogram(gradients, columns, &rows[above.clone()]);
                let large = difference(leaf.histogram, &small);
                (large, small)
            };
            let at = grown.nodes.len();
            grown.nodes[leaf.node] = Node::Split {
                column: split.column,
                bin: split.bin,
                below: at,
                above: at + 1,
            };
            grown.nodes.extend([Node::Leaf(0.0); 2]);
            let rest = leaf.sum.minus(split.below);
            leaves.push(self.leaf(at, below, split.below, of_below, columns, random));
            leaves.push(self.leaf(at + 1, above, rest, of_above, columns, random));
        }
        for leaf in &leaves {
            let step = -leaf.sum.slope / (leaf.sum.curve + self.settings.l2);
            let value = short(step * f64::from(self.settings.learning_rate));
            grown.nodes[leaf.node] = Node::Leaf(value);
        }
        (leaves.len() > 1).then_some(grown)
    }

    fn leaf(
        &self,
        node: usize,
        rows: Range<usize>,
        sum: Sum,
        histogram: Vec<Vec<Sum>>,
        columns: &[u32],
        random: &mut Random,
    ) -> Leaf {
        let mut split: Option<Split> = None;
        for (column, bins) in std::iter::zip(columns, &histogram) {
            let drawn = self.settings.random_splits;
            let drawn = drawn.then(|| random.below(bins.len().saturating_sub(1)));
            let found = self.best_of_column(*column, bins, sum, drawn);
            if found.is_some_and(|new| split.is_none_or(|old| new.gain > old.gain)) {
                split = found;
            }
        }
        Leaf {
            node,
            rows,
            sum,
            histogram,
            split,
        }
    }

    /// The best split of a leaf by one column, or the one above the drawn bin.
    fn best_of_column(
        &self,
        column: u32,
        bins: &[Sum],
        sum: Sum,
        drawn: Option<usize>,
    ) -> Option<Split> {
        let BoostSettings { l2, least_rows, .. } = *self.settings;
        // with less curvature, a step makes no sense
        let enough = |half: Sum| half.rows >= least_rows.max(1) && half.curve >= 1e-3;
        let whole = sum.gain(l2);
        let mut best: Option<Split> = None;
        let mut below = Sum::default();
        for (bin, values) in (0..=u8::MAX).zip(bins) {
            below = below.plus(*values);
            let above = sum.minus(below);
            if above.rows < least_rows {
                break;
            }
            let is_candidate = drawn.map_or(values.rows > 0, |drawn| drawn == usize::from(bin));
            if !is_candidate || !enough(below) || !enough(above) {
                continue;
            }
            let gain = below.gain(l2) + above.gain(l2) - whole;
            if gain > best.map_or(1e-9, |best| best.gain) {
                best = Some(Split {
                    gain,
                    column,
                    bin,
                    below,
                });
            }
        }
        best
    }

    fn histogram(&self, gradients: &[Gradient], columns: &[u32], rows: &[u32]) -> Vec<Vec<Sum>> {
        let gradients: Vec<Gradient> = rows.iter().map(|row| gradients[*row as usize]).collect();
        let of_column = |column: &u32| {
            let column = &self.columns[*column as usize];
            let mut sums = [Sum::default(); 256];
            for (row, gradient) in std::iter::zip(rows, &gradients) {
                sums[usize::from(column.bins[*row as usize])].add(*gradient);
            }
            sums[..=column.edges.len()].to_vec()
        };
        // fewer are not worth several threads
        if rows.len() < 2_000 {
            columns.iter().map(of_column).collect()
        } else {
            columns.par_iter().map(of_column).collect()
        }
    }

    /// Moves the rows below a split to the front, in order, and returns their number.
    fn part(&self, rows: &mut [u32], spare: &mut Vec<u32>, split: Split) -> usize {
        let bins = &self.columns[split.column as usize].bins;
        spare.clear();
        let mut kept = 0;
        for at in 0..rows.len() {
            let row = rows[at];
            if bins[row as usize] <= split.bin {
                rows[kept] = row;
                kept += 1;
            } else {
                spare.push(row);
            }
        }
        rows[kept..].copy_from_slice(spare);
        kept
    }
}

/// The leaf whose split gains most.
fn best(leaves: &[Leaf]) -> Option<(usize, Split)> {
    let splits = leaves.iter().enumerate();
    splits
        .filter_map(|(at, leaf)| Some((at, leaf.split?)))
        .max_by(|(_, a), (_, b)| a.gain.total_cmp(&b.gain))
}

fn difference(mut whole: Vec<Vec<Sum>>, part: &[Vec<Sum>]) -> Vec<Vec<Sum>> {
    for (whole, part) in whole.iter_mut().zip(part) {
        for (whole, part) in whole.iter_mut().zip(part) {
            *whole = whole.minus(*part);
        }
    }
    whole
}
