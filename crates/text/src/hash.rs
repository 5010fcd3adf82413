//! Hashes that are the same on every machine, since some are stored: 64-bit FNV-1a for short texts, and the finaliser of
//! `SplitMix64`.

/// The FNV-1a offset basis.
pub const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
/// The FNV-1a prime.
pub const FNV_PRIME: u64 = 0x0100_0000_01b3;

/// One step of FNV-1a, for a byte or a character.
#[inline]
pub fn fnv_step(hash: u64, value: impl Into<u64>) -> u64 {
    (hash ^ value.into()).wrapping_mul(FNV_PRIME)
}

/// FNV-1a of bytes or characters in order.
#[inline]
pub fn fnv<T: Into<u64>>(values: impl IntoIterator<Item = T>) -> u64 {
    values.into_iter().fold(FNV_BASIS, fnv_step)
}

/// The finaliser of `SplitMix64` (Steele et al. 2014): every bit of the input affects every bit of the output.
#[inline]
pub fn mixed(mut value: u64) -> u64 {
    value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

#[cfg(test)]
mod tests {
    use super::fnv;

    #[test]
    fn hashes_are_those_of_the_reference_implementation() {
        assert_eq!(fnv("".bytes()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv("a".bytes()), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv("foobar".bytes()), 0x8594_4171_f739_67e8);
    }
}
