//! The fingerprint by which near copies of a text are found.

use serde::{Deserialize, Serialize};

use crate::hash;
use crate::normalise::{alike, blank_separated_words, is_unspaced, normalise, word_count};
use crate::tokens::{DATES, head};

/// The sketch holds the word 3-grams whose hash is divisible by this.
pub const SKETCH_RATE: u64 = 8;

/// Maximum words of a text that are read, so that a page of book length has a bounded cost.
pub const MAX_WORDS: usize = 20_000;

/// Hashes of a text's word 3-grams, its figures and its title.
///
/// The sketch is a sample by value (Broder 1997, "mod m" sketches): of two texts that share a 3-gram, either both have it in their
/// sketch or neither. Hashes are kept by their upper 32 bits.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Hashes of the 3-grams whose 64 bits are divisible by [`SKETCH_RATE`], ascending.
    pub sketch: Vec<u32>,
    /// Hashes of all 3-grams, ascending.
    pub shingles: Vec<u32>,
    /// The 3-grams with a figure: the hash without the figures, then the whole hash; ascending. Two instances of a template
    /// share the first and not the second.
    pub slots: Vec<(u32, u32)>,
    /// Hashes of the figures: words with a digit, and the names of days and months; ascending.
    pub figures: Vec<u32>,
    /// Hashes of the words of eight letters or more, ascending: those that carry the content.
    pub long_words: Vec<u32>,
    /// Hashes of the title's words, ascending.
    pub title: Vec<u32>,
}

impl Fingerprint {
    /// The fingerprint of an article. That of an empty text is empty and similar to no other.
    pub fn of(title: &str, text: &str) -> Self {
        Self::of_normal(title, &normal(text))
    }

    /// The fingerprint of an article, and the [`word_count`] of its text, which is normalised once for both.
    pub(crate) fn with_word_count(title: &str, text: &str) -> (Self, usize) {
        let normal = normal(text);
        let words = if text.len() <= MAX_BYTES {
            blank_separated_words(&normal)
        } else {
            word_count(text)
        };
        (Self::of_normal(title, &normal), words)
    }

    fn of_normal(title: &str, text: &str) -> Self {
        let (title, words) = (hashed(&normal(title)), hashed(text));
        let gram = |w: &[Word], value: fn(&Word) -> u64| {
            let values = w.iter().map(value);
            values.reduce(hash::pair).unwrap_or_default()
        };
        let (mut all, mut sketch, mut slots) = (Vec::new(), Vec::new(), Vec::new());
        for three in words.windows(3) {
            let hash = gram(three, |word| word.hash);
            all.push(upper(hash));
            if hash % SKETCH_RATE == 0 {
                sketch.push(upper(hash));
            }
            if three.iter().any(|word| word.figure) {
                let form = gram(three, |word| if word.figure { 0 } else { word.hash });
                slots.push((upper(form), upper(hash)));
            }
        }
        let pick = |wanted: fn(&&Word) -> bool| {
            set(words.iter().filter(wanted).map(|w| upper(w.hash)).collect())
        };
        Self {
            sketch: set(sketch),
            shingles: set(all),
            slots: set(slots),
            figures: pick(|word| word.figure),
            long_words: pick(|word| word.long),
            title: set(title.iter().map(|word| upper(word.hash)).collect()),
        }
    }

    /// Approximate size in bytes, including its index entries.
    pub(super) fn bytes(&self) -> usize {
        let hashes = self.shingles.len() + self.figures.len() + self.long_words.len();
        4 * (hashes + self.title.len()) + 8 * self.slots.len() + 18 * self.sketch.len()
    }
}

/// A word of a text.
#[derive(Debug, Clone, Copy)]
struct Word {
    hash: u64,
    figure: bool,
    long: bool,
}

/// Maximum bytes of a text that are read: words have fewer than 60 on average in any language.
const MAX_BYTES: usize = MAX_WORDS * 60;

/// The beginning of a text, normalised. It is truncated before the costly part.
fn normal(text: &str) -> String {
    normalise(head(text, MAX_BYTES))
}

/// The words of a normalised text. Each Han or Kana character is one; so is a number or a Latin name between them, since the digits of two
/// numbers agree by chance.
fn hashed(normal: &str) -> Vec<Word> {
    let normal = alike(normal);
    let mut words = Vec::with_capacity(normal.len() / 6);
    for mut rest in normal.split(' ') {
        if words.len() >= MAX_WORDS {
            break;
        }
        while let Some(first) = rest.chars().next() {
            let end = if is_unspaced(first) {
                first.len_utf8()
            } else {
                rest.find(is_unspaced).unwrap_or(rest.len())
            };
            let (word, after) = rest.split_at(end);
            words.push(Word::of(word));
            rest = after;
        }
    }
    words
}

impl Word {
    fn of(word: &str) -> Self {
        let hash = hash::bytes(word.as_bytes());
        Self {
            hash,
            figure: word.chars().any(char::is_numeric) || DATES.contains(&hash),
            long: word.chars().nth(7).is_some(),
        }
    }
}

fn set<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort_unstable();
    values.dedup();
    values.shrink_to_fit(); // it is kept for two weeks
    values
}

/// The upper bits of a hash. The lower ones select the sample, so they carry less information.
fn upper(hash: u64) -> u32 {
    u32::try_from(hash >> 32).unwrap_or(u32::MAX)
}

/// The number of values that two ascending lists share.
pub(crate) fn shared<T: Ord>(a: &[T], b: &[T]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    // Which is smaller is a matter of chance, so both indices advance without a branch.
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        count += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    count
}
