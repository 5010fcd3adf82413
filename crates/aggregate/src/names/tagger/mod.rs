//! Finds names with a sequence model: a linear-chain conditional random field over words, their spelling and their neighbours.
//!
//! Lafferty et al., *Conditional Random Fields* (ICML 2001). `workshop train names` trains it; here it is read and applied.

mod features;
mod lexicon;
mod model;
mod pieces;
mod styles;
mod tags;
mod viterbi;

use std::collections::{HashMap, HashSet};

use super::{Entity, EntityKind, Gazetteer, by_last_word, kinds};
use crate::tokens::is_date;
pub use features::{features, in_style};
pub use lexicon::{CLUSTERINGS, NameLexicon, VECTOR_CLUSTERINGS, VectorClasses, WordClasses};
pub use model::{NameModel, NameModelError, Weight};
use pieces::{Piece, sentences};
pub use styles::{MAX_STYLES, NameStyles};
pub use tags::{TAG_NAMES, TAGS, spans};
use text::words;
pub(super) use viterbi::Tagger;

/// A name in the text.
#[derive(Debug, Clone, Copy)]
struct Mention<'a> {
    start: usize,
    written: &'a str,
    kind: EntityKind,
}

/// The words and punctuation marks of a text, by sentence, as models of names read them.
pub fn sentence_words(text: &str) -> Vec<Vec<&str>> {
    let sentences = sentences(text).into_iter();
    sentences
        .map(|sentence| sentence.iter().map(|piece| piece.text).collect())
        .collect()
}

/// The names in a text, in order.
pub(super) fn names(
    text: &str,
    language: &str,
    gazetteer: &Gazetteer,
    tagger: &mut Tagger<'_>,
) -> Vec<Entity> {
    let mut mentions: Vec<Mention<'_>> = sentences(text)
        .iter()
        .flat_map(|sentence| of_sentence(text, sentence, tagger))
        .collect();
    unify_kinds(&mut mentions, gazetteer); // before full forms, which only persons have
    let full = full_forms(&mentions);
    let ends = ends(&mentions);
    let mut offsets = text::CodePointCounter::new(text);
    let entities = mentions.iter().map(|mention| Entity {
        text: mention.written.to_owned(),
        label: Some(mention.kind),
        start: offsets.count_to(mention.start),
        end: offsets.count_to(mention.start + mention.written.len()),
        norm: norm(mention, language, &ends, &full),
    });
    entities.collect()
}

/// Gives all mentions that are written alike their usual kind.
fn unify_kinds(mentions: &mut [Mention<'_>], gazetteer: &Gazetteer) {
    let each = mentions
        .iter()
        .map(|mention| (mention.written, mention.kind));
    let usual = kinds::most_frequent(each, gazetteer);
    for mention in mentions {
        mention.kind = usual.get(mention.written).copied().unwrap_or(mention.kind);
    }
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

/// Whether words can be a name: not a letter, a day or a month alone.
fn is_name(words: &[Piece<'_>]) -> bool {
    let letters = words.iter().flat_map(|word| word.text.chars());
    let is_spelled = letters.filter(|c| c.is_alphabetic()).nth(1).is_some();
    let is_day = words.iter().all(|word| is_date(&word.text.to_lowercase()));
    // longer ones are URLs or data
    let is_long = |word: &Piece<'_>| word.text.chars().nth(60).is_some();
    is_spelled && !is_day && !words.iter().any(is_long)
}

/// The longer names of persons by their last word, else, with a suffix, by the last word before that, else by their first word; `None` if
/// two agree in it.
fn full_forms<'a>(mentions: &[Mention<'a>]) -> HashMap<&'a str, Option<&'a str>> {
    let persons = || {
        let persons = mentions.iter().filter(|m| m.kind == EntityKind::Person);
        persons.filter_map(|mention| {
            let (before, last) = mention.written.rsplit_once(char::is_whitespace)?;
            Some((before.trim_end_matches([' ', ',']), last, mention.written))
        })
    };
    let is_suffix = |word: &str| words::names::SUFFIXES.contains(&word.trim_end_matches('.'));
    let by_last = persons().map(|(_, last, written)| (last, written));
    let by_last_but_one = persons().filter_map(|(before, suffix, written)| {
        let (_, last) = before.rsplit_once(char::is_whitespace)?;
        is_suffix(suffix).then_some((last, written))
    });
    let by_first = persons().filter_map(|(before, _, written)| {
        let first = before.split_whitespace().next()?;
        Some((first, written))
    });
    let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
    let mut full = by_last_word(by_last, same);
    for more in [
        by_last_word(by_last_but_one, same),
        by_last_word(by_first, same),
    ] {
        for (word, name) in more {
            full.entry(word).or_insert(name);
        }
    }
    full
}

/// A name without its genitive ending. In English a bare "s" is a plural ending.
fn without_genitive<'a>(name: &'a str, language: &str) -> Option<&'a str> {
    match language {
        "de" => name.strip_suffix('s'),
        "en" => name.strip_suffix("'s").or_else(|| name.strip_suffix("’s")),
        _ => None,
    }
}

