//! Counts the words of a block and the lines they fill.

use crate::document::TextBlock;
use crate::parse::blocks::char_class::Class;

/// The style of a word that begins here: any of [`LINKED`] and [`BOLD`].
pub(crate) type Style = u8;
/// Inside a link.
pub(crate) const LINKED: Style = 1;
/// Inside `<b>` or `<strong>`.
pub(crate) const BOLD: Style = 2;
/// Set in every word.
const WORD: Style = 4;

/// Counts the words and the 80-column lines of a block as it grows.
///
/// Follows boilerpipe's `BoilerpipeHTMLContentHandler.flushBlock`: only words fill the lines, each
/// with one column after it. An ideograph thus takes two columns, its width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    words: u32,
    link_words: u32,
    bold_words: u32,
    full_lines: u32,
    line_words: u32,
    column: i32,
    /// Characters of the current word.
    length: i32,
    /// The style in which the current word began; 0 if it is not a word yet.
    word: Style,
}

impl Meter {
    pub(crate) const EMPTY: Meter = Meter {
        words: 0,
        link_words: 0,
        bold_words: 0,
        full_lines: 0,
        line_words: 0,
        column: -1,
        length: 0,
        word: 0,
    };

    /// Takes the next character, of any class but `NotAscii`.
    #[inline]
    pub(crate) fn take(&mut self, class: Class, style: Style) {
        match class {
            Class::Letter => {
                self.length = self.length.saturating_add(1);
                if self.word == 0 {
                    self.word = WORD | style;
                }
            }
            Class::Joint => self.length = self.length.saturating_add(1),
            Class::Ideograph => {
                self.end_word();
                self.length = 1;
                self.word = WORD | style;
                self.end_word();
            }
            Class::Space | Class::Sign => self.end_word(),
            Class::Nul | Class::NotAscii => {}
        }
    }

    /// Takes several letters.
    #[inline]
    pub(crate) fn take_letters(&mut self, count: usize, style: Style) {
        self.length = self
            .length
            .saturating_add(i32::try_from(count).unwrap_or(i32::MAX));
        if self.word == 0 {
            self.word = WORD | style;
        }
    }

    /// Ends the current word, if there is one.
    #[inline]
    pub(crate) fn end_word(&mut self) {
        if self.word != 0 {
            self.words += 1;
            self.line_words += 1;
            self.link_words += u32::from(self.word & LINKED);
            self.bold_words += u32::from(self.word & BOLD) / u32::from(BOLD);
            self.column = self.column.saturating_add(self.length).saturating_add(1);
            // as in the paper
            if self.column > 80 {
                self.full_lines += 1;
                self.column = self.length;
                self.line_words = 1;
            }
            self.word = 0;
        }
        self.length = 0;
    }

    /// Writes the counts into a block.
    pub(crate) fn finish(mut self, block: &mut TextBlock) {
        self.end_word();
        block.words = self.words;
        block.link_words = self.link_words;
        block.bold_words = self.bold_words;
        block.wrapped_lines = self.full_lines.max(1);
        block.words_in_wrapped_lines = if self.full_lines == 0 {
            self.words
        } else {
            self.words - self.line_words
        };
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    #[test]
    fn words_are_measured_as_boilerpipe_does() {
        let document = parse(
            "<p>It's \u{201c}a\u{201d} dog-eared &mdash; <a href=x>book (2nd ed.)</a>&nbsp;| x@y.de",
        );
        let block = document.blocks[0];
        assert_eq!((block.words, block.link_words), (7, 3));
        assert_eq!((block.wrapped_lines, block.words_in_wrapped_lines), (1, 7));
        assert_eq!(
            document.text_of(&block),
            "It's \u{201c}a\u{201d} dog-eared \u{2014} book (2nd ed.) | x@y.de"
        );
    }

    #[test]
    fn the_last_wrapped_line_is_left_out() {
        let document = parse(&format!("<p>{}", "abcdefghi ".repeat(20)));
        let block = document.blocks[0];
        assert_eq!((block.wrapped_lines, block.words_in_wrapped_lines), (2, 16));
        assert!((block.text_density() - 8.0).abs() < 1e-6);
    }

    #[test]
    fn scripts_without_spaces_count_characters() {
        let words = |html: &str| parse(html).blocks[0].words;
        assert_eq!(words("\u{4eca}\u{65e5}\u{306f}\u{3001}2026\u{5e74}"), 5);
        assert_eq!(words("สวัสดี"), 4, "Thai: four letters with two vowel signs");
        assert_eq!(words("ສະບາຍດີ"), 6, "Lao");
        assert_eq!(words("សួស្តី"), 3, "Khmer: a letter below another counts too");
        assert_eq!(words("မြန်မာ"), 3, "Burmese");
        assert_eq!(words("བོད་སྐད།"), 2, "Tibetan: syllables");
        assert_eq!(words("ｶﾞｲﾄﾞ"), 3, "half-width kana with voicing marks");
        assert_eq!(words("ガイド"), 3);
        assert_eq!(words("２０２６年"), 2, "full-width digits are a word");
        assert_eq!(words("我爱Rust语言"), 5);
        assert_eq!(
            words("\u{645}\u{631}\u{62d}\u{628}\u{627} \u{628}\u{643}"),
            2
        );
        assert_eq!(words("\u{c548}\u{b155} \u{d558}\u{c138}\u{c694}"), 2);
        assert_eq!(words("नमस्ते दुनिया"), 2);
        assert_eq!(
            words("\u{1112}\u{1161}\u{11ab} \u{1100}\u{1173}\u{11af}"),
            2,
            "Korean, decomposed"
        );
        assert_eq!(words("نمی\u{200c}خواهم"), 1, "a joiner parts no word");
    }
}
