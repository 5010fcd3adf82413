//! Separates the name of the site from the headline in a title.

use crate::metadata::authors::names::Outlet;
use crate::title_marks::{SEPARATORS, rare_separators};
use crate::word_count::{MIN_HEADLINE_WORDS, fair_words};
use text::words;

/// The mark between a headline and the section above it, and that between a section and what is below it.
const UP: &str = " < ";
const DOWN: &str = " > ";
/// The mark before the name of a site that is also between two names: `Bears @ Packers`.
const AT: &str = " @ ";
/// Brackets around the name of a site.
const BRACKETS: [(char, char); 4] = [('[', ']'), ('(', ')'), ('【', '】'), ('［', '］')];
/// The marks before the name of a site.
const MARKS: [char; 4] = ['_', '-', '|', '｜'];

/// A title without the name of the site at either end.
pub(super) fn without(title: &str, outlet: &Outlet) -> String {
    let mut title = outlet.cut_off(without_named_site(title));
    // "Der Bote: Neue Brücke"
    if let Some((head, tail)) = title.split_once(": ")
        && outlet.is_called(head)
    {
        title = tail;
    }
    title = without_bracketed(title, outlet);
    for separator in SEPARATORS.into_iter().chain(rare_separators(title)) {
        if let Some((head, tail)) = title.rsplit_once(separator)
            && outlet.is_called(tail)
            && (separator != AT || fair_words(head) >= MIN_HEADLINE_WORDS)
        {
            title = head;
        }
        if let Some((head, tail)) = title.split_once(separator)
            && outlet.is_called(head)
            && separator != AT
        {
            title = tail;
        }
    }
    // "Bridge closed < Local < Articles" is a path from the article up
    let headline = title.split_once(UP).map_or(title, |(headline, _)| headline);
    headline.trim().to_owned()
}

/// A title without the name of the site in brackets at one end: `[Der Bote] Neue Brücke`.
fn without_bracketed<'a>(title: &'a str, outlet: &Outlet) -> &'a str {
    let bare = BRACKETS.iter().find_map(|(open, close)| {
        let first = || title.strip_prefix(*open)?.split_once(*close);
        let last = || title.strip_suffix(*close)?.rsplit_once(*open);
        let first = first().map(|(name, rest)| (rest, name));
        let mut ends = [first, last()].into_iter().flatten();
        let (rest, _) = ends.find(|(_, name)| outlet.is_called(name))?;
        Some(rest.trim()).filter(|rest| !rest.is_empty())
    });
    bare.unwrap_or(title)
}

/// A title without its last parts that end like the names of sites in scripts without blanks, and the section before them:
/// `大桥封闭_时事频道_示例网`, `大桥封闭-社会-示例网`.
fn without_named_site(title: &str) -> &str {
    let is_site = |part: &str| {
        let part = part.trim();
        // "示例新報【公式】"
        let remark = part
            .strip_suffix('】')
            .and_then(|part| part.split_once('【'));
        let part = remark.map_or(part, |(part, _)| part);
        let mut ends = words::titles::SITE_ENDS.iter();
        part.chars().count() <= 16 && ends.any(|end| part.ends_with(end))
    };
    let is_long = |head: &str| head.chars().count() >= 8;
    let is_section = |part: &str| part.trim().chars().count() <= 4;
    let whole = title;
    let mut title = title;
    while let Some((head, tail)) = title.rsplit_once(MARKS)
        && (is_site(tail) || title.len() < whole.len() && is_section(tail))
        && is_long(head)
    {
        title = head.trim_end_matches(|c: char| MARKS.contains(&c) || c.is_whitespace());
    }
    title
}

/// The headline in the title of an unknown site: the longest of three or more parts; of two, the first if the last is short, and the
/// last if the first is short and the page shows the last.
pub(super) fn guess(title: &str, is_shown: impl Fn(&str) -> bool) -> String {
    let words = fair_words;
    let is_short = |part: &str| words(part) <= 4; // like the name of a site
    let mut separators = SEPARATORS.into_iter().chain([DOWN]);
    let cut = separators.find_map(|separator| {
        let parts: Vec<&str> = title.split(separator).collect();
        match parts.as_slice() {
            [] | [_] => None,
            [head, tail] if words(head) >= MIN_HEADLINE_WORDS && is_short(tail) => Some(*head),
            [head, tail] => {
                let is_site = is_short(head) && !is_short(tail);
                (is_site && is_shown(tail.trim())).then_some(*tail)
            }
            many => many.iter().rev().copied().max_by_key(|part| part.len()),
        }
    });
    cut.unwrap_or(title).trim().to_owned()
}
