//! One pass over the characters of a block.

use super::column::{Column, Row, count};
use super::lexicon::{self, Lexica};
use crate::document::TextBlock;
use crate::fnv;

/// Words of a page that are remembered; a text with this many has been read well enough.
const MOST_WORDS: usize = 1 << 20;
/// Texts from this length on, in bytes, are judged as running text: words of a lexicon count half, dates do not count.
const LONG_TEXT: usize = 400;

/// What the characters of a block tell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TextMeasures {
    /// Where its words begin in the page's list of hashed words, and where they end.
    pub(super) first_word: u32,
    pub(super) end_word: u32,
    /// Hash of all its words in order.
    pub(super) fingerprint: u64,
    words: u32,
    bytes: u32,
    characters: u32,
    letters: u32,
    digits: u32,
    uppers: u32,
    caps: u32,
    stops: u32,
    commas: u16,
    sentences: u16,
    separators: u16,
    questions: u16,
    quotes: u16,
    start: u8,
    end: u8,
    lexica: Lexica,
    date: bool,
    time: bool,
}

impl TextMeasures {
    /// Number of words as hashed: runs of letters and digits.
    pub(super) fn words(&self) -> usize {
        self.words as usize
    }

    /// Its words in the page's list of hashed words.
    pub(super) fn hashes<'a>(&self, hashes: &'a [u64]) -> &'a [u64] {
        hashes
            .get(self.first_word as usize..self.end_word as usize)
            .unwrap_or_default()
    }

    pub(super) fn write(&self, block: &TextBlock, row: &mut Row) {
        let tokens = count(self.words().max(1));
        let characters = count(self.characters.max(1) as usize);
        let words = count(block.words as usize);
        row.set(Column::Words, words);
        row.set(Column::LogWords, words.ln_1p());
        row.set(Column::Characters, characters);
        row.set(Column::WordLength, count(self.letters as usize) / tokens);
        row.set(Column::LinkDensity, block.link_density());
        row.set(Column::Links, f32::from(block.links));
        row.set(Column::LinkWords, count(block.link_words as usize));
        row.set(Column::TextDensity, block.text_density());
        row.set(Column::UpperShare, count(self.uppers as usize) / tokens);
        row.set(Column::CapsShare, count(self.caps as usize) / tokens);
        row.set(Column::DigitShare, count(self.digits as usize) / characters);
        row.set(Column::CommaShare, f32::from(self.commas) / tokens);
        row.set(Column::Sentences, f32::from(self.sentences));
        row.set(
            Column::SentenceWords,
            tokens / (f32::from(self.sentences) + 1.0),
        );
        row.set(Column::EndKind, f32::from(self.end));
        row.set(Column::StartKind, f32::from(self.start));
        row.set(Column::Separators, f32::from(self.separators));
        row.set(Column::StopShare, count(self.stops as usize) / tokens);
        row.flag(Column::Date, self.date);
        row.flag(Column::Time, self.time);
        row.set(Column::Questions, f32::from(self.questions));
        row.set(Column::Quotes, f32::from(self.quotes));
        row.set(
            Column::BoldShare,
            (count(block.bold_words as usize) / words.max(1.0)).min(1.0),
        );
        row.set(Column::LineBreaks, f32::from(block.line_breaks));
        let weight = if self.bytes as usize >= LONG_TEXT {
            0.5
        } else {
            1.0
        };
        for (lexicon, column) in lexicon::COLUMNS {
            row.set(
                *column,
                if self.lexica.has(*lexicon) {
                    weight
                } else {
                    0.0
                },
            );
        }
    }
}

