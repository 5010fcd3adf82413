//! Word shingles (Broder, *On the Resemblance and Containment of Documents*, 1997).

/// The sampled shingles of hashed words, `length` words each. Never 0.
pub(crate) fn shingles(words: &[u64], length: usize) -> impl Iterator<Item = u64> {
    // the lowest bit of a product carries the least information, so it is set to avoid 0
    words
        .windows(length)
        .map(|words| hash_words(words) | 1)
        // one shingle in four is kept, always the same ones wherever they occur
        .filter(|hash| (hash >> 40).is_multiple_of(4))
}

/// The hash of a run of hashed words.
pub(crate) fn hash_words(words: &[u64]) -> u64 {
    words.iter().fold(1, |hash, word| {
        (hash.rotate_left(17) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
