//! The tags of words: outside names, or the first or a later word of a name of a kind (IOB2).

use super::super::EntityKind;

/// Number of tags.
pub const TAGS: usize = 7;

/// The names of the tags as corpora write them, in the order of their numbers.
pub const TAG_NAMES: [&str; TAGS] = [
    "O",
    "B-person",
    "I-person",
    "B-organization",
    "I-organization",
    "B-place",
    "I-place",
];

/// The kind of the names that a tag belongs to; `None` outside.
pub(super) fn kind(tag: usize) -> Option<EntityKind> {
    match tag {
        1 | 2 => Some(EntityKind::Person),
        3 | 4 => Some(EntityKind::Organisation),
        5 | 6 => Some(EntityKind::Place),
        _ => None,
    }
}

/// Whether a tag continues a name.
pub(super) fn is_inside(tag: usize) -> bool {
    tag > 0 && tag.is_multiple_of(2)
}

/// The names that a sequence of tags marks: first word, end and kind.
pub fn spans(tags: &[usize]) -> Vec<(usize, usize, EntityKind)> {
    let mut found: Vec<(usize, usize, EntityKind)> = Vec::new();
    for (at, tag) in tags.iter().enumerate() {
        let Some(kind) = kind(*tag) else { continue };
        match found.last_mut() {
            Some((_, end, same)) if is_inside(*tag) && *end == at && *same == kind => *end = at + 1,
            _ => found.push((at, at + 1, kind)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_begins_where_its_kind_begins() {
        use EntityKind::{Person, Place};
        assert_eq!(
            spans(&[0, 1, 2, 1, 6, 6, 0, 2]),
            [
                (1, 3, Person),
                (3, 4, Person),
                (4, 6, Place),
                (7, 8, Person)
            ]
        );
    }
}
