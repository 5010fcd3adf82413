//! Removes control characters from text.
//!
//! Tab and line feed are kept; other white-space controls become a space; the rest of C0, DEL and C1 is removed. Bidirectional
//! overrides are removed. Embeddings and isolates, which right-to-left texts use, are kept if they are closed within their line; one
//! that is open at the end of a line would affect the following text, and is removed.

use std::borrow::Cow;
use std::collections::BTreeSet;

/// Removes control characters from an owned text, without copying a text that has none.
pub(crate) fn neutral_owned(text: String) -> String {
    match neutral(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(neutral) => neutral,
    }
}

/// Removes control characters from a text.
pub(crate) fn neutral(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_suspect) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let dropped = unbalanced(line);
        for (at, character) in line.char_indices() {
            match character {
                '\t' | '\n' => kept.push(character),
                _ if character.is_control() && character.is_whitespace() => kept.push(' '),
                _ if character.is_control() || dropped.contains(&at) => {}
                _ => kept.push(character),
            }
        }
    }
    Cow::Owned(kept)
}

fn is_suspect(character: char) -> bool {
    match character {
        '\t' | '\n' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    }
}

/// The byte offsets of the bidirectional controls of a line that are removed: overrides with their ends, and unbalanced ones.
fn unbalanced(line: &str) -> BTreeSet<usize> {
    let mut dropped = BTreeSet::new();
    let mut open: Vec<(usize, char)> = Vec::new();
    for (at, character) in line.char_indices() {
        match character {
            '\u{202a}' | '\u{202b}' | '\u{202d}' | '\u{202e}' | '\u{2066}'..='\u{2068}' => {
                open.push((at, character));
            }
            // the end of an embedding or override
            '\u{202c}' => match open.pop_if(|(_, begun)| *begun < '\u{2066}') {
                Some((_, '\u{202a}' | '\u{202b}')) => {}
                begun => dropped.extend(begun.map(|(begun, _)| begun).into_iter().chain([at])),
            },
            // the end of an isolate, and of everything open in it
            '\u{2069}' => match open.iter().rposition(|(_, begun)| *begun >= '\u{2066}') {
                Some(isolate) => {
                    let inside = open.drain(isolate..).skip(1);
                    dropped.extend(inside.map(|(begun, _)| begun));
                }
                None => {
                    dropped.insert(at);
                }
            },
            _ => {}
        }
    }
    dropped.extend(open.into_iter().map(|(begun, _)| begun));
    dropped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_go_and_white_space_stays() {
        assert_eq!(neutral("a\x1b[31mred\x07\u{9b}2J\x7f\0b"), "a[31mred2Jb");
        assert_eq!(neutral("a\tb\nc\x0bd\u{85}e\rf"), "a\tb\nc d e f");
        assert!(matches!(neutral("Größe\u{ad}\u{200c}"), Cow::Borrowed(_)));
    }

    #[test]
    fn marks_of_direction_stay_where_they_are_closed() {
        for balanced in [
            "x \u{2067}עברית\u{2069} y",
            "\u{202b}עברית \u{202a}html\u{202c}\u{202c}",
            "\u{200f}עברית\u{200e}",
        ] {
            assert_eq!(neutral(balanced), balanced);
        }
        assert_eq!(neutral("pay\u{202e}lap\u{202c}!"), "paylap!");
        assert_eq!(neutral("a\u{2067}b\nc\u{2069}d"), "ab\ncd");
        assert_eq!(neutral("a\u{202b}b\u{202c}\u{202c}"), "a\u{202b}b\u{202c}");
        assert_eq!(
            neutral("\u{2067}a\u{202b}b\u{2069}c\u{202c}"),
            "\u{2067}ab\u{2069}c"
        );
    }
}
