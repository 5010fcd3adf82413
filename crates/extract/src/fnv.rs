//! The hash FNV-1a, 64 bits: quick for short texts and the same on every machine.

/// Hash of nothing.
pub(crate) const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
/// What each value multiplies by.
pub(crate) const PRIME: u64 = 0x0100_0000_01b3;

/// A hash and one more value: a byte, or a character.
#[inline]
pub(crate) fn on(hash: u64, value: impl Into<u64>) -> u64 {
    (hash ^ value.into()).wrapping_mul(PRIME)
}

/// Hash of bytes or characters in order.
#[inline]
pub(crate) fn hash<T: Into<u64>>(values: impl IntoIterator<Item = T>) -> u64 {
    values.into_iter().fold(BASIS, on)
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn hashes_are_those_of_the_reference_implementation() {
        assert_eq!(hash("".bytes()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a".bytes()), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar".bytes()), 0x8594_4171_f739_67e8);
    }
}
