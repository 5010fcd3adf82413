//! Words that indicate the purpose of a block, in the major languages of the press.
//!
//! They were collected from general knowledge of such pages, never from the pages of the benchmarks.

mod phrases;

pub(crate) use self::phrases::{Beginnings, Hit, Phrases, capitalised, continues_word};

use std::sync::LazyLock;

use text::hash;
use text::words;

/// Bounds on the length of a stem, in characters.
pub(crate) const MIN_STEM_CHARS: u32 = 4;
/// See [`MIN_STEM_CHARS`].
pub(crate) const MAX_STEM_CHARS: u32 = 11;

/// A set of lexica.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lexica(u16);

impl Lexica {
    pub(crate) const SOCIAL: Self = Self(1);
    pub(crate) const LEGAL: Self = Self(1 << 1);
    pub(crate) const SUBSCRIPTION: Self = Self(1 << 2);
    pub(crate) const RELATED: Self = Self(1 << 3);
    pub(crate) const MEDIA: Self = Self(1 << 4);
    pub(crate) const COMMENT: Self = Self(1 << 5);
    pub(crate) const ADVERTISEMENT: Self = Self(1 << 6);
    pub(crate) const BYLINE: Self = Self(1 << 7);
    pub(crate) const EMBED: Self = Self(1 << 8);
    pub(crate) const CONTACT: Self = Self(1 << 9);
    /// Names of months.
    pub(crate) const MONTH: Self = Self(1 << 10);
    /// Function words.
    pub(crate) const STOP: Self = Self(1 << 11);
    /// A byline if it is the first word.
    const FIRST: Self = Self(1 << 12);
    /// Words between the parts of a date.
    pub(crate) const IN_DATE: Self = Self(1 << 13);

    #[inline]
    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub(crate) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// The lexica of the first word of a text: some words are bylines only there.
    #[inline]
    pub(crate) fn of_first_word(self) -> Self {
        if self.has(Self::FIRST) {
            return Self(self.0 | Self::BYLINE.0);
        }
        self
    }
}

/// The lexica with words in a short text, and whether it has a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LexiconHits(u16);

impl LexiconHits {
    /// Number of lexica.
    pub(crate) const KINDS: usize = 10;
    const DATE: u16 = 1 << 15;

    pub(crate) fn of(lexica: Lexica, date: bool) -> Self {
        Self(lexica.0 & ((1 << Self::KINDS) - 1) | if date { Self::DATE } else { 0 })
    }

    /// Whether the text has a date.
    pub(crate) fn has_date(self) -> bool {
        self.0 & Self::DATE != 0
    }

    /// Whether the text has words of a lexicon.
    pub(crate) fn has(self, lexicon: Lexica) -> bool {
        self.0 & lexicon.0 != 0
    }

    /// Whether the text has words of a byline.
    pub(crate) fn has_byline(self) -> bool {
        self.has(Lexica::BYLINE)
    }

    /// For each lexicon, in column order: whether the text has words of it.
    pub(crate) fn kinds(self) -> impl Iterator<Item = bool> {
        (0..Self::KINDS).map(move |kind| self.0 & 1 << kind != 0)
    }
}

static LEXICA: [(Lexica, &[&str]); 14] = [
    (Lexica::SOCIAL, words::blocks::SOCIAL),
    (Lexica::LEGAL, words::blocks::LEGAL),
    (Lexica::SUBSCRIPTION, words::blocks::SUBSCRIPTION),
    (Lexica::RELATED, words::blocks::RELATED),
    (Lexica::MEDIA, words::blocks::MEDIA),
    (Lexica::COMMENT, words::blocks::COMMENT),
    (Lexica::ADVERTISEMENT, words::blocks::ADVERTISEMENT),
    (Lexica::BYLINE, words::blocks::BYLINE),
    (Lexica::FIRST, words::blocks::BYLINE_FIRST),
    (Lexica::EMBED, words::blocks::EMBED),
    (Lexica::CONTACT, words::blocks::CONTACT),
    (Lexica::MONTH, words::blocks::MONTH),
    (Lexica::IN_DATE, words::dates::BETWEEN),
    (Lexica::STOP, words::blocks::SMALL_WORDS),
];

/// A hash table with open addressing; empty slots have no lexica.
struct Table {
    slots: Vec<(u64, Lexica)>,
    /// A bit for each hash in the table, to reject others quickly.
    filter: Vec<u64>,
}

const SLOTS: usize = 1 << 12;
const FILTER_BITS: usize = 1 << 15;

impl Table {
    fn new() -> Self {
        Self {
            slots: vec![(0, Lexica(0)); SLOTS],
            filter: vec![0; FILTER_BITS / 64],
        }
    }

