//! What a word, its neighbours and its spelling say of a name, as hashes.
//!
//! The features are those of sequence taggers since Ratinov & Roth, *Design Challenges and Misconceptions in Named Entity Recognition*
//! (2009): words around, shapes, prefixes and suffixes, classes of words, and what a lexicon of names knows of the words.

use super::lexicon::{NameLexicon, WordClasses};
use crate::hash::{bytes, pair};

/// Kinds of features; part of the model, so that numbers never change their meaning.
mod kind {
    pub(super) const ALWAYS: u64 = 1;
    pub(super) const WORD: u64 = 2;
    pub(super) const SHAPE: u64 = 3;
    pub(super) const PREFIX: u64 = 4;
    pub(super) const SUFFIX: u64 = 5;
    pub(super) const WORD_PAIR: u64 = 6;
    pub(super) const SHAPE_PAIR: u64 = 7;
    pub(super) const SUFFIX_BESIDE: u64 = 8;
    pub(super) const KNOWN: u64 = 9;
    pub(super) const UNKNOWN: u64 = 10;
    pub(super) const KNOWN_STEM: u64 = 11;
    pub(super) const LAST_PART: u64 = 12;
    pub(super) const KNOWN_LAST_PART: u64 = 13;
    pub(super) const KNOWN_FIRST_PART: u64 = 14;
    pub(super) const KNOWN_PAIR: u64 = 15;
    pub(super) const NAME: u64 = 16;
    pub(super) const EDGE: u64 = 17;
    pub(super) const CLASS: u64 = 18;
    pub(super) const CLASS_PAIR: u64 = 19;
    pub(super) const NO_CLASS: u64 = 20;
    pub(super) const STYLE: u64 = 21;
}

/// Letters of the longest prefix and suffix.
const AFFIX: usize = 5;
/// Words of the longest name that is looked up.
const LONGEST_NAME: usize = 7;

/// What is computed once of each word.
struct Word<'a> {
    text: &'a str,
    /// Hash of the lower case.
    lower: u64,
    shape: u64,
    /// Hashes of the first one, two, … letters in lower case, and of the last.
    prefixes: Vec<u64>,
    suffixes: Vec<u64>,
    /// What the lexicon knows of it.
    known: Vec<u64>,
    classes: Option<WordClasses>,
}

impl<'a> Word<'a> {
    fn new(text: &'a str, lexicon: &NameLexicon) -> Self {
        let lower = text.to_lowercase();
        let letters: Vec<usize> = lower
            .char_indices()
            .map(|(at, _)| at)
            .chain([lower.len()])
            .collect();
        let count = letters.len() - 1;
        let sizes = 1..=AFFIX.min(count);
        let prefix = |size: usize| bytes(&lower.as_bytes()[..letters[size]]);
        let suffix = |size: usize| bytes(&lower.as_bytes()[letters[count - size]..]);
        Self {
            text,
            lower: bytes(lower.as_bytes()),
            shape: bytes(shape(text).as_bytes()),
            prefixes: sizes.clone().map(prefix).collect(),
            suffixes: sizes.map(suffix).collect(),
            known: lexicon.word(text).collect(),
            classes: lexicon.classes(text),
        }
    }

    fn last_letters(&self) -> u64 {
        self.suffixes
            .get(2)
            .or(self.suffixes.last())
            .copied()
            .unwrap_or_default()
    }
}

/// Capitals, small letters, digits and what is neither, runs of more than two shortened: "Xxx" for "Merkel", "XX" for "SPD".
fn shape(word: &str) -> String {
    let mut shape = String::with_capacity(word.len());
    let mut run = ('\0', 0);
    for c in word.chars() {
        let class = match c {
            c if c.is_uppercase() => 'X',
            c if c.is_lowercase() => 'x',
            c if c.is_numeric() => '9',
            c => c,
        };
        run = if run.0 == class {
            (class, run.1 + 1)
        } else {
            (class, 1)
        };
        if run.1 <= 2 {
            shape.push(class);
        }
    }
    shape
}

/// The features of each word of a sentence, whatever its style.
pub fn features(words: &[&str], lexicon: &NameLexicon) -> Vec<Vec<u64>> {
    let words: Vec<Word<'_>> = words.iter().map(|word| Word::new(word, lexicon)).collect();
    let mut all: Vec<Vec<u64>> = (0..words.len())
        .map(|at| of_word(&words, at, lexicon))
        .collect();
    known_names(&words, lexicon, &mut all);
    all
}

