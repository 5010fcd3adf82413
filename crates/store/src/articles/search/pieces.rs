//! The pieces of a typed query: words, phrases, filters and operators.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

/// The filters that a query may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Site,
    Language,
    Author,
    Story,
    Since,
    Until,
}

impl Key {
    pub(super) fn new(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "site" => Self::Site,
            "lang" => Self::Language,
            "author" => Self::Author,
            "story" => Self::Story,
            "since" => Self::Since,
            "until" => Self::Until,
            _ => return None,
        })
    }
}

/// A piece of a query.
#[derive(Clone, Copy)]
pub(super) enum Piece<'a> {
    Word(&'a str),
    Phrase {
        is_not: bool,
        words: &'a str,
    },
    Or(&'a str),
    Filter {
        is_not: bool,
        key: Key,
        value: &'a str,
    },
}

/// The pieces of a query that have an effect, each with its source text.
pub(super) fn effective(text: &str) -> Vec<(Piece<'_>, &str)> {
    let pieces = pieces(text);
    let is_text = |at: Option<usize>| {
        let piece = at.and_then(|at| pieces.get(at));
        matches!(piece, Some((Piece::Word(_) | Piece::Phrase { .. }, _)))
    };
    // filters with the same key are alternatives anyway
    let is_effective = |&(at, (piece, _)): &(usize, &(Piece<'_>, &str))| {
        !matches!(piece, Piece::Or(_)) || (is_text(at.checked_sub(1)) && is_text(Some(at + 1)))
    };
    let effective = pieces.iter().enumerate().filter(is_effective);
    effective.map(|(_, piece)| *piece).collect()
}

/// Quotation marks that people and their programs type.
const QUOTES: [char; 8] = ['“', '”', '„', '‟', '«', '»', '＂', '"'];

/// The typed text in Unicode normalisation form C, with one kind of quotation mark.
pub(super) fn composed(typed: &str) -> String {
    let quotes = |c: char| if QUOTES.contains(&c) { '"' } else { c };
    typed.nfc().map(quotes).collect()
}

/// Whether a character is Han or Kana, which search treats as a word, as does the database function `separated`.
pub(super) fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}

/// The words with spaces around each such character.
pub(super) fn separated(words: &str) -> Cow<'_, str> {
    if !words.contains(is_unspaced) {
        return Cow::Borrowed(words);
    }
    let mut spaced = String::new();
    for character in words.chars() {
        if is_unspaced(character) {
            spaced.extend([' ', character, ' ']);
        } else {
            spaced.push(character);
        }
    }
    Cow::Owned(spaced.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Splits a query at whitespace outside quotation marks. Returns the pieces, each with its source text.
pub(super) fn pieces(text: &str) -> Vec<(Piece<'_>, &str)> {
    let mut pieces = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (is_not, positive) = match rest.strip_prefix('-') {
            Some(positive) => (true, positive),
            None => (false, rest),
        };
        let (piece, after) = if let Some(quoted) = positive.strip_prefix('"') {
            let (words, after) = until_quote(quoted);
            (Piece::Phrase { is_not, words }, after)
        } else if let Some((key, value, after)) = filter(positive) {
            (Piece::Filter { is_not, key, value }, after)
        } else {
            // a quotation mark inside a word ends it, as in the database
            let end = rest
                .char_indices()
                .find(|&(at, char)| char.is_whitespace() || (char == '"' && at > 0))
                .map_or(rest.len(), |(at, _)| at);
            let (word, after) = rest.split_at(end);
            let is_or = word.eq_ignore_ascii_case("or");
            (
                if is_or {
                    Piece::Or(word)
                } else {
                    Piece::Word(word)
                },
                after,
            )
        };
        pieces.push((piece, &rest[..rest.len() - after.len()]));
        rest = after.trim_start();
    }
    pieces
}

/// The text up to a quotation mark or the end, and the rest.
fn until_quote(quoted: &str) -> (&str, &str) {
    quoted.split_once('"').unwrap_or((quoted, ""))
}

/// A known key with its value at the start of the text, and the rest.
fn filter(text: &str) -> Option<(Key, &str, &str)> {
    let (name, rest) = text.split_once(':')?;
    let key = Key::new(name)?;
    let (value, after) = match rest.strip_prefix('"') {
        Some(quoted) => until_quote(quoted),
        None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
    };
    (!value.trim().is_empty()).then(|| (key, value.trim(), after))
}
