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
    after_month: bool,
    pub(super) date: bool,
    pub(super) time: bool,
}

impl Numbers {
    pub(super) fn word(&mut self, number: Option<u32>, is_month: bool) {
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

    pub(super) fn sign(&mut self, character: char) {
        match character {
            // "12.", "Nov.", "12. 11. 2026": a separator may be followed by a space
            ' ' if self.joint == Some('.') || self.joint.is_none() => {}
            '.' | '/' | '-' | ':' | ',' if self.joint.is_none() => self.joint = Some(character),
            _ => self.joint = Some('\0'),
        }
        if !matches!(character, ' ' | '.' | ',') {
            self.after_month = false;
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
    fn every_ideograph_is_a_word() {
        assert_eq!(of("今日は、2026年").words(), 5);
    }
}
