//! Sentences with their names: the gold, the lexicon learned from them, and the scores of a model.

use std::collections::{BTreeMap, BTreeSet};

use aggregate::EntityKind;
use aggregate::tagger::{NameLexicon, TAG_NAMES, TAGS, spans};
use serde::Deserialize;

use crate::metrics::bootstrap::deviations;
use crate::metrics::{ratio, real};

/// A sentence of a set: one line of JSONL.
#[derive(Debug, Clone, Deserialize)]
pub struct NameSentence {
    /// Its language (ISO 639-1).
    #[serde(default)]
    pub lang: Option<String>,
    /// Words and punctuation marks.
    pub tokens: Vec<String>,
    /// Their tags (IOB2), such as `B-person`.
    tags: Vec<String>,
}

impl NameSentence {
    /// The numbers of its tags.
    ///
    /// # Errors
    ///
    /// A tag is not one of [`TAG_NAMES`], or there are more or fewer tags than words.
    pub fn tags(&self) -> Result<Vec<usize>, String> {
        let (tags, words) = (self.tags.len(), self.tokens.len());
        if tags != words {
            return Err(format!("{tags} tags for {words} words"));
        }
        let number = |tag: &String| {
            let known = TAG_NAMES.iter().position(|name| name == tag);
            known.ok_or_else(|| format!("{tag:?} is not a known tag"))
        };
        self.tags.iter().map(number).collect()
    }

    /// Its words.
    pub fn words(&self) -> Vec<&str> {
        self.tokens.iter().map(String::as_str).collect()
    }
}

/// Counts of words and names in sets with unchecked labels.
#[derive(Debug, Default)]
pub struct LexiconCounts {
    words: BTreeMap<String, [u32; TAGS]>,
    names: BTreeMap<Vec<String>, [u32; 3]>,
}

impl LexiconCounts {
    /// Counts the words and names of a sentence.
    pub fn add(&mut self, sentence: &NameSentence, tags: &[usize]) {
        for (word, tag) in sentence.tokens.iter().zip(tags) {
            let counts = self.words.entry(word.clone()).or_default();
            if let Some(count) = counts.get_mut(*tag) {
                *count += 1;
            }
        }
        for (first, end, kind) in spans(tags) {
            let words = sentence.tokens.get(first..end).unwrap_or_default();
            let counts = self.names.entry(words.to_vec()).or_default();
            counts[kind_index(kind)] += 1;
        }
    }

    /// The lexicon of all counts.
    pub fn lexicon(&self) -> NameLexicon {
        let mut lexicon = NameLexicon::default();
        for (word, counts) in &self.words {
            lexicon.set_word(word, counts);
        }
        for (words, counts) in &self.names {
            // the most frequent kind, the first of equals
            let most = std::iter::zip([0u8, 1, 2], counts)
                .rev()
                .max_by_key(|(_, count)| **count);
            lexicon.set_name(words.iter().map(String::as_str), most.map(|(kind, _)| kind));
        }
        lexicon
    }
}

fn kind_index(kind: EntityKind) -> usize {
    match kind {
        EntityKind::Organisation => 1,
        EntityKind::Place => 2,
        _ => 0,
    }
}

/// Counts of names in the gold and in a prediction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SpanCounts {
    /// Number of names in both, with the same words and kind.
    pub right: usize,
    /// Number of names in the gold.
    pub gold: usize,
    /// Number of names found.
    pub found: usize,
}

impl SpanCounts {
    /// The share of the names found that are right; 0 if none was found.
    pub fn precision(&self) -> f64 {
        ratio(real(self.right), real(self.found))
    }

    /// The share of the gold names that were found; 0 if there are none.
    pub fn recall(&self) -> f64 {
        ratio(real(self.right), real(self.gold))
    }

    /// The harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        ratio(real(2 * self.right), real(self.gold + self.found))
    }

    /// Adds the counts of others.
    pub fn add(&mut self, other: Self) {
        self.right += other.right;
        self.gold += other.gold;
        self.found += other.found;
    }
}

/// The sum of the counts of sentences, and the standard deviation of their F1 over resamples of the sentences.
pub fn sum_of(sentences: &[SpanCounts]) -> (SpanCounts, f64) {
    let mut all = SpanCounts::default();
    for counts in sentences {
        all.add(*counts);
    }
    let [deviation] = deviations(sentences.len(), |sample| {
        let (mut right, mut named) = (0.0, 0.0);
        for (at, counts) in sentences.iter().enumerate() {
            right += sample.weight(at) * real(2 * counts.right);
            named += sample.weight(at) * real(counts.gold + counts.found);
        }
        [ratio(right, named)]
    });
    (all, deviation)
}

/// The counts of one sentence by kind: a name is right if its words and its kind are.
pub fn span_counts(gold: &[usize], found: &[usize]) -> BTreeMap<EntityKind, SpanCounts> {
    let (gold, found): (BTreeSet<_>, BTreeSet<_>) = (
        spans(gold).into_iter().collect(),
        spans(found).into_iter().collect(),
    );
    let mut counts: BTreeMap<EntityKind, SpanCounts> = BTreeMap::new();
    for (_, _, kind) in &gold {
        counts.entry(*kind).or_default().gold += 1;
    }
    for (_, _, kind) in &found {
        counts.entry(*kind).or_default().found += 1;
    }
    for (_, _, kind) in gold.intersection(&found) {
        counts.entry(*kind).or_default().right += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_right_if_its_words_and_its_kind_are() {
        let counts = span_counts(&[1, 2, 0, 5, 3], &[1, 2, 0, 3, 5]);
        let of = |kind| counts[&kind];
        let expected = |right, gold, found| SpanCounts { right, gold, found };
        assert_eq!(of(EntityKind::Person), expected(1, 1, 1));
        assert_eq!(of(EntityKind::Place), expected(0, 1, 1));
        let mut all = SpanCounts::default();
        for counts in counts.values() {
            all.add(*counts);
        }
        assert_eq!(all, expected(1, 3, 3));
        assert!((all.f1() - 1.0 / 3.0).abs() < 1e-9);
        let (sum, deviation) = sum_of(&[all; 5]);
        assert_eq!(sum, expected(5, 15, 15));
        assert!(deviation < 1e-9, "sentences of one kind do not differ");
        let (_, deviation) = sum_of(&[all, expected(3, 3, 3)]);
        assert!(deviation > 0.1);
        assert!((all.precision() - all.recall()).abs() < 1e-9);
        assert_eq!(SpanCounts::default().f1().to_bits(), 0.0f64.to_bits());
    }

    #[test]
    fn a_sentence_with_an_unknown_tag_is_refused() {
        let read = |json: &str| serde_json::from_str::<NameSentence>(json).unwrap().tags();
        let tags = read(r#"{"tokens":["A","B"],"tags":["B-person","I-person"]}"#);
        assert_eq!(tags, Ok(vec![1, 2]));
        assert!(read(r#"{"tokens":["A"],"tags":["B-animal"]}"#).is_err());
        assert!(read(r#"{"tokens":["A"],"tags":[]}"#).is_err());
    }
}
