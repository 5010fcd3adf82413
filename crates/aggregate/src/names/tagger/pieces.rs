//! Words and punctuation marks by sentence, split as in corpora with annotated names.

use text::words::abbreviations::{ADDRESS, TITLES};

/// A word or a punctuation mark, and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    /// As written.
    pub(super) text: &'a str,
    /// Start in bytes.
    pub(super) start: usize,
}

impl Piece<'_> {
    /// End in bytes.
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The sentences of a text.
pub(super) fn sentences(text: &str) -> Vec<Vec<Piece<'_>>> {
    let mut sentences = Vec::new();
    let mut sentence: Vec<Piece<'_>> = Vec::new();
    for piece in pieces(text) {
        let ends = match sentence.last() {
            None => false,
            Some(last) => {
                let between = text.get(last.end()..piece.start).unwrap_or_default();
                // a longer one is a list
                sentence.len() >= 200
                    || between.contains('\n')
                    || (!between.is_empty() && is_end(&sentence) && begins(piece.text))
            }
        };
        if ends {
            sentences.push(std::mem::take(&mut sentence));
        }
        sentence.push(piece);
    }
    if !sentence.is_empty() {
        sentences.push(sentence);
    }
    sentences
}

/// Whether the last piece ends a sentence.
fn is_end(sentence: &[Piece<'_>]) -> bool {
    let last = |back: usize| {
        let at = sentence.len().checked_sub(back)?;
        sentence.get(at).map(|piece| piece.text)
    };
    let mut back = 1;
    while last(back)
        .is_some_and(|mark| matches!(mark, "\"" | "“" | "”" | "«" | "»" | "'" | "’" | ")"))
    {
        back += 1;
    }
    match last(back) {
        Some("!" | "?" | "…") => true,
        Some(".") => !last(back + 1).is_some_and(|word| {
            let is_number = word.chars().all(|c| c.is_ascii_digit());
            TITLES.contains(&word) || ADDRESS.contains(&word) || (is_number && word.len() <= 2)
        }),
        _ => false,
    }
}

fn begins(word: &str) -> bool {
    word.chars().next().is_some_and(|c| !c.is_lowercase())
}

/// Words, and every other sign by itself. Marks between letters or digits join them ("Rheinland-Pfalz", "U.S."), but "'s" is cut
/// off.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + (rest.len() - rest.trim_start().len());
        let rest = text.get(start..)?;
        let first = rest.chars().next()?;
        let length = if first.is_alphanumeric() {
            word(rest)
        } else if let Some(genitive) = genitive(rest) {
            genitive
        } else {
            first.len_utf8()
        };
        at = start + length;
        Some(Piece {
            text: text.get(start..at)?,
            start,
        })
    })
}

/// Length in bytes of the word at the beginning.
fn word(text: &str) -> usize {
    let mut end = 0;
    let mut letters = 0;
    let mut has_stop = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        if c.is_alphanumeric() || is_mark(c) {
            letters += usize::from(!is_mark(c));
            end = at + c.len_utf8();
            continue;
        }
        let joins = match c {
            '-' | '‐' | '‑' | '&' | '.' => true,
            '\'' | '’' => genitive(&text[at..]).is_none(),
            ',' => {
                text[..at].ends_with(|c: char| c.is_ascii_digit())
                    && next.is_some_and(|c| c.is_ascii_digit())
            }
            _ => false,
        };
        if joins && next.is_some_and(char::is_alphanumeric) {
            has_stop |= c == '.' && text[..at].ends_with(char::is_alphabetic);
            continue;
        }
        // the stop of an initial, and the last one of "U.S."
        let initial = letters == 1 && text.starts_with(char::is_uppercase);
        if c == '.' && (initial || has_stop) {
            end = at + 1;
        }
        break;
    }
    end
}

/// Whether a character is a combining accent.
fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// Length in bytes of "'s" at the beginning.
fn genitive(text: &str) -> Option<usize> {
    let mut chars = text.chars();
    let mark = chars.next().filter(|c| matches!(c, '\'' | '’'))?;
    chars.next().filter(|c| matches!(c, 's' | 'S'))?;
    let ends = chars.next().is_none_or(|c| !c.is_alphanumeric());
    ends.then_some(mark.len_utf8() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        let sentences = sentences(text);
        let words = |sentence: &Vec<Piece<'_>>| {
            let words: Vec<&str> = sentence.iter().map(|piece| piece.text).collect();
            words.join("|")
        };
        sentences.iter().map(words).collect()
    }

    #[test]
    fn words_and_marks_are_pieces() {
        assert_eq!(
            cut("Anna Kern's U.S. visit (J. R. Ewing, AT&T) cost $1,200.50-ish."),
            ["Anna|Kern|'s|U.S.|visit|(|J.|R.|Ewing|,|AT&T|)|cost|$|1,200.50-ish|."]
        );
        assert_eq!(cut(""), [""; 0]);
        assert_eq!(cut("a\u{301}b don’t"), ["a\u{301}b|don’t"]);
    }

    #[test]
    fn sentences_end_at_marks_and_lines() {
        assert_eq!(
            cut("Er kam am 3. Mai. „Gut.“ Sie blieb\nbei Dr. Kern! und ging"),
            [
                "Er|kam|am|3|.|Mai|.",
                "„|Gut|.|“",
                "Sie|blieb",
                "bei|Dr|.|Kern|!|und|ging"
            ]
        );
    }
}
