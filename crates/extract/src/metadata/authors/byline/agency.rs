//! Agencies credited outside bylines: a line with only `dpa`.

use super::near;
use crate::metadata::Page;
use crate::metadata::authors::names::{Credits, agency};
use crate::word_count::has_fair_words;
use html::Tag;

/// The agency named by the first block near the headline that has only its name and is not a caption.
pub(in crate::metadata) fn alone(page: &Page<'_>) -> Credits {
    let document = page.document;
    let lines = near(page).iter().filter(|block| {
        let mut around = document.ancestors(block.element);
        !around.any(|e| matches!(e.tag, Tag::Figure | Tag::Figcaption))
    });
    let mut texts = lines.map(|block| document.text_of(block).trim_start_matches(['©', ' ']));
    let is_short = |text: &str| !has_fair_words(text, 4);
    let first = texts.find(|text| is_short(text) && agency(text).is_some());
    Credits::of(first, page.outlet)
}
