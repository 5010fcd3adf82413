//! Cards of other articles: small boxes with a title in a link.

use crate::element_names::tag_of;
use crate::labels::title::MIN_HEADING_WORDS;
use html::{Element, TextBlock, TextDocument};

/// Whether an element is the card of another article. A title that is not a heading has at least some number of words.
pub(super) fn is_card(document: &TextDocument, element: &Element, min_title_words: u32) -> bool {
    let is_title = |block: &TextBlock| {
        let least = if tag_of(document, block.element).is_heading() {
            MIN_HEADING_WORDS
        } else {
            min_title_words
        };
        block.links <= 1 && block.link_words == block.words && block.words >= least
    };
    let blocks = &document.blocks[document.blocks_within(element.source)];
    blocks.len() <= 6 && blocks.iter().any(is_title)
}
