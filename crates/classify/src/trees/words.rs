//! Words of titles and URLs: those that show the purpose of a page, and stems to compare titles with URLs.

use std::collections::HashMap;
use std::sync::LazyLock;

use text::words::{body_words, page_words};

use super::count;
use super::features::PageFeature;
use crate::title;
use text::spelling::{Spelling, spelled};

/// Words in lower case; in URLs without accents. `word*` is a prefix.
static LEXICA: [(PageFeature, &[&str]); 10] = [
    (PageFeature::SaysLegal, page_words::LEGAL),
    (PageFeature::SaysAccount, page_words::ACCOUNT),
    (PageFeature::SaysList, page_words::LIST),
    (PageFeature::SaysMedia, page_words::MEDIA),
    (PageFeature::SaysGoods, page_words::GOODS),
    (PageFeature::SaysForum, page_words::FORUM),
    (PageFeature::SaysLive, page_words::LIVE),
    (PageFeature::SaysDocs, page_words::DOCS),
    (PageFeature::SaysService, page_words::SERVICE),
    (PageFeature::SaysNews, page_words::NEWS),
];

/// Words of the names of `<body>`.
static BODY: [(PageFeature, &[&str]); 4] = [
    (PageFeature::BodyPost, body_words::POST),
    (PageFeature::BodyList, body_words::LIST),
    (PageFeature::BodyPage, body_words::PAGE),
    (PageFeature::BodyShop, body_words::SHOP),
];

/// The word lists of [`LEXICA`], each word with its column.
static WORDS: LazyLock<HashMap<&'static str, PageFeature>> = LazyLock::new(|| {
    let lists = LEXICA.iter();
    let words = lists.flat_map(|(column, list)| list.iter().map(|word| (*word, *column)));
    words.collect()
});

/// The entries that are prefixes.
static STEMS: LazyLock<Vec<(&'static str, PageFeature)>> = LazyLock::new(|| {
    let words = WORDS.iter();
    let stems = words.filter_map(|(word, column)| Some((word.strip_suffix('*')?, *column)));
    stems.collect()
});

/// The features whose words are in class or id of `<body>`.
pub(super) fn in_body_names(body: &str) -> impl Iterator<Item = PageFeature> {
    BODY.iter().filter_map(|(column, list)| {
        let mut words = title::words(body);
        words
            .any(|word| list.contains(&word.as_str()))
            .then_some(*column)
    })
}

/// The features whose words are in a text.
pub(super) fn in_text(text: &str) -> impl Iterator<Item = PageFeature> {
    title::words(text).filter_map(|word| {
        let exact = WORDS.get(word.as_str());
        exact.or_else(|| starts(&word)).copied()
    })
}

/// The longest prefix entry that matches a word.
fn starts(word: &str) -> Option<&'static PageFeature> {
    let stems = STEMS.iter();
    stems
        .filter(|(stem, _)| word.starts_with(stem))
        .max_by_key(|(stem, _)| stem.len())
        .map(|(_, column)| column)
}

/// The stems of a text, and how often each occurs.
pub(super) struct Stems(HashMap<String, usize>);

impl Stems {
    pub(super) fn of(text: &str) -> Self {
        let words = title::words(text).map(|word| spelled(&word, Spelling::Bare));
        let long = words.filter(|word| word.chars().count() >= 3);
        let mut stems = HashMap::new();
        for word in long {
            let stem = word.chars().take(4).collect();
            *stems.entry(stem).or_default() += 1;
        }
        Self(stems)
    }

    /// The share of the stems that the other text has too; 0 without words.
    pub(super) fn share_in(&self, other: &Self) -> f32 {
        let all: usize = self.0.values().sum();
        let found = self
            .0
            .iter()
            .filter(|(stem, _)| other.0.contains_key(*stem));
        let found: usize = found.map(|(_, times)| times).sum();
        count(found) / count(all.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_endings_do_not_matter() {
        let title = Stems::of("Brücke wird gesperrt");
        assert!((title.share_in(&Stems::of("/bruckenbau/sie-wird-gesperrte")) - 1.0).abs() < 1e-6);
        assert!((title.share_in(&Stems::of("/wirtschaft")) - 0.0).abs() < 1e-6);
        assert!(Stems::of("").share_in(&title).abs() < 1e-6);
    }
}
