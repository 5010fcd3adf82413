//! Splits a byline into names.

use super::agencies::agency;
use super::kinds::{
    before_job, is_cjk_name, is_desk, is_in_capitals, is_job_of_writer, is_job_or_employer,
    is_particle, is_person, is_place,
};
use crate::metadata::authors::byline::{is_caseless_name, is_full_name};
use crate::metadata::text::clean;
use crate::word_count::is_thai;
use text::words;

/// A blank of no width.
const ZERO_WIDTH: char = '\u{200b}';

/// The names in a byline, each with whether a comma or bracket separates it from the name before it.
pub(super) fn names(byline: &str) -> Vec<(String, bool)> {
    let head = byline.split(ZERO_WIDTH).next().unwrap_or_default();
    // "Marta Soler\u{200b}Corresponsal"; Thai has such blanks between its words
    let is_cut = is_full_name(head.trim()) && !head.contains(is_thai);
    let Some(mut byline) = clean(if is_cut { head } else { byline }) else {
        return vec![];
    };
    if byline.contains('@') {
        // an email address or a social media handle after the name
        let words = byline.split_inclusive([' ', ',', '/', '(']);
        byline = words.filter(|word| !word.contains('@')).collect();
    }
    let byline = joined_to_suffixes(&byline);
    let separators = words::byline::AND.iter();
    let parts = split_at(&byline, separators.chain(words::byline::BETWEEN_NAMES)).into_iter();
    let parts = parts.flat_map(|part| at_commas(strip_prefix(part.trim())));
    parts
        .filter_map(|(name, follows)| Some((plain(strip_prefix(name.trim()))?, follows)))
        .collect()
}

/// A byline without the comma between a name and its suffix: `Max Feld, Jr.`, but not `Max Feld, Sr. Reporter`.
fn joined_to_suffixes(byline: &str) -> String {
    let mut parts = byline.split(", ");
    let mut last = parts.next().unwrap_or_default();
    let mut joined = last.to_owned();
    for part in parts {
        let word = part.split([' ', ',']).next().unwrap_or_default();
        let rest = &part[word.len()..];
        let separators = words::byline::AND.iter();
        let mut separators = separators.chain(words::byline::BETWEEN_NAMES);
        let is_suffix = last.contains(' ')
            && words::names::SUFFIXES.contains(&word.trim_end_matches('.'))
            && (rest.is_empty() || separators.any(|separator| rest.starts_with(separator)));
        joined.push_str(if is_suffix { " " } else { ", " });
        joined.push_str(part);
        last = part;
    }
    joined
}

/// The parts of a byline between separators that are between names.
pub(in crate::metadata::authors) fn split_at<'a, 's>(
    byline: &'a str,
    separators: impl IntoIterator<Item = &'s &'s str>,
) -> Vec<&'a str> {
    let mut parts = vec![byline];
    for separator in separators {
        parts = parts
            .into_iter()
            .flat_map(|part| split_between_names(part, separator))
            .collect();
    }
    parts
}

fn split_between_names<'a>(part: &'a str, separator: &str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, found) in part.match_indices(separator) {
        let (before, after) = (&part[start..at], &part[at + found.len()..]);
        if is_between_names(before, separator, after) {
            parts.push(before);
            start = at + found.len();
        }
    }
    parts.push(&part[start..]);
    parts
}

/// Whether a separator stands between two names, and not in one or in a job: `José Ortega y Gasset`, `Corresponsal en Oslo`. Some
/// words need a full name on either side.
fn is_between_names(before: &str, separator: &str, after: &str) -> bool {
    let next = after.split([',', '\n']).next().unwrap_or(after);
    let next = next.split(separator).next().unwrap_or(next).trim();
    if words::byline::BETWEEN_NAMES.contains(&separator) {
        let is_name = |name: &str| is_full_name(name) || is_caseless_name(name);
        let last = before.rsplit([',', '\n']).next().unwrap_or(before);
        return is_name(strip_prefix(last.trim())) && (is_name(next) || agency(next).is_some());
    }
    // in another language the word is no "and"
    let last = before.split_whitespace().next_back();
    let is_in_job = last.is_some_and(is_job_of_writer) && !is_full_name(next);
    // a word of one letter joins two surnames
    let mut letters = separator.trim().chars();
    let is_letter = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
    let is_surname = !next.contains(' ')
        && next.starts_with(char::is_uppercase)
        && !is_in_capitals(next)
        && !is_desk(next)
        && agency(next).is_none();
    !(is_in_job || is_letter && is_surname)
}

/// A name without entities and surrounding whitespace and punctuation.
pub(super) fn plain(name: &str) -> Option<String> {
    let name = clean(name)?;
    let name = trim(&name);
    (!name.is_empty()).then(|| name.to_owned())
}

