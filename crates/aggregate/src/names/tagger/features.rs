//! Features of a word, its neighbours and its spelling that indicate names, as hashes.
//!
//! The features are those of sequence taggers since Ratinov & Roth, *Design Challenges and Misconceptions in Named Entity Recognition*
//! (2009): neighbouring words, shapes, prefixes and suffixes, classes of words and of their vectors, and entries of a lexicon of names.

use super::lexicon::{NameLexicon, WordClasses};
use crate::hash::{bytes, pair};

/// Kinds of features; part of the model, so the numbers never change their meaning.
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
    pub(super) const VECTOR_CLASS: u64 = 22;
    pub(super) const NO_VECTOR: u64 = 23;
}

/// Maximum letters of a prefix or suffix.
const MAX_AFFIX_LETTERS: usize = 5;

/// Offsets of the words from which a word gets its features: its own first, then those of its neighbours.
pub(super) const OFFSETS: [isize; 5] = [0, -1, 1, -2, 2];

/// What is known about a word regardless of context, for its features together with other words.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// Hash as it is written.
    written: u64,
    /// Hash of the lower case.
    lower: u64,
    shape: u64,
    is_capitalised: bool,
    classes: Option<WordClasses>,
    /// The first value that the lexicon has for it.
    known: Option<u64>,
}

impl Word {
    pub(super) fn new(text: &str, lexicon: &NameLexicon) -> Self {
        Self {
            written: bytes(text.as_bytes()),
            lower: bytes(text.to_lowercase().as_bytes()),
            shape: bytes(shape(text).as_bytes()),
            is_capitalised: text.starts_with(char::is_uppercase),
            classes: lexicon.classes(text),
            known: lexicon.word(text).next(),
        }
    }
}

fn feature(kind: u64, offset: isize, value: u64) -> u64 {
    pair(kind << 8 | (offset + 4).unsigned_abs() as u64, value)
}

/// The shape of a word: classes of capitals, small letters and digits, runs cut to two: "Xxx" for "Merkel", "XX" for "SPD".
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
    let known = words.iter().map(|text| Word::new(text, lexicon));
    let known: Vec<Word> = known.collect();
    let of_word = |at: usize| {
        let mut found = Vec::with_capacity(64);
        let mut add = |feature| found.push(feature);
        for offset in OFFSETS {
            let near = at.checked_add_signed(offset);
            match near.and_then(|near| Some((words.get(near)?, known.get(near)?))) {
                Some((text, word)) => alone(text, word, offset, lexicon, &mut add),
                None => add(edge(offset)),
            }
        }
        together(&known, at, &mut add);
        found
    };
    let mut all: Vec<Vec<u64>> = (0..words.len()).map(of_word).collect();
    known_names(&known, lexicon, |at, feature| all[at].push(feature));
    all
}

/// The features that a word gives to the word it stands beside, whatever else is in the sentence; to itself at offset 0.
pub(super) fn alone(
    text: &str,
    word: &Word,
    offset: isize,
    lexicon: &NameLexicon,
    add: &mut impl FnMut(u64),
) {
    if offset == 0 {
        add(feature(kind::ALWAYS, 0, 0));
    }
    add(feature(kind::WORD, offset, word.lower));
    add(feature(kind::SHAPE, offset, word.shape));
    match word.classes {
        None => add(feature(kind::NO_CLASS, offset, 0)),
        Some(classes) => {
            for (clustering, class) in (0..).zip(classes) {
                add(feature(
                    kind::CLASS,
                    offset,
                    u64::from(class) << 2 | clustering,
                ));
            }
        }
    }
    match lexicon.vector_classes(word.lower) {
        None if lexicon.has_vectors() => add(feature(kind::NO_VECTOR, offset, 0)),
        None => {}
        Some(classes) => {
            for (clustering, class) in (0..).zip(classes) {
                let value = u64::from(class) << 2 | clustering;
                add(feature(kind::VECTOR_CLASS, offset, value));
            }
        }
    }
    if offset.abs() > 1 {
        return;
    }
    for known in lexicon.word(text) {
        add(feature(kind::KNOWN, offset, known));
    }
    let lower = text.to_lowercase();
    if offset == 0 {
        of_spelling(&lower, add);
        of_parts(text, word, lexicon, add);
    } else if let Some(last) = suffixes(&lower).take(3).last() {
        add(feature(kind::SUFFIX_BESIDE, offset, bytes(last.as_bytes())));
    }
}

/// The prefixes of one, two, … letters.
fn prefixes(lower: &str) -> impl Iterator<Item = &str> {
    let ends = lower.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.take(MAX_AFFIX_LETTERS).map(|end| &lower[..end])
}

