//! Finds the ends of sentences: the boundaries of UAX 29, except those after abbreviations and the like.

use crate::words;
use crate::words::abbreviations::{ADDRESS, BEFORE_NUMBER, IN_TEXT, TITLES};
use crate::words::sentences::STARTERS;
use unicode_segmentation::UnicodeSegmentation as _;

/// Languages that write ordinal numbers with a full stop.
const ORDINAL_STOPS: &[&str] = &[
    "bs", "cs", "da", "de", "et", "fi", "hr", "hu", "is", "lb", "lv", "nb", "nn", "no", "pl", "sk",
    "sl", "sr", "tr",
];
/// Maximum bytes of a word beside a full stop that is looked at.
const MAX_WORD_BYTES: usize = 40;

/// Byte offsets of the ends of the sentences of a paragraph; the last one is its end.
pub(crate) fn ends(paragraph: &str, language: Option<&str>) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut start = 0;
    let mut end = 0;
    for segment in paragraph.split_sentence_bounds() {
        for part in split_at_ellipses(segment) {
            if end + part.len() <= start {
                end += part.len(); // a closing mark that belongs to the previous sentence
                continue;
            }
            end += part.len();
            if end == paragraph.len() {
                break;
            }
            let closed = end + closing(&paragraph[end..]);
            let sentence = &paragraph[start..closed];
            if !continues(sentence, &paragraph[closed..], language) {
                ends.push(closed);
                start = closed;
            }
        }
    }
    if start < paragraph.len() {
        ends.push(paragraph.len());
    }
    ends
}

/// Splits after ellipses before white space and a capital, which do not end a sentence in UAX 29.
fn split_at_ellipses(segment: &str) -> impl Iterator<Item = &str> {
    let mut rest = segment;
    let mut searched = 0;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        while let Some(found) = rest[searched..].find('…') {
            let after = searched + found + '…'.len_utf8();
            let closed = rest[after..].trim_start_matches(is_closing);
            let next = closed.trim_start();
            searched = after;
            let at = rest.len() - next.len();
            if next.len() < closed.len() && first_letter(next).is_some_and(char::is_uppercase) {
                let (part, remaining) = rest.split_at(at);
                (rest, searched) = (remaining, 0);
                return Some(part);
            }
        }
        Some(std::mem::take(&mut rest))
    })
}

/// Length in bytes of closing marks after white space, as in `oui ! »`, with the white space after them.
fn closing(rest: &str) -> usize {
    let after = rest.trim_start_matches(['»', '”', '’', ')', ']']);
    let blank = after.trim_start();
    let is_closed = after.len() < rest.len() && (blank.len() < after.len() || blank.is_empty());
    if is_closed {
        rest.len() - blank.len()
    } else {
        0
    }
}

/// Marks that end sentences in the major scripts.
const STOPS: &str = ".!?…。．｡！？।॥۔؟։።။។";

/// Whether a mark ends sentences.
pub(crate) fn is_stop(c: char) -> bool {
    STOPS.contains(c)
}

/// Whether a mark may close a quotation or a bracket after the end of a sentence.
pub(crate) fn is_closing(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '”' | '“' | '’' | '‘' | '»' | '«' | ')' | ']' | '」' | '』' | '）'
    )
}

/// The first letter or digit among the first four characters.
fn first_letter(text: &str) -> Option<char> {
    let mut letters = text.chars().take(4);
    letters.find(|c| c.is_alphanumeric())
}

/// Whether a sentence continues past its apparent end.
fn continues(sentence: &str, rest: &str, language: Option<&str>) -> bool {
    let written = sentence.trim_end();
    let blank = &sentence[written.len()..];
    let Some(next) = rest.chars().next() else {
        return false;
    };
    let bare = written.trim_end_matches(is_closing);
    let Some(last) = bare.chars().next_back() else {
        return false;
    };
    // `„Nein!“ rief er`, and a line that was broken within a sentence
    if next.is_lowercase() {
        return true;
    }
    if blank.contains(['\n', '\u{85}', '\u{2028}', '\u{2029}']) {
        return false;
    }
    // `page?Key=1`; ideographic full stops need no blank
    if blank.is_empty() {
        return last.is_ascii() || (next == 'と' && written.ends_with(['」', '』']));
    }
    last == '.' && bare.len() == written.len() && is_abbreviated(bare, rest, language)
}

