//! Tokenizer for short texts (numbers, words and marks), and the words of dates: months and fillers between the parts.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use unicode_normalization::char::is_combining_mark;

use super::Order;
use crate::words;

/// A number, a word in lower case, or a mark. Whitespace is skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    kind: TokenKind,
    /// Byte offset of its start.
    pub at: usize,
    /// Whether it directly follows the previous token.
    pub touches: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum TokenKind {
    Number { value: u32, digits: usize },
    Word(Word),
    Mark(char),
}

/// A word in lower case; empty if it is longer than any word in dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Word {
    bytes: [u8; MAX_WORD_BYTES],
    length: u8,
}

/// Maximum bytes of a word in dates.
const MAX_WORD_BYTES: usize = 38;

impl Word {
    fn of(written: &str) -> Self {
        let mut word = Self {
            bytes: [0; MAX_WORD_BYTES],
            length: 0,
        };
        let mut end = 0;
        if written.is_ascii() {
            if let Some(place) = word.bytes.get_mut(..written.len()) {
                place.copy_from_slice(written.as_bytes());
                place.make_ascii_lowercase();
                word.length = u8::try_from(written.len()).unwrap_or_default();
            }
            return word;
        }
        for c in written.chars().flat_map(char::to_lowercase) {
            match word.bytes.get_mut(end..end + c.len_utf8()) {
                Some(place) => end += c.encode_utf8(place).len(),
                None => return word,
            }
        }
        word.length = u8::try_from(end).unwrap_or_default();
        word
    }

    fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..usize::from(self.length));
        std::str::from_utf8(bytes.unwrap_or_default()).unwrap_or_default()
    }
}

impl Token {
    pub(super) fn is(&self, mark: char) -> bool {
        self.kind == TokenKind::Mark(mark)
    }

    pub(super) fn is_one_of(&self, marks: &[char]) -> bool {
        matches!(self.kind, TokenKind::Mark(mark) if marks.contains(&mark))
    }

    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Word(word) => Some(word.as_str()),
            _ => None,
        }
    }

    pub(super) fn value(&self) -> Option<u32> {
        match self.kind {
            TokenKind::Number { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The number of digits; 0 for other tokens.
    pub(super) fn digits(&self) -> usize {
        match self.kind {
            TokenKind::Number { digits, .. } => digits,
            _ => 0,
        }
    }
}

/// The tokens of a text. Numbers of more than nine digits are skipped.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 4 + 1);
    let mut rest = text;
    let mut touches = false;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let (kind, used) = if digit(first).is_some() {
            let used = length(rest, |c| digit(c).is_some());
            (number(&rest[..used]), used)
        } else if is_letter(first) {
            let used = length(rest, |c| is_letter(c) || is_mark_of_letter(c));
            // the T of ISO 8601 is skipped like whitespace
            let word = Word::of(&rest[..used]);
            (
                (word.as_str() != "t").then_some(TokenKind::Word(word)),
                used,
            )
        } else if first.is_whitespace() {
            (None, first.len_utf8())
        } else if let Some((number, used)) = chinese_number(rest) {
            (Some(number), used)
        } else {
            (Some(TokenKind::Mark(first)), first.len_utf8())
        };
        let blank = kind.is_none();
        tokens.extend(kind.map(|kind| Token { kind, at, touches }));
        touches = !blank;
        rest = &rest[used..];
    }
    tokens
}

/// The length in bytes of the leading characters that match.
fn length(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c: char| !is(c)).unwrap_or(text.len())
}

/// A number of up to nine digits.
fn number(text: &str) -> Option<TokenKind> {
    let digits = text.chars().count();
    let value = text.chars().filter_map(digit).fold(0, |value: u32, digit| {
        value.saturating_mul(10).saturating_add(digit)
    });
    (digits <= 9).then_some(TokenKind::Number { value, digits })
}

/// A number in Chinese numerals at the start of a text, before a unit of a date, and its bytes: `二〇二五年`, `十五日`.
fn chinese_number(text: &str) -> Option<(TokenKind, usize)> {
    let is_numeral = |c: &char| *c == '十' || chinese_digit(*c).is_some();
    let numerals = text.chars().take(4).take_while(is_numeral);
    let (written, rest) = text.split_at(numerals.map(char::len_utf8).sum());
    if written.is_empty() || !rest.starts_with(['年', '月', '日', '號', '号']) {
        return None;
    }
    let number = |text: &str| {
        let digits = text.chars().filter_map(chinese_digit);
        digits.fold(0, |value, digit| 10 * value + digit)
    };
    let (value, digits) = match written.split_once('十') {
        Some((tens, ones)) => (10 * number(tens).max(1) + number(ones), 2),
        None => (number(written), written.chars().count()),
    };
    Some((TokenKind::Number { value, digits }, written.len()))
}

