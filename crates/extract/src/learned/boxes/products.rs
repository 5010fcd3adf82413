//! Boxes of a product between the paragraphs: its name, a sentence, its price and a link to a shop.

use std::ops::Range;

use foldhash::HashSet;
use html::{Anchor, TextDocument};

use super::forms::box_around;
use crate::learned::MAX_LABEL_WORDS;
use crate::lexicon::continues_word;
use text::words;

/// Maximum boxes of products that are not text: more are what the text is about.
const MAX_PRODUCTS: usize = 2;

/// The boxes around lines that end with the link of a shop, or that have a price and a paid link.
pub(super) fn find(document: &TextDocument) -> Vec<Range<usize>> {
    let is_paid = |anchor: &&Anchor| {
        let mut relations = document.attribute(anchor.rel).split_ascii_whitespace();
        !anchor.hidden && relations.any(|relation| relation.eq_ignore_ascii_case("sponsored"))
    };
    let paid = document.head.anchors.iter().filter(is_paid);
    let paid: HashSet<usize> = paid
        .map(|anchor| document.block_at(anchor.text.start))
        .collect();
    let lines = document.blocks.iter().enumerate().filter(|(at, block)| {
        let text = document.text_of(block);
        block.link_words > 0
            && block.words <= MAX_LABEL_WORDS
            && (paid.contains(at) && text.contains(|c: char| c.is_ascii_digit())
                || ends_with_shop_link(text))
    });
    let around = lines.filter_map(|(_, line)| box_around(document, line.element, 1));
    // one line may have several links, and one box several lines
    let mut boxes: Vec<Range<usize>> = around.filter(|blocks| blocks.len() > 1).collect();
    boxes.dedup();
    if boxes.len() > MAX_PRODUCTS {
        boxes.clear();
    }
    boxes
}

/// Whether a line is or ends with the link of a shop.
fn ends_with_shop_link(text: &str) -> bool {
    let text = text.to_lowercase();
    let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let last = text.as_bytes().last();
    // one byte rejects most
    let mut links = words::asides::SHOP_LINKS.iter();
    links.any(|link| {
        let before = || text.strip_suffix(*link);
        link.as_bytes().last() == last
            && before().is_some_and(|before| !before.ends_with(continues_word))
    })
}