/// Measures a text and adds its words, hashed, to the list.
pub(super) fn measure(text: &str, hashes: &mut Vec<u64>) -> TextMeasures {
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
        before: fnv::BASIS,
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

/// The word in hand.
#[derive(Clone, Copy, Default)]
struct Word {
    hash: u64,
    length: u32,
    uppers: u32,
    digits: u32,
    starts_upper: bool,
    lexica: Lexica,
}

struct Scan<'a> {
    measures: TextMeasures,
    hashes: &'a mut Vec<u64>,
    is_short: bool,
    word: Word,
    /// Hash of the word before.
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
        if !character.is_alphanumeric() {
            self.end_word();
            self.sign(character);
        } else if crate::html::is_ideograph(character) {
            self.end_word();
            self.letter(character, false);
            self.end_word();
        } else {
            let upper = character.is_uppercase();
            let lower = character.to_lowercase().next().unwrap_or(character);
            self.letter(lower, upper);
        }
    }

    #[inline]
    fn letter(&mut self, lower: char, is_upper: bool) {
        let word = &mut self.word;
        if word.length == 0 {
            word.hash = fnv::BASIS;
            word.starts_upper = is_upper;
        }
        word.length += 1;
        word.uppers += u32::from(is_upper);
        word.hash = fnv::on(word.hash, lower);
        if (lexicon::SHORTEST_STEM..=lexicon::LONGEST_STEM).contains(&word.length) {
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
        measures.lexica.add(found.without_first(!is_first));
        measures.lexica.add(lexicon::pair(self.before, word.hash));
        if self.is_short {
            let is_number = word.digits == word.length;
            self.numbers
                .word(is_number.then_some(word.length), found.has(Lexica::MONTH));
        }
        self.before = word.hash;
        measures.fingerprint =
            measures.fingerprint.rotate_left(5).wrapping_mul(fnv::PRIME) ^ word.hash;
        if self.hashes.len() < MOST_WORDS {
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

/// Finds dates and times of day among the words of a short text.
#[derive(Clone, Copy, Default)]
struct Numbers {
    /// Digits of the numbers just read, joined by one separator each: `12.11.2026`; the last one is the newest.
    digits: [u32; 3],
    /// The sign after the last number, if it was the only one.
    joint: Option<char>,
    after_month: bool,
    date: bool,
    time: bool,
}

impl Numbers {
    fn word(&mut self, number: Option<u32>, is_month: bool) {
        let Some(digits) = number else {
            // "12. November", "12 November"
            self.date |= is_month && matches!(self.digits[2], 1 | 2 | 4);
            self.after_month = is_month;
            self.digits = [0; 3];
            self.joint = None;
            return;
        };
        self.date |= self.after_month && digits <= 4;
        self.after_month = false;
        let joint = self.joint.take();
        if matches!(joint, Some('.' | '/' | '-' | ':')) {
            self.digits = [self.digits[1], self.digits[2], digits];
        } else {
            self.digits = [0, 0, digits];
        }
        self.time |= joint == Some(':') && matches!(self.digits, [_, 1 | 2, 2]);
        self.date |=
            joint != Some(':') && matches!(self.digits, [1 | 2, 1 | 2, 2 | 4] | [4, 1 | 2, 1 | 2]);
    }

    fn sign(&mut self, character: char) {
        match character {
            // "12.", "Nov.", "12. 11. 2026": what is between may have a blank after it
            ' ' if self.joint == Some('.') || self.joint.is_none() => {}
            '.' | '/' | '-' | ':' | ',' if self.joint.is_none() => self.joint = Some(character),
            _ => self.joint = Some('\0'),
        }
        if !matches!(character, ' ' | '.' | ',') {
            self.after_month = false;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> TextMeasures {
        measure(text, &mut Vec::new())
    }

    #[test]
    fn words_and_sentences_are_counted() {
        let text = of("He said: “No, I won’t.” Then NATO left in 2026! Why?");
        assert_eq!(text.words(), 12);
        assert_eq!((text.sentences, text.questions, text.quotes), (3, 2, 2));
        assert_eq!((text.caps, text.digits, text.commas), (1, 4, 1));
        assert_eq!((text.start, text.end), (1, 1));
    }

    #[test]
    fn dates_and_times_are_found_in_short_texts() {
        for text in [
            "12.11.2026",
            "12. November 2026",
            "Nov 12, 2026",
            "2026-11-12",
            "12/11/26",
            "am 3. März",
        ] {
            assert!(of(text).date, "{text}");
        }
        for text in ["1.5 million", "may be 10,000,000", "12 monkeys", "10:30"] {
            assert!(!of(text).date, "{text}");
        }
        assert!(of("um 10:30 Uhr").time);
        assert!(!of("2:1 in overtime").time);
    }

    #[test]
    fn every_ideograph_is_a_word() {
        assert_eq!(of("今日は、2026年").words(), 5);
    }
}
