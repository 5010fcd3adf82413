//! What readers wrote below the text.

use std::collections::HashSet;

use super::Ground;
use crate::context;
use crate::labels::{Filter, Labels};
use html::{Element, Tag, TextDocument};

/// Adds the comments: what stands after the text in elements that are called so.
pub const COMMENTS: Filter = Filter {
    name: "with-comments",
    apply: add_comments,
};

/// A block with more of its words in links is a control: reply, report, share.
const LINKED: f32 = 0.5;

/// Words of the longest block of comments, at least.
const SPEECH: u32 = 5;

fn add_comments(document: &TextDocument, labels: &mut Labels) {
    let Some(ground) = Ground::of(document, labels) else {
        return;
    };
    // By element: the outermost one around it that is called so.
    let mut sections: Vec<Option<u32>> = Vec::with_capacity(document.elements.len());
    for (index, element) in (0..).zip(&document.elements) {
        let outer = element.parent.and_then(|outer| sections[outer as usize]);
        let begins_here =
            || !ground.holds_content[index as usize] && is_called_comments(document, element);
        let section = match element.tag {
            Tag::Form | Tag::Nav | Tag::Fieldset => None,
            _ => outer.or_else(|| begins_here().then_some(index)),
        };
        sections.push(section);
    }
    let blocks = *ground.content.start()..document.blocks.len();
    let found: Vec<(u32, usize)> = blocks
        .filter_map(|index| {
            let block = ground.block(index);
            let section = sections[block.element as usize]?;
            let is_said = block.words > 0 && block.link_density() <= LINKED;
            is_said.then_some((section, index))
        })
        .collect();
    // A section in which nobody says anything is a bar of controls.
    let with_speech: HashSet<u32> = found
        .iter()
        .filter(|(_, index)| ground.block(*index).words >= SPEECH)
        .map(|(section, _)| *section)
        .collect();
    let said = found
        .into_iter()
        .filter(|(section, _)| with_speech.contains(section))
        .map(|(_, index)| index);
    let said: Vec<usize> = said.collect();
    ground.add(labels, said);
}

/// Whether an element is named after comments, and not after a form or a count of them.
pub(crate) fn is_called_comments(document: &TextDocument, element: &Element) -> bool {
    context::names(document, element).any(|name| {
        let has = |list: &[&str]| context::words(name).any(|part| context::is_one_of(part, list));
        has(words::comments::CLASSES) && !has(words::comments::CLASSES_OF_CONTROLS)
    })
}
