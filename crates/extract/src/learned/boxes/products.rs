//! Boxes of a product between the paragraphs: its name, a sentence, its price and a link to a shop.

use std::ops::Range;
use std::sync::LazyLock;

use foldhash::HashSet;
use html::{Anchor, TextDocument};

use super::forms::box_around;
use crate::learned::MAX_LABEL_WORDS;
use crate::learned::lead_ins::DOT_ABOVE;
use text::words;

/// Links of a shop.
static SHOP_LINKS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| words::asides::SHOP_LINKS.iter().copied().collect());

/// Maximum bytes of such a link.
const MAX_LINK_BYTES: usize = 60;
/// Maximum boxes of products that are not text: more are what the text is about.
const MAX_PRODUCTS: usize = 2;

/// The boxes around lines that end with the link of a shop, or that have a price and a paid link.
pub(super) fn find(document: &TextDocument) -> Vec<Range<usize>> {
    let is_paid = |anchor: &&Anchor| {
        let mut relations = document.attribute(anchor.rel).split_ascii_whitespace();
        relations.any(|relation| relation.eq_ignore_ascii_case("sponsored"))
    };
    let shown = || document.head.anchors.iter().filter(|anchor| !anchor.hidden);
    let block_of = |anchor: &Anchor| document.block_at(anchor.text.start);
    let paid: HashSet<usize> = shown().filter(is_paid).map(block_of).collect();
    let to_shops = shown().filter(|anchor| is_shop_link(document, anchor));
    let to_shops: HashSet<usize> = to_shops.map(block_of).collect();
    let lines = document.blocks.iter().enumerate().filter(|(at, block)| {
        let has_price = || {
            document
                .text_of(block)
                .contains(|c: char| c.is_ascii_digit())
        };
        block.link_words > 0
            && block.words <= MAX_LABEL_WORDS
            && (to_shops.contains(at) || paid.contains(at) && has_price())
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

/// Whether a link is one of a shop at the end of its line.
fn is_shop_link(document: &TextDocument, anchor: &Anchor) -> bool {
    let (text, span) = (&document.text, anchor.text);
    if span.is_empty() || span.len() > MAX_LINK_BYTES {
        return false;
    }
    let own = span.of(text).to_lowercase().replace(DOT_ABOVE, "");
    let own = own.trim_matches(|c: char| !c.is_alphanumeric());
    let line = document.blocks.get(document.block_at(span.start));
    let rest = line.and_then(|line| text.get(span.end as usize..line.text.end as usize));
    SHOP_LINKS.contains(own) && !rest.is_some_and(|rest| rest.contains(char::is_alphanumeric))
}
