//! What the learned extractor saw and thought of each block.

use super::features::Page;
use super::model::{BlockModel, names};
use crate::document::TextDocument;

/// A block in the eyes of the learned extractor.
#[derive(Debug, Clone)]
pub struct BlockScore {
    /// Probability of being content by its own features.
    pub first: f32,
    /// The same with its neighbours in view: the one that decides.
    pub second: f32,
    /// Its features by name.
    pub features: Vec<(&'static str, f32)>,
}

/// Scores of all blocks by the shipped model; `None` for a page too large for it.
pub fn explain(document: &TextDocument) -> Option<Vec<BlockScore>> {
    if !super::fits(document) {
        return None;
    }
    let model = BlockModel::shipped();
    let page = Page::of(document);
    let scores = model.scores(&page);
    let blocks = std::iter::zip(scores.first, scores.second).enumerate();
    let explained = blocks.map(|(block, (first, second))| BlockScore {
        first,
        second,
        features: std::iter::zip(names(), model.row(&page, block)).collect(),
    });
    Some(explained.collect())
}
