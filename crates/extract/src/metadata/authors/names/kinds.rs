//! Kinds of names in bylines.

use html::is_ideograph;

use super::agencies::agency;
use crate::metadata::authors::byline::is_full_name;
use crate::word_count::is_hangul;
use text::words;

/// Maximum characters and words of a name.
pub(super) const MAX_CHARS: usize = 60;
pub(in crate::metadata) const MAX_NAME_WORDS: usize = 7;
/// Characters of a Chinese, Japanese or Korean name.
const CJK_NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=6;

/// Whether a word may be in lower case inside a name.
pub(in crate::metadata) fn is_particle(word: &str) -> bool {
    words::names::PARTICLES.contains(&word)
}

/// Whether a name is in capitals and not a degree.
pub(super) fn is_in_capitals(name: &str) -> bool {
    let mut letters = name.chars().filter(|c| c.is_alphabetic());
    letters.clone().count() >= 2
        && letters.all(char::is_uppercase)
        && !words::names::DEGREES.contains(&name.replace('.', "").as_str())
        && !name.split(' ').any(|word| word.chars().count() == 1)
}

/// Whether a name after a comma is a place.
pub(in crate::metadata) fn is_place(name: &str) -> bool {
    words::names::PLACES.contains(&name.to_lowercase().as_str())
}

/// Whether a text after a name and a comma is a job or a place of work.
pub(super) fn is_job_or_employer(name: &str) -> bool {
    has_job(name) || is_job_of_writer(name) || is_institution(name)
}

/// Whether a text has a word for a job.
fn has_job(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(' ');
    words.any(|word| words::names::JOBS.contains(&word))
}

/// Whether a text has a word for the job of a journalist.
pub(in crate::metadata) fn is_job_of_writer(text: &str) -> bool {
    words_of(text).any(|word| is_writer(&word))
}

/// Whether a word is one for the job of a journalist, or a compound that ends with one: `sportredakteur`.
fn is_writer(word: &str) -> bool {
    let is_end = |known: &str| known.chars().count() >= 8 && word.ends_with(known);
    let mut known = words::names::WRITERS.iter();
    known.any(|known| word == *known || is_end(known))
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    let words = text
        .split(' ')
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    words.map(str::to_lowercase)
}

/// The full name before the job of a journalist without a comma between them: `Erika Muster` in `Erika Muster AP Sports Writer`.
pub(super) fn before_job(text: &str) -> Option<&str> {
    // a byline is shorter
    let words: Vec<&str> = text.split(' ').take(12).collect();
    let lower: Vec<String> = words_of(text).take(words.len()).collect();
    let belongs_to_job = |at: usize| {
        let word = lower[at].as_str();
        let lists = [
            words::names::BEFORE_JOBS,
            words::names::JOBS,
            words::names::DESKS,
            words::lists::DESKS,
        ];
        is_writer(word)
            || agency(words[at]).is_some()
            || lists.iter().any(|list| list.contains(&word))
    };
    let mut after_name = 2..words.len();
    let is_name = words.len() > 2 && agency(words[0]).is_none() && !(0..2).any(belongs_to_job);
    if !is_name || !after_name.clone().any(|at| is_writer(&lower[at])) {
        return None;
    }
    let end = after_name.find(|at| belongs_to_job(*at))?;
    let name = text.get(..words[..end].join(" ").len())?;
    let name = name.trim_end_matches([' ', '-', '–', '—', '|']);
    is_full_name(name).then_some(name)
}

/// Whether a text is the name of an outlet or a desk by its words, or a domain.
pub(crate) fn is_outlet(name: &str) -> bool {
    is_desk(name) || is_domain(&name.to_lowercase())
}

