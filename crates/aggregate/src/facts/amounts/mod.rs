//! The figures of a passage with what they count: every number in digits, every day, month and time of day, and what the tables of its
//! language have of numbers and days of the week in words.
//!
//! A word that no table has is no figure ("first", "once", forms that a table lacks), so that sentences which differ in it alone may still
//! seem to be the same. A number that cannot be read ("two-three", "4x100m", "dos millones y medio") is a label: equal only to itself.

mod han;
mod joined;
mod korean;
mod labels;
mod numerals;
mod reader;
mod signs;
#[cfg(test)]
mod tests;
mod units;
mod values;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use words::numbers::{
    ALSO_WORDS, AND, BEFORE_CLOCK, BEFORE_YEAR, HALF, LABELS, ONE, OTHER, PERCENT,
};
use words::{ByLanguage, CARDINALS, MAGNITUDES, WEEKDAYS};

use self::reader::AmountReader;
pub(crate) use self::signs::is_clause_mark;
use crate::hash;
use crate::lexicon::Lexicon;

/// What a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AmountKind {
    /// A number of something, if it has a unit.
    Count,
    /// A year.
    Year,
    /// A day of a month.
    Day,
    /// A month without a day.
    Month,
    /// A day of the week.
    Weekday,
    /// A time of day.
    Clock,
    /// A part of a name ("A 7", "line 46", "5G"), or a number that cannot be read ("2026/27").
    Label,
}

/// A figure of a passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) kind: AmountKind,
    /// The same for equal figures, whatever the language: "6400000" for "6,4 Millionen".
    pub(crate) value: String,
    /// What it may count, the best guess first.
    pub(crate) units: Vec<Unit>,
    /// Where it is, with its magnitude and the currency before it.
    span: Range<usize>,
}

/// A word or sign that tells what a figure counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unit {
    /// The same for all forms and signs of a unit.
    pub(crate) key: u64,
    span: Range<usize>,
}

impl Unit {
    /// As the passage writes it.
    pub(crate) fn written<'a>(&self, passage: &'a str) -> &'a str {
        passage.get(self.span.clone()).unwrap_or_default()
    }
}

impl Amount {
    /// The hash of its value.
    pub(crate) fn key(&self) -> u64 {
        hash::bytes(format!("#{}", self.value).as_bytes())
    }

    /// Where it is, without the unit after it.
    pub(crate) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// As the passage writes it, up to one of its units.
    pub(crate) fn written<'a>(&self, passage: &'a str, unit: Option<&Unit>) -> &'a str {
        let end = unit.map_or(self.span.end, |unit| self.span.end.max(unit.span.end));
        passage.get(self.span.start..end).unwrap_or_default()
    }

    /// The part of the passage between two marks that it is in.
    pub(crate) fn clause<'a>(&self, passage: &'a str) -> &'a str {
        let is_mark = |(at, c): &(usize, char)| {
            let after = passage.get(at + c.len_utf8()..).unwrap_or_default();
            is_clause_mark(*c) && !after.starts_with(|c: char| c.is_ascii_digit())
        };
        let marks = || passage.char_indices().filter(is_mark);
        let before = marks().take_while(|(at, _)| *at < self.span.start).last();
        let start = before.map_or(0, |(at, c)| at + c.len_utf8());
        let end = marks().map(|(at, _)| at).find(|at| *at >= self.span.end);
        passage
            .get(start..end.unwrap_or(passage.len()))
            .unwrap_or_default()
    }

    /// The end of what belongs to it and is no figure of its own: "per cent" has a number in some languages.
    fn read_to(&self) -> usize {
        let of_units = self.units.last().map_or(0, |unit| unit.span.end);
        let is_percent = self.value.ends_with(PERCENT_VALUE);
        self.span.end.max(if is_percent { of_units } else { 0 })
    }

    /// As the passage writes it, with all that may be its units.
    pub(crate) fn written_in_full<'a>(&self, passage: &'a str) -> &'a str {
        self.written(passage, self.units.last())
    }
}

/// What all words and signs for per cent are.
const PERCENT_VALUE: &str = "%";

/// The words of a language that numbers are written with.
#[derive(Default)]
struct NumberWords {
    cardinals: HashMap<&'static str, u16>,
    /// The number 1, which is also an article.
    ones: &'static [&'static str],
    /// Words between the parts of a number.
    ands: &'static [&'static str],
    halves: &'static [&'static str],
    /// Those that are also other words.
    also_words: &'static [&'static str],
    /// The powers of ten by which words multiply the number before them.
    magnitudes: HashMap<&'static str, u8>,
    /// Other words that tell how many.
    others: &'static [&'static str],
    /// Phrases, by words.
    percent: Vec<Vec<&'static str>>,
    labels: &'static [&'static str],
    before_clock: &'static [&'static str],
    before_year: &'static [&'static str],
    /// The days of the week from 1 for Monday on.
    weekdays: HashMap<&'static str, u16>,
}

static NUMBER_WORDS: LazyLock<HashMap<&str, NumberWords>> = LazyLock::new(|| {
    let mut all: HashMap<&str, NumberWords> = HashMap::new();
    for (number, table) in CARDINALS {
        for (language, words) in table {
            let known = &mut all.entry(language).or_default().cardinals;
            known.extend(words.iter().map(|word| (*word, number)));
        }
    }
    for (exponent, table) in MAGNITUDES {
        for (language, words) in table {
            let known = &mut all.entry(language).or_default().magnitudes;
            known.extend(words.iter().map(|word| (*word, exponent)));
        }
    }
    for (day, table) in (1..).zip(WEEKDAYS) {
        for (language, words) in table {
            let known = &mut all.entry(language).or_default().weekdays;
            known.extend(words.iter().map(|word| (*word, day)));
        }
    }
    for (language, phrases) in PERCENT {
        let phrases = phrases.iter().map(|phrase| phrase.split(' ').collect());
        all.entry(language).or_default().percent = phrases.collect();
    }
    for (language, words) in &mut all {
        let of = |table: ByLanguage| words::of(table, language);
        words.ones = of(ONE);
        words.ands = of(AND);
        words.halves = of(HALF);
        words.also_words = of(ALSO_WORDS);
        words.others = of(OTHER);
        words.labels = of(LABELS);
        words.before_clock = of(BEFORE_CLOCK);
        words.before_year = of(BEFORE_YEAR);
    }
    all
});

/// The figures of a passage, in order.
pub(crate) fn amounts(passage: &str, lexicon: &Lexicon) -> Vec<Amount> {
    static NONE: LazyLock<NumberWords> = LazyLock::new(NumberWords::default);
    let words = NUMBER_WORDS.get(lexicon.code()).unwrap_or(&NONE);
    AmountReader::new(passage, words, lexicon).read()
}
