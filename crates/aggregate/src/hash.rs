//! Stable hashes, since they are stored.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are hashes of this module, and are not hashed again.
pub(crate) type PrehashedMap<V> = HashMap<u64, V, BuildHasherDefault<IdentityHasher>>;

/// Uses a number as its own hash.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, more: &[u8]) {
        self.0 = pair(self.0, bytes(more));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

/// FNV-1a, 64 bits, with [`mix`] at the end: FNV alone gives short words similar low bits.
pub(crate) fn bytes(bytes: &[u8]) -> u64 {
    let fnv = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    mix(fnv)
}

/// The hash of a sequence of two; the order matters.
pub(crate) fn pair(a: u64, b: u64) -> u64 {
    mix(a
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(23)
        .wrapping_add(b))
}

/// The last steps of `SplitMix64` (Steele et al. 2014): each input bit affects every output bit.
pub(crate) fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
