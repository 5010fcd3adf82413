//! Persons beside the text who are not its authors: those whom it quotes, who comment on it, and the authors of other articles.

use html::{Element, Tag, TextBlock, TextDocument};

use crate::element_names::{is_called_comments, tag_of};
use crate::metadata::cards::is_card;

/// Maximum number of elements around a name that are searched for a card.
const MAX_LEVELS: usize = 6;

/// Whether a name in an element is that of another person: it is in a quotation, in comments, or in the card of another article.
pub(super) fn names_other_person(document: &TextDocument, element: u32) -> bool {
    let is_of_others = |around: &Element| {
        around.tag == Tag::Blockquote
            || is_called_comments(document, around) && may_be_apart(document, around)
    };
    let is_card =
        |around: &Element| is_card(document, around, u32::MAX) && may_be_apart(document, around);
    document.ancestors(element).any(is_of_others)
        || document.ancestors(element).take(MAX_LEVELS).any(is_card)
}

/// Whether an element may be apart from the article: neither the page as a whole nor around its main heading.
fn may_be_apart(document: &TextDocument, element: &Element) -> bool {
    let mut blocks = document.blocks[document.blocks_within(element.source)].iter();
    let is_main_heading = |block: &TextBlock| tag_of(document, block.element) == Tag::H1;
    !matches!(element.tag, Tag::Html | Tag::Body | Tag::Main) && !blocks.any(is_main_heading)
}
