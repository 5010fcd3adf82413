//! What stands beside a name in a line that only its position marks as a byline.

use std::sync::LazyLock;

use crate::element_names::{is_one_of, name_parts, names_in};
use crate::lexicon::Phrases;
use crate::metadata::authors::names::{
    agency, before_job, is_cjk_name, is_institution, is_person, is_place,
};
use crate::metadata::dates::{self, Order};
use html::{Span, Tag, TextBlock, TextDocument};

use super::{NAME_WORDS, is_caseless_name, is_full_name, is_pictograph, names_other_person};
use text::words;

/// Maximum words of a job.
const MAX_JOB_WORDS: usize = 5;
/// Maximum letters of a small word before a date.
const MAX_SMALL_LETTERS: usize = 3;
/// Maximum words of a note: `Reading time: 3 minutes`.
const MAX_NOTE_WORDS: usize = 6;
/// Parts of the classes of labels and tools, and the number of elements that are searched for them.
const LABELS: [&str; 4] = ["label", "share", "sharing", "social"];
const NAMED_LEVELS: usize = 2;
/// Phrases of notes about the page.
static NOTES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::asides::LINES));
/// Marks between the parts of a byline, besides a dash between blanks.
const MARKS: [char; 9] = ['|', '·', '•', '\n', ',', '–', '—', '(', ')'];
/// Marks that set a name off from a date in one line.
const BARS: [char; 6] = ['|', '·', '•', '–', '—', '-'];

/// Whether a block cannot be a byline: a heading, a picture, a list, a box beside the text, the label of a field or a tool to share the
/// page.
pub(super) fn is_no_byline(document: &TextDocument, block: &TextBlock) -> bool {
    let is_label = |names: Span| {
        let names = names_in(document, names).flat_map(name_parts);
        names.into_iter().any(|part| is_one_of(part, &LABELS))
    };
    let mut own = document.ancestors(block.element).take(NAMED_LEVELS);
    if is_label(block.inline_class) || own.any(|around| is_label(around.class)) {
        return true;
    }
    let mut around = document.ancestors(block.element);
    names_other_person(document, block.element)
        || around.any(|around| {
            around.tag.is_heading()
                || matches!(
                    around.tag,
                    Tag::Figure | Tag::Figcaption | Tag::Li | Tag::Aside | Tag::Nav | Tag::Footer
                )
        })
}

/// The name in a line that has nothing but one and dates. Before a comma it may be a place: `Bad Ellern, 3 May 2026`.
pub(super) fn name_beside_date(text: &str) -> Option<&str> {
    let name = name_alone(text)?;
    let (before, after) = text.split_once(name)?;
    // without capitals, words before a date may be a label
    let is_set_off = is_full_name(name)
        || after.trim_start_matches(' ').starts_with(BARS)
        || before.trim_end_matches(' ').ends_with(BARS);
    let has_date = || !dates::all_in(text, Order::DayFirst).is_empty();
    let is_place = after.starts_with(',') && !has_clock(text);
    (is_set_off && !is_place && has_date()).then_some(name)
}

/// The parts of a line.
fn parts_of(text: &str) -> impl Iterator<Item = &str> {
    let is_mark = |c: char| MARKS.contains(&c) || is_pictograph(c);
    let parts = text.split(is_mark).flat_map(|part| part.split(" - "));
    parts.map(str::trim).filter(|part| !part.is_empty())
}

/// The only name of a line that otherwise has nothing but dates, jobs and agencies.
pub(super) fn name_alone(text: &str) -> Option<&str> {
    let mut name = None;
    for part in parts_of(text) {
        if is_detail(part) {
            continue;
        }
        let with_job = before_job(part).filter(|found| is_name_with_job(found));
        let is_other = || is_job(part) || starts_with_agency(part) || are_time_words(part);
        if with_job.is_none() && is_other() {
            continue;
        }
        let found = with_job.or_else(|| before_detail(part, is_name))?;
        if name.replace(found).is_some() {
            return None;
        }
    }
    name
}

/// The name that a part of a byline is, or begins with before a date.
fn before_detail(part: &str, is_name: impl Fn(&str) -> bool) -> Option<&str> {
    let ends = part.match_indices(' ').map(|(at, _)| at);
    let ends = ends.chain([part.len()]).take(*NAME_WORDS.end());
    let mut heads = ends.map(|end| part.split_at(end));
    let found = heads.find(|(head, rest)| {
        is_name(head) && (rest.is_empty() || begins_detail(rest.trim_start()))
    });
    found.map(|(name, _)| name)
}

