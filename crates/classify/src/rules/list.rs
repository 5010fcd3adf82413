//! Lists of articles that say what they list: in their title, in JSON-LD, or in an address that is sure only where there
//! is a list.

use extract::Shape;

use crate::Evidence;
use crate::path::{may_be_headline, queries};

/// Linked headlines of a list, at least.
const LINES: f32 = 6.0;

/// Linked headings of a list, at least.
const HEADINGS: f32 = 4.0;

/// Short lines with a date, at least, where articles are listed by their day.
const DATED: f32 = 5.0;

/// A page that calls itself a list has so many headlines, at least.
const FEW: f32 = 2.0;

/// Types in JSON-LD of pages that list.
const LISTS: [&str; 2] = ["CollectionPage", "SearchResultsPage"];

/// Whether the page lists at least as much as it tells.
fn is_list(shape: &Shape) -> bool {
    shape.linked_headings >= HEADINGS || shape.linked_headlines >= LINES
}

pub(super) fn list<'a>(page: &Evidence<'a>) -> Option<&'a Shape> {
    let shape = page.shape.filter(|shape| is_list(shape))?;
    (!page.calls_itself_article()).then_some(shape)
}

/// The first part of the title, or the whole headline, if it begins so.
pub(super) fn begins(page: &Evidence<'_>, phrases: &[&'static str]) -> Option<&'static str> {
    let first = page
        .own_title
        .first()
        .map(String::as_str)
        .unwrap_or_default();
    phrases
        .iter()
        .copied()
        .find(|phrase| first.starts_with(phrase))
}

/// Whether the title is one of these names, and else only names the site or counts pages.
fn is_named<'a>(page: &'a Evidence<'_>, names: &[&str]) -> Option<&'a str> {
    let (first, rest) = page.own_title.split_first()?;
    let counts = |part: &String| {
        let word = part.split_once(' ').map(|(word, _)| word);
        word.is_some_and(|word| words::lists::PAGE.contains(&word))
    };
    (names.contains(&first.as_str()) && rest.iter().all(counts)).then_some(first.as_str())
}

pub(super) fn search(page: &Evidence<'_>) -> Option<String> {
    if page.calls_itself_article() {
        return None;
    }
    if page.schema_type(&["SearchResultsPage"]).is_some() {
        return Some("the page calls itself a SearchResultsPage".to_owned());
    }
    let asks = page.shape.is_some_and(|shape| shape.counts.inputs > 0);
    let said = begins(page, words::lists::SEARCHES)
        .filter(|_| asks)
        .or_else(|| is_named(page, words::lists::SEARCH).filter(|_| asks))?;
    Some(format!(
        "the title says \"{said}\", and there is a field to fill in"
    ))
}

pub(super) fn tag(page: &Evidence<'_>) -> Option<String> {
    if page.calls_itself_article() {
        return None;
    }
    let over_list = || begins(page, words::lists::TOPICS).filter(|_| list(page).is_some());
    if let Some(said) = begins(page, words::lists::TAGS).or_else(over_list) {
        return Some(format!("the title begins \"{said}\""));
    }
    let headings = page
        .shape
        .is_some_and(|shape| shape.linked_headings >= HEADINGS);
    let is_list = headings || page.schema_type(&LISTS).is_some();
    let below_topic = || tail(page, words::lists::TOPIC_PATHS).filter(|_| is_list);
    let (part, name) = tail(page, words::lists::TAG_PATHS).or_else(below_topic)?;
    (!may_be_headline(&name)).then(|| format!("the URL ends with {part} and a keyword"))
}

pub(super) fn section(page: &Evidence<'_>) -> Option<String> {
    if page.calls_itself_article() {
        return None;
    }
    let announced = page
        .shape?
        .linked_headings
        .max(page.shape?.linked_headlines);
    if let Some(name) = page.schema_type(&LISTS)
        && announced >= FEW
        && page.schema_type(&["Product", "Offer"]).is_none()
    {
        return Some(format!(
            "the page calls itself a {name}, and there is a list"
        ));
    }
    let shape = page.shape?;
    let is_list = is_list(shape) || page.schema_type(&LISTS).is_some();
    let archive =
        || is_named(page, words::lists::ARCHIVES).filter(|_| is_list || shape.dates >= DATED);
    let said = is_named(page, words::lists::DESKS)
        .filter(|_| is_list)
        .or_else(archive)?;
    Some(format!("the title says \"{said}\" over a list"))
}

/// A part of the path and what follows it: the next part, the last, or the only value of the query.
pub(super) fn tail(page: &Evidence<'_>, wanted: &[&str]) -> Option<(String, String)> {
    let (url, path) = page.address()?;
    let mut queries = queries(url);
    match (queries.next(), queries.next(), path.tail()) {
        (None, None, Some((before, last))) if wanted.contains(&before) => {
            Some((before.to_owned(), last.to_owned()))
        }
        (Some((_, value)), None, _) => {
            let last = path.last().filter(|last| wanted.contains(last))?;
            Some((last.to_owned(), value.into_owned()))
        }
        _ => None,
    }
}
