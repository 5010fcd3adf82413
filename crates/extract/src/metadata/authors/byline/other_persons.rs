//! Persons beside the text who are not its authors: those whom it quotes or recommends, and the authors of other articles.

use html::{Element, Tag, TextBlock, TextDocument};

use crate::element_names::{is_called, is_called_comments, tag_of};
use crate::metadata::cards::is_card;
use text::words;

/// Maximum number of elements around a name that are searched for a box, and of blocks of a box with a name.
const MAX_LEVELS: usize = 6;
const MAX_BLOCKS: usize = 16;
/// Marks around a quotation.
const OPENING: [char; 8] = ['"', '“', '„', '«', '»', '「', '『', '‟'];
const CLOSING: [char; 7] = ['"', '”', '“', '»', '«', '」', '』'];

/// Whether a name in an element is that of another person: it is in a quotation, in a box named after one or after a work of somebody, in
/// the card of another article, or in comments.
pub(super) fn names_other_person(document: &TextDocument, element: u32) -> bool {
    let is_in_quotation = document
        .ancestors(element)
        .any(|around| around.tag == Tag::Blockquote);
    let is_comments =
        |around: &Element| is_called_comments(document, around) && may_be_apart(document, around);
    is_in_quotation
        || document.ancestors(element).any(is_comments)
        || document
            .ancestors(element)
            .take(MAX_LEVELS)
            .take_while(|around| is_box(document, around))
            .any(|around| is_of_other(document, around) || is_card(document, around, u32::MAX))
}

/// Whether the name in a block stands below a quotation, which is not a heading.
pub(super) fn is_below_quotation(document: &TextDocument, block: &TextBlock) -> bool {
    let at = document
        .blocks
        .partition_point(|other| other.text.start < block.text.start);
    let above = at
        .checked_sub(1)
        .and_then(|above| document.blocks.get(above));
    above.is_some_and(|above| {
        let text = document.text_of(above);
        !tag_of(document, above.element).is_heading()
            && text.starts_with(OPENING)
            && text.ends_with(CLOSING)
    })
}

/// Whether an element may be a box: one of few blocks without a main heading.
fn is_box(document: &TextDocument, element: &Element) -> bool {
    document.blocks_within(element.source).len() <= MAX_BLOCKS && may_be_apart(document, element)
}

/// Whether an element may be apart from the article: neither the page as a whole nor around its main heading.
fn may_be_apart(document: &TextDocument, element: &Element) -> bool {
    let mut blocks = document.blocks[document.blocks_within(element.source)].iter();
    let is_main_heading = |block: &TextBlock| tag_of(document, block.element) == Tag::H1;
    !matches!(element.tag, Tag::Html | Tag::Body | Tag::Main) && !blocks.any(is_main_heading)
}

/// Whether an element is named after a quotation or a work, or has a quotation.
fn is_of_other(document: &TextDocument, element: &Element) -> bool {
    let blocks = &document.blocks[document.blocks_within(element.source)];
    let is_quotation = |block: &TextBlock| tag_of(document, block.element) == Tag::Blockquote;
    element.tag == Tag::Figure && blocks.iter().any(is_quotation)
        || is_called(document, element, words::byline::BOXES_OF_OTHERS)
}
