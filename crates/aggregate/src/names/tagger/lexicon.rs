//! What is known about words and whole names before any sentence is read: how often a word is part of each kind of name, which words
//! occur in the same contexts, and which have a similar vector.

use serde::{Deserialize, Serialize};

use super::tags::TAGS;
use crate::hash::{PrehashedMap, bytes, pair};

/// How often words are part of names, which names are known, and the classes of words and of their vectors, by hashes. Learned
/// from text whose labels are unchecked or missing, so the entries are features for the model, not decisions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NameLexicon {
    words: PrehashedMap<u32>,
    names: PrehashedMap<u8>,
    classes: PrehashedMap<WordClasses>,
    vector_classes: PrehashedMap<VectorClasses>,
}

/// The classes of a word by the words beside it, in clusterings from coarse to fine.
pub type WordClasses = [u16; CLUSTERINGS];

/// Number of clusterings of words.
pub const CLUSTERINGS: usize = 3;

/// The classes of a word by its vector, in clusterings from coarse to fine.
pub type VectorClasses = [u16; VECTOR_CLUSTERINGS];

/// Number of clusterings of vectors.
pub const VECTOR_CLUSTERINGS: usize = 4;

/// The lexicon as it is stored: hashes of 32 bits, each as its distance from the previous one.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct LexiconFile {
    words: Vec<(u32, u32)>,
    names: Vec<(u32, u8)>,
    classes: Vec<(u32, WordClasses)>,
    vector_classes: Vec<(u32, VectorClasses)>,
}

/// The key of a hash, of which 32 bits are stored; the key repeats them, as tables use both the upper and the lower bits.
pub(super) fn short(hash: u64) -> u64 {
    spread(hash >> 32)
}

fn spread(stored: u64) -> u64 {
    stored << 32 | stored
}

fn name_hash(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0, pair)
}

/// Packs how often a word has each tag, in steps: two bits for how often it was seen, then three for each tag, 0 for never.
fn code(counts: &[u32; TAGS]) -> u32 {
    let all: u32 = counts.iter().sum();
    let amount = match all {
        0 => return 0,
        1 => 1,
        2..5 => 2,
        _ => 3,
    };
    let shares = counts.iter().enumerate().map(|(tag, count)| {
        let share = match (*count, all) {
            (0, _) => 0,
            (count, all) if count * 10 > all * 8 => 4,
            (count, all) if count * 10 > all * 4 => 3,
            (count, all) if count * 10 > all => 2,
            _ => 1,
        };
        share << (3 * tag + 2)
    });
    amount | shares.sum::<u32>()
}

impl NameLexicon {
    /// Sets how often a word has each tag; zeros remove it.
    pub fn set_word(&mut self, word: &str, counts: &[u32; TAGS]) {
        let key = short(bytes(word.as_bytes()));
        match code(counts) {
            0 => self.words.remove(&key),
            code => self.words.insert(key, code),
        };
    }

