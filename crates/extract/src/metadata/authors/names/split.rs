//! Splits a byline into names.

use std::borrow::Cow;

use super::agencies::agency;
use super::kinds::{
    before_job, is_cjk_name, is_in_capitals, is_job_of_writer, is_particle, is_place,
};
use crate::metadata::authors::byline::{is_caseless_name, is_full_name};
use crate::metadata::text::clean;
use crate::word_count::is_thai;
use text::words;

/// A blank of no width.
const ZERO_WIDTH: char = '\u{200b}';
/// Maximum letters of an initial or abbreviation: `Jr.`, `S.`
const MAX_INITIAL_LETTERS: usize = 3;
/// Maximum number of words of a part of a byline that are searched for an agency, a place or the outlet.
pub(super) const MAX_WORDS: usize = 8;
/// Maximum words of a place after a name.
const MAX_PLACE_WORDS: usize = 3;

/// The names in a byline, each with whether a comma or bracket separates it from the name before it.
pub(super) fn names(byline: &str) -> Vec<(String, bool)> {
    let Some(mut byline) = clean(&before_invisible(byline)) else {
        return vec![];
    };
    if byline.contains('@') {
        // an email address or a social media handle after the name
        let words = byline.split_inclusive([' ', ',', '/', '(']);
        byline = words.filter(|word| !word.contains('@')).collect();
    }
    for separator in words::byline::BETWEEN_NAMES {
        byline = between_names(&byline, separator);
    }
    let parts = split_at(&byline, words::byline::AND);
    let parts = parts
        .into_iter()
        .flat_map(|part| part.split('\n'))
        .flat_map(|part| at_commas(strip_prefix(part.trim())));
    parts
        .filter_map(|(name, follows)| Some((plain(strip_prefix(name.trim()))?, follows)))
        .collect()
}

/// A byline with a comma in place of each zero-width blank after a full name: what follows is a job or a place.
fn before_invisible(byline: &str) -> Cow<'_, str> {
    let mut parts = byline.split(ZERO_WIDTH);
    let first = parts.next().unwrap_or_default();
    // Thai has zero-width blanks between its words
    if first.len() == byline.len() || first.contains(is_thai) || !is_full_name(first.trim()) {
        return byline.into();
    }
    let rest = parts.filter(|part| !part.trim().is_empty());
    rest.fold(first.trim().to_owned(), |all, part| {
        all + ", " + part.trim()
    })
    .into()
}

/// The parts of a byline between separators, except at "and" between particles of one name, `von und zu`, and after a job.
pub(in crate::metadata::authors) fn split_at<'a, 's>(
    byline: &'a str,
    separators: impl IntoIterator<Item = &'s &'s str>,
) -> Vec<&'a str> {
    let mut parts = vec![byline];
    for separator in separators {
        parts = parts
            .into_iter()
            .flat_map(|part| split_outside_names(part, separator))
            .collect();
    }
    parts
}

fn split_outside_names<'a>(part: &'a str, separator: &str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, found) in part.match_indices(separator) {
        let (before, after) = (&part[start..at], &part[at + found.len()..]);
        let last = before.split_whitespace().next_back();
        let mut around = [last, after.split_whitespace().next()].into_iter();
        let is_in_name = around.all(|word| word.is_some_and(is_particle));
        // "Corresponsal en Oslo": in another language the word is no "and"
        let is_in_job = last.is_some_and(is_job_of_writer) && !is_full_name(after.trim());
        if !is_in_name && !is_in_job {
            parts.push(before);
            start = at + found.len();
        }
    }
    parts.push(&part[start..]);
    parts
}

/// A byline with a line break in place of each separator that has a full name on either side, up to a comma.
fn between_names(byline: &str, separator: &str) -> String {
    let mut split = String::new();
    let mut rest = byline;
    while let Some((one, other)) = rest.split_once(separator) {
        let before = one.rsplit([',', '\n']).next().unwrap_or(one);
        let after = other.split(',').next().unwrap_or(other);
        let after = after.split(separator).next().unwrap_or(after);
        let after = after.trim();
        let is_name = |name: &str| is_full_name(name) || is_caseless_name(name);
        let are_names =
            is_name(strip_prefix(before.trim())) && (is_name(after) || agency(after).is_some());
        split.push_str(one);
        split.push_str(if are_names { "\n" } else { separator });
        rest = other;
    }
    split + rest
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
    let (part, bracket) = match part.split_once(" (") {
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
        [last, first] if full == 0 && !is_agency(last) && !is_agency(first) => {
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

/// Splits `Erika Muster The Associated Press` into the names of a person and of an agency of several words, and `Erika Muster/AFP`.
fn split_trailing_agency(part: &str) -> Option<(&str, &str)> {
    if let Some((name, rest)) = part.split_once('/')
        && is_full_name(name)
        && agency(rest).is_some()
    {
        return Some((name, rest));
    }
    let blanks = part.match_indices(' ').map(|(at, _)| at);
    let mut ends = blanks
        .take(MAX_WORDS)
        .map(|at| (&part[..at], &part[at + 1..]));
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
        .take(MAX_PLACE_WORDS)
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
    let initial = last.chars().count() <= MAX_INITIAL_LETTERS && name.contains(' ');
    let name = name.trim_start_matches('.');
    if initial {
        name
    } else {
        name.trim_end_matches('.')
    }
}
