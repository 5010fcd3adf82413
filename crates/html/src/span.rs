//! Byte ranges in a text.

/// A half-open range of bytes in one of the strings of a [`TextDocument`](crate::TextDocument), or in the page itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The text this range covers; empty if the range is not one of `text`.
    #[inline]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }

    /// Whether a byte is inside.
    #[inline]
    pub fn contains(self, place: u32) -> bool {
        (self.start..self.end).contains(&place)
    }

    /// Whether two ranges have a byte in common.
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Length in bytes.
    #[inline]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether the range is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// A span of offsets that are known to be below 4 GiB.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a page is cut at MAX_BYTES, far below 4 GiB"
)]
pub(crate) fn span(start: usize, end: usize) -> Span {
    Span {
        start: start as u32,
        end: end as u32,
    }
}
