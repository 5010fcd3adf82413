//! The passage shown of a found article.

use std::fmt;

use serde::{Serialize, Serializer};

use super::marks::is_unspaced;
use crate::text::column;

/// The characters around the found words in a snippet, which occur in no text.
pub(super) const MARKS: [char; 2] = ['\u{2}', '\u{3}'];
/// The separator of two passages.
pub(super) const CUT: &str = " … ";

/// Maximum length of the beginning of an article, in characters.
pub(super) const MAX_BEGINNING: usize = 300;

/// Maximum length of what is added to a passage that nearly begins or ends with the text, in bytes.
const MAX_ADDED: usize = 24;

/// A passage of an article. `Display` encloses the found words in `«` and `»`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet(String);

impl Snippet {
    /// Makes a snippet of the beginning of an article, or of passages that the database has marked. `runs` are the wanted runs of Han
    /// or Kana characters, of which the database has marked each character.
    pub(super) fn new(text: &str, marked: Option<&str>, runs: &[String]) -> Self {
        let text = text.replace(MARKS, "");
        Self(match marked {
            Some(marked) => {
                let marked = with_whole_runs(&as_written(marked, &text), runs);
                with_cut_ends(&marked, &text)
            }
            None => beginning(&text),
        })
    }

    /// The pieces in order, each with whether it is a found word.
    pub fn pieces(&self) -> impl Iterator<Item = (&str, bool)> {
        let [begin, end] = MARKS;
        let parts = self.0.split_inclusive(MARKS);
        let mut is_found = false;
        parts.filter_map(move |part| {
            let piece = (part.trim_end_matches(MARKS), is_found);
            is_found = part.ends_with(begin) || (is_found && !part.ends_with(end));
            (!piece.0.is_empty()).then_some(piece)
        })
    }
}

impl fmt::Display for Snippet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().try_for_each(|(text, is_found)| {
            if is_found {
                write!(f, "«{text}»")
            } else {
                f.write_str(text)
            }
        })
    }
}

impl Serialize for Snippet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The beginning of a text, cut at white space, or anywhere if less than half would be left, as in Chinese.
fn beginning(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX_BEGINNING) else {
        return text.to_owned();
    };
    let (whole, next) = text.split_at(end);
    let words = match whole.rfind(char::is_whitespace) {
        _ if next.starts_with(char::is_whitespace) => whole,
        Some(space) if space >= end / 2 => &whole[..space],
        _ => whole,
    };
    format!("{}…", words.trim_end())
}

/// Shows where passages do not begin or end with the text. If a few characters are left out there, they are added: the database begins and
/// ends no passage with a word such as "the".
fn with_cut_ends(passages: &str, text: &str) -> String {
    let (passages, text) = (passages.trim(), text.trim());
    let plain = passages.replace(MARKS, "");
    let first = plain.split(CUT).next().unwrap_or_default();
    let last = plain.rsplit(CUT).next().unwrap_or_default();
    let begin = match text.find(first) {
        Some(offset) if offset <= MAX_ADDED => &text[..offset],
        _ => "… ",
    };
    let end = match text.rfind(last).map(|offset| &text[offset + last.len()..]) {
        Some(rest) if rest.len() <= MAX_ADDED => rest,
        _ => " …",
    };
    format!("{begin}{passages}{end}")
}

/// Restores the original spelling of passages marked by the database. The database marks them in the text as indexed: in
/// lower case, with other characters left out or replaced by spaces. So passages are located in the text by their letters.
fn as_written(marked: &str, text: &str) -> String {
    let letters: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| is_letter(*c)).collect();
    let small = column(&letters, |(_, letter)| to_small(*letter));
    let mut from = 0;
    let passages = marked.split(CUT).map(|passage| {
        let wanted: Vec<char> = passage
            .chars()
            .filter(|c| is_letter(*c))
            .map(to_small)
            .collect();
        let start = position_of(&wanted, &small[from..]).map(|start| from + start);
        let Some(begin) = start else {
            return passage.to_owned();
        };
        from = begin + wanted.len();
        with_marks(passage, text, &letters[begin..from])
    });
    passages.collect::<Vec<_>>().join(CUT)
}

