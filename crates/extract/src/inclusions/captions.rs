//! Captions of pictures.

use super::{ContentMap, MAX_LINK_DENSITY};
use crate::element_names::{MAX_CAPTION_WORDS, is_called_caption};
use crate::metadata::is_caption;
use html::{Tag, TextDocument};

/// The captions between the headline and the end of the text, and those at most three blocks from it.
pub(super) fn find(map: &ContentMap<'_>) -> Vec<usize> {
    let document = map.document;
    let (first, last) = (*map.content.start(), *map.content.end());
    let first = map.headline.unwrap_or(first).saturating_sub(3);
    let last = (last + 3).min(document.blocks.len() - 1);
    let apart = map.set_apart();
    let captions = elements(document);
    (first..=last)
        .filter(|&index| {
            let block = map.block(index);
            let element = block.element as usize;
            let is_caption = match captions[element] {
                Caption::Element => true,
                Caption::Class | Caption::InClass => block.words <= MAX_CAPTION_WORDS,
                Caption::Not => is_caption(document.text_of(block)),
            };
            is_caption && block.link_density() < MAX_LINK_DENSITY && !apart[element]
        })
        .collect()
}

/// Why an element is a caption.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Caption {
    Not,
    /// It is a `<figcaption>` or inside one.
    Element,
    /// Its class names a caption.
    Class,
    /// The class of its parent names a caption.
    InClass,
}

/// For each element: whether and why it is a caption.
pub(super) fn elements(document: &TextDocument) -> Vec<Caption> {
    let mut captions: Vec<Caption> = Vec::with_capacity(document.elements.len());
    for element in &document.elements {
        let outer = element
            .parent
            .map_or(Caption::Not, |outer| captions[outer as usize]);
        captions.push(match (element.tag, outer) {
            (Tag::Figcaption, _) | (_, Caption::Element) => Caption::Element,
            _ if is_called_caption(document, element) => Caption::Class,
            (_, Caption::Class) => Caption::InClass,
            _ => Caption::Not,
        });
    }
    captions
}
