//! The steps of the boilerpipe family, after boilerpipe's `de.l3s.boilerpipe.filters`; more of them are in [`extract::filters`].
//!
//! Each step is a function over the document and its labels. The constants define the settings of each step and its name in
//! `explain`.

mod clauses;
mod decision_trees;
mod end;
mod fusion;
mod largest;
mod title;

pub(crate) use clauses::SHORT_CLAUSES;
pub(crate) use decision_trees::{CANOLA_TREE, DENSITY_TREE, EVERYTHING};
pub(crate) use end::IGNORE_AFTER_END;
pub(crate) use extract::filters::{END_MARKS, LEAVE_OUT_TITLE, TITLE_MATCH, WORDS_TREE};
pub(crate) use fusion::{
    CONTENT_FUSION, DROP_BOILERPLATE, EQUAL_DENSITY_FUSION, PROXIMITY_FUSION, SPLIT_PARAGRAPHS,
};
pub(crate) use largest::{KEEP_LARGEST, KEEP_LARGEST_EXPANDED, LARGE_AT_SAME_LEVEL, LIST_AT_END};
pub(crate) use title::{EXPAND_TITLE, TRAILING_HEADLINE};

use html::{Tag, TextDocument};

/// Whether a block is inside an element that `wanted` accepts, at any depth.
fn is_inside(document: &TextDocument, block: usize, wanted: impl Fn(Tag) -> bool) -> bool {
    document
        .ancestors(document.blocks[block].element)
        .any(|element| wanted(element.tag))
}
