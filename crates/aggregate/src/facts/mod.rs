//! Facts of an article that are the same in every language: names, numbers, dates.

mod counts;
mod dates;
mod numbers;

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::hash;
use crate::lexicon::Lexicon;
use crate::names::Entity;
use crate::tokens::{head, is_date};
pub(crate) use counts::FactCounts;
use dates::Months;

/// Kind of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FactKind {
    /// A name, which most languages of one script spell the same.
    Name,
    /// A number in digits with at least two significant digits.
    Number,
    /// A day of the year.
    Date,
}

/// A part of a text that is not translated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// Its kind.
    pub kind: FactKind,
    /// Hashes of the words of a name, in order; of a number or a date, one hash.
    pub keys: Vec<u64>,
    /// As the text writes it.
    pub form: String,
}

/// Maximum facts of each kind kept per article: the most frequent, then the earliest.
const MAX_FACTS: usize = 40;

/// The facts of an article whose [`names`](crate::names()) are known, in order of kind and keys.
///
/// Names are reduced to what languages agree on: no accents, no letter case, no "of" and "von"; a genitive ("Kerns") loses its ending
/// if the text has the bare name as well. Words of another script or another spelling ("Munich") are other names.
pub fn facts(title: &str, text: &str, names: &[Entity], lexicon: &Lexicon) -> Vec<Fact> {
    let mut found = FactOccurrences::default();
    for (form, words) in folded(names, lexicon) {
        found.add(FactKind::Name, keys(&words), form);
    }
    let months = Months::of(lexicon);
    for part in [title, head(text, 100_000)] {
        let dates = months.dates(part);
        for date in &dates {
            let key = hash::bytes(format!("@{}", date.form).as_bytes());
            found.add(FactKind::Date, vec![key], &date.form);
        }
        for number in numbers::numbers(part, &dates) {
            let key = hash::bytes(format!("#{}", number.value).as_bytes());
            found.add(FactKind::Number, vec![key], number.form);
        }
    }
    found.most_frequent()
}

/// How often and how early each fact occurs in a text.
#[derive(Default)]
struct FactOccurrences(BTreeMap<(FactKind, Vec<u64>), (usize, usize, String)>);

impl FactOccurrences {
    fn add(&mut self, kind: FactKind, keys: Vec<u64>, form: &str) {
        let index = self.0.len();
        let known = self.0.entry((kind, keys));
        known.or_insert_with(|| (0, index, form.to_owned())).0 += 1;
    }

    fn most_frequent(self) -> Vec<Fact> {
        let mut all: Vec<_> = self.0.into_iter().collect();
        all.sort_by(|(a, x), (b, y)| (a.0, y.0, x.1).cmp(&(b.0, x.0, y.1)));
        let mut of_kind: BTreeMap<FactKind, usize> = BTreeMap::new();
        all.retain(|((kind, _), _)| {
            let count = of_kind.entry(*kind).or_default();
            *count += 1;
            *count <= MAX_FACTS
        });
        all.sort_by(|(a, _), (b, _)| a.cmp(b));
        all.into_iter()
            .map(|((kind, keys), (_, _, form))| Fact { kind, keys, form })
            .collect()
    }
}

/// The names with their words, folded.
fn folded<'a>(names: &'a [Entity], lexicon: &Lexicon) -> Vec<(&'a str, Vec<String>)> {
    let read: Vec<(&str, Vec<String>)> = names
        .iter()
        .map(|name| (name.norm.as_str(), words(&name.norm, lexicon)))
        .collect();
    let known: HashSet<String> = read.iter().flat_map(|(_, words)| words.clone()).collect();
    let bare = |word: String| match word.strip_suffix('s') {
        Some(stem) if known.contains(stem) => stem.to_owned(),
        _ => word,
    };
    read.into_iter()
        .map(|(form, words)| (form, words.into_iter().map(bare).collect()))
        .filter(|(_, words): &(&str, Vec<String>)| !words.is_empty())
        .collect()
}