/// The full name after a job: `Max Feld` in `Professor Max Feld` and `Boten-Redakteur Max Feld`.
pub(in crate::metadata) fn name_after_job(text: &str) -> Option<&str> {
    let is_job = |word: &str| has_job(word) || is_job_of_writer(word);
    let blanks = text.match_indices(' ').map(|(at, _)| at);
    let blanks: Vec<usize> = blanks.take(5).collect();
    let mut ends = blanks.into_iter().rev();
    let at = ends.find(|at| text[..*at].rsplit(' ').next().is_some_and(is_job))?;
    let name = &text[at + 1..];
    let lower = name.to_lowercase();
    let mut words = lower.split(' ');
    let is_name = name.starts_with(char::is_uppercase)
        && is_full_name(name)
        && !is_job_or_employer(name)
        && !words.any(|word| words::names::BEFORE_JOBS.contains(&word));
    is_name.then_some(name)
}

/// Whether a name has a word from names of authorities, schools and societies, and none for a job.
pub(in crate::metadata) fn is_institution(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower.split(' ');
    words.any(is_word_of_institution) && !has_job(name)
}

/// Whether a word is one from names of authorities and schools.
fn is_word_of_institution(word: &str) -> bool {
    words::names::INSTITUTIONS.contains(&word)
}

/// Whether a name is that of a desk, a team or an outlet.
pub(super) fn is_desk(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_word = |word| words::names::DESKS.contains(&word) || is_word_of_institution(word);
    let begins = name.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
    let is_short = lower.split(' ').count() <= MAX_NAME_WORDS && !super::is_no_name(name);
    let mut desk_ends = words::names::DESK_ENDS.iter();
    is_short
        && (begins && lower.split(' ').any(is_word)
            || words::names::DESKS_ALONE.contains(&lower.as_str())
            || desk_ends.any(|end| name.ends_with(end)))
}

/// A CJK name without the word for reporter after it, and without the outlet between or before them: `이남경` in `이남경 MK스포츠 기자`.
pub(super) fn without_title(name: &str) -> &str {
    let name = name.split_once(" 외 ").map_or(name, |(head, _)| head);
    let titles = words::names::TITLES_AFTER.iter();
    let longest = titles
        .filter(|title| name.ends_with(**title))
        .max_by_key(|title| title.len());
    let Some(head) = longest.and_then(|title| name.strip_suffix(title)) else {
        return name;
    };
    let head = head.trim_end();
    if is_cjk_name(head) {
        return head;
    }
    let is_name = |word: &&str| is_cjk_name(word) && word.chars().count() <= 4;
    let mut names = head.split(' ').filter(is_name);
    match (names.next(), names.next()) {
        (Some(only), None) => only,
        _ => name,
    }
}

/// Whether a name may be a full Chinese, Japanese or Korean name.
pub(in crate::metadata) fn is_cjk_name(name: &str) -> bool {
    let bare = || name.chars().filter(|c| !c.is_whitespace());
    CJK_NAME_CHARS.contains(&bare().count())
        && bare().all(|c| is_ideograph(c) || is_hangul(c))
        && name.split_whitespace().count() <= 2
        && !words::names::DESK_ENDS
            .iter()
            .any(|end| name.ends_with(end))
        && !words::names::OUTLET_ENDS
            .iter()
            .any(|end| name.ends_with(end))
}

/// Whether a name may be that of a person.
pub(crate) fn is_person(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower.split(' ');
    let first = name.split(' ').next().unwrap_or_default();
    let small = first.starts_with(char::is_lowercase) && !is_particle(first);
    name.chars().count() <= MAX_CHARS
        && !super::is_no_name(name)
        && name.split(' ').count() <= MAX_NAME_WORDS
        && !name.contains(|c: char| c.is_ascii_digit() || matches!(c, '[' | ':'))
        && !small
        && !is_job_of_writer(name)
        && !is_domain(&lower)
        && !words
            .any(|word| words::names::TRADES.contains(&word) || words::names::DESKS.contains(&word))
}

/// Whether a name is a domain, and thus an outlet: `mdr.de`.
fn is_domain(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(host, end)| {
        !name.contains(' ')
            && host.len() > 1
            && (2..=4).contains(&end.len())
            && end.bytes().all(|b| b.is_ascii_lowercase())
    })
}