    fn insert(&mut self, hash: u64, lexica: Lexica) {
        let bit = fold(hash) % FILTER_BITS;
        self.filter[bit / 64] |= 1 << (bit % 64);
        let mut slot = fold(hash) % SLOTS;
        while self.slots[slot].1 != Lexica(0) && self.slots[slot].0 != hash {
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot].0 = hash;
        self.slots[slot].1.add(lexica);
    }

    #[inline]
    fn get(&self, hash: u64) -> Lexica {
        let bit = fold(hash) % FILTER_BITS;
        if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
            return Lexica(0);
        }
        let mut slot = fold(hash) % SLOTS;
        while self.slots[slot].1 != Lexica(0) {
            if self.slots[slot].0 == hash {
                return self.slots[slot].1;
            }
            slot = (slot + 1) % SLOTS;
        }
        Lexica(0)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low bits are wanted")]
#[inline]
fn fold(hash: u64) -> usize {
    (hash ^ (hash >> 29)) as usize
}

struct Tables {
    words: Table,
    stems: Table,
    pairs: Table,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables {
        words: Table::new(),
        stems: Table::new(),
        pairs: Table::new(),
    };
    for (lexica, entries) in &LEXICA {
        for entry in *entries {
            if let Some(stem) = entry.strip_suffix('*') {
                tables.stems.insert(hash(stem), *lexica);
            } else if let Some((one, two)) = entry.split_once('_') {
                tables.pairs.insert(pair_of(hash(one), hash(two)), *lexica);
            } else {
                tables.words.insert(hash(entry), *lexica);
            }
        }
    }
    for name in names_of_months() {
        let parts = name.split(|c: char| !html::is_alphanumeric(c));
        let parts = parts.flat_map(|part| part.split_inclusive(html::is_ideograph));
        let parts: Vec<&str> = parts.collect();
        // the last two words are enough, except in Thai, where every letter is one; Indian signs end words
        match parts.as_slice() {
            [word] => tables.words.insert(hash(word), Lexica::MONTH),
            [.., one, two] if parts.len() == 2 || !two.starts_with(html::is_ideograph) => {
                let pair = pair_of(hash(one), hash(two));
                tables.pairs.insert(pair, Lexica::MONTH);
            }
            [..] => {}
        }
    }
    tables
});

/// The names of the months in all languages, without those that are common words: many short ones are in other languages.
fn names_of_months() -> impl Iterator<Item = &'static str> {
    let is_common = |name: &str| {
        let mut languages = words::dates::ALSO_WORDS.iter();
        languages.any(|(_, names)| names.contains(&name))
    };
    let is_short = |name: &str| name.is_ascii() && name.len() < 4;
    let languages = words::MONTHS.into_iter().flatten();
    languages.flat_map(move |(_, names)| {
        let all_short = names.iter().all(|name| is_short(name));
        let names = names.iter().copied();
        names.filter(move |name| !is_common(name) && (all_short || !is_short(name)))
    })
}

fn hash(word: &str) -> u64 {
    hash::fnv(word.chars())
}

#[inline]
fn pair_of(one: u64, two: u64) -> u64 {
    (one.rotate_left(21) ^ two).wrapping_mul(hash::FNV_PRIME)
}

/// The lexica that contain a word.
#[inline]
pub(crate) fn word(hash: u64) -> Lexica {
    TABLES.words.get(hash)
}

/// The lexica that contain a stem.
#[inline]
pub(crate) fn stem(hash: u64) -> Lexica {
    TABLES.stems.get(hash)
}

/// The lexica that contain a pair of consecutive words.
#[inline]
pub(crate) fn pair(one: u64, two: u64) -> Lexica {
    TABLES.pairs.get(pair_of(one, two))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_have_lengths_that_are_looked_up() {
        for (_, entries) in LEXICA {
            for stem in entries.iter().filter_map(|entry| entry.strip_suffix('*')) {
                let length = u32::try_from(stem.chars().count()).unwrap();
                assert!(
                    (MIN_STEM_CHARS..=MAX_STEM_CHARS).contains(&length),
                    "{stem}"
                );
            }
        }
    }

    #[test]
    fn words_stems_and_pairs_are_found_and_nothing_else() {
        assert!(word(hash("impressum")).has(Lexica::LEGAL));
        assert!(stem(hash("newsletter")).has(Lexica::SUBSCRIPTION));
        assert!(pair(hash("read"), hash("more")).has(Lexica::RELATED));
        assert!(!pair(hash("more"), hash("read")).has(Lexica::RELATED));
        assert_eq!(word(hash("giraffe")), Lexica(0));
    }
}
