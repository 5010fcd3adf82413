//! Page numbers in URLs and link texts.

use memchr::memmem::Finder;
use url::Url;

use super::MAX_PAGES;
use crate::element_names::is_one_of;
use text::words;

/// File extensions.
const ENDINGS: [&str; 7] = [".html", ".htm", ".php", ".shtml", ".aspx", ".jsp", ".asp"];

/// A URL interpreted as one page of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PageUrl {
    /// The URL without number and file extension, equal for all pages of an article.
    pub stem: String,
    /// The page's number.
    pub number: u32,
    /// How the number is written.
    pub style: NumberStyle,
}

/// The way in which a URL contains the page number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberStyle {
    /// Not at all: the first page.
    Absent,
    /// With a word for it: `?page=2`, `/seite-2`.
    Explicit,
    /// Alone: `/2`, `-2.html`.
    Alone,
    /// Possibly as a part of the article's slug: `/storm-2`.
    InName,
}

/// All interpretations of a URL: as a first page and as a later one.
pub(super) fn page_urls(url: &Url) -> Vec<PageUrl> {
    let whole = url.path().trim_end_matches('/');
    let bare = ENDINGS.iter().find_map(|end| whole.strip_suffix(end));
    let (path, is_file) = (bare.unwrap_or(whole), bare.is_some());
    let mut rest: Vec<(String, String)> = Vec::new();
    let mut page = None;
    for (name, value) in url.query_pairs() {
        let lower = name.to_ascii_lowercase();
        if words::pages::PARAMETERS.contains(&lower.as_str())
            && let Some(number) = page_number(&value)
        {
            page = Some(number);
        } else if !words::pages::TRACKING
            .iter()
            .any(|start| lower.starts_with(start))
        {
            rest.push((lower, value.into_owned()));
        }
    }
    rest.sort_unstable();
    let stem = |path: &str| {
        let query = rest.iter().fold(String::new(), |query, (name, value)| {
            query + "&" + name + "=" + value
        });
        // the first page of a folder
        let path = path.strip_suffix("/index").unwrap_or(path);
        format!("{}{query}", path.trim_end_matches('/'))
    };
    if path.len() < 3 {
        return vec![]; // the home page has a list
    }
    if let Some(number) = page {
        return vec![PageUrl {
            stem: stem(path),
            number,
            style: NumberStyle::Explicit,
        }];
    }
    let first = PageUrl {
        stem: stem(path),
        number: 1,
        style: NumberStyle::Absent,
    };
    let later = later(path)
        .into_iter()
        .map(|(path, number, style)| PageUrl {
            stem: stem(path),
            number,
            style: match style {
                NumberStyle::InName if is_file => NumberStyle::Alone,
                other => other,
            },
        });
    std::iter::once(first)
        .chain(later.filter(|form| form.stem.len() > 2))
        .collect()
}

/// Splits a path that ends with a page number into the rest and the number: `/a/2`, `/a-2`, `/a/page/2`, `/a/seite-2`,
/// `/a,seite2`, `/a_p2`.
fn later(path: &str) -> Option<(&str, u32, NumberStyle)> {
    let digits = path.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (before, number) = path.split_at(path.len() - digits);
    let number = page_number(number)?;
    let is_mark = |c: char| matches!(c, '/' | '-' | '_' | ',' | '=');
    let bare = before.trim_end_matches(is_mark);
    let letters = bare
        .bytes()
        .rev()
        .take_while(u8::is_ascii_alphabetic)
        .count();
    let (stem, word) = bare.split_at(bare.len() - letters);
    if words::pages::WORDS
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known))
        && stem.ends_with(is_mark)
    {
        return Some((
            stem.trim_end_matches(is_mark),
            number,
            NumberStyle::Explicit,
        ));
    }
    let one_mark = before.len() == bare.len() + 1;
    let written = if before.ends_with('/') {
        NumberStyle::Alone
    } else {
        NumberStyle::InName
    };
    one_mark.then_some((bare, number, written))
}

