//! Element names as numbers, and which tag a name is.

use super::tag::{ALL, Tag};

/// An element name as a number: its length and its first fifteen bytes in lower case.
///
/// Names that agree in both are taken for the same element; that can only happen to custom
/// elements, whose tag is [`Tag::Other`] either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Name(u128);

impl Name {
    pub(crate) const fn new(name: &[u8]) -> Name {
        let mut packed = 0u128;
        let mut i = 0;
        while i < name.len() && i < 15 {
            packed = packed << 8 | name[i].to_ascii_lowercase() as u128;
            i += 1;
        }
        Name(packed | ((name.len() & 0xff) as u128) << 120)
    }

    pub(crate) const fn of(tag: Tag) -> Name {
        Name::new(ALL[tag as usize].0.as_bytes())
    }

    /// The tag of that name.
    #[inline]
    pub(crate) fn tag(self) -> Tag {
        let mut slot = self.slot();
        loop {
            let (name, tag) = SLOTS[slot];
            if name == self.0 {
                return tag;
            }
            if name == 0 {
                return Tag::Other;
            }
            slot = (slot + 1) % SLOTS.len();
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "both halves of the number are meant"
    )]
    const fn slot(self) -> usize {
        let folded = (self.0 as u64) ^ ((self.0 >> 64) as u64).rotate_left(29);
        (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize
    }
}

/// Open addressing over 1,024 slots, filled at compile time.
static SLOTS: [(u128, Tag); 1024] = {
    let mut slots = [(0u128, Tag::Other); 1024];
    let mut i = 1;
    while i < ALL.len() {
        let name = Name::of(ALL[i].2);
        let mut slot = name.slot();
        while slots[slot].0 != 0 {
            slot = (slot + 1) % 1024;
        }
        slots[slot] = (name.0, ALL[i].2);
        i += 1;
    }
    slots
};
