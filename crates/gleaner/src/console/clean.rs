//! Makes untrusted text safe for a terminal: removes escape sequences, control characters, bidirectional controls and invisible
//! characters.

/// Cleans a text and puts it on one line.
pub fn line(text: &str) -> String {
    let visible: String = text.chars().filter_map(shown).collect();
    html::fold(&visible)
}

/// Cleans a text, keeping line breaks and spaces.
pub(crate) fn lines(text: &str) -> String {
    let shown = |character| match character {
        '\n' => Some(character),
        _ => shown(character),
    };
    text.chars().filter_map(shown).collect()
}

/// Cleans a log line, keeping its colours: removes bidirectional controls, invisible characters and C1 controls. The subscriber has
/// already escaped other escape sequences.
pub(crate) fn log_line(line: &str) -> String {
    let kept =
        |character: &char| !is_hidden(*character) && !matches!(character, '\u{80}'..='\u{9f}');
    line.chars().filter(kept).collect()
}

/// The character to display for a character; `None` if it is removed.
fn shown(character: char) -> Option<char> {
    match character {
        _ if character.is_whitespace() => Some(' '),
        _ if character.is_control() || is_hidden(character) => None,
        _ => Some(character),
    }
}

/// Whether a character is invisible and may change how others are displayed.
fn is_hidden(character: char) -> bool {
    matches!(
        character,
        // Soft hyphen, zero-width space, bidirectional marks and overrides, invisible operators, byte order mark, tags.
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_and_hidden_characters_are_taken_out() {
        assert_eq!(line("a\x1b[31mred\x07\u{9b}2J"), "a[31mred2J");
        assert_eq!(line("pay\u{202e}lap\u{2066}\u{feff}"), "paylap");
        assert_eq!(
            line("Über\u{ad}schrift\r\n\tund\u{2028}mehr"),
            "Überschrift und mehr"
        );
        assert_eq!(
            line("می\u{200c}خواهم"),
            "می\u{200c}خواهم",
            "a joiner is part of a word"
        );
    }

    #[test]
    fn log_lines_keep_their_colours_alone() {
        assert_eq!(
            log_line("\x1b[33mWARN\x1b[0m pay\u{202e}lap\u{9b}2J\n"),
            "\x1b[33mWARN\x1b[0m paylap2J\n"
        );
    }

    #[test]
    fn line_breaks_and_blanks_can_stay() {
        assert_eq!(lines("a  b\r\n\x1b[2J\u{202e}c\n"), "a  b \n[2Jc\n");
    }
}
