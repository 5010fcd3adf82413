//! Text broken into lines of the screen.

use std::borrow::Cow;

use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The words of a text in lines of at most `columns`; a word that is longer is broken.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let options = Options::new(columns.max(2)) // the widest character takes two
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options)
        .into_iter()
        .map(Cow::into_owned)
        .collect()
}

/// A text cut to at most `columns`.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let end = fitting(text, columns.saturating_sub(1));
    text[..end].trim_end().to_owned() + "…"
}

/// How many bytes of a text fit into `columns`; at least one character.
fn fitting(text: &str, columns: usize) -> usize {
    let mut used = 0;
    for (at, character) in text.char_indices() {
        used += character.width().unwrap_or(0);
        if used > columns && at > 0 {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_within_long_ones() {
        assert_eq!(wrap("the old bridge", 7), ["the old", "bridge"]);
        assert_eq!(
            wrap("Donaudampfschiff fährt", 6),
            ["Donaud", "ampfsc", "hiff", "fährt"]
        );
        assert_eq!(wrap("  ", 6), Vec::<String>::new());
    }

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(wrap("東京都知事", 4), ["東京", "都知", "事"]);
        assert_eq!(cut("東京都知事", 6), "東京…");
        assert_eq!(cut("Tokyo", 5), "Tokyo");
    }
}
