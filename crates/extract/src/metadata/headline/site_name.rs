//! The name of the site, told from the headline it stands beside in a title.

use crate::metadata::authors::names::Outlet;
use crate::metadata::text::letters;

/// What stands between a headline and the name of the site.
const SEPARATORS: [&str; 10] = [
    " | ", " - ", " – ", " — ", " · ", " » ", " • ", " :: ", " / ", " < ",
];
/// Words a headline has at least, and a site's name at most, where nothing else tells them apart.
const HEADLINE_WORDS: usize = 3;
const SITE_WORDS: usize = 4;

/// A title without the name of its site at either end.
pub(super) fn without(title: &str, outlet: &Outlet) -> String {
    let mut title = outlet.cut_off(title);
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
    title.trim().to_owned()
}

/// Whether one of the separators may be in a title.
fn is_separated(title: &str) -> bool {
    let mut blanks = title.match_indices(' ').map(|(at, _)| &title[at + 1..]);
    blanks.any(|rest| rest.starts_with(['|', '-', '–', '—', '·', '»', '•', ':', '/', '<']))
}

/// Whether a heading, by its letters, is the first part of a title that goes on with the name of the site.
pub(super) fn opens(heading: &str, title: &str) -> bool {
    if !is_separated(title) {
        return false;
    }
    let mut parts = SEPARATORS
        .iter()
        .filter_map(|separator| title.rsplit_once(separator));
    parts.any(|(head, _)| letters(head) == heading)
}

/// The parts of a title between whatever separates.
pub(super) fn parts(title: &str) -> impl Iterator<Item = &str> {
    let marks = |c: char| matches!(c, '|' | '»' | '«' | '•' | '·' | '｜' | '：' | '–' | '—');
    title
        .split(marks)
        .flat_map(|part| part.split(" - "))
        .flat_map(|part| part.split(" : "))
        .flat_map(|part| part.split(" / "))
}

/// Without knowledge of the site: of three parts and more the longest is taken, of two the last is left out if it is short.
pub(super) fn guess(title: &str) -> String {
    let words = |text: &str| text.split(' ').count();
    let cut = SEPARATORS.iter().find_map(|separator| {
        let parts: Vec<&str> = title.split(separator).collect();
        match parts.as_slice() {
            [] | [_] => None,
            [head, tail] => {
                (words(head) >= HEADLINE_WORDS && words(tail) <= SITE_WORDS).then_some(*head)
            }
            many => many.iter().rev().copied().max_by_key(|part| part.len()),
        }
    });
    cut.unwrap_or(title).trim().to_owned()
}
