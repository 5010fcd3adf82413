//! Lists of articles, recognised by title, by JSON-LD, or by a URL that is reliable only together with a list.

use extract::Shape;

use crate::Evidence;
use crate::path::{may_be_headline, queries};
use crate::title;
use text::spelling::is_spelled;
use text::words;

/// Minimum linked headings of a list.
const MIN_LINKED_HEADINGS: f32 = 4.0;

/// JSON-LD types of lists.
const LISTS: [&str; 2] = ["CollectionPage", "SearchResultsPage"];

/// Whether the page has enough linked headings or headlines for a list.
fn is_list(shape: &Shape) -> bool {
    shape.linked_headings >= MIN_LINKED_HEADINGS || shape.linked_headlines >= 6.0
}

fn list<'a>(page: &Evidence<'a>) -> Option<&'a Shape> {
    let shape = page.shape.filter(|shape| is_list(shape))?;
    (!page.declares_article()).then_some(shape)
}

/// The phrase with which the title begins.
fn begins(page: &Evidence<'_>, phrases: &[&'static str]) -> Option<&'static str> {
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

/// Whether the title is one of these names, apart from the name of the site and a page number.
fn is_named<'a>(page: &'a Evidence<'_>, names: &[&str]) -> Option<&'a str> {
    let (first, rest) = page.own_title.split_first()?;
    let counts = |part: &String| {
        let word = part.split_once(' ').map(|(word, _)| word);
        word.is_some_and(|word| words::lists::PAGE.contains(&word))
    };
    (names.contains(&first.as_str()) && rest.iter().all(counts)).then_some(first.as_str())
}

/// The title is that of a search, and the page has an input field; or the page declares itself a `SearchResultsPage`.
pub(super) fn search(page: &Evidence<'_>) -> Option<String> {
    if page.declares_article() {
        return None;
    }
    if page.schema_type(&["SearchResultsPage"]).is_some() {
        return Some("the page declares itself a SearchResultsPage".to_owned());
    }
    let asks = page.shape.is_some_and(|shape| shape.counts.inputs > 0);
    let phrase = begins(page, words::lists::SEARCHES)
        .filter(|_| asks)
        .or_else(|| is_named(page, words::lists::SEARCH).filter(|_| asks))?;
    Some(format!(
        "the title says \"{phrase}\", and the page has an input field"
    ))
}

/// A list of articles whose title names a keyword, or whose URL ends with `/topic/` and a keyword.
pub(super) fn tag(page: &Evidence<'_>) -> Option<String> {
    if page.declares_article() {
        return None;
    }
    let over_list = || begins(page, words::lists::TOPICS).filter(|_| list(page).is_some());
    if let Some(phrase) = begins(page, words::lists::TAGS).or_else(over_list) {
        return Some(format!("the title begins with \"{phrase}\""));
    }
    let headings = page
        .shape
        .is_some_and(|shape| shape.linked_headings >= MIN_LINKED_HEADINGS);
    let is_list = headings || page.schema_type(&LISTS).is_some();
    let below_topic = || tail(page, words::lists::TOPIC_PATHS).filter(|_| is_list);
    let (part, name) = tail(page, words::lists::TAG_PATHS).or_else(below_topic)?;
    (!may_be_headline(&name)).then(|| format!("the URL ends with {part} and a keyword"))
}

/// A list of articles that declares itself a `CollectionPage`, or is named after a news desk.
pub(super) fn section(page: &Evidence<'_>) -> Option<String> {
    if page.declares_article() {
        return None;
    }
    let shape = page.shape?;
    let announced = shape.linked_headings.max(shape.linked_headlines);
    if let Some(name) = page.schema_type(&LISTS)
        && announced >= 2.0
        && page.schema_type(&["Product", "Offer"]).is_none()
    {
        return Some(format!(
            "the page declares itself a {name}, and there is a list"
        ));
    }
    let is_list = is_list(shape) || page.schema_type(&LISTS).is_some();
    let archive =
        || is_named(page, words::lists::ARCHIVES).filter(|_| is_list || shape.dates >= 5.0);
    let phrase = is_named(page, words::lists::DESKS)
        .filter(|_| is_list)
        .or_else(archive)?;
    Some(format!("the title says \"{phrase}\" above a list"))
}

/// A path segment and what follows it: the last segment, or the only value of the query.
fn tail(page: &Evidence<'_>, wanted: &[&str]) -> Option<(String, String)> {
    let (url, path) = page.parsed_url()?;
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

/// The page declares itself a `ProfilePage`, lists articles by someone, or its headline is the name at the end of the URL.
pub(super) fn author(page: &Evidence<'_>) -> Option<String> {
    if page.declares_article() {
        return None;
    }
    if page.schema_type(&["ProfilePage"]).is_some() {
        return Some("the page declares itself a ProfilePage".to_owned());
    }
    if let Some(phrase) = begins(page, words::people::TITLES).filter(|_| list(page).is_some()) {
        return Some(format!("the title says \"{phrase}\" above a list"));
    }
    let (part, name) = tail(page, words::people::PATHS)?;
    let words: Vec<String> = title::words(&name).collect();
    let is_name = (2..=4).contains(&words.len());
    let says = |text: &str| {
        let said: Vec<String> = title::words(text).collect();
        said.len() == words.len()
            && std::iter::zip(&said, &words).all(|(word, in_url)| is_spelled(word, in_url))
    };
    let named = || says(page.headline()) || page.own_title.first().is_some_and(|own| says(own));
    (is_name && named()).then(|| format!("the URL ends with {part} and the name in the headline"))
}
