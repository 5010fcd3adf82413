//! Sequences of capitalised words, and the cues around them that show the kind of a name.

use serde::{Deserialize, Serialize};

use super::key;
use crate::Lexicon;
use crate::hash;
use crate::tokens::{Gap, Token, is_date};
use text::words::cues;

/// Kind of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EntityKind {
    /// A human being.
    Person,
    /// A company, a club, an office.
    Organisation,
    /// A town, a country, a river.
    Place,
}

/// Words from `first` up to `end` that make one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sequence {
    pub(crate) first: usize,
    pub(crate) end: usize,
    /// Its kind by the words around it.
    pub(crate) cue: Option<EntityKind>,
}

impl Sequence {
    /// The hash of the name.
    pub(crate) fn key(&self, words: &[Token<'_>]) -> u64 {
        let own = words.get(self.first..self.end).unwrap_or_default();
        own.iter()
            .map(|word| key(word.text))
            .reduce(hash::pair)
            .unwrap_or_default()
    }
}

/// What joins the parts of a name in a text of this language: its own particles, and those of others that are no small words of it.
/// "La" is "at" in Romanian, and "di" in Indonesian. Where the language is not known, nor are its small words, and "von der" may be two of them.
pub(super) fn particles(lexicon: &Lexicon) -> Vec<&'static str> {
    let all = cues::PARTICLES.iter();
    let joining = all.flat_map(|(language, particles)| {
        let is_own = *language == lexicon.code();
        let is_known = lexicon.code() != "und";
        let joins = move |particle: &&&str| {
            let is_foreign = || particle.split(' ').any(|word| !lexicon.is_stop(word));
            is_own || (is_known || !particle.contains(' ')) && is_foreign()
        };
        particles.iter().filter(joins)
    });
    joining.copied().collect()
}

/// The sequences of capitalised words that `wanted` accepts, in order.
pub(crate) fn sequences(
    words: &[Token<'_>],
    particles: &[&str],
    wanted: impl Fn(usize) -> bool,
) -> Vec<Sequence> {
    let mut found = Vec::new();
    let mut at = 0;
    let starts = |at: usize| {
        words.get(at).is_some_and(|word| {
            let is_cue = |word: &str| precedes_person(word) || ends_organisation(word);
            word.capital && !is_cue(word.text) && wanted(at)
        })
    };
    while at < words.len() {
        if !starts(at) {
            at += 1;
            continue;
        }
        let first = at;
        at += 1;
        while at < words.len() && at - first < 6 {
            if touches(&words[at]) && starts(at) {
                at += 1;
            } else if let Some(next) = after_particle(words, at, particles)
                && starts(next)
            {
                at = next + 1;
            } else {
                break;
            }
        }
        found.push(with_cue(words, first, at));
        at = found.last().map_or(at, |s| s.end);
    }
    found
}

/// The index of the word after the longest particle that begins here, if only blanks are around its words.
fn after_particle(words: &[Token<'_>], at: usize, particles: &[&str]) -> Option<usize> {
    let end = |particle: &&str| {
        let end = at + particle.split(' ').count();
        let own = words.get(at..=end)?;
        let is_same = own
            .iter()
            .zip(particle.split(' '))
            .all(|(word, part)| word.text == part);
        let is_joined = own.iter().all(|word| word.gap == Gap::Blank);
        (is_same && is_joined).then_some(end)
    };
    particles.iter().filter_map(end).max()
}

fn with_cue(words: &[Token<'_>], first: usize, end: usize) -> Sequence {
    let before = first.checked_sub(1).and_then(|b| words.get(b));
    let before = before.filter(|_| words[first].gap != Gap::Sentence && touches(&words[first]));
    let after = words.get(end).filter(|word| touches(word));
    if after.is_some_and(|word| ends_organisation(word.text)) {
        return Sequence {
            first,
            end: end + 1,
            cue: Some(EntityKind::Organisation),
        };
    }
    let person = before.is_some_and(|word| precedes_person(word.text));
    // "in March 2014", "in Angela Merkel's speech": places are short and followed by no number.
    let number = after.is_some_and(|word| word.text.starts_with(|c: char| c.is_numeric()));
    let into = |word: &Token<'_>| is_place_preposition(word.text) && word.gap != Gap::Hyphen;
    let place = before.is_some_and(into) && words[first].gap == Gap::Blank && end - first <= 2;
    let cue = if person {
        Some(EntityKind::Person)
    } else if place && !number && !is_date(&words[first].text.to_lowercase()) {
        Some(EntityKind::Place)
    } else {
        None
    };
    Sequence { first, end, cue }
}

fn touches(word: &Token<'_>) -> bool {
    matches!(word.gap, Gap::Blank | Gap::Hyphen | Gap::Inner)
}

pub(super) fn precedes_person(word: &str) -> bool {
    cues::BEFORE_PERSON.contains(&word)
}

pub(super) fn ends_organisation(word: &str) -> bool {
    cues::AFTER_ORGANISATION.contains(&word)
}

pub(super) fn is_place_preposition(word: &str) -> bool {
    cues::BEFORE_PLACE.contains(&word)
}
