//! Features of the learned extractor: shallow features of each block and of the elements around it.
//!
//! Sources of the features: Kohlschütter et al., *Boilerplate Detection using Shallow Text Features* (WSDM 2010), for
//! words, link and text density; Pasternack & Roth (WWW 2009) for the longest run; Arc90's Readability for container scores
//! and class names.
//!
//! [`PageFeatures`] collects everything that depends on the whole page. Rows are then written block by block, so that the memory
//! for rows does not grow with the page.

mod columns;
mod containers;
mod elements;
mod likeness;
mod positions;
mod repeats;
mod text;
mod threads;
mod titles;

pub(crate) use columns::count;
pub use columns::{BlockFeature, NAMES, WIDTH};
use containers::Containers;
pub(crate) use elements::{Elements, parent_of};
use likeness::Likeness;
use positions::Positions;
use repeats::Repeats;
use text::TextMeasures;
pub(crate) use threads::is_thread;
pub use threads::{DISCUSSION_TYPES, THREAD_SCRIPTS};
use titles::Titles;

use crate::lexicon::LexiconHits;
use html::TextDocument;

/// The lexicon hits of a text.
pub(crate) fn lexicon_hits(text: &str) -> LexiconHits {
    text::measure(text, &mut Vec::new()).lexicon_hits()
}

/// The features of all blocks of a page.
#[derive(Debug)]
pub struct PageFeatures<'a> {
    pub(super) document: &'a TextDocument,
    elements: Elements,
    containers: Containers,
    texts: Vec<TextMeasures>,
    titles: Titles,
    positions: Positions,
    repeats: Repeats,
    likeness: Likeness,
    pub(super) is_thread: bool,
}

impl<'a> PageFeatures<'a> {
    /// Measures a page. Linear in its size.
    pub fn of(document: &'a TextDocument) -> Self {
        let mut hashes = Vec::new();
        let texts: Vec<TextMeasures> = document
            .blocks
            .iter()
            .map(|block| text::measure(document.text_of(block), &mut hashes))
            .collect();
        let elements = Elements::of(document);
        let titles = Titles::of(document, &elements, &texts, &hashes);
        let positions = Positions::of(document, &elements, &titles, &texts);
        let containers = Containers::of(document, &elements);
        Self {
            document,
            repeats: Repeats::of(&texts, &hashes),
            likeness: Likeness::of(document, &containers, &texts, &hashes),
            elements,
            containers,
            texts,
            titles,
            positions,
            is_thread: is_thread(document),
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether the page has no text.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The lexicon hits of each block.
    pub(crate) fn lexicon_hits(&self) -> Vec<LexiconHits> {
        self.texts.iter().map(TextMeasures::lexicon_hits).collect()
    }

    /// Number of words of a block.
    pub(crate) fn words(&self, block: usize) -> f32 {
        count(self.document.blocks[block].words as usize)
    }

    /// Number of the group of blocks with the same path of tags and classes.
    pub fn group(&self, block: usize) -> u32 {
        self.containers.class_paths[block]
    }

    /// Writes the features of a block, in the order of [`NAMES`].
    ///
    /// `row` has at least [`WIDTH`] columns; further columns are left unchanged.
    pub fn write_row(&self, block: usize, row: &mut [f32]) {
        let mut row = columns::RowWriter::over(row);
        self.texts[block].write(&self.document.blocks[block], &mut row);
        self.titles.write(block, &mut row);
        self.repeats.write(block, &mut row);
        self.likeness.write(block, &mut row);
        self.positions.write(block, &mut row);
        self.elements.write(self.document, block, &mut row);
        self.containers.write(block, &mut row);
        row.flag(BlockFeature::IsThread, self.is_thread);
    }
}
