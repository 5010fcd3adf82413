#![doc = include_str!("../README.md")]

use std::collections::HashSet;
use std::sync::LazyLock;

pub mod zones;

include!("tables.rs");

/// Maximum pages of an article, as links to them are followed and their texts joined: lists have more.
pub const MAX_ARTICLE_PAGES: u32 = 99;

/// The words of one language in a table by language; empty if it has none.
pub fn of(
    table: &'static [(&'static str, &'static [&'static str])],
    language: &str,
) -> &'static [&'static str] {
    let found = table.iter().find(|(code, _)| *code == language);
    found.map_or(&[], |(_, words)| words)
}

/// The names of the months, from January on, each by language.
pub static MONTHS: [&[(&str, &[&str])]; 12] = [
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

/// The names of the months in all languages, from January on.
pub fn months() -> &'static [Vec<&'static str>; 12] {
    static ALL: LazyLock<[Vec<&str>; 12]> = LazyLock::new(|| {
        MONTHS.map(|languages| {
            let mut seen = HashSet::new();
            let names = languages.iter().flat_map(|(_, names)| *names).copied();
            names.filter(|name| seen.insert(*name)).collect()
        })
    });
    &ALL
}