    /// Sets the kind of a whole name, a small number; `None` removes it.
    pub fn set_name<'a>(&mut self, words: impl Iterator<Item = &'a str>, kind: Option<u8>) {
        let key = short(name_hash(words.map(|word| bytes(word.as_bytes()))));
        match kind {
            None => self.names.remove(&key),
            Some(kind) => self.names.insert(key, kind),
        };
    }

    /// Sets the classes of a word; see `lab::word_classes`.
    pub fn set_classes(&mut self, word: &str, classes: WordClasses) {
        self.classes.insert(short(bytes(word.as_bytes())), classes);
    }

    /// The classes of a word, if it has any.
    pub(super) fn classes(&self, word: &str) -> Option<WordClasses> {
        self.classes.get(&short(bytes(word.as_bytes()))).copied()
    }

    /// Sets the classes of a word whose vector is known, whatever its letter case.
    pub fn set_vector_classes(&mut self, word: &str, classes: VectorClasses) {
        let key = short(bytes(word.to_lowercase().as_bytes()));
        self.vector_classes.insert(key, classes);
    }

    /// Whether the vector of any word is known.
    pub(super) fn has_vectors(&self) -> bool {
        !self.vector_classes.is_empty()
    }

    /// The classes of a word by its vector, if that is known. The word is given by the hash of its lower case.
    pub(super) fn vector_classes(&self, lower: u64) -> Option<VectorClasses> {
        self.vector_classes.get(&short(lower)).copied()
    }

    /// The entries of a word: a value for each tag that it was seen with; the tag is above the lowest eight bits.
    pub(super) fn word(&self, word: &str) -> impl Iterator<Item = u64> + use<> {
        let code = self
            .words
            .get(&short(bytes(word.as_bytes())))
            .copied()
            .unwrap_or_default();
        let amount = u64::from(code & 3);
        (0..TAGS as u64).filter_map(move |tag| {
            let share = u64::from(code >> (3 * tag + 2) & 7);
            (share > 0).then_some(tag << 8 | share << 2 | amount)
        })
    }

    /// The kind of a whole name, by the hashes of its words as they are written.
    pub(super) fn name_of_hashes(&self, words: impl Iterator<Item = u64>) -> Option<u8> {
        self.names.get(&short(name_hash(words))).copied()
    }

    pub(super) fn from_file(file: LexiconFile) -> Self {
        Self {
            words: whole(file.words).collect(),
            names: whole(file.names).collect(),
            classes: whole(file.classes).collect(),
            vector_classes: whole(file.vector_classes).collect(),
        }
    }

    pub(super) fn to_file(&self) -> LexiconFile {
        LexiconFile {
            words: distances(&self.words),
            names: distances(&self.names),
            classes: distances(&self.classes),
            vector_classes: distances(&self.vector_classes),
        }
    }
}

/// The values of a table with the distances of their keys.
pub(super) fn distances<V: Clone>(table: &PrehashedMap<V>) -> Vec<(u32, V)> {
    let values = table.iter().map(|(key, value)| (*key >> 32, value.clone()));
    let mut values: Vec<(u64, V)> = values.collect();
    values.sort_unstable_by_key(|(key, _)| *key);
    let mut last = 0;
    let values = values.into_iter().map(|(key, value)| {
        let distance = u32::try_from(key - last).unwrap_or(u32::MAX);
        last = key;
        (distance, value)
    });
    values.collect()
}

/// The values whose keys are distances, with their keys.
pub(super) fn whole<V>(values: Vec<(u32, V)>) -> impl Iterator<Item = (u64, V)> {
    let mut key = 0u64;
    values.into_iter().map(move |(distance, value)| {
        key += u64::from(distance);
        (spread(key), value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_and_survive_serialisation() {
        let mut lexicon = NameLexicon::default();
        lexicon.set_word("Kern", &[1, 8, 0, 0, 0, 1, 0]);
        lexicon.set_name(["Ada", "Kern"].into_iter(), Some(2));
        lexicon.set_classes("Kern", [3, 70, 900]);
        assert!(!lexicon.has_vectors());
        lexicon.set_vector_classes("Kern", [5, 90, 700, 2000]);
        assert!(lexicon.has_vectors());
        let of_vector = |lower: &str| lexicon.vector_classes(bytes(lower.as_bytes()));
        assert_eq!(of_vector("kern"), Some([5, 90, 700, 2000]));
        assert_eq!(of_vector("ada"), None);
        assert_eq!(lexicon.classes("Kern"), Some([3, 70, 900]));
        assert_eq!(lexicon.classes("kern"), None);
        assert_eq!(
            lexicon.word("Kern").collect::<Vec<_>>(),
            [1 << 2 | 3, 1 << 8 | 3 << 2 | 3, 5 << 8 | 1 << 2 | 3]
        );
        let name = |lexicon: &NameLexicon, words: [&str; 2]| {
            lexicon.name_of_hashes(words.into_iter().map(|word| bytes(word.as_bytes())))
        };
        assert_eq!(name(&lexicon, ["Ada", "Kern"]), Some(2));
        assert_eq!(name(&lexicon, ["Kern", "Ada"]), None);
        assert_eq!(NameLexicon::from_file(lexicon.to_file()), lexicon);
        lexicon.set_word("Kern", &[0; TAGS]);
        lexicon.set_name(["Ada", "Kern"].into_iter(), None);
        assert_eq!(lexicon.word("Kern").count(), 0);
        assert_eq!(name(&lexicon, ["Ada", "Kern"]), None);
    }
}
