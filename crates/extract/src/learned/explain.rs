//! Explains the learned extractor: features and probability of each block.

use super::features::PageFeatures;
use super::model::{BlockModel, names};
use crate::labels::Labels;
use crate::labels::Mode;
use html::TextDocument;

/// The scores of a block.
#[derive(Debug, Clone)]
pub struct BlockScore {
    /// Probability of being content by its own features.
    pub probability: f32,
    /// The required probability at its position.
    pub needed: f32,
    /// Its features by name.
    pub features: Vec<(&'static str, f32)>,
}

/// The scores of the first `max` blocks by the shipped model; `None` if the page is too large for it.
pub fn explain(document: &TextDocument, mode: Mode, max: usize) -> Option<Vec<BlockScore>> {
    if !super::fits(document) {
        return None;
    }
    let model = BlockModel::shipped();
    let page = PageFeatures::of(document);
    let probabilities = super::probabilities(model, &page);
    let mut labels = Labels::new(document);
    labels.mode = mode;
    (crate::filters::END_MARKS.apply)(document, &mut labels);
    let words = super::words(&page);
    let limits = model.thresholds().limits(mode);
    let limits = limits.on_page(document, &probabilities, &words);
    let chapters = super::chapters::on_comments(document, &labels);
    let needed = super::needed(limits, &page, &probabilities, &words, &labels, &chapters);
    let (names, row) = (names(), model.rows(&page));
    let blocks = std::iter::zip(probabilities, needed).enumerate();
    let explained = blocks.map(|(block, (probability, needed))| BlockScore {
        probability,
        needed,
        features: std::iter::zip(names.iter().copied(), row(block)).collect(),
    });
    Some(explained.take(max).collect())
}
