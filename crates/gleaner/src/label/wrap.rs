//! Text broken into lines of the screen.

use ratatui::text::Span;

/// Columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// The words of a text in lines of at most so many columns; a word that is longer is broken.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(2); // the widest character takes two
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let mut size = width(word);
        if used > 0 && used + 1 + size <= columns {
            line.push(' ');
            line.push_str(word);
            used += 1 + size;
            continue;
        }
        if used > 0 {
            lines.push(std::mem::take(&mut line));
        }
        let mut rest = word;
        while size > columns {
            let (head, tail) = rest.split_at(fitting(rest, columns));
            lines.push(head.to_owned());
            rest = tail;
            size = width(rest);
        }
        rest.clone_into(&mut line);
        used = size;
    }
    if used > 0 {
        lines.push(line);
    }
    lines
}

/// A text cut to so many columns.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let end = fitting(text, columns.saturating_sub(1));
    text[..end].trim_end().to_owned() + "…"
}

/// How many bytes of a text fit into so many columns; at least one character if that can be.
fn fitting(text: &str, columns: usize) -> usize {
    let mut used = 0;
    for (at, character) in text.char_indices() {
        used += width(character.encode_utf8(&mut [0; 4]));
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
