//! What the characters of a block tell.

mod dates;
mod scan;

pub(super) use scan::measure;

use super::column::{Column, Row, count};
use super::lexicon::{self, Lexica, Says};
use html::TextBlock;

/// Texts from this length on, in bytes, are judged as running text: words of a lexicon count half, dates do not count.
const LONG_TEXT: usize = 400;

/// Counts of a block's text.
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

    /// What it says, if it is short.
    pub(super) fn says(&self) -> Says {
        if self.bytes as usize >= LONG_TEXT {
            Says::default()
        } else {
            Says::of(self.lexica, self.date)
        }
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
