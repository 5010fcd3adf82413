//! Captions of pictures.

use super::Ground;
use crate::context;
use crate::labels::{Filter, Labels};
use html::{Element, Tag, TextDocument};

/// Adds the captions between headline and end of the text, and those right beside it.
pub const CAPTIONS: Filter = Filter {
    name: "with-captions",
    apply: add_captions,
};

/// Blocks between the text and a picture beside it.
const BESIDE: usize = 3;
/// A caption with more of its words in links leads elsewhere.
const LINKED: f32 = 0.5;
/// Words of one that is known by its class, at most.
const MANY: u32 = 80;

const CAPTION: &str = "caption";

fn add_captions(document: &TextDocument, labels: &mut Labels) {
    let Some(ground) = Ground::of(document, labels) else {
        return;
    };
    let (first, last) = (*ground.content.start(), *ground.content.end());
    let first = ground.headline.unwrap_or(first).saturating_sub(BESIDE);
    let last = (last + BESIDE).min(document.blocks.len() - 1);
    let apart = ground.set_apart();
    let captions = elements(document);
    let found: Vec<usize> = (first..=last)
        .filter(|&index| {
            let block = ground.block(index);
            let element = block.element as usize;
            let is_caption = match captions[element] {
                Caption::Element => true,
                Caption::Class | Caption::InClass => block.words <= MANY,
                Caption::Not => false,
            };
            is_caption && block.link_density() < LINKED && !apart[element]
        })
        .collect();
    ground.add(labels, found);
}

/// What makes an element the caption of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Caption {
    Not,
    /// It is a `<figcaption>` or stands in one.
    Element,
    /// Its class says so.
    Class,
    /// It stands in one whose class says so.
    InClass,
}

/// By element: whether it is a caption.
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

/// Whether the class of an element calls it a caption.
pub(crate) fn is_called_caption(document: &TextDocument, element: &Element) -> bool {
    context::names_in(document, element.class).any(|name| context::words(name).any(is_name))
}

fn is_name(part: &str) -> bool {
    let end = part.len().saturating_sub(CAPTION.len());
    let ends_so = part
        .get(end..)
        .is_some_and(|end| end.eq_ignore_ascii_case(CAPTION));
    ends_so || context::is_one_of(part, words::captions::CLASSES)
}
