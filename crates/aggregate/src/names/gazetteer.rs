//! Which capitalised words are names, learned from the corpus.

use serde::{Deserialize, Serialize};

use super::key;
use super::sequences::{EntityKind, is_place_preposition, particles, sequences};
use crate::Lexicon;
use crate::hash::PrehashedMap;
use crate::terms::document_frequencies::{is_full, ordered};
use crate::tokens::{Gap, Token, head, tokens};
use text::words::cues::DETERMINERS;

/// The capitalisation of words in a language, and the kinds of names.
///
/// Learn from the articles of a run when it has ended, and use it unchanged in the next.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Gazetteer {
    /// Number of articles read.
    pub articles: u32,
    /// Number of words within sentences, and of those that are capitalised.
    inside: (u64, u64),
    #[serde(serialize_with = "ordered")]
    words: PrehashedMap<WordUse>,
    /// The cues around each name, by kind in the order of [`KINDS`].
    #[serde(serialize_with = "ordered")]
    names: PrehashedMap<[u32; KINDS.len()]>,
}

const KINDS: [EntityKind; 3] = [
    EntityKind::Person,
    EntityKind::Organisation,
    EntityKind::Place,
];

/// How often a word is capitalised or not. The first word of a sentence is not counted, unless it is in lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct WordUse {
    lower: u32,
    capital: u32,
    /// Capitalised, beside another capitalised word.
    beside: u32,
    /// Capitalised, after an article, like nouns and unlike names.
    determined: u32,
}

impl Gazetteer {
    /// Approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        38 * (self.words.len() + self.names.len())
    }

    /// Adds the counts of other articles.
    pub(crate) fn add(&mut self, other: &Self) {
        self.make_room(other.articles);
        self.articles += other.articles;
        self.inside.0 += other.inside.0;
        self.inside.1 += other.inside.1;
        for (word, more) in &other.words {
            let used = self.words.entry(*word).or_default();
            used.lower += more.lower;
            used.capital += more.capital;
            used.beside += more.beside;
            used.determined += more.determined;
        }
        for (name, more) in &other.names {
            let votes = self.names.entry(*name).or_default();
            for (count, more) in votes.iter_mut().zip(more) {
                *count += more;
            }
        }
    }

    /// Counts the words of an article's text and the cues around its names. Copies should not be
    /// counted.
    pub fn learn(&mut self, text: &str) {
        self.make_room(1);
        self.articles += 1;
        let words = tokens(head(text, 160_000));
        for (at, word) in words.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|b| words.get(b));
            self.count(word, before, words.get(at + 1));
        }
        // Particles that are small words of the language cost a few cues.
        let particles = particles(&Lexicon::of("und"));
        for sequence in sequences(&words, &particles, |_| true) {
            if let Some(label) = sequence.cue {
                let votes = self.names.entry(sequence.key(&words)).or_default();
                votes[label as usize] += 1;
            }
        }
    }

    fn count(&mut self, word: &Token<'_>, before: Option<&Token<'_>>, after: Option<&Token<'_>>) {
        if word.capital && word.gap == Gap::Sentence {
            return;
        }
        self.inside.0 += 1;
        self.inside.1 += u64::from(word.capital);
        let used = self.words.entry(key(word.text)).or_default();
        if !word.capital {
            used.lower += 1;
            return;
        }
        used.capital += 1;
        let touches = |gap: Gap| matches!(gap, Gap::Blank | Gap::Hyphen | Gap::Inner);
        let left = before.filter(|_| touches(word.gap));
        let right = after.filter(|next| touches(next.gap));
        let capital_left = left.is_some_and(|w| w.capital && w.gap != Gap::Sentence);
        used.beside += u32::from(capital_left || right.is_some_and(|w| w.capital));
        used.determined += u32::from(left.is_some_and(|w| DETERMINERS.contains(&w.text)));
    }

    /// Whether a capitalised word is part of a name. In a language that capitalises nouns, it is if it takes no article and is
    /// often beside another capitalised word or after "in".
    pub(crate) fn is_name(&self, word: &Token<'_>, before: Option<&Token<'_>>) -> bool {
        let used = self.words.get(&key(word.text)).copied().unwrap_or_default();
        let all = used.lower + used.capital;
        if used.lower * 10 > all {
            return false;
        }
        let inside = word.gap != Gap::Sentence;
        if !self.capitalises_nouns() {
            return inside || used.capital >= 2;
        }
        if used.capital < 2 {
            // Too rare: only its neighbours can show it.
            return false;
        }
        let letters = word.text.chars();
        let acronym = word.text.chars().nth(1).is_some() && letters.clone().all(char::is_uppercase);
        let noun = used.determined * 10 > used.capital && !acronym;
        let in_place = inside
            && used.determined * 20 < used.capital
            && before.is_some_and(|w| is_place_preposition(w.text) && w.gap != Gap::Hyphen);
        !noun && (acronym || used.beside * 3 > used.capital || in_place)
    }

    /// Whether a word has been seen at most once.
    pub(crate) fn is_new(&self, word: &str) -> bool {
        self.words
            .get(&key(word))
            .is_none_or(|used| used.lower + used.capital < 2)
    }

    /// The kind of a name in other articles, if it is certain: at least two cues, nine of ten the same.
    /// A place also follows "in" in at least one of ten uses.
    pub(crate) fn label(&self, name: u64) -> Option<EntityKind> {
        let votes = self.names.get(&name)?;
        let [person, organisation, place] = *votes;
        let all = person + organisation + place;
        let used = self.words.get(&name).copied().unwrap_or_default();
        if place * 10 < used.capital && person + organisation == 0 {
            return None;
        }
        let is_sure = |count: &u32| *count >= 2 && count * 10 >= all * 9;
        votes.iter().position(is_sure).map(|kind| KINDS[kind])
    }

    /// Whether nouns are capitalised: in German every fourth word within a sentence has a capital, in English every tenth.
    pub(crate) fn capitalises_nouns(&self) -> bool {
        self.inside.1 * 100 > self.inside.0 * 17
    }

    /// Halves the counts of full tables, like the [`DocumentFrequencies`](crate::DocumentFrequencies).
    fn make_room(&mut self, articles: u32) {
        if !is_full(self.articles + articles, &self.words, &self.names) {
            return;
        }
        self.articles /= 2;
        self.inside = (self.inside.0 / 2, self.inside.1 / 2);
        self.words.retain(|_, used| {
            used.lower /= 2;
            used.capital /= 2;
            used.beside /= 2;
            used.determined /= 2;
            used.lower + used.capital > 0
        });
        self.names.retain(|_, votes| {
            for count in &mut *votes {
                *count /= 2;
            }
            votes.iter().any(|count| *count > 0)
        });
    }
}
