//! The default extractor: a learned classifier over shallow features of blocks, followed by a decision by position.
//!
//! [`features`] describes each block, [`tokens`] the names of the elements around it. [`trees`], trained with gradient
//! boosting (Friedman, *Greedy Function Approximation*, 2001) by `workshop train blocks`, assign each block a probability of
//! being content. [`core`] determines the required probability by the position among other blocks. The weights and their
//! provenance are in `models/blocks.json`.

pub(crate) mod asides;
mod boxes;
mod chapters;
mod comments;
mod consent;
mod copies;
pub mod core;
mod explain;
pub mod features;
mod lead_ins;
mod loose_ends;
mod model;
mod together;
pub mod tokens;
mod top_lines;
pub mod trees;

pub use explain::{BlockScore, explain};
pub use model::{BlockModel, BlockModelError, BlockModelFile, FORMAT, Thresholds};

use crate::extractor::{CLASSIFIER, Extractor};
use crate::labels::{Filter, Label, Labels, RunFlags};
use chapters::Chapters;
use html::TextDocument;

/// The default extractor and its steps.
pub const GLEANER: Extractor = Extractor {
    name: "gleaner",
    summary: "shallow features of blocks, of the elements and the blocks around them, and boosted trees",
    source: "ours, after Kohlschütter et al. (WSDM 2010), Pasternack & Roth (WWW 2009) and Arc90's Readability",
    steps: &[
        crate::filters::END_MARKS,
        crate::filters::TITLE_MATCH,
        CLASSIFY,
        together::KEEP,
        comments::LEAVE_OUT,
        boxes::LEAVE_OUT,
        asides::LEAVE_OUT,
        top_lines::LEAVE_OUT,
        copies::DROP,
        loose_ends::LEAVE_OUT,
        crate::filters::LEAVE_OUT_TITLE,
    ],
};

/// Number of elements around a block that may make it a heading, an item or code.
const LEVELS: usize = 4;
/// Minimum words of a paragraph.
const MIN_PARAGRAPH_WORDS: u32 = 10;
/// Minimum words of an article: a standfirst has fewer.
const MIN_ARTICLE_WORDS: u32 = 40;
/// Maximum words of a line that is only a label, a button or a note on the page.
const MAX_LABEL_WORDS: u32 = 10;
/// Minimum probability of a block that may be part of the text, given what is beside it.
const MIN_PROBABILITY: f32 = 0.25;

/// Step that labels the blocks with the shipped model.
pub(crate) const CLASSIFY: Filter = Filter {
    name: CLASSIFIER,
    apply: |document, labels| {
        if fits(document) {
            let model = BlockModel::shipped();
            label(model, document, labels);
        } else {
            (crate::filters::WORDS_TREE.apply)(document, labels);
        }
    },
};

/// Whether the page is small enough for the model.
pub(crate) fn fits(document: &TextDocument) -> bool {
    // larger pages are lists of data and are labelled by a cheap rule over word counts
    document.blocks.len() <= 50_000 && document.elements.len() <= 200_000
}

/// Labels a page with a model and all steps of the extractor.
pub fn label_with(model: &BlockModel, document: &TextDocument) -> Labels {
    let mut labels = Labels::new(document);
    for step in GLEANER.steps {
        if step.name == CLASSIFY.name {
            label(model, document, &mut labels);
        } else {
            (step.apply)(document, &mut labels);
        }
    }
    labels
}

/// Labels each block that has the required probability as content.
fn label(model: &BlockModel, document: &TextDocument, labels: &mut Labels) {
    let page = features::PageFeatures::of(document);
    let probabilities = probabilities(model, &page);
    let words = words(&page);
    let limits = model.thresholds().limits(labels.mode);
    let on_page = limits.on_page(document, &probabilities, &words);
    let chapters = chapters::on_comments(document, labels);
    let needed = |limits| needed(limits, &page, &probabilities, &words, labels, &chapters);
    let (of_sure, needed) = (needed(limits), needed(on_page));
    for run in &mut labels.runs {
        let block = run.first as usize;
        let both = (probabilities.get(block), needed.get(block));
        run.label = Label::content_if(matches!(both, (Some(has), Some(needs)) if has >= needs));
    }
    let is_unsure = std::iter::zip(&probabilities, of_sure).map(|(has, needs)| *has < needs);
    labels.is_unsure = is_unsure.collect();
    labels.probabilities = probabilities;
    labels.lexicon_hits = page.lexicon_hits();
}

/// The probability of each block; 0 in a layer that asks for consent.
fn probabilities(model: &BlockModel, page: &features::PageFeatures) -> Vec<f32> {
    let mut probabilities = model.probabilities(page);
    consent::silence(page.document, &mut probabilities);
    probabilities
}

/// Number of words of each block.
fn words(page: &features::PageFeatures) -> Vec<f32> {
    (0..page.len()).map(|block| page.words(block)).collect()
}

/// The required probability of each block. The end marks of `labels` are set; `chapters` are those on comments.
fn needed(
    limits: core::Limits,
    page: &features::PageFeatures,
    probabilities: &[f32],
    words: &[f32],
    labels: &Labels,
    chapters: &[Chapters],
) -> Vec<f32> {
    let mut needed = limits.needed(page.document, probabilities, words);
    if page.is_thread {
        return needed;
    }
    for chapter in chapters {
        for needed in &mut needed[chapter.blocks.clone()] {
            // the model knows the name of readers' comments
            *needed = needed.min(limits.within * 0.3);
        }
    }
    if let Some(end) = end_of(labels, chapters, probabilities, &needed) {
        needed[end..].fill(limits.after);
    }
    needed
}

/// The first block with an end mark ("3 comments") that has enough text before it and is in no chapter of the article.
fn end_of(
    labels: &Labels,
    chapters: &[Chapters],
    probabilities: &[f32],
    needed: &[f32],
) -> Option<usize> {
    let mut words = 0;
    for run in &labels.runs {
        let block = run.first as usize;
        if run.flags.has(RunFlags::END) && words >= 60 && !chapters::are_around(chapters, block) {
            return Some(block);
        }
        if probabilities.get(block) >= needed.get(block) {
            words += run.words;
        }
    }
    None
}