/// The names and their last words, by kind.
fn ends<'a>(mentions: &[Mention<'a>]) -> HashSet<(EntityKind, &'a str)> {
    let both = mentions.iter().flat_map(|mention| {
        let last = mention.written.rsplit(' ').next();
        let forms = std::iter::once(mention.written).chain(last);
        forms.map(|form| (mention.kind, form))
    });
    both.collect()
}

/// The fullest form of a name; a genitive ("Merkels") has the form of the bare name, if the text has that too.
fn norm(
    mention: &Mention<'_>,
    language: &str,
    ends: &HashSet<(EntityKind, &str)>,
    full: &HashMap<&str, Option<&str>>,
) -> String {
    let written = mention.written;
    let bare = without_genitive(written, language);
    let bare = bare.filter(|bare| ends.contains(&(mention.kind, *bare)));
    let name = bare.unwrap_or(written);
    let longer = match mention.kind {
        EntityKind::Person => full.get(name).copied().flatten(),
        _ => None,
    };
    let words: Vec<&str> = longer.unwrap_or(name).split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn genitives_are_those_of_the_language() {
        let mention = |written: &'static str| Mention {
            start: 0,
            written,
            kind: EntityKind::Organisation,
        };
        let norm = |name: &'static str, bare: &'static str, language: &str| {
            let all = [mention(name), mention(bare)];
            norm(&all[0], language, &ends(&all), &full_forms(&all))
        };
        assert_eq!(norm("Merkels", "Merkel", "de"), "Merkel");
        assert_eq!(norm("Merkels", "Angela Merkel", "de"), "Merkel");
        assert_eq!(norm("Merkels", "Merkel Angela", "de"), "Merkels");
        for (plural, one) in [
            ("Republicans", "Republican"),
            ("Facebook Shops", "Facebook Shop"),
            ("United States", "United State"),
        ] {
            assert_eq!(norm(plural, one, "en"), plural);
        }
        assert_eq!(norm("Acme's", "Acme", "en"), "Acme");
        assert_eq!(norm("Acme’s", "Acme", "en"), "Acme");
        assert_eq!(norm("McDonald’s", "Acme", "en"), "McDonald’s");
    }

    #[test]
    fn a_person_is_found_by_last_name_before_a_suffix_and_by_first_name() {
        let person = |written: &'static str| Mention {
            start: 0,
            written,
            kind: EntityKind::Person,
        };
        for (names, short, expected) in [
            (&["Max F. Wick Jr."][..], "Wick", "Max F. Wick Jr."),
            (&["Max Wick, Jr", "Max Wick"], "Wick", "Max Wick"),
            (&["Li Weihong"], "Li", "Li Weihong"),
            (&["Ada Kern", "Ada Falk"], "Ada", "Ada"),
            (&["Ada Kern", "Bert Ada"], "Ada", "Bert Ada"),
            (&["Ada Kern", "Bert Kern"], "Kern", "Kern"),
        ] {
            let mut all: Vec<Mention<'_>> = names.iter().copied().map(person).collect();
            all.push(person(short));
            let full = full_forms(&all);
            let found = norm(&person(short), "en", &ends(&all), &full);
            assert_eq!(found, expected, "{names:?}");
        }
    }

    #[test]
    fn a_mention_of_a_rare_kind_has_the_full_form_of_the_others() {
        let mention = |written: &'static str, kind: EntityKind| Mention {
            start: 0,
            written,
            kind,
        };
        let mut all = [
            mention("Donald Trump", EntityKind::Person),
            mention("Trump", EntityKind::Place),
            mention("Trump", EntityKind::Person),
            mention("Trump", EntityKind::Person),
        ];
        unify_kinds(&mut all, &Gazetteer::default());
        let full = full_forms(&all);
        let ends = ends(&all);
        let mut norms = all.iter().map(|mention| norm(mention, "en", &ends, &full));
        assert!(norms.all(|norm| norm == "Donald Trump"));
    }
}