/// The significant words of a name, folded.
fn words(name: &str, lexicon: &Lexicon) -> Vec<String> {
    let months = Months::of(lexicon);
    let words = name.split(|c: char| !c.is_alphanumeric() && !is_combining_mark(c));
    let capitalised = words.filter(|word| word.chars().next().is_some_and(|c| !c.is_lowercase()));
    let significant = capitalised.filter_map(|word| {
        let (lower, folded) = (word.to_lowercase(), fold(word));
        // shorter ones are initials and abbreviations of states and unions
        let is_long = folded.chars().count() >= 3;
        let is_word = is_long && folded.chars().any(char::is_alphabetic);
        let is_stop = lexicon.is_stop(&lexicon.lower(word));
        let is_known = is_stop || is_date(&lower) || months.is_month(&folded);
        (is_word && !is_known).then_some(folded)
    });
    significant.collect()
}

fn keys(words: &[String]) -> Vec<u64> {
    words.iter().map(|w| hash::bytes(w.as_bytes())).collect()
}

/// A word without accents and letter case. The vowel signs of Indian and Thai letters are no accents.
fn fold(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(word.len());
    let is_accent = |c: &char| *c < '\u{900}' && is_combining_mark(*c);
    for c in word.nfkd().filter(|c| !is_accent(c)) {
        match c {
            'ß' | 'ẞ' => folded.push_str("ss"),
            'æ' | 'Æ' => folded.push_str("ae"),
            'ø' | 'Ø' => folded.push('o'),
            'ł' | 'Ł' => folded.push('l'),
            'đ' | 'Đ' => folded.push('d'),
            'ı' => folded.push('i'),
            _ => folded.extend(c.to_lowercase()),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::{Gazetteer, names};

    fn of(language: &str, text: &str) -> Vec<Fact> {
        let names = names(text, "und", &Gazetteer::default());
        facts("", text, &names, &Lexicon::of(language))
    }

    #[test]
    fn languages_agree_on_names_numbers_and_dates() {
        let english = "On Friday the mayor, Zoë Müller-Łuk, said in Hallbrook that 1,250 people and 3.5 million euros were there on November 21.";
        let french = "Le maire de Hallbrook, Zoe Muller-Luk, a déclaré le 21 novembre que 1 250 personnes et 3,5 millions d’euros étaient là.";
        let keys = |facts: Vec<Fact>| -> HashSet<(FactKind, Vec<u64>)> {
            facts.into_iter().map(|m| (m.kind, m.keys)).collect()
        };
        let shared = keys(of("en", english));
        let shared: Vec<_> = shared
            .intersection(&keys(of("fr", french)))
            .cloned()
            .collect();
        let count = |kind| shared.iter().filter(|(s, _)| *s == kind).count();
        let kinds = [FactKind::Name, FactKind::Number, FactKind::Date];
        assert_eq!(kinds.map(count), [2, 2, 1]);
    }

    #[test]
    fn a_month_that_is_also_a_word_stays_in_a_name() {
        for (language, name, expected) in [
            ("pl", "Tomasz Lis", vec!["tomasz", "lis"]),
            ("es", "Viña del Mar", vec!["vina", "mar"]),
            ("en", "November Revolution", vec!["revolution"]),
        ] {
            assert_eq!(words(name, &Lexicon::of(language)), expected);
        }
    }

    #[test]
    fn genitives_are_removed_if_the_name_occurs_without() {
        let text = "He met Kern in Berlin. What Kerns said and what Jonas said was the same.";
        let facts = of("en", text);
        let kern = keys(&["kern".to_owned()]);
        let names = facts.iter().filter(|fact| fact.kind == FactKind::Name);
        assert_eq!(names.clone().filter(|fact| fact.keys == kern).count(), 1);
        assert!(names.clone().any(|fact| fact.form == "Jonas"));
        assert!(!names.clone().any(|fact| fact.form == "Kerns"));
    }

    #[test]
    fn a_text_without_facts_has_none_and_a_long_one_is_bounded() {
        assert!(of("de", "").is_empty());
        assert!(of("en", "nothing of note happened to anybody in 2026.").is_empty());
        let many: Vec<String> = (0..500)
            .map(|n| format!("{}", 1_111 + n * 7 + 10_000))
            .collect();
        assert_eq!(of("en", &many.join(", a ")).len(), MAX_FACTS);
    }
}
