//! The default extractor: a learned classifier over shallow features of blocks, and a second look at their neighbours.
//!
//! [`features`] describes each block, [`tokens`] the names of the elements around it; [`trees`], trained with gradient
//! boosting (Friedman, *Greedy Function Approximation*, 2001) by `gleaner train blocks`, give each block a probability of
//! being content; [`core`] says what a block needs, by where it stands among the others. The weights lie in
//! `models/blocks.json`, with where they come from.

pub mod core;
mod explain;
pub mod features;
mod model;
mod posts;
pub mod tokens;
pub mod trees;

pub use explain::{BlockScore, explain};
pub use model::{BlockModel, FORMAT, ModelError, ModelText, Thresholds};

use crate::document::TextDocument;
use crate::extractors::Extractor;
use crate::label::{Filter, Label, Labels};
use crate::options::Mode;

/// The extractor and its steps.
pub(crate) const GLEANER: Extractor = Extractor {
    name: "gleaner",
    summary: "shallow features of blocks, of the elements and the blocks around them, and boosted trees",
    source: "ours, after Kohlschütter et al. (WSDM 2010), Pasternack & Roth (WWW 2009) and Arc90's Readability",
    steps: &[CLASSIFY, posts::KEEP],
};

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
            label(model, &features::Page::of(document), labels);
        } else {
            (crate::filters::WORDS_TREE.apply)(document, labels);
        }
    },
};

/// Whether a page is of a size that the model judges.
pub(crate) fn fits(document: &TextDocument) -> bool {
    document.blocks.len() <= MOST_BLOCKS && document.elements.len() <= MOST_ELEMENTS
}

/// The labels of a page by a model, with all steps of the extractor.
pub fn label_with(model: &BlockModel, document: &TextDocument) -> Labels {
    let mut labels = Labels::new(document);
    label(model, &features::Page::of(document), &mut labels);
    (posts::KEEP.apply)(document, &mut labels);
    labels
}

/// Labels each block content that has the probability it needs.
fn label(model: &BlockModel, page: &features::Page, labels: &mut Labels) {
    let probabilities = model.probabilities(page);
    let needed = needed(model, page, &probabilities, labels.mode);
    for run in &mut labels.runs {
        let block = run.first as usize;
        let both = (probabilities.get(block), needed.get(block));
        run.label = Label::content_if(matches!(both, (Some(has), Some(needs)) if has >= needs));
    }
}

/// By block: the probability it needs.
fn needed(
    model: &BlockModel,
    page: &features::Page,
    probabilities: &[f32],
    mode: Mode,
) -> Vec<f32> {
    let words = (0..page.len()).map(|block| page.words(block));
    model.thresholds().limits(mode).needed(probabilities, words)
}
