//! Separates the name of the site from the headline in a title.

use super::wording::is_one_word;
use super::{MAX_SITE_WORDS, MIN_HEADLINE_WORDS};
use crate::metadata::authors::names::Outlet;
use crate::metadata::text::letters;
use crate::title_marks::{SEPARATORS, is_mark};
use crate::word_count::fair_words;
use html::is_ideograph;
use text::words;

/// The mark between a headline and the section above it.
const UP: &str = " < ";
/// Minimum letters of a Chinese or Japanese headline before the name of a site, and maximum letters of that name.
const MIN_HEADLINE_LETTERS: usize = 8;
const MAX_SITE_LETTERS: usize = 16;
/// Maximum letters of the section before such a name.
const MAX_SECTION_LETTERS: usize = 4;

/// A title without the name of the site at either end.
pub(super) fn without(title: &str, outlet: &Outlet) -> String {
    let title = without_named_site(undoubled(title));
    let mut title = outlet.cut_off(title);
    // "Der Bote: Neue Brücke"
    if let Some((head, tail)) = title.split_once(": ")
        && outlet.is_called(head)
        && !is_one_word(tail)
    {
        title = tail;
    }
    if !is_separated(title) {
        return title.trim().to_owned();
    }
    for separator in SEPARATORS {
        if let Some((head, tail)) = title.rsplit_once(separator)
            && outlet.is_called(tail)
        {
            title = head;
        }
        if let Some((head, tail)) = title.split_once(separator)
            && outlet.is_called(head)
        {
            title = tail;
        }
    }
    // "Bridge closed < Local < Articles" is a path from the article up
    let up = title.split_once(UP).filter(|(headline, up)| {
        !headline.trim().is_empty() && !up.starts_with(|c: char| c.is_ascii_digit())
    });
    up.map_or(title, |(headline, _)| headline).trim().to_owned()
}

/// A title without its second half, if that repeats the first: `Bridge closed Bridge closed`.
pub(super) fn undoubled(title: &str) -> &str {
    let half = title.len() / 2;
    let halves = title.get(..half).zip(title.get(half + 1..));
    match halves {
        Some((one, other))
            if one == other && title[half..].starts_with(' ') && one.contains(' ') =>
        {
            one
        }
        _ => title,
    }
}

/// A title without its last parts that end like the names of sites in scripts without blanks, and the section before them:
/// `大桥封闭_时事频道_示例网`, `大桥封闭-社会-示例网`.
fn without_named_site(title: &str) -> &str {
    let is_site = |part: &str| {
        let part = part.trim();
        part.starts_with(is_ideograph)
            && part.chars().count() <= MAX_SITE_LETTERS
            && words::titles::SITE_ENDS
                .iter()
                .any(|end| part.ends_with(end))
    };
    let is_long = |head: &str| {
        head.chars()
            .filter(|c| is_ideograph(*c))
            .nth(MIN_HEADLINE_LETTERS - 1)
            .is_some()
    };
    let is_section = |part: &str| {
        let part = part.trim();
        part.chars().count() <= MAX_SECTION_LETTERS && part.chars().all(is_ideograph)
    };
    let whole = title;
    let mut title = title;
    while let Some((head, tail)) = title.rsplit_once(['_', '-', '|', '｜'])
        && (is_site(tail) || title.len() < whole.len() && is_section(tail))
        && is_long(head)
    {
        title = head.trim_end_matches(|c: char| !c.is_alphanumeric() && !is_closing(c));
    }
    title
}

/// Whether a mark closes a quotation, a bracket or a sentence.
fn is_closing(c: char) -> bool {
    matches!(
        c,
        '”' | '’'
            | '"'
            | '」'
            | '』'
            | '》'
            | '】'
            | '）'
            | ')'
            | '！'
            | '!'
            | '？'
            | '?'
            | '…'
            | '。'
    )
}

/// Whether a title may have a separator.
fn is_separated(title: &str) -> bool {
    let mut blanks = title.match_indices(' ').map(|(at, _)| &title[at + 1..]);
    blanks.any(|rest| rest.starts_with(is_mark))
}

/// Whether a heading, given by its letters, is the part of a title before its last separator.
pub(super) fn opens(heading: &str, title: &str) -> bool {
    if !is_separated(title) {
        return false;
    }
    let mut parts = SEPARATORS
        .iter()
        .filter_map(|separator| title.rsplit_once(separator));
    parts.any(|(head, _)| letters(head) == heading)
}

/// The headline in the title of an unknown site: the longest of three or more parts; of two, the first if the last is short.
pub(super) fn guess(title: &str) -> String {
    let words = fair_words;
    let cut = SEPARATORS.iter().find_map(|separator| {
        let parts: Vec<&str> = title.split(separator).collect();
        match parts.as_slice() {
            [] | [_] => None,
            [head, tail] => (words(head) >= MIN_HEADLINE_WORDS && words(tail) <= MAX_SITE_WORDS)
                .then_some(*head),
            many => many.iter().rev().copied().max_by_key(|part| part.len()),
        }
    });
    cut.unwrap_or(title).trim().to_owned()
}
