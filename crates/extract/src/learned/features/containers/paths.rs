//! Which elements are alike by their tags and classes.

use super::parent_of;
use crate::hash;
use html::TextDocument;

/// By element: its path of tags, that with the classes of the last three, and its own tag and class, hashed.
pub(super) struct Paths {
    pub(super) tags: Vec<u64>,
    pub(super) classes: Vec<u64>,
    pub(super) own: Vec<u64>,
}

impl Paths {
    pub(super) fn of(document: &TextDocument) -> Self {
        let elements = document.elements.len();
        let mut paths = Self {
            tags: Vec::with_capacity(elements),
            classes: Vec::with_capacity(elements),
            own: Vec::with_capacity(elements),
        };
        for (at, element) in document.elements.iter().enumerate() {
            let tag = element.tag as u64 + 1;
            let outer = element
                .parent
                .map_or(0, |parent| paths.tags[parent as usize]);
            paths.tags.push(mix(outer, tag));
            let class = hash(document.attribute(element.class));
            paths
                .own
                .push(mix(mix(tag, class), hash(document.attribute(element.id))));
            let parent = if at == 0 { 0 } else { parent_of(document, at) };
            let up = [parent, parent_of(document, parent)].map(|at| paths.own[at]);
            let named = mix(mix(paths.own[at], up[0]), up[1]);
            paths.classes.push(mix(paths.tags[at], named));
        }
        paths
    }
}

fn mix(one: u64, two: u64) -> u64 {
    (one.rotate_left(27) ^ two).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Eight bytes at a time, since it reads the names of every element; only whether two are equal counts.
fn hash(text: &str) -> u64 {
    let mut hash = 0;
    for eight in text.as_bytes().chunks(8) {
        let mut bytes = [0; 8];
        bytes[..eight.len()].copy_from_slice(eight);
        hash = (hash ^ u64::from_le_bytes(bytes))
            .wrapping_mul(hash::FNV_PRIME ^ 0x9e37_79b9_7f4a_7c15)
            .rotate_left(31);
    }
    hash
}
