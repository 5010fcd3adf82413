//! The words of a text with their positions.

use std::sync::LazyLock;

use text::words::abbreviations::{ADDRESS, TITLES};
use text::words::cues::DAYS;
use text::words::{MONTHS, WEEKDAYS};

use crate::hash::{self, PrehashedSet};
use crate::normalise::{alike, is_invisible, is_letter, is_unspaced};

/// A word and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// As written.
    pub(crate) text: &'a str,
    /// Start in bytes.
    pub(crate) start: usize,
    /// What separates it from the word before.
    pub(crate) gap: Gap,
    /// Whether its first letter is a capital.
    pub(crate) capital: bool,
}

/// What separates two words, the strongest separator last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// A blank, or nothing.
    Blank,
    /// A hyphen, with or without blanks.
    Hyphen,
    /// A full stop after an abbreviation, an apostrophe, an ampersand.
    Inner,
    /// A comma, a bracket, a dash: the phrase ends.
    Phrase,
    /// The end of a sentence; any word after it is capitalised.
    Sentence,
}

impl Token<'_> {
    /// End in bytes.
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Maximum characters of a word; longer ones are URLs or data.
const MAX_WORD_CHARS: usize = 60;

/// The words of a text. Each Han or Kana character is a word; a sequence that is too long separates its neighbours like a comma.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found: Vec<Token<'_>> = Vec::with_capacity(text.len() / 6);
    let mut begin: Option<usize> = None;
    for (at, c) in text.char_indices() {
        let unspaced = is_unspaced(c);
        let inside = match c {
            '\'' | '’' | 'ʼ' | 'ʻ' => joins(text, at),
            _ => !unspaced && (is_letter(c) || (!c.is_ascii() && is_invisible(c))),
        };
        if inside {
            begin.get_or_insert(at);
            continue;
        }
        if let Some(start) = begin.take() {
            push(&mut found, text, start, at);
        }
        if unspaced {
            push(&mut found, text, at, at + c.len_utf8());
        }
    }
    if let Some(start) = begin {
        push(&mut found, text, start, text.len());
    }
    found
}

/// Whether an apostrophe is inside a word: between Cyrillic letters, as in Ukrainian, but not in «д’Артаньян». Elsewhere two words meet
/// there.
fn joins(text: &str, at: usize) -> bool {
    let is_cyrillic = |c: &char| matches!(c, '\u{400}'..='\u{4ff}');
    let (before, rest) = text.split_at(at);
    let before = before.chars().next_back().filter(is_cyrillic);
    let after = rest.chars().nth(1).filter(is_cyrillic);
    before
        .zip(after)
        .is_some_and(|(before, after)| before.is_uppercase() || after.is_lowercase())
}

fn push<'a>(found: &mut Vec<Token<'a>>, text: &'a str, start: usize, end: usize) {
    let word = text.get(start..end).unwrap_or_default();
    if !word.chars().any(char::is_alphanumeric) || word.chars().nth(MAX_WORD_CHARS).is_some() {
        return;
    }
    let gap = match found.last() {
        None => Gap::Sentence,
        Some(last) => {
            let between = text.get(last.end()..start).unwrap_or_default();
            gap(between, last)
        }
    };
    found.push(Token {
        text: word,
        start,
        gap,
        capital: word.chars().next().is_some_and(char::is_uppercase),
    });
}

fn gap(between: &str, last: &Token<'_>) -> Gap {
    let mut gap = Gap::Blank;
    let mut dashed = false;
    for c in between.chars() {
        let next = match c {
            '\'' | '’' | 'ʼ' | 'ʻ' | '&' | '·' => Gap::Inner,
            '-' | '‐' | '‑' => {
                // Two hyphens are a dash.
                let again = dashed;
                dashed = true;
                if again { Gap::Phrase } else { Gap::Hyphen }
            }
            '.' if shortened(last) => Gap::Inner,
            '.' | '!' | '?' | ':' | '\n' | '…' | '。' | '！' | '？' | '"' | '„' | '“' | '”'
            | '»' | '«' | '‹' | '›' | '‚' | '‘' | '`' | '|' | '•' => Gap::Sentence,
            c if c.is_whitespace() => Gap::Blank,
            _ => Gap::Phrase,
        };
        gap = gap.max(next);
    }
    gap
}

