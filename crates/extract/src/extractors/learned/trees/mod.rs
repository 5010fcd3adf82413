//! A forest of decision trees: its text format, and its evaluation.
//!
//! A tree is one line of text in Polish notation: a split `feature<=threshold` is followed by the tree for rows that
//! satisfy it and by the tree for those that do not; a number is a leaf. So `words<=12.5 -0.4 link_density<=0.3 0.7
//! -0.1` reads: up to twelve words −0.4; else, with little of it linked 0.7, and with more −0.1. Nothing points
//! anywhere, so no cycle can be written. The score of a row is the bias and one leaf of every tree, added up: the log-odds
//! of the positive class for trees that were trained with the logistic loss.
//!
//! Evaluation follows C. Lucchese et al., *`QuickScorer`: A Fast Algorithm to Rank Documents with Additive Ensembles of
//! Regression Trees* (SIGIR 2015), turned round to suit the pages at hand: the leaves of a tree are the bits of a word,
//! left to right; a split that a row fails clears the leaves it can no longer reach, whatever way the row takes through
//! the tree; the lowest bit left over is the row's leaf. All splits are looked at, but none is waited for, and
//! sixteen rows are compared at a time.

mod forest;
mod parse;

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use forest::{Flat, Lines, Test};

/// Rows that are evaluated together.
const LANES: usize = 16;
/// Leaves of a tree, at most: the bits of the set that evaluation keeps.
pub const MAX_LEAVES: usize = 32;
/// Maximum width of a row.
pub const MAX_FEATURES: usize = 256;
/// The format this module reads and writes.
pub const FORMAT: u32 = 1;

/// A set of leaves of one tree; the leftmost leaf is the lowest bit.
type Leaves = u32;

/// A forest as text: part of a weights file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForestFile {
    /// Version of the notation: [`FORMAT`].
    pub format: u32,
    /// What every row scores before any tree is asked.
    pub bias: f32,
    /// One tree each, in Polish notation.
    pub trees: Vec<String>,
}

/// Why a forest cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForestError {
    /// It is written in another version of the notation.
    Format(u32),
    /// A tree ends early, or something follows it.
    Shape {
        /// Which tree.
        tree: usize,
    },
    /// A feature that nobody measures.
    UnknownFeature {
        /// Which tree.
        tree: usize,
        /// The name found there.
        name: String,
    },
    /// Not a finite number.
    Number {
        /// Which tree.
        tree: usize,
        /// What was found in its place.
        found: String,
    },
    /// More than [`MAX_LEAVES`] leaves in a tree, or more than [`MAX_FEATURES`] features.
    TooLarge,
}

impl std::fmt::Display for ForestError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Format(found) => write!(f, "trees are in format {found}, not {FORMAT}"),
            Self::Shape { tree } => write!(f, "tree {tree} is incomplete or goes on after its end"),
            Self::UnknownFeature { tree, name } => {
                write!(f, "tree {tree} asks for {name:?}, which is no feature")
            }
            Self::Number { tree, found } => write!(f, "tree {tree}: {found:?} is no number"),
            Self::TooLarge => write!(
                f,
                "a tree has more than {MAX_LEAVES} leaves, or a row more than {MAX_FEATURES} features"
            ),
        }
    }
}

impl std::error::Error for ForestError {}

/// A decision tree.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    /// What a row scores that ends here.
    Leaf(f32),
    /// A question, and where its answers lead.
    Split {
        /// Index into the row.
        feature: u16,
        /// Rows with a larger value go to `above`, all others to `below`.
        threshold: f32,
        /// For values up to the threshold.
        below: Box<Tree>,
        /// For values over the threshold.
        above: Box<Tree>,
    },
}

impl Tree {
    /// Writes the tree as text. A feature without a name is written as its index, which cannot be read back.
    pub fn to_text<S: AsRef<str>>(&self, names: &[S]) -> String {
        let mut text = String::new();
        self.write(names, &mut text);
        text
    }

