//! Runs of words, as numbers, to find text that stands on a page twice (Broder, *On the Resemblance and Containment of
//! Documents*, 1997).

/// One shingle in so many is looked at: always the same ones, wherever they stand.
const SAMPLED: u64 = 4;

/// The sampled shingles of hashed words, `length` words each. None is 0.
pub(super) fn shingles(words: &[u64], length: usize) -> impl Iterator<Item = u64> {
    // the lowest bits of a product are its weakest, so that the last one may be set
    words
        .windows(length)
        .map(|words| hash(words) | 1)
        .filter(|hash| (hash >> 40).is_multiple_of(SAMPLED))
}

fn hash(words: &[u64]) -> u64 {
    words.iter().fold(1, |hash, word| {
        (hash.rotate_left(17) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
