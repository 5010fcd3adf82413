//! Element names packed into numbers, and the lookup of their tags.

use crate::tag::{ALL, Tag};

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
        while i < name.len() && i < KEPT_BYTES {
            packed |= (name[i].to_ascii_lowercase() as u128) << (8 * i);
            i += 1;
        }
        Name(packed | ((name.len() & 0xff) as u128) << 120)
    }

    /// The name at a position in a page.
    #[inline]
    pub(crate) fn at(html: &[u8], start: usize, end: usize) -> Name {
        let Some(Ok(bytes)) = html.get(start..start + 16).map(<[u8; 16]>::try_from) else {
            return Name::new(&html[start..end]);
        };
        let length = end - start;
        let kept = u128::MAX >> (128 - 8 * length.min(KEPT_BYTES));
        let packed = lower_case(u128::from_le_bytes(bytes) & kept);
        Name(packed | ((length & 0xff) as u128) << 120)
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

/// Bytes of a name that are kept.
const KEPT_BYTES: usize = 15;

/// Converts the ASCII letters of sixteen bytes to lower case at once.
#[inline]
fn lower_case(bytes: u128) -> u128 {
    const EACH: u128 = u128::MAX / 0xff;
    let low = bytes & (EACH * 0x7f);
    let from_a = low + EACH * u128::from(0x80 - b'A');
    let beyond_z = low + EACH * u128::from(0x80 - b'Z' - 1);
    let is_upper = (from_a ^ beyond_z) & !bytes & (EACH * 0x80);
    bytes | is_upper >> 2
}

/// Hash table of tags: open addressing over 1,024 slots, filled at compile time.
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

#[cfg(test)]
mod tests {
    use super::{Name, lower_case};

    #[test]
    fn sixteen_bytes_are_lowercased_like_single_ones() {
        for byte in 0..=255_u8 {
            let expected = [byte.to_ascii_lowercase(); 16];
            assert_eq!(
                lower_case(u128::from_le_bytes([byte; 16])).to_le_bytes(),
                expected
            );
        }
    }

    #[test]
    fn a_name_is_the_same_at_any_offset() {
        let page = b"<ABCDEFGHIJKLMNOPQRSTUVWXYZ and more of it";
        for end in 2..27 {
            assert_eq!(Name::at(page, 1, end), Name::new(&page[1..end]));
            assert_eq!(Name::at(&page[..end], 1, end), Name::new(&page[1..end]));
        }
    }
}