/// Whether a text is a detail, possibly after a small word: `le 19/02/2026`.
fn begins_detail(text: &str) -> bool {
    let is_small = |word: &str| word.chars().count() <= MAX_SMALL_LETTERS;
    is_detail(text)
        || text
            .split_once(' ')
            .is_some_and(|(word, rest)| is_small(word) && is_detail(rest))
}

fn is_name(text: &str) -> bool {
    is_name_with_job(text) && text.contains(char::is_lowercase)
        || is_caseless_name(text) && is_nothing_else(text)
}

/// Whether a text before a job is a name, possibly in capitals.
fn is_name_with_job(text: &str) -> bool {
    is_full_name(text) && !is_cjk_name(text) && is_nothing_else(text)
}

/// Whether a text of the form of a name is no place, time, institution or agency.
fn is_nothing_else(text: &str) -> bool {
    let lower = text.to_lowercase();
    let first = lower.split(' ').next().unwrap_or_default();
    let is_phrase =
        words::cues::BEFORE_PLACE.contains(&first) || words::cues::DETERMINERS.contains(&first);
    let is_time = |word: &str| dates::month(word).is_some() || words::cues::DAYS.contains(&word);
    !is_phrase
        && is_person(text)
        && !is_place(text)
        && !is_institution(text)
        && agency(text).is_none()
        && !lower.split(' ').any(is_time)
}

/// Whether a part has a word for the job of a journalist.
pub(super) fn is_job(part: &str) -> bool {
    let lower = part.to_lowercase();
    let mut words = lower.split(' ');
    words.clone().count() <= MAX_JOB_WORDS
        && words.any(|word| words::names::WRITERS.contains(&word))
}

pub(super) fn starts_with_agency(part: &str) -> bool {
    agency(part.split(' ').next().unwrap_or_default()).is_some()
}

/// Whether a part has only numbers and words of dates, times and durations, or is a note such as the reading time.
pub(super) fn is_detail(part: &str) -> bool {
    let is_note = || {
        part.split_whitespace().count() <= MAX_NOTE_WORDS
            && NOTES.are_in(part.to_lowercase().as_str())
    };
    part.contains(char::is_numeric) && (are_time_words(part) || is_note() || is_date(part))
}

/// Whether a part is a date with words inside it and only words of times beside it: `12 de noviembre de 2026`.
fn is_date(part: &str) -> bool {
    let dates = dates::all_in(part, Order::DayFirst);
    dates.first().is_some_and(|date| {
        are_time_words(&part[..date.start]) && are_time_words(&part[date.end..])
    })
}

fn are_time_words(text: &str) -> bool {
    text.split_whitespace().all(is_time_word)
}

/// Whether a word is a number, or occurs in dates, times, durations and their labels.
pub(super) fn is_time_word(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    if word.is_empty() || word.contains(char::is_numeric) {
        return true;
    }
    let lower = word.to_lowercase();
    let is_zone = word.chars().all(char::is_uppercase) && words::zones::minutes(&lower).is_some();
    let word = lower.as_str();
    let lists = [
        words::cues::DAYS,
        words::dates::DAYS,
        words::dates::BEFORE_TIME,
        words::dates::AFTER_TIME,
        words::dates::BETWEEN,
        words::byline::ENDS,
        words::byline::NO_NAMES,
    ];
    let is_month = || {
        dates::month(word).is_some()
            || word.contains('.') && dates::month(&word.replace('.', "")).is_some()
    };
    matches!(word, "min" | "h")
        || is_zone
        || is_month()
        || lists.iter().any(|list| list.contains(&word))
}

/// Whether a text has a time of day or a reading time.
fn has_clock(text: &str) -> bool {
    let mut words = text.split([' ', '\n']);
    let is_clock = |word: &str| {
        let parts = word.trim_matches(['(', ')', ',']).split_once(':');
        let is_number =
            |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        parts.is_some_and(|(hour, minute)| is_number(hour) && is_number(minute))
    };
    let is_duration = text.contains(" min") && text.contains(|c: char| c.is_ascii_digit());
    words.any(is_clock) || is_duration
}
