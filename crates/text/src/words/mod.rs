//! The words by which pages are read: the lists of `tables.toml`, with the words of `languages`.

#![allow(
    clippy::unicode_not_nfc,
    reason = "pages write letters of Bengali as one sign or as two"
)]

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

pub mod zones;

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// Maximum pages of an article, as links to them are followed and their texts joined: lists have more.
pub const MAX_ARTICLE_PAGES: u32 = 99;

/// A table of words by language.
pub type ByLanguage = &'static [(&'static str, &'static [&'static str])];

/// The words of one language in a table by language; empty if it has none.
pub fn of(table: ByLanguage, language: &str) -> &'static [&'static str] {
    let found = table.iter().find(|(code, _)| *code == language);
    found.map_or(&[], |(_, words)| words)
}

/// The names of the months, from January on, each by language.
pub static MONTHS: [ByLanguage; 12] = [
    months::JANUARY,
    months::FEBRUARY,
    months::MARCH,
    months::APRIL,
    months::MAY,
    months::JUNE,
    months::JULY,
    months::AUGUST,
    months::SEPTEMBER,
    months::OCTOBER,
    months::NOVEMBER,
    months::DECEMBER,
];

/// The numbers of a month by its name, each with the language that gives it, in the order of the languages.
static NUMBERS: LazyLock<HashMap<&str, Vec<(&str, u32)>>> = LazyLock::new(|| {
    let mut numbers: HashMap<&str, Vec<(&str, u32)>> = HashMap::new();
    let languages = months::JANUARY.iter().map(|(language, _)| *language);
    for (language, (number, table)) in
        languages.flat_map(|language| (1..).zip(MONTHS).map(move |month| (language, month)))
    {
        for name in of(table, language) {
            numbers.entry(name).or_default().push((language, number));
        }
    }
    numbers
});

/// The number of the month with a lower-case name: in this language if it has the name, else in the first that has it. `listopad` is
/// October in Croatian, and November in Polish and Czech.
pub fn month(name: &str, language: Option<&str>) -> Option<u32> {
    let numbers = NUMBERS.get(name)?;
    let own = numbers.iter().find(|(code, _)| Some(*code) == language);
    own.or(numbers.first()).map(|(_, number)| *number)
}

/// The code of a language that decides what a date means: it has a name of a month that denotes another month elsewhere, or writes years
/// of two digits its own way. `None` for other languages.
pub fn with_own_dates(language: &str) -> Option<&'static str> {
    static CODES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let is_ambiguous =
            |numbers: &&Vec<(&str, u32)>| numbers.iter().any(|(_, number)| *number != numbers[0].1);
        let ambiguous = NUMBERS.values().filter(is_ambiguous).flatten();
        let codes = ambiguous.map(|(code, _)| *code);
        codes
            .chain(dates::SHORT_YEARS.iter().map(|(code, _)| *code))
            .collect()
    });
    CODES.get(language).copied()
}

/// The names of the months in all languages, from January on, each once: see [`month`].
pub fn months() -> &'static [Vec<&'static str>; 12] {
    static ALL: LazyLock<[Vec<&str>; 12]> = LazyLock::new(|| {
        let mut number = 0;
        MONTHS.map(|languages| {
            number += 1;
            let mut names: Vec<&str> = languages
                .iter()
                .flat_map(|(_, names)| *names)
                .copied()
                .collect();
            names.retain(|name| month(name, None) == Some(number));
            names.sort_unstable();
            names.dedup();
            names
        })
    });
    &ALL
}

/// The names of the days of the week, from Monday on, each by language.
pub static WEEKDAYS: [ByLanguage; 7] = [
    weekdays::MONDAY,
    weekdays::TUESDAY,
    weekdays::WEDNESDAY,
    weekdays::THURSDAY,
    weekdays::FRIDAY,
    weekdays::SATURDAY,
    weekdays::SUNDAY,
];
