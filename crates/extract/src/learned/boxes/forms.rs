//! Boxes around forms, and around links that subscribe or donate.

use std::ops::Range;
use std::sync::LazyLock;

use foldhash::HashSet;
use html::{Element, Tag, TextDocument};

use super::{MAX_BOX_BLOCKS, MAX_BOX_LEVELS, MAX_BOX_WORDS, MIN_SENTENCE_WORDS};
use crate::element_names::{AncestorSearch, names};
use crate::learned::MAX_LABEL_WORDS;
use crate::lexicon::Phrases;
use text::words;

/// Parts of the names of forms to subscribe to a newsletter.
static SIGN_UP: LazyLock<Phrases> = LazyLock::new(|| Phrases::in_any_case(words::sign_up::CLASSES));

/// Links that subscribe or donate.
static BUTTONS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| words::asides::BUTTONS.iter().copied().collect());

/// The boxes around forms, and around links that subscribe or donate: for each the largest with few words and blocks.
pub(super) fn find(document: &TextDocument) -> Vec<Range<usize>> {
    // forms of shops have no text either, and are beside the text of the page
    let mut sign_ups =
        AncestorSearch::new(document, 3, |element| is_called_sign_up(document, element));
    let mut boxes: Vec<Range<usize>> = Vec::new();
    let elements = (0..).zip(&document.elements);
    for (form, element) in elements.filter(|(_, element)| element.tag == Tag::Form) {
        let source = element.source;
        let mut emails = document.head.emails.iter();
        let has_email = emails.any(|at| source.contains(*at));
        let has_text = !document.blocks_within(source).is_empty();
        if has_text || has_email || sign_ups.find(form).is_some() {
            let around = box_around(document, form, usize::from(has_email));
            boxes.extend(around.filter(|blocks| boxes.last() != Some(blocks)));
        }
    }
    let buttons = document.blocks.iter().filter(|block| {
        let text = document.text_of(block);
        block.link_words == block.words
            && block.words <= MAX_LABEL_WORDS
            && BUTTONS.contains(text.to_lowercase().as_str())
    });
    // the box of a button has a title or a sentence above it
    let around = buttons.filter_map(|button| box_around(document, button.element, 1));
    boxes.extend(around.filter(|blocks| blocks.len() > 1));
    boxes
}

/// Whether an element is named after subscribing to a newsletter.
fn is_called_sign_up(document: &TextDocument, element: &Element) -> bool {
    let mut names = names(document, element);
    names.any(|name| SIGN_UP.are_in(name))
}

/// The largest box with few words and blocks around a form, which may have no text, or a button. More than `most` sentences are text,
/// unless the box is named after a newsletter.
pub(super) fn box_around(document: &TextDocument, inner: u32, most: usize) -> Option<Range<usize>> {
    let element = &document.elements[inner as usize];
    let is_form = element.tag == Tag::Form;
    let own = document.blocks_within(element.source);
    let around = document.ancestors(inner).take(MAX_BOX_LEVELS);
    let boxes = around.map(|element| (element, document.blocks_within(element.source)));
    let boxes = boxes.take_while(|(element, blocks)| {
        let words = || -> u32 {
            let all = document.blocks[blocks.clone()].iter();
            all.map(|block| block.words).sum()
        };
        let is_text = |at: &usize| {
            document.blocks[*at].words >= MIN_SENTENCE_WORDS && !(is_form && own.contains(at))
        };
        blocks.len() <= MAX_BOX_BLOCKS
            && words() <= MAX_BOX_WORDS
            && (blocks.clone().filter(is_text).count() <= most
                || is_called_sign_up(document, element))
    });
    let (_, widest) = boxes.last()?;
    (!widest.is_empty()).then_some(widest)
}
