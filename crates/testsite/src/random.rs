//! Reproducible random numbers.

/// A stream of numbers from a seed: `SplitMix64` (Steele, Lea, Flood: Fast Splittable Pseudorandom
/// Number Generators, OOPSLA 2014).
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// The stream of `seed` with this name. Streams with different names are independent.
    pub(crate) fn new(seed: u64, name: &str) -> Self {
        Self(mix(seed, name))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scramble(self.0)
    }

    /// A number in `0..bound`; 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        if bound == 0 {
            return 0;
        }
        usize::try_from(self.next() % bound as u64).unwrap_or(0)
    }

    /// A number in `low..=high`.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high.saturating_sub(low) + 1)
    }

    /// One of `items`, or the default if there are none.
    pub(crate) fn pick<T: Copy + Default>(&mut self, items: &[T]) -> T {
        items
            .get(self.below(items.len()))
            .copied()
            .unwrap_or_default()
    }

    /// True with a probability of `percent`.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }
}

/// `count` words of random letters, different for each name.
pub(crate) fn words(name: &str, count: usize) -> String {
    let mut random = Random::new(11, name);
    let mut out = String::with_capacity(count * 7);
    for n in 0..count {
        out.push_str(if n == 0 { "" } else { " " });
        let mut letters = random.next();
        for _ in 0..6 {
            out.push(char::from(b'a' + u8::try_from(letters % 26).unwrap_or(0)));
            letters /= 26;
        }
    }
    out
}

/// Hashes seed and name into one number (FNV-1a, then scrambled).
pub(crate) fn mix(seed: u64, name: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ scramble(seed);
    for byte in name.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    scramble(hash)
}

fn scramble(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
