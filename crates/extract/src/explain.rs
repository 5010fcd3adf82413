//! Why each block was kept or not: its measurements, and the step that decided.

use serde::Serialize;
use url::Url;

use crate::document::TextDocument;
use crate::extractors::Extractor;
use crate::label::Label;
use crate::metadata::Metadata;
use crate::options::Options;
use crate::parse::parse;

/// What an extractor made of a page, block by block.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// Name of the extractor.
    pub extractor: &'static str,
    /// Names of its steps, in order.
    pub steps: Vec<&'static str>,
    /// What the page says about itself.
    pub metadata: Metadata,
    /// All blocks in reading order.
    pub blocks: Vec<BlockExplanation>,
}

/// One block, its measurements, its label.
#[derive(Debug, Clone, Serialize)]
pub struct BlockExplanation {
    /// Its text.
    pub text: String,
    /// Where it begins in the page, in bytes.
    pub offset: u32,
    /// Words.
    pub words: u32,
    /// Share of words inside links, 0 to 1.
    pub link_density: f32,
    /// Words to a line of 80 characters.
    pub text_density: f32,
    /// Nesting depth.
    pub tag_level: u16,
    /// The elements around it, outermost first: `body/div/article/p`.
    pub path: String,
    /// Its label in the end.
    pub label: Label,
    /// The last step that changed its label. `None`: no step did, it is boilerplate from the start.
    pub decided_by: Option<&'static str>,
}

/// Runs an extractor step by step and notes which step changed the label of which block.
pub fn explain(html: &str, url: Option<&Url>, extractor: &Extractor) -> Explanation {
    explain_with_options(html, url, extractor, &Options::default())
}

/// The same, as the options ask.
pub fn explain_with_options(
    html: &str,
    url: Option<&Url>,
    extractor: &Extractor,
    options: &Options,
) -> Explanation {
    let document = parse(html);
    let mut labels = options.begin(&document);
    let mut current = labels.by_block();
    let mut decided_by = vec![None; current.len()];
    for step in options.steps(extractor) {
        (step.apply)(&document, &mut labels);
        let after = labels.by_block();
        for (block, decided) in decided_by.iter_mut().enumerate() {
            if current[block] != after[block] {
                *decided = Some(step.name);
            }
        }
        current = after;
    }
    let blocks = std::iter::zip(current, decided_by).enumerate();
    Explanation {
        extractor: extractor.name,
        steps: options.steps(extractor).map(|step| step.name).collect(),
        metadata: crate::metadata::read(&document, url, &crate::text_of(&document, &labels)),
        blocks: blocks
            .map(|(i, (label, decided_by))| describe(&document, i, label, decided_by))
            .collect(),
    }
}

fn describe(
    document: &TextDocument,
    index: usize,
    label: Label,
    decided_by: Option<&'static str>,
) -> BlockExplanation {
    let block = &document.blocks[index];
    let mut path: Vec<&str> = document
        .ancestors(block.element)
        .map(|element| element.tag.name())
        .collect();
    path.reverse();
    BlockExplanation {
        text: document.text_of(block).to_owned(),
        offset: block.offset,
        words: block.words,
        link_density: block.link_density(),
        text_density: block.text_density(),
        tag_level: block.tag_level,
        path: path.join("/"),
        label,
        decided_by,
    }
}
