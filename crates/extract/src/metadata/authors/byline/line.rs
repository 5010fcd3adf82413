//! Lines above the text of an article that have only its authors and dates.

use std::sync::LazyLock;

use super::position::{are_time_words, is_job, is_time_word, starts_with_agency};
use super::{chinese, clip, is_caseless_name, is_full_name, is_inside_name, job_after_name, label};
use crate::lexicon::{Beginnings, Phrases};
use crate::metadata::authors::names::{agency, is_outlet, split_at};
use crate::metadata::dates::{self, Order};
use crate::word_count::{fair_words, has_fair_words};
use text::dates::words_beside_time_ago;
use text::words;

/// What a line above the text consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// Authors after a word such as "by", or beside a job, an agency or a date.
    Byline,
    /// Dates and times.
    Date,
    /// A name or a job alone, which may also be something else.
    Name,
}

/// Maximum words of a part of a byline after the name: `in Easton`.
const MAX_WORDS_AFTER: usize = 4;
/// Maximum words beside a date that are not known: a day of the week, a place, a preposition.
const MAX_UNKNOWN: usize = 2;
/// Marks between the parts of a line, besides a dash between blanks.
const MARKS: [char; 14] = [
    '|', '·', '•', '●', '\n', ',', '،', ';', '–', '—', '(', ')', '/', '：',
];

static SOURCES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::captions::SOURCES));
static LABELS_OF_DATES: LazyLock<Beginnings> = LazyLock::new(|| {
    let labels = words::dates::PUBLISHED.iter().chain(words::dates::CHANGED);
    Beginnings::new(labels.map(|label| label.trim_end_matches([' ', ':'])))
});

/// The kind of a line, given with its line breaks; `None` if it has anything else.
pub(crate) fn kind_of_line(text: &str) -> Option<LineKind> {
    if is_long_line(text) || text.ends_with(['?', '!']) {
        return None;
    }
    if job_after_name::alone(text).is_some() || chinese::is_alone(text) || is_agency(text) {
        return Some(LineKind::Byline);
    }
    if let Some(before) = before_source(text) {
        let kind = kind_of_parts(before);
        return (before.is_empty() || kind.is_some()).then_some(LineKind::Byline);
    }
    if is_time_ago(text) {
        return Some(LineKind::Date);
    }
    kind_of_parts(text)
}

/// Whether a line is too long for one with only authors and dates.
pub(crate) fn is_long_line(text: &str) -> bool {
    text.len() > 320 && text.chars().count() > 320 || has_fair_words(text, 33)
}

/// The kind of a line by its parts.
fn kind_of_parts(text: &str) -> Option<LineKind> {
    let (mut names, mut has_by, mut has_more, mut has_time) = (0, false, false, false);
    let mut unknown = 0;
    let parts = text.split(MARKS).flat_map(|part| part.split(" - "));
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        // more are a sentence
        if part.split_whitespace().nth(12).is_some() {
            return None;
        }
        if are_time_words(part) {
            has_time |= part.contains(char::is_numeric);
        } else if is_after_by(part) {
            has_by = true;
        } else if is_job(part) || starts_with_agency(part) || is_address(part) {
            has_more = true;
        } else if is_outlet(part) {
            // the outlet is no byline by itself
        } else if is_full_name(part) || is_caseless_name(part) {
            names += 1;
        } else {
            let words = part.split_whitespace();
            unknown += words
                .filter(|word| !is_time_word(word) && !is_label_of_date(word))
                .count();
            if unknown > MAX_UNKNOWN {
                return None;
            }
            has_time |= part.contains(char::is_numeric);
        }
    }
    let has_date = || !dates::all_in(text, Order::DayFirst).is_empty();
    match (unknown, names) {
        (0, _) if has_by => Some(LineKind::Byline),
        (..=MAX_UNKNOWN, 0) if !has_by && has_time && has_date() => Some(LineKind::Date),
        (0, 1..) if has_more || has_time && has_date() => Some(LineKind::Byline),
        (0, _) if !has_time => Some(LineKind::Name),
        _ => None,
    }
}

