//! What stands beside a name in a line that only its position marks as a byline.

use crate::metadata::authors::names::agency;
use crate::metadata::dates::{self, Order};
use text::words;

use super::elements::is_person_alone;
use super::name::{bare, is_name_and_word, is_weekday};
use super::{NAME_WORDS, is_caseless_name, is_full_name, is_pictograph};

/// Marks between the parts of a byline, besides a dash or a slash between blanks.
const MARKS: [char; 9] = ['|', '·', '•', '\n', ',', '–', '—', '(', ')'];
/// Marks that set a name off from a date in one line.
const BARS: [char; 6] = ['|', '·', '•', '–', '—', '-'];

/// The name in a line that has nothing but one, the job of a journalist and dates. Before a comma and anything else it may be a place:
/// `Bad Ellern, 3 May 2026`.
pub(super) fn name_beside_date(text: &str) -> Option<&str> {
    let name = name_alone(text)?;
    let (before, after) = text.split_once(name)?;
    let may_be_place = after.starts_with(',') && !is_before_job(after);
    // without capitals, words before a date may be a label
    let is_set_off = is_full_name(name)
        || after.trim_start_matches(' ').starts_with(BARS)
        || before.trim_end_matches(' ').ends_with(BARS);
    let has_date = || !dates::all_in(text, Order::DayFirst).is_empty();
    (is_set_off && !may_be_place && has_date()).then_some(name)
}

/// The name in a line right before the job of a journalist: `Jane Doe, Science Correspondent, Easton`.
pub(super) fn name_before_job(text: &str) -> Option<&str> {
    let name = name_alone(text)?;
    let (_, after) = text.split_once(name)?;
    is_before_job(after).then_some(name)
}

/// Whether the first part of the text after a name is the job of a journalist.
fn is_before_job(after: &str) -> bool {
    let mut parts = after.split(MARKS).map(str::trim);
    parts.find(|part| !part.is_empty()).is_some_and(is_job)
}

/// The only name of a line that otherwise has nothing but dates and jobs of journalists.
pub(super) fn name_alone(text: &str) -> Option<&str> {
    let is_mark = |c: char| MARKS.contains(&c) || is_pictograph(c);
    let parts = text.split(is_mark).flat_map(|part| part.split(" - "));
    let parts = parts.flat_map(|part| part.split(" / "));
    // a single word is a place or a section
    let is_other = |part: &&str| part.contains(' ') && !are_time_words(part) && !is_job(part);
    let mut others = parts.map(str::trim).filter(is_other);
    let name = before_time_words(others.next()?)?;
    others.next().is_none().then_some(name)
}

/// The name that a part of a byline is, or begins with before words of a date.
fn before_time_words(part: &str) -> Option<&str> {
    let ends = part.match_indices(' ').map(|(at, _)| at);
    let ends = ends.chain([part.len()]).take(*NAME_WORDS.end());
    let mut heads = ends.map(|end| part.split_at(end));
    let found = heads.find(|(head, rest)| {
        let is_name =
            head.contains(char::is_lowercase) && is_person_alone(head) && !ends_with_day(head)
                || is_caseless_name(head);
        is_name && are_time_words(rest)
    });
    found.map(|(name, _)| name)
}

/// Whether a text ends with a day of the week after a whole name and a small word: `Jane Doe el Mié`, but not `Ana de Paz`.
fn ends_with_day(text: &str) -> bool {
    let parts = text.rsplit_once(' ');
    parts.is_some_and(|(before, last)| is_weekday(&bare(last)) && is_name_and_word(before))
}

/// Whether a part has a word for the job of a journalist.
pub(super) fn is_job(part: &str) -> bool {
    let lower = part.to_lowercase();
    let mut words = lower.split(' ');
    words.clone().count() <= 5 && words.any(|word| words::names::WRITERS.contains(&word))
}

pub(super) fn starts_with_agency(part: &str) -> bool {
    agency(part.split(' ').next().unwrap_or_default()).is_some()
}

/// Whether a text has only numbers and words of dates, times and durations.
pub(super) fn are_time_words(text: &str) -> bool {
    // "3 minutes": alone, Day and Gün are surnames
    let mut is_numbered = false;
    text.split_whitespace().all(|word| {
        let is_known = is_time_word(word) || is_numbered && is_unit_of_time(word);
        is_numbered = word.contains(char::is_numeric);
        is_known
    })
}

fn is_unit_of_time(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    words::dates::UNITS.contains(&word.to_lowercase().as_str())
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
