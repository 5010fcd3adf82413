//! Reader comments.

use std::collections::HashSet;

use super::{ContentMap, MAX_LINK_DENSITY};
use crate::element_names::is_called_comments;
use html::Tag;

/// The comments: blocks after the text in elements named after comments.
pub(super) fn find(map: &ContentMap<'_>) -> Vec<usize> {
    let document = map.document;
    // for each element: the outermost comment section around it
    let mut sections: Vec<Option<u32>> = Vec::with_capacity(document.elements.len());
    for (index, element) in (0..).zip(&document.elements) {
        let outer = element.parent.and_then(|outer| sections[outer as usize]);
        let begins_here =
            || !map.holds_content[index as usize] && is_called_comments(document, element);
        let section = match element.tag {
            Tag::Form | Tag::Nav | Tag::Fieldset => None,
            _ => outer.or_else(|| begins_here().then_some(index)),
        };
        sections.push(section);
    }
    let blocks = *map.content.start()..document.blocks.len();
    let found: Vec<(u32, usize)> = blocks
        .filter_map(|index| {
            let block = map.block(index);
            let section = sections[block.element as usize]?;
            let is_comment = block.words > 0 && block.link_density() <= MAX_LINK_DENSITY;
            is_comment.then_some((section, index))
        })
        .collect();
    // a section without longer blocks has only controls
    let with_speech: HashSet<u32> = found
        .iter()
        .filter(|(_, index)| map.block(*index).words >= 5)
        .map(|(section, _)| *section)
        .collect();
    let blocks = found
        .into_iter()
        .filter(|(section, _)| with_speech.contains(section))
        .map(|(_, index)| index);
    blocks.collect()
}
