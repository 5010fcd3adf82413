//! Names by a sequence model: a linear-chain conditional random field over words, their spelling and their neighbours.
//!
//! Lafferty et al., *Conditional Random Fields* (ICML 2001). `gleaner train names` trains it; here it is read and applied.

mod features;
mod lexicon;
mod model;
mod pieces;
mod styles;
mod tags;
mod viterbi;

use std::collections::HashMap;

use super::{CharOffsets, Entity, EntityKind};
use crate::tokens::is_date;
pub use features::{features, in_style};
pub use lexicon::{CLUSTERINGS, NameLexicon, WordClasses};
pub use model::{NameModel, NameModelError, Weight};
use pieces::{Piece, sentences};
pub use styles::{MAX_STYLES, NameStyles};
pub use tags::{TAG_NAMES, TAGS, spans};
pub(super) use viterbi::Tagger;

/// A name in the text.
#[derive(Debug, Clone, Copy)]
struct Mention<'a> {
    start: usize,
    written: &'a str,
    kind: EntityKind,
}

/// The words and marks of a text, by sentence, as models of names read them.
pub fn sentence_words(text: &str) -> Vec<Vec<&str>> {
    let sentences = sentences(text).into_iter();
    sentences
        .map(|sentence| sentence.iter().map(|piece| piece.text).collect())
        .collect()
}

/// The names in a text, in order.
pub(super) fn names(text: &str, tagger: &mut Tagger<'_>) -> Vec<Entity> {
    let mentions: Vec<Mention<'_>> = sentences(text)
        .iter()
        .flat_map(|sentence| of_sentence(text, sentence, tagger))
        .collect();
    let full = full_forms(&mentions);
    let mut place = CharOffsets::new(text);
    let entities = mentions.iter().map(|mention| Entity {
        text: mention.written.to_owned(),
        label: Some(mention.kind),
        start: place.of(mention.start),
        end: place.of(mention.start + mention.written.len()),
        norm: norm(mention, &mentions, &full),
    });
    entities.collect()
}

fn of_sentence<'a>(
    text: &'a str,
    sentence: &[Piece<'a>],
    tagger: &mut Tagger<'_>,
) -> Vec<Mention<'a>> {
    // A sentence without a capital has no name.
    if !sentence
        .iter()
        .any(|piece| piece.text.contains(char::is_uppercase))
    {
        return Vec::new();
    }
    let words: Vec<&str> = sentence.iter().map(|piece| piece.text).collect();
    let spans = spans(&tagger.tags(&words));
    let mentions = spans.into_iter().filter_map(|(first, end, kind)| {
        let own = sentence.get(first..end)?;
        let (first, last) = (own.first()?, own.last()?);
        let written = text.get(first.start..last.end())?;
        is_name(own).then_some(Mention {
            start: first.start,
            written,
            kind,
        })
    });
    mentions.collect()
}

/// Characters of a word that a name may have; longer ones are URLs or data.
const LONGEST_WORD: usize = 60;

/// Whether words can be a name: not a letter, a day or a month alone.
fn is_name(words: &[Piece<'_>]) -> bool {
    let letters = words.iter().flat_map(|word| word.text.chars());
    let is_spelled = letters.filter(|c| c.is_alphabetic()).nth(1).is_some();
    let is_day = words.iter().all(|word| is_date(&word.text.to_lowercase()));
    let is_long = |word: &Piece<'_>| word.text.chars().nth(LONGEST_WORD).is_some();
    is_spelled && !is_day && !words.iter().any(is_long)
}

/// The longer name of a person by its last word; `None` if two end in it.
fn full_forms<'a>(mentions: &[Mention<'a>]) -> HashMap<&'a str, Option<&'a str>> {
    let mut full: HashMap<&str, Option<&str>> = HashMap::new();
    for mention in mentions
        .iter()
        .filter(|mention| mention.kind == EntityKind::Person)
    {
        if let Some((_, last)) = mention.written.rsplit_once(char::is_whitespace) {
            full.entry(last)
                .and_modify(|known| *known = known.filter(|known| same(known, mention.written)))
                .or_insert(Some(mention.written));
        }
    }
    full
}

fn same(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

/// The fullest form of a name; a genitive ("Merkels") has the form of the bare name, if the text has that too.
fn norm(mention: &Mention<'_>, all: &[Mention<'_>], full: &HashMap<&str, Option<&str>>) -> String {
    let written = mention.written;
    let bare = written.strip_suffix('s').filter(|bare| {
        let is_bare = |other: &Mention<'_>| {
            other.kind == mention.kind
                && (other.written == *bare || other.written.rsplit(' ').next() == Some(bare))
        };
        all.iter().any(is_bare)
    });
    let name = bare.unwrap_or(written);
    let longer = match mention.kind {
        EntityKind::Person => full.get(name).copied().flatten(),
        _ => None,
    };
    let words: Vec<&str> = longer.unwrap_or(name).split_whitespace().collect();
    words.join(" ")
}
