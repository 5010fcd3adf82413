//! Rules by URL alone.

use crate::Evidence;
use crate::path::{is_tracking, may_be_headline, queries};
use crate::title;
use text::words;

/// The path of the URL is `/`.
pub(super) fn home(page: &Evidence<'_>) -> Option<String> {
    let (url, path) = page.parsed_url()?;
    let only_tracking = url.query_pairs().all(|(key, _)| is_tracking(&key));
    (path.segments.is_empty() && only_tracking)
        .then(|| "the URL is the root of the site".to_owned())
}

/// The URL is that of a search with its query.
pub(super) fn search(page: &Evidence<'_>) -> Option<String> {
    if page.declares_article() {
        return None;
    }
    let (url, path) = page.parsed_url()?;
    let is_root = path.segments.is_empty();
    let query = url.query_pairs().find(|(key, value)| {
        // `s` is the key of WordPress, at the root; elsewhere it may be a number of stories.
        let is_key = words::lists::SEARCH_KEYS.contains(&key.as_ref()) || (is_root && key == "s");
        // "?q=node/12" and "?q=the-old-bridge-closes" select a page
        let is_place = value.contains('/')
            // more are a headline
            || !value.contains(' ') && value.split('-').count() > 3;
        is_key && value.contains(char::is_alphabetic) && !is_place
    });
    let at_search = |segment: &str| words::lists::SEARCH_PATHS.contains(&segment);
    match (path.segments.as_slice(), query) {
        (segments, Some((key, _))) if !segments.iter().any(|part| may_be_headline(part)) => {
            Some(format!("the URL contains a search ({key}=)"))
        }
        ([.., last], _) if at_search(last) => Some(format!("the URL ends with {last}")),
        ([first, term], _) if at_search(first) && !may_be_headline(term) => {
            Some(format!("the URL is /{first}/ and a search term"))
        }
        _ => None,
    }
}

/// The URL ends with `/tag/` and a keyword.
pub(super) fn tag(page: &Evidence<'_>) -> Option<String> {
    let (_, path) = page.parsed_url()?;
    let (before, last) = path.tail()?;
    (words::lists::TAG_PATHS.contains(&before) && !may_be_headline(last))
        .then(|| format!("the URL ends with /{before}/ and a keyword"))
}

/// The URL ends with `/author/` and a name.
pub(super) fn author(page: &Evidence<'_>) -> Option<String> {
    let (_, path) = page.parsed_url()?;
    let (before, last) = path.tail()?;
    let words = title::words(last).filter(|word| !word.chars().all(|c| c.is_ascii_digit()));
    (words::lists::AUTHOR_PATHS.contains(&before) && words.count() <= 4)
        .then(|| format!("the URL ends with /{before}/ and a name"))
}

/// The URL ends with `/category/` and a word, or consists only of names of news desks.
pub(super) fn section(page: &Evidence<'_>) -> Option<String> {
    let (url, path) = page.parsed_url()?;
    let mut queries = queries(url);
    if let Some((_, value)) = queries.next() {
        let last = path
            .last()
            .filter(|last| words::lists::CATEGORY_PATHS.contains(last))?;
        let single = queries.next().is_none() && !may_be_headline(&value);
        let named = single && value.contains(char::is_alphabetic);
        return named.then(|| format!("the URL ends with {last} and a word"));
    }
    if let Some((before, last)) = path.tail()
        && words::lists::CATEGORY_PATHS.contains(&before)
        && !may_be_headline(last)
    {
        return Some(format!("the URL ends with /{before}/ and a word"));
    }
    let segments = &path.segments;
    let all_desks = segments
        .iter()
        .all(|segment| words::lists::DESKS.contains(&segment.as_str()));
    (!segments.is_empty() && all_desks)
        .then(|| format!("the URL is the desk {}", segments.join("/")))
}
