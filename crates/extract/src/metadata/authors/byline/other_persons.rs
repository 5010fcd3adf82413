//! Persons beside the text who are not its authors: those whom it quotes, who comment on it, and the authors of other articles.

use html::{Element, Tag, TextBlock, TextDocument};

use crate::element_names::{BOXES_OF_OTHERS, is_called, is_called_comments, tag_of};
use crate::metadata::cards::is_card;

/// Whether a name in an element is that of another person: it is in a quotation, in comments, in the card of another article, or in a box
/// for a quotation or a work.
pub(super) fn names_other_person(document: &TextDocument, element: u32) -> bool {
    let is_quotation = |around: &Element| around.tag == Tag::Blockquote;
    let is_box = |around: &Element| {
        (is_card(document, around, u32::MAX) || is_of_quotation(document, around))
            && may_be_apart(document, around)
    };
    document.ancestors(element).any(is_quotation)
        || is_among_comments(document, element)
        || document.ancestors(element).take(6).any(is_box)
}

/// Whether an element is in a section of comments.
pub(super) fn is_among_comments(document: &TextDocument, element: u32) -> bool {
    let is_section =
        |around: &Element| is_called_comments(document, around) && may_be_apart(document, around);
    document.ancestors(element).any(is_section)
}

/// Whether a small element is named after a quotation or a work, or is a figure of a quotation.
fn is_of_quotation(document: &TextDocument, element: &Element) -> bool {
    let blocks = &document.blocks[document.blocks_within(element.source)];
    let is_quotation = |block: &TextBlock| tag_of(document, block.element) == Tag::Blockquote;
    blocks.len() <= 16
        && (is_called(document, element, &BOXES_OF_OTHERS)
            || element.tag == Tag::Figure && blocks.iter().any(is_quotation))
}

/// Whether an element may be apart from the article: neither the page as a whole nor around its main heading.
fn may_be_apart(document: &TextDocument, element: &Element) -> bool {
    let mut blocks = document.blocks[document.blocks_within(element.source)].iter();
    let is_main_heading = |block: &TextBlock| tag_of(document, block.element) == Tag::H1;
    !matches!(element.tag, Tag::Html | Tag::Body | Tag::Main) && !blocks.any(is_main_heading)
}
