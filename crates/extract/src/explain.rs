//! Explains the label of each block: its measurements, and the step that decided.

use serde::{Serialize, Serializer};

use crate::extraction::{Input, Options, Reading};
use crate::labels::Label;
use crate::learned::{self, BlockScore};
use crate::metadata::Metadata;
use html::{TextBlock, TextBox, TextDocument};

/// Maximum number of blocks that are described. A page of 5 MB may have 262,144, whose descriptions would take hundreds of megabytes.
pub const MAX_DESCRIBED: usize = 3_000;

/// The decisions of an extractor on a page, block by block.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// Name of the extractor.
    pub extractor: &'static str,
    /// Names of its steps, in order.
    pub steps: Vec<&'static str>,
    /// Minimum probability of a content block; `None` if the extractor computes no probabilities.
    pub threshold: Option<f32>,
    /// The metadata of the page.
    pub metadata: Metadata,
    /// The first [`MAX_DESCRIBED`] blocks in reading order.
    pub blocks: Vec<BlockExplanation>,
    /// The labels of all blocks; JSON has their number.
    #[serde(rename = "all_blocks", serialize_with = "as_count")]
    pub labels: Vec<Label>,
}

impl Explanation {
    /// Number of all content blocks.
    pub fn content(&self) -> usize {
        let labels = self.labels.iter();
        labels.filter(|label| **label == Label::Content).count()
    }
}

/// One block, its measurements, its label.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct BlockExplanation {
    /// Its text.
    pub text: String,
    /// Byte offset of its start in the page.
    pub offset: u32,
    /// Byte offset of its end in the page.
    pub end_offset: u32,
    /// Number of words.
    pub words: u32,
    /// Share of words inside links, 0 to 1.
    pub link_density: f32,
    /// Words per line of 80 characters.
    pub text_density: f32,
    /// Nesting depth.
    pub tag_level: u16,
    /// The enclosing elements, outermost first: `body/div/article/p`.
    pub path: String,
    /// Probability of being content; `None` if the extractor computes none.
    pub probability: Option<f32>,
    /// The probability required at its position: higher after the core of the page.
    pub needed: Option<f32>,
    /// Its features by name.
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<(&'static str, f32)>,
    /// Where a browser drew it; absent unless the page was rendered and measured.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub drawn: Option<TextBox>,
    /// Its final label.
    pub label: Label,
    /// The last step that changed its label; `None` if no step did.
    pub decided_by: Option<&'static str>,
}

/// Runs an extractor step by step and records which step changed the label of which block. The entries of a live blog, the site
/// rules and the text of JSON-LD, if any, are the last steps. All rules for the metadata are read, so that the decisions have their
/// rivals. Unlike in [`extract`](crate::extract()), the blocks are always those of the page, even if the text is that of its JSON-LD.
pub fn explain(input: &Input<'_>, options: &Options) -> Explanation {
    let extractor = options.extractor;
    let options = &Options {
        metadata: options.metadata.with_rivals(),
        ..*options
    };
    let mut current: Vec<Label> = Vec::new();
    let mut decided_by: Vec<Option<&'static str>> = Vec::new();
    let mut steps = Vec::new();
    let Reading {
        document,
        labels,
        metadata,
        ..
    } = Reading::of(input, options, |name, labels| {
        steps.push(name);
        let after = labels.by_block();
        current.resize(after.len(), Label::default());
        decided_by.resize(after.len(), None);
        for (block, decided) in decided_by.iter_mut().enumerate() {
            if current[block] != after[block] {
                *decided = Some(name);
            }
        }
        current = after;
    });
    let current = labels.by_block();
    decided_by.resize(current.len(), None);
    let scores = extractor
        .has_probabilities()
        .then(|| learned::explain(&document, options.mode, MAX_DESCRIBED))
        .flatten();
    // the first block is never after the core
    let first = scores.as_ref().and_then(|scores| scores.first());
    let threshold = first.map(|score| score.needed);
    let mut scores = scores.map(Vec::into_iter);
    let blocks = std::iter::zip(&current, decided_by).enumerate();
    Explanation {
        extractor: extractor.name,
        steps,
        metadata,
        threshold,
        blocks: blocks
            .take(MAX_DESCRIBED)
            .map(|(i, (&label, decided_by))| {
                let score = scores.as_mut().and_then(Iterator::next);
                BlockExplanation {
                    label,
                    decided_by,
                    ..describe(&document, i, score)
                }
            })
            .collect(),
        labels: current,
    }
}

fn describe(document: &TextDocument, index: usize, score: Option<BlockScore>) -> BlockExplanation {
    let block = &document.blocks[index];
    let mut path: Vec<&str> = document
        .ancestors(block.element)
        .map(|element| element.tag.name())
        .collect();
    path.reverse();
    BlockExplanation {
        text: document.text_of(block).to_owned(),
        offset: block.offset,
        end_offset: block.end_offset,
        words: block.words,
        link_density: block.link_density(),
        text_density: block.text_density(),
        tag_level: block.tag_level,
        path: path.join("/"),
        probability: score.as_ref().map(|score| score.probability),
        needed: score.as_ref().map(|score| score.needed),
        features: score.map_or_else(|| measured(block), |score| score.features),
        drawn: document.boxes.get(index).copied(),
        label: Label::Boilerplate,
        decided_by: None,
    }
}

/// The measurements that do not depend on the extractor.
fn measured(block: &TextBlock) -> Vec<(&'static str, f32)> {
    let count = |count: u32| f32::from(u16::try_from(count).unwrap_or(u16::MAX));
    vec![
        ("words", count(block.words)),
        ("link_words", count(block.link_words)),
        ("link_density", block.link_density()),
        ("text_density", block.text_density()),
        ("wrapped_lines", count(block.wrapped_lines)),
        (
            "words_in_wrapped_lines",
            count(block.words_in_wrapped_lines),
        ),
        ("tag_level", f32::from(block.tag_level)),
        ("links", f32::from(block.links)),
        ("bold_words", count(block.bold_words)),
        ("line_breaks", f32::from(block.line_breaks)),
    ]
}

fn as_count<S: Serializer>(labels: &[Label], serializer: S) -> Result<S::Ok, S::Error> {
    labels.len().serialize(serializer)
}

fn as_map<S: Serializer>(
    features: &[(&'static str, f32)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(features.iter().copied())
}
