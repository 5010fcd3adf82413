//! A forest of decision trees: its text format and its evaluation.
//!
//! A tree is one line of text in Polish notation: a split `feature<=threshold` is followed by the tree for rows that
//! satisfy it and by the tree for those that do not; a number is a leaf. For example, `words<=12.5 -0.4 link_density<=0.3 0.7
//! -0.1` means: up to twelve words −0.4; otherwise 0.7 with few linked words and −0.1 with more. The notation has no
//! references, so it cannot express cycles. The score of a row is the sum of the bias and one leaf of every tree: the log-odds
//! of the positive class for trees trained with the logistic loss.
//!
//! Evaluation follows C. Lucchese et al., *`QuickScorer`: A Fast Algorithm to Rank Documents with Additive Ensembles of
//! Regression Trees* (SIGIR 2015), adapted to whole pages: the leaves of a tree are the bits of a word, left to right. A
//! split that a row fails clears the leaves that it can no longer reach, regardless of the row's path through the tree. The
//! lowest remaining bit is the row's leaf. All splits are evaluated, but without branches, for sixteen rows at a time.

mod forest;
mod parse;

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use forest::{Flat, Lines, Test};

/// Number of rows evaluated together.
const LANES: usize = 16;
/// Maximum leaves of a tree: the number of bits of a leaf set.
pub const MAX_LEAVES: usize = 32;
/// Maximum width of a row.
pub const MAX_FEATURES: usize = 256;
/// Version of the notation.
pub const FORMAT: u32 = 1;

/// A set of leaves of one tree. The leftmost leaf is the lowest bit.
type Leaves = u32;

/// A forest as text: part of a weights file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForestFile {
    /// Version of the notation: [`FORMAT`].
    pub format: u32,
    /// Score of every row before the trees.
    pub bias: f32,
    /// The trees in Polish notation, one per string.
    pub trees: Vec<String>,
}

/// An invalid forest.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForestError {
    /// The forest has another version of the notation.
    Format(u32),
    /// A tree is incomplete or followed by more text.
    Shape {
        /// Index of the tree.
        tree: usize,
    },
    /// A feature is unknown.
    UnknownFeature {
        /// Index of the tree.
        tree: usize,
        /// Name of the feature.
        name: String,
    },
    /// A leaf or threshold is not a finite number.
    Number {
        /// Index of the tree.
        tree: usize,
        /// The text found instead.
        found: String,
    },
    /// More than [`MAX_LEAVES`] leaves in a tree, or more than [`MAX_FEATURES`] features.
    TooLarge,
}

impl std::fmt::Display for ForestError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Format(found) => write!(f, "trees are in format {found}, not {FORMAT}"),
            Self::Shape { tree } => {
                write!(f, "tree {tree} is incomplete or is followed by extra text")
            }
            Self::UnknownFeature { tree, name } => {
                write!(f, "tree {tree} uses the unknown feature {name:?}")
            }
            Self::Number { tree, found } => {
                write!(f, "tree {tree}: {found:?} is not a finite number")
            }
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
    /// The score of a row that ends here.
    Leaf(f32),
    /// A split with its two subtrees.
    Split {
        /// Index of the feature in the row.
        feature: u16,
        /// Rows with a larger value go to `above`, all others to `below`.
        threshold: f32,
        /// The subtree for values up to the threshold.
        below: Box<Tree>,
        /// The subtree for values above the threshold.
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
        // writing to a string does not fail
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

    /// The value of the leaf that a row ends in.
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

/// An additive ensemble of trees, laid out for fast evaluation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Forest {
    bias: f32,
    trees: Vec<Flat>,
    tests: Vec<Test>,
    /// The features used by the trees, in ascending order.
    features: Vec<usize>,
}

impl Forest {
    /// Builds a forest from trees. Fails if it is too large.
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

    /// Parses a forest. `names` are the names of the row's columns.
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

    /// The score of a row: the log-odds, if the trees were trained with the logistic loss. Missing features count as 0.
    pub fn score(&self, row: &[f32]) -> f32 {
        let mut score = [0.0];
        self.score_rows(row, row.len(), &mut score);
        score[0]
    }

    /// Writes the scores of consecutive rows of `width` columns, one for each cell of `scores`. `rows` must have as many
    /// rows. Missing columns count as 0.
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

    /// Whether there are no trees.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "sums of halves and quarters are exact")]
mod tests;