/// The passage of a text that consists of these letters, with the marks of `marked`, which has as many letters.
fn with_marks(marked: &str, text: &str, letters: &[(usize, char)]) -> String {
    let (Some((first, _)), Some((last, letter))) = (letters.first(), letters.last()) else {
        return String::new();
    };
    let is_beside = |c: char| !c.is_whitespace() && !is_letter(c);
    let before = text[..*first].trim_end_matches(is_beside).len();
    let after = &text[last + letter.len_utf8()..];
    let after = text.len() - after.trim_start_matches(is_beside).len();
    let [begin, end] = MARKS;
    let mut written = String::new();
    let (mut at, mut passed, mut is_open) = (before, 0, false);
    for c in marked.chars() {
        if is_letter(c) {
            passed += 1;
        } else if c == begin
            && let Some((offset, _)) = letters.get(passed)
        {
            // words without a space between them are merged
            if *offset > at || !written.ends_with(end) {
                written.push_str(&text[at..*offset]);
                written.push(begin);
            } else {
                written.pop();
            }
            at = *offset;
            is_open = true;
        } else if c == end
            && std::mem::take(&mut is_open)
            && let Some((offset, letter)) = passed.checked_sub(1).and_then(|last| letters.get(last))
        {
            // a word without any of these letters is empty
            let offset = at.max(offset + letter.len_utf8());
            written.push_str(&text[at..offset]);
            written.push(end);
            at = offset;
        }
    }
    written.push_str(&text[at..after]);
    written
}

/// The passages with the marks of Han and Kana characters only around whole runs.
fn with_whole_runs(marked: &str, runs: &[String]) -> String {
    let [begin, end] = MARKS;
    let mut written = String::new();
    let mut rest = marked;
    while let Some((before, after)) = rest.split_once(begin) {
        let (found, after) = after.split_once(end).unwrap_or((after, ""));
        written.push_str(before);
        if found.chars().all(is_unspaced) {
            push_whole_runs(&mut written, found, runs);
        } else {
            written.extend([begin]);
            written.push_str(found);
            written.extend([end]);
        }
        rest = after;
    }
    written + rest
}

/// Adds marked characters, with marks only around the runs among them, the longest at each place.
fn push_whole_runs(written: &mut String, found: &str, runs: &[String]) {
    let [begin, end] = MARKS;
    let mut rest = found;
    while let Some(first) = rest.chars().next() {
        let there = runs.iter().filter(|run| rest.starts_with(run.as_str()));
        let run = there.map(String::len).max().filter(|length| *length > 0);
        let (piece, after) = rest.split_at(run.unwrap_or(first.len_utf8()));
        if run.is_none() {
            written.push_str(piece);
        } else if written.ends_with(end) {
            written.pop();
            written.push_str(piece);
            written.push(end);
        } else {
            written.push(begin);
            written.push_str(piece);
            written.push(end);
        }
        rest = after;
    }
}

/// The position of this sequence of letters.
fn position_of(wanted: &[char], letters: &[char]) -> Option<usize> {
    if wanted.is_empty() {
        return None;
    }
    letters
        .windows(wanted.len())
        .position(|there| there == wanted)
}

/// Whether the index keeps a character unchanged except for its case. The letter apostrophe is replaced there.
fn is_letter(c: char) -> bool {
    (c.is_alphabetic() || c.is_ascii_digit()) && c != '\u{2bc}'
}