/// Whether the full stop at the end belongs to the last word.
fn is_abbreviated(sentence: &str, rest: &str, language: Option<&str>) -> bool {
    let before = &sentence[..sentence.len() - 1];
    let word = last_word(before);
    let ahead = before[..before.len() - word.len()].trim_end();
    let mut letters = word.chars();
    let (Some(first), second) = (letters.next(), letters.next()) else {
        return false;
    };
    let next = first_letter(rest);
    let before_number = next.is_some_and(|c| c.is_ascii_digit());
    let starts = || begins_a_sentence(rest, language);
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        // the number of a list item
        return ahead.is_empty() || is_ordinal(word, ahead, before_number, language) && !starts();
    }
    if is_roman(word) && has_ordinal_stops(language) {
        return !starts();
    }
    let lower = first
        .to_lowercase()
        .chain(word.chars().skip(1))
        .collect::<String>();
    let is_in = |table: &[&str]| table.iter().any(|known| *known == word || *known == lower);
    if TITLES.contains(&word) || ADDRESS.contains(&word) {
        return true;
    }
    if before_number
        && (is_in(BEFORE_NUMBER)
            || BEFORE_NUMBER.iter().any(|known| {
                known
                    .strip_prefix('-')
                    .is_some_and(|end| word.ends_with(end))
            })
            || words::months()
                .iter()
                .any(|names| names.contains(&lower.as_str())))
    {
        return true;
    }
    let is_letter = |letter: char| letter.is_uppercase() || letter.is_lowercase();
    let is_initial = second.is_none() && is_letter(first);
    (is_initial || is_acronym(word) || is_in(IN_TEXT)) && !starts()
}

/// The last word of a text, without white space, brackets and quotation marks.
fn last_word(text: &str) -> &str {
    let from = text.floor_char_boundary(text.len().saturating_sub(MAX_WORD_BYTES));
    let tail = &text[from..];
    let is_in_word =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '\'' | '’' | ':' | ',');
    let start = tail.rfind(|c| !is_in_word(c)).map_or(0, |at| {
        at + tail[at..].chars().next().map_or(0, char::len_utf8)
    });
    tail[start..].trim_start_matches(['\'', '’', '-', '.'])
}

/// Whether a word is like `U.S`, `z.B`, `J.-P`: parts of one or two letters, with a full stop between.
fn is_acronym(word: &str) -> bool {
    let mut parts = word
        .split(['.', '-', '’', '\''])
        .filter(|part| !part.is_empty())
        .peekable();
    let is_part = |part: &str| part.chars().count() <= 2 && part.chars().all(char::is_alphabetic);
    word.contains('.') && parts.all(is_part)
}

fn is_roman(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X'))
}

/// Whether a language (ISO 639-1) writes ordinal numbers with a full stop: `am 3. Oktober`. An unknown one may.
pub fn has_ordinal_stops(language: Option<&str>) -> bool {
    language.is_none_or(|code| ORDINAL_STOPS.contains(&code))
}

/// Whether a number is ordinal: `am 3. Oktober`, but not `Rang 12. Trainer` and `bis 1918. Kaiser`.
fn is_ordinal(number: &str, ahead: &str, before_number: bool, language: Option<&str>) -> bool {
    if number.len() > 3 || !has_ordinal_stops(language) {
        return false;
    }
    let word = ahead.rsplit(char::is_whitespace).next().unwrap_or_default();
    let follows_a_small_word = word.chars().next().is_some_and(char::is_lowercase);
    let follows_an_ordinal = word.ends_with('.') && word.starts_with(|c: char| c.is_ascii_digit());
    let opens = word.is_empty()
        || STARTERS
            .iter()
            .any(|(_, starters)| starters.contains(&word));
    if before_number {
        return number.len() <= 2 && (follows_an_ordinal || follows_a_small_word);
    }
    follows_a_small_word || follows_an_ordinal || opens
}

/// Whether the rest begins with a word that has a capital only at the beginning of a sentence.
fn begins_a_sentence(rest: &str, language: Option<&str>) -> bool {
    let rest = &rest[..rest.floor_char_boundary(MAX_WORD_BYTES)];
    let open = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = open.find(|c: char| !c.is_alphanumeric());
    let (word, after) = open.split_at(end.unwrap_or(open.len()));
    if word.chars().nth(1).is_none() && after.starts_with('.') {
        return false; // `U. A. E.`
    }
    let of_language = language.map_or(&[][..], |code| words::of(STARTERS, code));
    if of_language.is_empty() {
        return STARTERS
            .iter()
            .any(|(_, starters)| starters.contains(&word));
    }
    of_language.contains(&word)
}
