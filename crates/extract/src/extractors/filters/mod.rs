//! The steps of extractors, after boilerpipe's `de.l3s.boilerpipe.filters`.
//!
//! Each step is a function over the document and its labels. The constants define the settings of each step and its name in
//! `explain`.

mod clauses;
mod decision_trees;
mod end;
mod fusion;
mod largest;
mod title;

pub use clauses::SHORT_CLAUSES;
pub use decision_trees::{CANOLA_TREE, DENSITY_TREE, EVERYTHING, WORDS_TREE};
pub use end::{END_MARKS, IGNORE_AFTER_END};
pub use fusion::{
    CONTENT_FUSION, DROP_BOILERPLATE, EQUAL_DENSITY_FUSION, PROXIMITY_FUSION, SPLIT_PARAGRAPHS,
};
pub use largest::{KEEP_LARGEST, KEEP_LARGEST_EXPANDED, LARGE_AT_SAME_LEVEL, LIST_AT_END};
pub use title::{EXPAND_TITLE, LEAVE_OUT_TITLE, TITLE_MATCH, TRAILING_HEADLINE};

use html::{Tag, TextDocument};

/// Whether a block is inside an element that `wanted` accepts, at any depth.
fn is_inside(document: &TextDocument, block: usize, wanted: impl Fn(Tag) -> bool) -> bool {
    document
        .ancestors(document.blocks[block].element)
        .any(|element| wanted(element.tag))
}
