//! The default extractor: a learned classifier over shallow features of blocks, and a second one over its neighbours.
//!
//! [`features`] describes each block, [`tokens`] the names of the elements around it; the first stage gives a probability
//! for each block, [`second`] describes what the first thinks of its neighbours, and the second stage decides. Both
//! stages are [`trees`], trained with gradient boosting (Friedman, *Greedy Function Approximation*, 2001) by
//! `gleaner train blocks`; the weights lie in `models/blocks.json`, with where they come from.

mod explain;
pub mod features;
mod model;
pub mod second;
pub mod tokens;
pub mod trees;

pub use explain::{BlockScore, explain};
pub use model::{BlockModel, ModelError, ModelText, Scores, Thresholds};

use crate::document::TextDocument;
use crate::label::{Filter, Label, Labels};

/// Pages of more blocks than this are lists of data; the classic rule of word counts judges them, at little cost.
const MOST_BLOCKS: usize = 50_000;
/// The same for elements.
const MOST_ELEMENTS: usize = 200_000;

/// Labels the blocks by the shipped model.
pub(crate) const CLASSIFY: Filter = Filter {
    name: "learned classifier",
    apply: |document, labels| {
        if fits(document) {
            let model = BlockModel::shipped();
            let scores = model.scores(&features::Page::of(document));
            let threshold = model.thresholds().of(labels.mode);
            label(labels, &scores.second, threshold);
        } else {
            (crate::filters::WORDS_TREE.apply)(document, labels);
        }
    },
};

/// Whether a page is of a size that the model judges.
pub(crate) fn fits(document: &TextDocument) -> bool {
    document.blocks.len() <= MOST_BLOCKS && document.elements.len() <= MOST_ELEMENTS
}

/// Labels each block content whose probability reaches the threshold.
pub fn label(labels: &mut Labels, probabilities: &[f32], threshold: f32) {
    for run in &mut labels.runs {
        let probability = probabilities.get(run.first as usize).copied();
        run.label = Label::content_if(probability.is_some_and(|p| p >= threshold));
    }
}