fn of_word(words: &[Word<'_>], at: usize, lexicon: &NameLexicon) -> Vec<u64> {
    let mut found = Vec::with_capacity(64);
    let beside = |offset: isize| words.get(at.checked_add_signed(offset)?);
    let Some(word) = words.get(at) else {
        return found;
    };
    let mut add = |kind: u64, offset: isize, value: u64| {
        found.push(pair(kind << 8 | (offset + 4).unsigned_abs() as u64, value));
    };
    add(kind::ALWAYS, 0, 0);
    for offset in -2..=2 {
        match beside(offset) {
            Some(near) => {
                add(kind::WORD, offset, near.lower);
                add(kind::SHAPE, offset, near.shape);
                add_classes(&mut add, offset, near);
            }
            None => add(kind::EDGE, offset, 0),
        }
    }
    for (size, (prefix, suffix)) in (1..).zip(word.prefixes.iter().zip(&word.suffixes)) {
        add(kind::PREFIX, size, *prefix);
        add(kind::SUFFIX, size, *suffix);
    }
    for offset in [-1, 1] {
        if let Some(near) = beside(offset) {
            add(kind::WORD_PAIR, offset, pair(near.lower, word.lower));
            add(kind::SHAPE_PAIR, offset, pair(near.shape, word.shape));
            add(kind::SUFFIX_BESIDE, offset, near.last_letters());
            if let (Some(near), Some(own)) = (near.classes, word.classes) {
                for (clustering, (near, own)) in (0..).zip(near.into_iter().zip(own)) {
                    let classes = u64::from(near) << 16 | u64::from(own);
                    add(kind::CLASS_PAIR, offset, classes << 2 | clustering);
                }
            }
        }
    }
    for offset in -1..=1 {
        for known in beside(offset).iter().flat_map(|near| &near.known) {
            add(kind::KNOWN, offset, *known);
        }
    }
    if word.known.is_empty() {
        add(kind::UNKNOWN, 0, 0);
        // a German genitive: "Erfurts"
        let stem = word
            .text
            .strip_suffix('s')
            .filter(|stem| stem.chars().nth(2).is_some());
        for known in stem.into_iter().flat_map(|stem| lexicon.word(stem)) {
            add(kind::KNOWN_STEM, 0, known);
        }
    }
    if let (Some((_, last)), Some((first, _))) =
        (word.text.rsplit_once('-'), word.text.split_once('-'))
    {
        add(kind::LAST_PART, 0, bytes(last.to_lowercase().as_bytes()));
        for known in lexicon.word(last) {
            add(kind::KNOWN_LAST_PART, 0, known);
        }
        for known in lexicon.word(first) {
            add(kind::KNOWN_FIRST_PART, 0, known);
        }
    }
    if let Some((before, own)) = beside(-1)
        .and_then(|near| near.known.first())
        .zip(word.known.first())
    {
        add(kind::KNOWN_PAIR, 0, pair(*before >> 8, *own >> 8));
    }
    found
}

/// A feature once more, for the sentences of one style alone: what all styles share is learned of all of them, and where they disagree
/// each by itself (Daumé, *Frustratingly Easy Domain Adaptation*, ACL 2007).
pub fn in_style(feature: u64, style: usize) -> u64 {
    pair(kind::STYLE << 8 | style as u64, feature)
}

/// Adds the classes of a word, or that it has none.
fn add_classes(add: &mut impl FnMut(u64, isize, u64), offset: isize, word: &Word<'_>) {
    match word.classes {
        None => add(kind::NO_CLASS, offset, 0),
        Some(classes) => {
            for (clustering, class) in (0..).zip(classes) {
                add(kind::CLASS, offset, u64::from(class) << 2 | clustering);
            }
        }
    }
}

/// Adds where the longest known names are.
fn known_names(words: &[Word<'_>], lexicon: &NameLexicon, all: &mut [Vec<u64>]) {
    let mut at = 0;
    while at < words.len() {
        let longest = LONGEST_NAME.min(words.len() - at);
        let starts = words[at].text.starts_with(char::is_uppercase);
        let known = (1..=longest).rev().filter(|_| starts).find_map(|length| {
            let texts = words[at..at + length].iter().map(|word| word.text);
            Some((length, lexicon.name(texts)?))
        });
        let Some((length, found)) = known else {
            at += 1;
            continue;
        };
        for (place, features) in all[at..at + length].iter_mut().enumerate() {
            let position = u64::from(place > 0) << 1 | u64::from(length > 1);
            features.push(pair(kind::NAME << 8, u64::from(found) << 2 | position));
        }
        at += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_short() {
        assert_eq!(
            ["Merkel", "SPD", "G-A-G", "1999", "iPhone12"].map(shape),
            ["Xxx", "XX", "X-X-X", "99", "xXxx99"]
        );
    }

    #[test]
    fn a_word_has_the_same_features_wherever_its_sentence_is_the_same() {
        let lexicon = NameLexicon::default();
        let one = features(&["Ein", "Kern", "."], &lexicon);
        assert_eq!(one, features(&["Ein", "Kern", "."], &lexicon));
        assert_ne!(one[1], features(&["Kein", "Kern", "."], &lexicon)[1]);
        assert!(features(&[], &lexicon).is_empty());
    }
}
