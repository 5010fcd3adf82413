//! The pieces of a typed query: words, phrases, filters, and what is between them.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

/// The filters that a query may name.
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

/// The pieces of a query that mean something, each with what was typed.
pub(super) fn effective(text: &str) -> Vec<(Piece<'_>, &str)> {
    let pieces = pieces(text);
    let is_text = |at: Option<usize>| {
        let piece = at.and_then(|at| pieces.get(at));
        matches!(piece, Some((Piece::Word(_) | Piece::Phrase { .. }, _)))
    };
    // filters of one key are alternatives as it is
    let is_effective = |&(at, (piece, _)): &(usize, &(Piece<'_>, &str))| {
        !matches!(piece, Piece::Or(_)) || (is_text(at.checked_sub(1)) && is_text(Some(at + 1)))
    };
    let effective = pieces.iter().enumerate().filter(is_effective);
    effective.map(|(_, piece)| *piece).collect()
}

/// Quotes that people and their programs type.
const QUOTES: [char; 8] = ['“', '”', '„', '‟', '«', '»', '＂', '"'];

/// What was typed in Unicode normalisation form C, with one kind of quotes.
pub(super) fn composed(typed: &str) -> String {
    let quotes = |c: char| if QUOTES.contains(&c) { '"' } else { c };
    typed.nfc().map(quotes).collect()
}

/// A character of Han or Kana, which search takes for a word: the function `separated` of the database.
pub(super) fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}

/// Words with blanks around each such character.
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

/// Cuts a query at its blanks, but not within quotes: pieces, each with what was typed.
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
            // a quote within ends a word, as the database has it
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

/// The text up to a quote or the end, and what follows.
fn until_quote(quoted: &str) -> (&str, &str) {
    quoted.split_once('"').unwrap_or((quoted, ""))
}

/// A known key with a value at the beginning, and what follows.
fn filter(text: &str) -> Option<(Key, &str, &str)> {
    let (name, rest) = text.split_once(':')?;
    let key = Key::new(name)?;
    let (value, after) = match rest.strip_prefix('"') {
        Some(quoted) => until_quote(quoted),
        None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
    };
    (!value.trim().is_empty()).then(|| (key, value.trim(), after))
}