/// The suffixes of one, two, … letters.
fn suffixes(lower: &str) -> impl Iterator<Item = &str> {
    let starts = lower.char_indices().rev().take(MAX_AFFIX_LETTERS);
    starts.map(|(start, _)| &lower[start..])
}

fn of_spelling(lower: &str, add: &mut impl FnMut(u64)) {
    for (size, (prefix, suffix)) in (1..).zip(prefixes(lower).zip(suffixes(lower))) {
        add(feature(kind::PREFIX, size, bytes(prefix.as_bytes())));
        add(feature(kind::SUFFIX, size, bytes(suffix.as_bytes())));
    }
}

/// The features of the parts of a compound, and of the stem of a word that the lexicon does not know.
fn of_parts(text: &str, word: &Word, lexicon: &NameLexicon, add: &mut impl FnMut(u64)) {
    if word.known.is_none() {
        add(feature(kind::UNKNOWN, 0, 0));
        // a German genitive: "Erfurts"
        let stem = text
            .strip_suffix('s')
            .filter(|stem| stem.chars().nth(2).is_some());
        for known in stem.into_iter().flat_map(|stem| lexicon.word(stem)) {
            add(feature(kind::KNOWN_STEM, 0, known));
        }
    }
    if let (Some((_, last)), Some((first, _))) = (text.rsplit_once('-'), text.split_once('-')) {
        add(feature(
            kind::LAST_PART,
            0,
            bytes(last.to_lowercase().as_bytes()),
        ));
        for known in lexicon.word(last) {
            add(feature(kind::KNOWN_LAST_PART, 0, known));
        }
        for known in lexicon.word(first) {
            add(feature(kind::KNOWN_FIRST_PART, 0, known));
        }
    }
}

/// The feature of an offset at which the sentence has no word.
pub(super) fn edge(offset: isize) -> u64 {
    feature(kind::EDGE, offset, 0)
}

/// The features of a word together with the one before and the one after.
pub(super) fn together(words: &[Word], at: usize, add: &mut impl FnMut(u64)) {
    let beside = |offset: isize| words.get(at.checked_add_signed(offset)?);
    let Some(word) = words.get(at) else {
        return;
    };
    for offset in [-1, 1] {
        let Some(near) = beside(offset) else {
            continue;
        };
        add(feature(
            kind::WORD_PAIR,
            offset,
            pair(near.lower, word.lower),
        ));
        add(feature(
            kind::SHAPE_PAIR,
            offset,
            pair(near.shape, word.shape),
        ));
        if let (Some(near), Some(own)) = (near.classes, word.classes) {
            for (clustering, (near, own)) in (0..).zip(near.into_iter().zip(own)) {
                let classes = u64::from(near) << 16 | u64::from(own);
                add(feature(kind::CLASS_PAIR, offset, classes << 2 | clustering));
            }
        }
    }
    if let Some((before, own)) = beside(-1).and_then(|near| near.known).zip(word.known) {
        add(feature(kind::KNOWN_PAIR, 0, pair(before >> 8, own >> 8)));
    }
}

/// A copy of a feature for the sentences of one style alone: what all styles share is learned from all of them, and what they disagree
/// on from each by itself (Daumé, *Frustratingly Easy Domain Adaptation*, ACL 2007).
pub fn in_style(feature: u64, style: usize) -> u64 {
    pair(kind::STYLE << 8 | style as u64, feature)
}

/// Adds the longest known names: the index of each of their words, and its feature.
pub(super) fn known_names(words: &[Word], lexicon: &NameLexicon, mut add: impl FnMut(usize, u64)) {
    let mut at = 0;
    while at < words.len() {
        let longest = usize::min(7, words.len() - at);
        let starts = words[at].is_capitalised;
        let known = (1..=longest).rev().filter(|_| starts).find_map(|length| {
            let written = words[at..at + length].iter().map(|word| word.written);
            Some((length, lexicon.name_of_hashes(written)?))
        });
        let Some((length, found)) = known else {
            at += 1;
            continue;
        };
        for index in 0..length {
            let position = u64::from(index > 0) << 1 | u64::from(length > 1);
            let value = u64::from(found) << 2 | position;
            add(at + index, pair(kind::NAME << 8, value));
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
    fn the_word_before_gives_features() {
        let of_kern = |before| features(&[before, "Kern"], &NameLexicon::default()).remove(1);
        assert_eq!(of_kern("Ein"), of_kern("Ein"));
        assert_ne!(of_kern("Ein"), of_kern("Kein"));
    }
}
