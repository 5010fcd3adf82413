//! One pass over the characters of a block.

use super::Numbers;
use super::{LONG_TEXT, TextMeasures};
use crate::lexicon::{self, Lexica};
use text::dates::is_digit;
use text::hash;

/// Measures a text and appends its hashed words to the list.
pub(in super::super) fn measure(text: &str, hashes: &mut Vec<u64>) -> TextMeasures {
    let mut scan = Scan {
        measures: TextMeasures {
            first_word: u32::try_from(hashes.len()).unwrap_or(u32::MAX),
            bytes: u32::try_from(text.len()).unwrap_or(u32::MAX),
            start: text.chars().next().map_or(4, start_kind),
            end: end_kind(text),
            ..TextMeasures::default()
        },
        hashes,
        is_short: text.len() < LONG_TEXT,
        word: Word::default(),
        before: hash::FNV_BASIS,
        sentence_may_end: false,
        numbers: Numbers::default(),
    };
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let byte = bytes[i];
        if byte < 128 {
            scan.ascii(byte);
            i += 1;
        } else {
            let character = text[i..].chars().next().unwrap_or(' ');
            scan.other(character);
            i += character.len_utf8();
        }
    }
    scan.finish()
}

/// The current word.
#[derive(Clone, Copy, Default)]
struct Word {
    hash: u64,
    length: u32,
    uppers: u32,
    digits: u32,
    starts_upper: bool,
    lexica: Lexica,
    /// Its last character that is not ASCII.
    last: char,
}

struct Scan<'a> {
    measures: TextMeasures,
    hashes: &'a mut Vec<u64>,
    is_short: bool,
    word: Word,
    /// Hash of the previous word.
    before: u64,
    sentence_may_end: bool,
    numbers: Numbers,
}

impl Scan<'_> {
    #[inline]
    fn ascii(&mut self, byte: u8) {
        self.measures.characters += 1;
        match byte {
            b'a'..=b'z' => self.letter(byte.into(), false),
            b'A'..=b'Z' => self.letter(byte.to_ascii_lowercase().into(), true),
            b'0'..=b'9' => {
                self.measures.digits += 1;
                self.word.digits += 1;
                self.letter(byte.into(), false);
            }
            _ => {
                self.end_word();
                self.sign(byte.into());
            }
        }
    }

    fn other(&mut self, character: char) {
        self.measures.characters += 1;
        if !html::is_alphanumeric(character) {
            self.end_word();
            self.sign(character);
        } else if html::is_ideograph(character) {
            self.end_word();
            self.letter(character, false);
            self.word.last = character;
            self.end_word();
        } else {
            let upper = character.is_uppercase();
            let lower = character.to_lowercase().next().unwrap_or(character);
            self.letter(lower, upper);
            self.word.digits += u32::from(is_digit(character));
            self.word.last = character;
        }
    }

    #[inline]
    fn letter(&mut self, lower: char, is_upper: bool) {
        let word = &mut self.word;
        if word.length == 0 {
            word.hash = hash::FNV_BASIS;
            word.starts_upper = is_upper;
        }
        word.length += 1;
        word.uppers += u32::from(is_upper);
        word.hash = hash::fnv_step(word.hash, lower);
        if (lexicon::MIN_STEM_CHARS..=lexicon::MAX_STEM_CHARS).contains(&word.length) {
            word.lexica.add(lexicon::stem(word.hash));
        }
        self.sentence_may_end = false;
    }

    #[inline]
    fn end_word(&mut self) {
        let word = self.word;
        if word.length == 0 {
            return;
        }
        self.word = Word::default();
        let measures = &mut self.measures;
        let is_first = measures.words == 0;
        measures.words += 1;
        measures.letters += word.length;
        measures.uppers += u32::from(word.starts_upper);
        measures.caps += u32::from(word.length > 1 && word.uppers == word.length);
        let found = lexicon::word(word.hash);
        measures.stops += u32::from(found.has(Lexica::STOP));
        measures.lexica.add(word.lexica);
        measures.lexica.add(if is_first {
            found.of_first_word()
        } else {
            found
        });
        let pair = lexicon::pair(self.before, word.hash);
        measures.lexica.add(pair);
        if self.is_short {
            let mut lexica = found;
            lexica.add(pair);
            self.numbers
                .add(word.digits, word.length, word.last, lexica);
        }
        self.before = word.hash;
        measures.fingerprint = measures
            .fingerprint
            .rotate_left(5)
            .wrapping_mul(hash::FNV_PRIME)
            ^ word.hash;
        // that many words are enough to measure a page
        if self.hashes.len() < 1 << 20 {
            self.hashes.push(word.hash);
        }
    }

    #[inline]
    fn sign(&mut self, character: char) {
        let measures = &mut self.measures;
        if self.is_short {
            self.numbers.sign(character);
        }
        match character {
            ' ' => {
                measures.sentences = measures
                    .sentences
                    .saturating_add(self.sentence_may_end.into());
                self.sentence_may_end = false;
            }
            '.' | '…' => self.sentence_may_end = true,
            '!' | '?' => {
                measures.questions = measures.questions.saturating_add(1);
                self.sentence_may_end = true;
            }
            '。' | '！' | '？' => {
                measures.sentences = measures.sentences.saturating_add(1);
                self.sentence_may_end = false;
            }
            '"' | '“' | '”' | '„' | '»' | '«' | '「' | '」' => {
                measures.quotes = measures.quotes.saturating_add(1);
                measures.separators = measures
                    .separators
                    .saturating_add((character == '»').into());
            }
            '\'' | '’' | ')' | ']' => {}
            ',' | '、' | '，' => {
                measures.commas = measures.commas.saturating_add(1);
                self.sentence_may_end = false;
            }
            '|' | '•' | '·' | '›' | '→' | '/' => {
                measures.separators = measures.separators.saturating_add(1);
                self.sentence_may_end = false;
            }
            _ => self.sentence_may_end = false,
        }
    }

    fn finish(mut self) -> TextMeasures {
        self.end_word();
        let mut measures = self.measures;
        measures.sentences = measures
            .sentences
            .saturating_add(self.sentence_may_end.into());
        measures.end_word = u32::try_from(self.hashes.len()).unwrap_or(u32::MAX);
        measures.date = self.numbers.date;
        measures.time = self.numbers.time;
        measures
    }
}

fn start_kind(character: char) -> u8 {
    match character {
        '"' | '\'' | '“' | '„' | '«' | '»' | '‘' => 3,
        _ if character.is_uppercase() => 1,
        _ if character.is_lowercase() => 0,
        _ if character.is_numeric() => 2,
        _ => 4,
    }
}

fn end_kind(text: &str) -> u8 {
    let mut backwards = text.chars().rev();
    let last = backwards.next().unwrap_or(' ');
    let is_stop = |c: char| matches!(c, '.' | '!' | '?' | '。' | '！' | '？');
    let is_quote = |c: char| matches!(c, '"' | '\'' | '”' | '“' | '’' | '»' | ')' | '」');
    match last {
        '…' => 3,
        '.' if text.ends_with("...") => 3,
        ':' => 2,
        _ if is_stop(last) => 1,
        _ if is_quote(last) && backwards.next().is_some_and(is_stop) => 1,
        _ if is_quote(last) => 4,
        _ => 0,
    }
}
