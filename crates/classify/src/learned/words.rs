//! Words of titles and addresses that tell what a page is for.

use std::collections::HashMap;
use std::sync::LazyLock;

use ::words::{body_words, page_words};

use super::columns::Column;
use crate::title;

/// Whole words, in lower case, without accents in addresses; `word*` is the beginning of one.
static LEXICA: [(Column, &[&str]); 10] = [
    (Column::SaysLegal, page_words::LEGAL),
    (Column::SaysAccount, page_words::ACCOUNT),
    (Column::SaysList, page_words::LIST),
    (Column::SaysMedia, page_words::MEDIA),
    (Column::SaysGoods, page_words::GOODS),
    (Column::SaysForum, page_words::FORUM),
    (Column::SaysLive, page_words::LIVE),
    (Column::SaysDocs, page_words::DOCS),
    (Column::SaysService, page_words::SERVICE),
    (Column::SaysNews, page_words::NEWS),
];

/// Words of the names of `<body>`.
static BODY: [(Column, &[&str]); 4] = [
    (Column::BodyPost, body_words::POST),
    (Column::BodyList, body_words::LIST),
    (Column::BodyPage, body_words::PAGE),
    (Column::BodyShop, body_words::SHOP),
];

/// The word lists of [`LEXICA`], each word with its column.
static WORDS: LazyLock<HashMap<&'static str, Column>> = LazyLock::new(|| {
    let lists = LEXICA.iter();
    let words = lists.flat_map(|(column, list)| list.iter().map(|word| (*word, *column)));
    words.collect()
});

/// The entries that are beginnings of words.
static STEMS: LazyLock<Vec<(&'static str, Column)>> = LazyLock::new(|| {
    let words = WORDS.iter();
    let stems = words.filter_map(|(word, column)| Some((word.strip_suffix('*')?, *column)));
    stems.collect()
});

/// The columns whose words the names of `<body>` have.
pub(super) fn named(body: &str) -> impl Iterator<Item = Column> {
    BODY.iter().filter_map(|(column, list)| {
        let mut words = title::words(body);
        words
            .any(|word| list.contains(&word.as_str()))
            .then_some(*column)
    })
}

/// The columns whose words a text has.
pub(super) fn said(text: &str) -> impl Iterator<Item = Column> {
    title::words(text).filter_map(|word| {
        let exact = WORDS.get(word.as_str());
        exact.or_else(|| starts(&word)).copied()
    })
}

/// The entry that is the beginning of a word.
fn starts(word: &str) -> Option<&'static Column> {
    let stems = STEMS.iter();
    stems
        .filter(|(stem, _)| word.starts_with(stem))
        .max_by_key(|(stem, _)| stem.len())
        .map(|(_, column)| column)
}