/// Splits at commas: `Erika Muster, Max Feld` has two names, `Muster, Erika` and `Erika Muster, Berlin` have one,
/// `Erika Muster (dpa)` and `Erika Muster, dpa` have two.
fn at_commas(part: &str) -> Vec<(String, bool)> {
    let is_inside = |bracket: &str| {
        let parts = bracket.split_once(") ");
        parts.is_some_and(|(inside, rest)| {
            rest.starts_with(char::is_uppercase) && agency(inside).is_none()
        })
    };
    let (part, bracket) = match part.split_once(" (") {
        // "Erika (Anna) Muster"
        Some((_, bracket)) if is_inside(bracket) => (part, None),
        Some((part, bracket)) => (part, bracket.split(')').next()),
        None => (part, None),
    };
    let is_agency = |part: &str| agency(part).is_some();
    let parts: Vec<&str> = part
        .split(", ")
        .map(str::trim)
        .flat_map(|part| match split_trailing_agency(part) {
            Some((name, agency)) => vec![name, agency],
            None => vec![without_place(before_job(part).unwrap_or(part))],
        })
        .collect();
    let is_full = |part: &str| part.contains(' ') || is_cjk_name(part);
    let full = parts.iter().filter(|part| is_full(part)).count();
    let mut names: Vec<(String, bool)> = match parts.as_slice() {
        [last, first]
            if !is_agency(last) && !is_agency(first) && (full == 0 || is_inverted(last, first)) =>
        {
            vec![(format!("{first} {last}"), false)]
        }
        _ => {
            let kept = parts.iter().enumerate().filter(|(index, part)| {
                is_full(part)
                    || is_agency(part)
                    || full > 0 && is_in_capitals(part)
                    || *index == 0 && full == 0
            });
            kept.map(|(index, name)| ((*name).to_owned(), index > 0))
                .collect()
        }
    };
    if let Some(bracket) = bracket {
        let agencies = bracket.split([',', '/']).filter(|part| is_agency(part));
        names.extend(agencies.map(|name| (name.to_owned(), true)));
    }
    names
}

/// Whether a surname, with the particles before it, stands before the given names: `de la Fuente`, `Ana María`. Neither is a place, an
/// outlet or a job.
fn is_inverted(surname: &str, given: &str) -> bool {
    let mut particles = surname.split(' ').rev().skip(1);
    // "Marc A.", but not "NDR Kultur"
    let is_given = |word: &str| {
        word.starts_with(char::is_uppercase) && (word.ends_with('.') || !is_in_capitals(word))
    };
    let may_be_part = |part: &str| is_person(part) && !is_place(part) && !is_job_or_employer(part);
    particles.all(is_particle)
        && !is_in_capitals(surname)
        && given.split(' ').all(is_given)
        && may_be_part(surname)
        && may_be_part(given)
        && is_full_name(&format!("{given} {surname}"))
}

/// Splits `Erika Muster The Associated Press` into the names of a person and of an agency of several words, and `Erika Muster/AFP`.
fn split_trailing_agency(part: &str) -> Option<(&str, &str)> {
    if let Some((name, rest)) = part.split_once('/')
        && is_full_name(name)
        && agency(rest).is_some()
    {
        return Some((name, rest));
    }
    let blanks = part.match_indices(' ').map(|(at, _)| at);
    let mut ends = blanks.take(8).map(|at| (&part[..at], &part[at + 1..]));
    ends.find(|(name, rest)| {
        name.contains(' ')
            && rest.contains(' ')
            && agency(rest).is_some_and(|agency| agency.len() == rest.len())
    })
}

/// A full name without the place after it: `Erika Muster New York`.
fn without_place(part: &str) -> &str {
    let blanks = part.rmatch_indices(' ').map(|(at, _)| at);
    let mut heads = blanks
        .take(3)
        .map(|at| (&part[..at], part[at + 1..].trim_end_matches('.')));
    let found = heads.find(|(name, place)| is_place(place) && is_full_name(name));
    found.map_or(part, |(name, _)| name)
}

fn strip_prefix(name: &str) -> &str {
    let after = |prefix: &&str| {
        let head = name.get(..prefix.len())?;
        let same = head.eq_ignore_ascii_case(prefix);
        same.then(|| name[prefix.len()..].trim_start())
    };
    let glued = |prefix: &&str| {
        let rest = name.strip_prefix(*prefix)?;
        rest.starts_with(char::is_uppercase).then_some(rest)
    };
    words::byline::PREFIXES
        .iter()
        .find_map(after)
        .or_else(|| words::byline::GLUED.iter().find_map(glued))
        .unwrap_or(name)
}

/// Trims punctuation at both ends, except the full stop of an initial.
fn trim(name: &str) -> &str {
    let name = name.trim_matches([
        ',', '-', ':', '·', '–', '*', ' ', '：', '（', '）', '(', ')', '●', '[', ']', '"', '”', '“',
    ]);
    let last = name.rsplit(' ').next().unwrap_or(name);
    let initial = last.chars().count() <= 3 && name.contains(' ');
    let name = name.trim_start_matches('.');
    if initial {
        name
    } else {
        name.trim_end_matches('.')
    }
}
