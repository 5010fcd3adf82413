//! Agencies credited outside bylines: a line with only `dpa`.

use super::near;
use crate::metadata::Page;
use crate::metadata::authors::names::{Credits, agency};
use html::Tag;

/// Maximum words of a block that is only the name of an agency.
const MAX_WORDS: u32 = 3;

/// The agency named by a block near the headline that has only its name and is not a caption.
pub(in crate::metadata) fn alone(page: &Page<'_>) -> Credits {
    let document = page.document;
    let few = near(page).iter().filter(|block| block.words <= MAX_WORDS);
    let texts = few.filter(|block| {
        let mut around = document.ancestors(block.element);
        let is_picture = around.any(|e| matches!(e.tag, Tag::Figure | Tag::Figcaption));
        !is_picture && block.link_words == 0
    });
    let named = texts
        .map(|block| document.text_of(block).trim_start_matches(['©', ' ']))
        .find(|text| agency(text).is_some());
    Credits::of(named, page.outlet)
}