fn chinese_digit(c: char) -> Option<u32> {
    let mut digits = (0..).zip("〇一二三四五六七八九".chars());
    Some(digits.find(|(_, digit)| *digit == c)?.0)
}

/// The value of a digit: European, Arabic, Persian and Urdu, Indian, Thai or full-width.
#[inline]
fn digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let zero = match c {
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{966}'..='\u{96f}' => '\u{966}',
        '\u{9e6}'..='\u{9ef}' => '\u{9e6}',
        '\u{a66}'..='\u{a6f}' => '\u{a66}',
        '\u{ae6}'..='\u{aef}' => '\u{ae6}',
        '\u{be6}'..='\u{bef}' => '\u{be6}',
        '\u{c66}'..='\u{c6f}' => '\u{c66}',
        '\u{ce6}'..='\u{cef}' => '\u{ce6}',
        '\u{d66}'..='\u{d6f}' => '\u{d66}',
        '\u{e50}'..='\u{e59}' => '\u{e50}',
        '\u{ff10}'..='\u{ff19}' => '\u{ff10}',
        _ => return None,
    };
    Some(u32::from(c) - u32::from(zero))
}

/// Whether a character is a digit of any of these scripts.
#[inline]
pub fn is_digit(c: char) -> bool {
    digit(c).is_some()
}

/// Whether a character is part of a word. East Asian characters are marks, because 年 and 月 separate numbers.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c < '\u{2e80}' && c.is_alphabetic()
}

/// Whether a character continues a word but does not begin one: vowel signs, and marks of silent letters as in अगस्त, กุมภาพันธ์.
fn is_mark_of_letter(c: char) -> bool {
    ('\u{300}'..'\u{2e80}').contains(&c) && is_combining_mark(c)
}

/// The numbers of the months by name without the differences in spelling.
static NUMBERS: LazyLock<HashMap<Cow<str>, u32>> = LazyLock::new(|| {
    let mut numbers = HashMap::new();
    for (number, names) in (1..).zip(words::months()) {
        numbers.extend(names.iter().map(|name| (same_spelling(name), number)));
    }
    numbers
});

/// Number of the month with that lower-case name.
pub fn month(name: &str) -> Option<u32> {
    NUMBERS.get(&same_spelling(name)).copied()
}

/// [`month`] in the language of a page.
pub(super) fn month_in(name: &str, order: Order) -> Option<u32> {
    let own = || match order {
        Order::DayFirstIn(language) => words::month(name, Some(language)),
        _ => None,
    };
    own().or_else(|| month(name))
}

/// The first words of names of two words: `bisha koobaad`.
static FIRST_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let names = words::months().iter().flatten();
    names
        .filter_map(|name| Some(name.split_once([' ', '.'])?.0))
        .collect()
});

/// Whether a lower-case word may be the first part of the name of a month.
pub(super) fn begins_month(word: &str) -> bool {
    !word.is_ascii() || FIRST_WORDS.contains(word)
}

/// A lower-case name without what capitals lose, Greek accents (ΜΑΡΤΙΟΥ) and the difference of the Turkish i (KASIM, NİSAN), and
/// without the dots below Indian letters, which are also written as one character with the letter.
fn same_spelling(name: &str) -> Cow<'_, str> {
    if name.is_ascii() {
        return Cow::Borrowed(name);
    }
    let letters = name.chars().filter_map(|c| {
        let letter = match c {
            '\u{301}' | '\u{307}' | '\u{308}' | '\u{93c}' | '\u{9bc}' => return None,
            'ά' => 'α',
            'έ' => 'ε',
            'ή' => 'η',
            'ί' | 'ϊ' | 'ΐ' => 'ι',
            'ό' => 'ο',
            'ύ' | 'ϋ' | 'ΰ' => 'υ',
            'ώ' => 'ω',
            'ς' => 'σ',
            'ı' => 'i',
            '\u{95e}' => '\u{92b}',
            '\u{9df}' => '\u{9af}',
            _ => c,
        };
        Some(letter)
    });
    Cow::Owned(letters.collect())
}

/// Whether a token may separate day, month and year: `3rd of May, 2024`, `3 d’abril de 2024`, `2024 m. gegužės 3 d.`
pub(super) fn is_filler(token: &Token) -> bool {
    match token.word() {
        Some(word) => words::dates::BETWEEN.contains(&word),
        None => token.is_one_of(&['.', ',', '،', '-', '/', 'º', '°', '–', '’', '\'', '׳', '॰']),
    }
}