fn to_small(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_snippet_are_told_apart_whatever_marks_are_missing() {
        let pieces = |text: &str| {
            let snippet = Snippet(text.to_owned());
            let pieces = snippet.pieces();
            pieces
                .map(|(text, found)| format!("{text}{}", if found { "!" } else { "" }))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            pieces("a \u{2}b\u{3} c\u{2}d\u{3}"),
            ["a ", "b!", " c", "d!"]
        );
        assert_eq!(pieces("a\u{3}b\u{2}c"), ["a", "b", "c!"]);
        assert_eq!(pieces(""), Vec::<String>::new());
        let snippet = Snippet("a \u{2}b\u{3}".to_owned());
        assert_eq!(snippet.to_string(), "a «b»");
        assert_eq!(serde_json::json!(snippet), "a «b»");
    }

    #[test]
    fn a_long_beginning_ends_with_a_word_and_shows_that_it_is_cut() {
        let short = "protected ".repeat(30);
        assert_eq!(beginning(&short), short);
        assert_eq!(
            beginning(&(short + "RT")),
            "protected ".repeat(30).trim_end().to_owned() + "…"
        );
        let within = beginning(&("a ".to_owned() + &"protected ".repeat(30)));
        assert_eq!(
            within,
            "a ".to_owned() + "protected ".repeat(29).trim_end() + "…"
        );
        assert_eq!(beginning(&"橋".repeat(301)), "橋".repeat(300) + "…");
    }

    #[test]
    fn characters_are_marked_only_in_the_runs_that_are_wanted() {
        let runs = ["古い橋", "春"].map(str::to_owned);
        let shown = |marked: &str| Snippet(with_whole_runs(marked, &runs)).to_string();
        assert_eq!(
            shown("新し\u{2}い橋\u{3}と\u{2}古い橋春\u{3}と\u{2}春古\u{3}て\u{2}い\u{3}る"),
            "新しい橋と«古い橋春»と«春»古ている"
        );
        assert_eq!(shown("\u{2}app\u{3} は \u{2}春"), "«app» は «春»");
    }

    #[test]
    fn passages_from_within_a_text_show_that_they_are_cut() {
        let text = "Am Montag brannte ein Haus in der Stadt. Niemand wurde verletzt.";
        for (marked, shown) in [
            (
                "am montag brannte ein \u{2}haus\u{3}",
                "Am Montag brannte ein «Haus» …",
            ),
            (
                "montag brannte ein \u{2}haus\u{3}",
                "Am Montag brannte ein «Haus» …",
            ),
            (
                "niemand wurde \u{2}verletzt\u{3}",
                "… Niemand wurde «verletzt».",
            ),
            (
                "ein \u{2}haus\u{3} … wurde verletzt",
                "Am Montag brannte ein «Haus» … wurde verletzt.",
            ),
        ] {
            assert_eq!(Snippet::new(text, Some(marked), &[]).to_string(), shown);
        }
        assert_eq!(
            Snippet::new("Haus", Some("\u{2}haus\u{3}"), &[]).to_string(),
            "«Haus»"
        );
    }

    #[test]
    fn a_passage_is_shown_as_it_is_written() {
        let text = "Er sagte: „Die Grünen“ – so Börsch’ Rede … kamen. Und 5 m² Ärzte!";
        for (marked, written) in [
            ("die \u{2}grünen\u{3}   so", "„Die \u{2}Grünen\u{3}“ – so"),
            (
                "\u{2}börsch\u{3}  rede … 5 m  \u{2}ärzte\u{3}!",
                "\u{2}Börsch\u{3}’ Rede … 5 m² \u{2}Ärzte\u{3}!",
            ),
            ("kamen \u{2}½\u{3} und \u{2}٣\u{3}", "kamen. \u{2}\u{3}Und"),
            ("not there", "not there"),
            ("", ""),
        ] {
            assert_eq!(as_written(marked, text), written);
        }
        assert_eq!(
            as_written(" \u{2}東\u{3}  \u{2}京\u{3}  は  橋 ", "あ、「東京は橋」。"),
            "、「\u{2}東京\u{3}は橋」。"
        );
    }
}