    fn write<S: AsRef<str>>(&self, names: &[S], text: &mut String) {
        if !text.is_empty() {
            text.push(' ');
        }
        // Writing to a string does not fail.
        let _ = match self {
            Self::Leaf(value) => write!(text, "{value:?}"),
            Self::Split {
                feature, threshold, ..
            } => match names.get(usize::from(*feature)) {
                Some(name) => write!(text, "{}<={threshold:?}", name.as_ref()),
                None => write!(text, "{feature}<={threshold:?}"),
            },
        };
        if let Self::Split { below, above, .. } = self {
            below.write(names, text);
            above.write(names, text);
        }
    }

    /// The value of the leaf a row ends in.
    pub fn score(&self, row: &[f32]) -> f32 {
        match self {
            Self::Leaf(value) => *value,
            Self::Split {
                feature,
                threshold,
                below,
                above,
            } => {
                let value = row.get(usize::from(*feature)).copied().unwrap_or_default();
                if value > *threshold { above } else { below }.score(row)
            }
        }
    }
}

/// Trees whose leaves add up, laid out for speed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Forest {
    bias: f32,
    trees: Vec<Flat>,
    tests: Vec<Test>,
    /// The features that are asked for, in rising order.
    features: Vec<usize>,
}

impl Forest {
    /// Lays out trees that were just trained.
    pub fn new(bias: f32, trees: &[Tree]) -> Result<Self, ForestError> {
        let mut tests = Vec::new();
        let trees = trees
            .iter()
            .map(|tree| forest::flatten(tree, &mut tests).ok_or(ForestError::TooLarge))
            .collect::<Result<_, _>>()?;
        let mut features: Vec<usize> = tests.iter().map(Test::feature).collect();
        features.sort_unstable();
        features.dedup();
        if features.last().is_some_and(|last| *last >= MAX_FEATURES) {
            return Err(ForestError::TooLarge);
        }
        Ok(Self {
            bias,
            trees,
            tests,
            features,
        })
    }

    /// Reads a forest; `names` are those of the row's columns.
    pub fn read<S: AsRef<str>>(text: &ForestFile, names: &[S]) -> Result<Self, ForestError> {
        if text.format != FORMAT {
            return Err(ForestError::Format(text.format));
        }
        let indices = 0..=u16::MAX;
        let features: HashMap<&str, u16> = names.iter().map(S::as_ref).zip(indices).collect();
        let trees = text
            .trees
            .iter()
            .enumerate()
            .map(|(number, tree)| parse::tree(tree, number, &features))
            .collect::<Result<Vec<_>, _>>()?;
        Self::new(text.bias, &trees)
    }

    /// The score of a row: log-odds, if it was trained so. Features beyond the row's end count as 0.
    pub fn score(&self, row: &[f32]) -> f32 {
        let mut score = [0.0];
        self.score_rows(row, row.len(), &mut score);
        score[0]
    }

    /// The scores of rows of `width` columns that follow one another, one for each cell of `scores`. A row that is not
    /// there counts as zeros, and so does a column that is not there.
    pub fn score_rows(&self, rows: &[f32], width: usize, scores: &mut [f32]) {
        let mut lines: Lines = [[0.0; LANES]; MAX_FEATURES];
        let mut rest = rows;
        for scores in scores.chunks_mut(LANES) {
            let (some, others) = rest.split_at(rest.len().min(scores.len() * width));
            rest = others;
            for (lane, row) in some.chunks_exact(width.max(1)).enumerate() {
                for feature in &self.features {
                    lines[*feature][lane] = row.get(*feature).copied().unwrap_or_default();
                }
            }
            let mut sums = [self.bias; LANES];
            forest::add_scores(&self.trees, &self.tests, &lines, &mut sums);
            scores.copy_from_slice(&sums[..scores.len()]);
        }
    }

    /// Number of trees.
    pub fn len(&self) -> usize {
        self.trees.len()
    }

    /// Whether there is no tree.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "sums of halves and quarters are exact")]
mod tests;
