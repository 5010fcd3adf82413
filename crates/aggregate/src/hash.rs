//! Stable hashes, since they are stored.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use text::hash::fnv;
pub(crate) use text::hash::mixed as mix;

/// A map whose keys are hashes of this module, and are not hashed again.
pub(crate) type PrehashedMap<V> = HashMap<u64, V, BuildHasherDefault<IdentityHasher>>;

/// Likewise, a set.
pub(crate) type PrehashedSet = HashSet<u64, BuildHasherDefault<IdentityHasher>>;

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
    mix(fnv(bytes.iter().copied()))
}

/// The hash of a sequence of two; the order matters.
pub(crate) fn pair(a: u64, b: u64) -> u64 {
    mix(a
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(23)
        .wrapping_add(b))
}
