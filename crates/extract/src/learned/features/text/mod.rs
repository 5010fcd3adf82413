//! Features of the characters and words of a block.

mod scan;

pub(super) use scan::measure;

use super::columns::{BlockFeature, RowWriter, count};
use crate::lexicon::{Lexica, LexiconHits};
use html::TextBlock;

/// Length in bytes from which a text is running text: words of a lexicon count half, and dates do not count.
const LONG_TEXT: usize = 400;

/// The features that are lexicon hits.
static LEXICON_COLUMNS: &[(Lexica, BlockFeature)] = &[
    (Lexica::SOCIAL, BlockFeature::Social),
    (Lexica::LEGAL, BlockFeature::Legal),
    (Lexica::SUBSCRIPTION, BlockFeature::Subscription),
    (Lexica::RELATED, BlockFeature::Related),
    (Lexica::MEDIA, BlockFeature::Media),
    (Lexica::COMMENT, BlockFeature::Comment),
    (Lexica::ADVERTISEMENT, BlockFeature::Advertisement),
    (Lexica::BYLINE, BlockFeature::Byline),
    (Lexica::EMBED, BlockFeature::Embed),
    (Lexica::CONTACT, BlockFeature::Contact),
];

/// Counts of a block's text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TextMeasures {
    /// Start of its words in the page's list of hashed words, and their end.
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

    /// Its lexicon hits, if it is short.
    pub(super) fn lexicon_hits(&self) -> LexiconHits {
        if self.bytes as usize >= LONG_TEXT {
            LexiconHits::default()
        } else {
            LexiconHits::of(self.lexica, self.date)
        }
    }

    /// Its words in the page's list of hashed words.
    pub(super) fn hashes<'a>(&self, hashes: &'a [u64]) -> &'a [u64] {
        hashes
            .get(self.first_word as usize..self.end_word as usize)
            .unwrap_or_default()
    }

    pub(super) fn write(&self, block: &TextBlock, row: &mut RowWriter) {
        let tokens = count(self.words().max(1));
        let characters = count(self.characters.max(1) as usize);
        let words = count(block.words as usize);
        row.set(BlockFeature::Words, words);
        row.set(BlockFeature::Characters, characters);
        row.set(
            BlockFeature::WordLength,
            count(self.letters as usize) / tokens,
        );
        row.set(BlockFeature::LinkDensity, block.link_density());
        row.set(BlockFeature::Links, f32::from(block.links));
        row.set(BlockFeature::LinkWords, count(block.link_words as usize));
        row.set(BlockFeature::TextDensity, block.text_density());
        row.set(
            BlockFeature::UpperShare,
            count(self.uppers as usize) / tokens,
        );
        row.set(BlockFeature::CapsShare, count(self.caps as usize) / tokens);
        row.set(
            BlockFeature::DigitShare,
            count(self.digits as usize) / characters,
        );
        row.set(BlockFeature::CommaShare, f32::from(self.commas) / tokens);
        row.set(BlockFeature::Sentences, f32::from(self.sentences));
        row.set(
            BlockFeature::SentenceWords,
            tokens / (f32::from(self.sentences) + 1.0),
        );
        row.set(BlockFeature::EndKind, f32::from(self.end));
        row.set(BlockFeature::StartKind, f32::from(self.start));
        row.set(BlockFeature::Separators, f32::from(self.separators));
        row.set(BlockFeature::StopShare, count(self.stops as usize) / tokens);
        row.flag(BlockFeature::Date, self.date);
        row.flag(BlockFeature::Time, self.time);
        row.set(BlockFeature::Questions, f32::from(self.questions));
        row.set(BlockFeature::Quotes, f32::from(self.quotes));
        row.set(
            BlockFeature::BoldShare,
            (count(block.bold_words as usize) / words.max(1.0)).min(1.0),
        );
        row.set(BlockFeature::LineBreaks, f32::from(block.line_breaks));
        let weight = if self.bytes as usize >= LONG_TEXT {
            0.5
        } else {
            1.0
        };
        for (lexicon, column) in LEXICON_COLUMNS {
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

/// Finds dates and times of day among the numbers and words of a short text.
#[derive(Clone, Copy, Default)]
pub(super) struct Numbers {
    /// Number of digits of the last three numbers, joined by one separator each: `12.11.2026`. The last entry is the newest.
    digits: [u32; 3],
    /// The separator after the last number; `'\0'` if anything else follows it.
    joint: Option<char>,
    /// After the name of a month, the number of digits that a number needs there at least.
    after_month: Option<u32>,
    pub(super) date: bool,
    pub(super) time: bool,
}

impl Numbers {
    /// Adds a word, given the numbers of its digits and characters. Units of dates in East Asia may be part of it: `2026년`.
    pub(super) fn add(&mut self, digits: u32, length: u32, last: char, lexica: Lexica) {
        let has_unit = digits + 1 == length && matches!(last, '年' | '月' | '년' | '월' | '일');
        if digits == length || digits > 0 && has_unit {
            self.number(digits);
        }
        if has_unit && self.digits[2] > 0 && self.joint.is_none() {
            // as "2026.5.12."
            self.joint = Some('.');
            self.after_month = matches!(last, '月' | '월').then_some(1);
        } else if digits < length {
            self.word(lexica);
        }
    }

    fn word(&mut self, lexica: Lexica) {
        let is_month = lexica.has(Lexica::MONTH);
        if !is_month && lexica.has(Lexica::IN_DATE) {
            // "12 de mayo de 2026", but not "mayo de 5"
            self.after_month = self.after_month.map(|_| 4);
            self.joint = Some('\0');
            return;
        }
        // "12. November", "12 November"
        self.date |= is_month && matches!(self.digits[2], 1 | 2 | 4);
        self.after_month = is_month.then_some(1);
        self.digits = [0; 3];
        self.joint = None;
    }

    fn number(&mut self, digits: u32) {
        let least = self.after_month.take();
        self.date |= least.is_some_and(|least| (least..=4).contains(&digits));
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

    pub(super) fn sign(&mut self, character: char) {
        match character {
            // "12.", "Nov.", "12. 11. 2026": a separator may be followed by a space
            ' ' if self.joint == Some('.') || self.joint.is_none() => {}
            '.' | '/' | '-' | ':' | ',' if self.joint.is_none() => self.joint = Some(character),
            _ => self.joint = Some('\0'),
        }
        if !matches!(character, ' ' | '.' | ',') {
            self.after_month = None;
        }
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
    fn dates_in_words_are_found_in_all_languages() {
        for text in [
            "12. November",
            "May 12, 2026",
            "12 de mayo de 2026",
            "2 d’octubre de 2026",
            "12 мая 2026",
            "12. května 2026",
            "2026. május 12.",
            "2026 m. gegužės 12 d.",
            "12 Mei 2026",
            "١٢ مايو ٢٠٢٦",
            "12 كانون الثاني 2026",
            "১২ মে ২০২৬",
            "12 अप्रैल 2026",
            "3 พ.ค. 2569",
            "2026年5月12日",
            "5月12日 14:30",
            "2026년 5월 12일",
        ] {
            assert!(of(text).date, "{text}");
        }
        for text in [
            "maj i juni",
            "mayo de 5 años",
            "5 tra i 6",
            "set 2 of 3",
            "12 de la calle",
            "5个月",
            "6月",
            "2026년",
            "3일 12:30",
            "12 er da",
        ] {
            assert!(!of(text).date, "{text}");
        }
    }

    #[test]
    fn every_ideograph_is_a_word() {
        assert_eq!(of("今日は、2026年").words(), 5);
    }
}