/// Whether a line is only the name of an agency.
fn is_agency(text: &str) -> bool {
    let name = text.trim();
    agency(name).is_some_and(|agency| agency.len() == name.len())
}

/// The part of a line before the label of its source, which ends the line: `3 May 2026` in `3 May 2026 Source: Reuters`.
fn before_source(text: &str) -> Option<&str> {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return None;
    }
    let places = SOURCES.all_in(&lower);
    let places = places.map(|label| (label.start, label.end - label.start));
    let (at, length) = places.min()?;
    let (before, source) = (text.get(..at)?, text.get(at + length..)?);
    // `Resource:` is another word
    if before.ends_with(|c: char| c.is_lowercase() || c.is_uppercase()) {
        return None;
    }
    let before = before.trim();
    let is_name = fair_words(source) <= 8 && !source.contains(['.', '。', '，', '?']);
    (is_name && source.contains(char::is_alphabetic)).then_some(before)
}

/// Whether a line is only a time before now: `14 hours ago`.
fn is_time_ago(text: &str) -> bool {
    text.split_whitespace().count() <= MAX_WORDS_AFTER + 1
        && words_beside_time_ago(&text.to_lowercase()) == Some(0)
}

/// Whether a text begins with a time before now: `vor 3 Stunden · Lokales`.
pub(crate) fn begins_with_time_ago(text: &str) -> bool {
    let text = text.trim_start();
    let ends = text.match_indices(char::is_whitespace).map(|(at, _)| at);
    let mut ends = ends.chain([text.len()]).take(MAX_WORDS_AFTER + 1);
    ends.any(|end| is_time_ago(&text[..end]))
}

/// Whether a line has only credits with a label, a Korean byline, or an address: `Author: Jane Doe | Editor: John Roe`.
pub(crate) fn is_credit(text: &str) -> bool {
    if job_after_name::alone(text).is_some() || is_address(text.trim()) {
        return true;
    }
    let is_labelled = |part: &str| {
        let Some((label, name)) = part.split_once([':', '：']) else {
            return false;
        };
        let is_job = || words::names::WRITERS.contains(&label.trim().to_lowercase().as_str());
        is_after_by(part) || is_job() && is_full_name(name.trim())
    };
    let parts = text.split(['|', '·', '•', '\n']).map(str::trim);
    let mut parts = parts.filter(|part| !part.is_empty()).peekable();
    parts.peek().is_some() && parts.all(is_labelled)
}

/// Whether a part is a word such as "by" or a label, and names.
fn is_after_by(part: &str) -> bool {
    let rest = label::after_words(part).trim();
    let before = part.strip_suffix(rest).unwrap_or_default();
    let before = before.trim_end_matches([' ', ':', '\n']).to_lowercase();
    let is_label =
        || label::is_label(&before) || words::byline::LABELS_ALONE.contains(&before.as_str());
    let name = clip(rest);
    let after = rest.strip_prefix(name).unwrap_or_default();
    let is_name = |name: &str| is_full_name(name) || is_caseless_name(name);
    !before.is_empty()
        && (!before.contains(' ') || is_label())
        && split_at(name, words::byline::AND)
            .iter()
            .all(|name| is_name(name.trim()))
        && !after.contains(':')
        && after.split_whitespace().count() <= MAX_WORDS_AFTER
        && after.chars().count() <= 60
}

/// Whether a word is a label such as "published", or the abbreviation of a time zone.
pub(super) fn is_label_of_date(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !is_inside_name(c));
    let is_zone =
        (2..=5).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let lower = word.to_lowercase();
    let mut labels = LABELS_OF_DATES.like(&lower).iter();
    is_zone || labels.any(|label| lower.starts_with(label))
}

/// Whether a text is only an email address or the name of an account.
pub(super) fn is_address(part: &str) -> bool {
    part.contains('@') && !part.contains(' ')
}