/// Whether a word is an initial or one of the most frequent abbreviations before a name.
fn shortened(word: &Token<'_>) -> bool {
    let mut letters = word.text.chars();
    let initial = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    initial || TITLES.contains(&word.text) || ADDRESS.contains(&word.text)
}

/// The beginning of a text, at most this many bytes.
pub(crate) fn head(text: &str, bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes)).unwrap_or(text)
}

/// Whether a lower-case word is the name of a day or a month, and no other word in the languages that name them so.
pub(crate) fn is_date(word: &str) -> bool {
    DAYS.contains(&word)
}

/// Whether a lower-case word changes in a template: it has a digit, or is the name of a day or a month in any language.
pub(crate) fn is_figure(word: &str) -> bool {
    word.contains(char::is_numeric) || DATES.contains(&hash::bytes(alike(word).as_bytes()))
}

/// The hashes of the names of days and months that change in a template as figures do.
pub(crate) static DATES: LazyLock<PrehashedSet> = LazyLock::new(|| {
    let languages = MONTHS.iter().chain(&WEEKDAYS).copied().flatten();
    let names = languages.flat_map(|(_, names)| names.iter());
    // shorter ones are abbreviations, and small words of other languages
    let long = names.filter(|name| name.chars().nth(3).is_some());
    let all = DAYS.iter().chain(long);
    all.map(|name| hash::bytes(alike(name).as_bytes()))
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn gaps(text: &str) -> Vec<(&str, Gap)> {
        tokens(text).iter().map(|t| (t.text, t.gap)).collect()
    }

    #[test]
    fn names_of_days_and_months_are_dates() {
        assert!(DAYS.iter().all(|name| is_date(name)));
        assert!(
            [
                "",
                "a",
                "zeitung",
                "monday ",
                "donaudampfschifffahrtsgesellschaft"
            ]
            .iter()
            .all(|word| !is_date(word))
        );
    }

    #[test]
    fn days_and_months_of_any_language_change_in_a_template() {
        for word in [
            "14",
            "2a",
            "четверг",
            "июня",
            "février",
            "agosto",
            "września",
            "marți",
        ] {
            assert!(is_figure(word), "{word}");
        }
        for word in ["", "set", "out", "des", "мая", "brücke", "augustine"] {
            assert!(!is_figure(word), "{word}");
        }
        assert!(!is_date("marta") && !is_date("maja"));
    }

    #[test]
    fn an_apostrophe_between_cyrillic_letters_is_part_of_the_word() {
        for (text, words) in [
            ("у Знам'янці", &["у", "Знам'янці"][..]),
            ("у Знам’янці", &["у", "Знам’янці"]),
            ("у Знамʼянці", &["у", "Знамʼянці"]),
            ("О’Нил, д’Артаньян", &["О’Нил", "д", "Артаньян"]),
            ("'слово'", &["слово"]),
            ("l'Île d’Anna", &["l", "Île", "d", "Anna"]),
            ("oʻzbek", &["o", "zbek"]),
        ] {
            let found: Vec<&str> = gaps(text).into_iter().map(|(word, _)| word).collect();
            assert_eq!(found, words, "{text}");
        }
    }

    #[test]
    fn sentences_end_at_full_stops_but_not_after_initials() {
        let found = gaps("Dr. Ada B. Kern kam. Sie blieb, ging-weg");
        let starts: Vec<&str> = found
            .iter()
            .filter(|(_, gap)| *gap == Gap::Sentence)
            .map(|(word, _)| *word)
            .collect();
        assert_eq!(starts, ["Dr", "Sie"]);
        assert_eq!(found[6], ("blieb", Gap::Blank));
        assert_eq!(found[7], ("ging", Gap::Phrase));
        assert_eq!(found[8], ("weg", Gap::Hyphen));
    }

    #[test]
    fn an_overlong_word_separates_its_neighbours() {
        let long = "x".repeat(MAX_WORD_CHARS + 1);
        let text = format!("Ada {long} Kern {}", "ß".repeat(MAX_WORD_CHARS));
        let found = gaps(&text);
        assert_eq!(found[1], ("Kern", Gap::Phrase));
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn unusual_texts_are_split_into_words() {
        assert!(gaps("").is_empty());
        assert!(gaps("… — \u{301} !").is_empty());
        assert_eq!(gaps("東京").len(), 2);
    }
}