fn page_number(text: &str) -> Option<u32> {
    let is_number = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok()?;
    (is_number && !text.starts_with('0') && (1..=MAX_PAGES).contains(&number)).then_some(number)
}

/// The path segment that the URLs of all pages of an article share. It rejects most of a page's hundreds of links without
/// resolving them.
pub(super) struct SharedName<'a>(Option<Finder<'a>>);

impl<'a> SharedName<'a> {
    pub(super) fn of(forms: &'a [PageUrl]) -> Self {
        // the last interpretation has the shortest path, a prefix of the others: `/a` of `/a/page/2`
        let name = forms.last().map(|form| {
            let path = path_of(&form.stem);
            path.rsplit('/').next().unwrap_or(path)
        });
        // escapes have several spellings
        Self(name.filter(|name| !name.contains('%')).map(Finder::new))
    }

    /// Whether a link may lead to one of the pages. Relative links and links with line breaks are always possible.
    pub(super) fn may_be_in(&self, href: &str) -> bool {
        let whole = ["/", "http://", "https://"];
        let is_relative = || !whole.iter().any(|start| href.starts_with(start));
        let is_broken = || href.contains(['\t', '\n', '\r']);
        let found = |name: &Finder<'_>| name.find(href.as_bytes()).is_some();
        self.0.as_ref().is_none_or(found) || is_relative() || is_broken()
    }
}

/// The path in the stem of a page's URL.
fn path_of(stem: &str) -> &str {
    stem.split('&').next().unwrap_or(stem)
}

/// Whether a link text may belong to a link to another page or to the single-page version.
pub(super) fn may_label(label: &str) -> bool {
    // most link texts of a page are headlines
    let has_digit = label.bytes().any(|byte| byte.is_ascii_digit());
    if has_digit && numbers(label).next().is_some() {
        return true;
    }
    (has_digit || label.len() <= 40) && (labels_step(label) || labels_single_page(label))
}

/// Whether a link text fits a page number: `2`, `Seite 2`, `Page 2 of 4`, `Next page`.
pub(super) fn labels_page(label: &str, number: u32) -> bool {
    labels_step(label) || labels_number(label, number)
}

/// Whether a link text is a page number: `2`, `Seite 2`, `Page 2 of 4`.
pub(super) fn labels_number(label: &str, number: u32) -> bool {
    let words = text::words_of(label);
    let is_known = |word: &str| {
        let word = word.to_lowercase();
        words::pages::WORDS.contains(&word.as_str()) || words::pages::OF.contains(&word.as_str())
    };
    numbers(label).next() == Some(number)
        && words.clone().count() <= 4
        && words
            .filter(|word| word.parse::<u32>().is_err())
            .all(is_known)
}

fn labels_step(label: &str) -> bool {
    let is_arrow = |c: char| matches!(c, '›' | '»' | '→' | '>' | '‹' | '«' | '←' | '<');
    let bare = label.trim_matches(|c: char| {
        is_arrow(c) || matches!(c, '|' | '…' | '.' | ' ') || c.is_whitespace()
    });
    let is_only_arrow = bare.is_empty() && label.contains(is_arrow);
    is_only_arrow || is_one_of(bare.trim_end_matches(':'), words::pages::STEPS)
}

fn numbers(label: &str) -> impl Iterator<Item = u32> {
    label
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(page_number)
}

/// Whether a link text names the single-page version.
pub(super) fn labels_single_page(label: &str) -> bool {
    is_one_of(
        label.trim_matches(|c: char| !c.is_alphanumeric()),
        words::pages::ALL,
    )
}

/// Whether a URL may be the single-page version of the article with that stem.
pub(super) fn may_be_single_page(stem: &str, url: &Url) -> bool {
    let path = path_of(stem);
    path.len() > 2 && url.path().starts_with(path)
}

/// Whether a fragment refers to comments.
pub(super) fn is_of_comments(fragment: &str) -> bool {
    let fragment = fragment.to_ascii_lowercase();
    let mut words = words::comments::FRAGMENTS.iter();
    words.any(|word| fragment.contains(word))
}
