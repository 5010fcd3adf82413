//! Lists of articles that say what they list: in their title, in JSON-LD, or in an address that is sure only where there
//! is a list.

use extract::Shape;

use super::address::{DESKS, TAG};
use super::legal::names_site;
use crate::Evidence;
use crate::path::{may_be_headline, queries};
use crate::title;

/// Linked headlines of a list, at least.
const LINES: f32 = 6.0;

/// Linked headings of a list, at least.
const HEADINGS: f32 = 4.0;

/// A part of a title that names the site has no more words than this.
const SITE_WORDS: usize = 4;

/// How the title of a search begins.
const SEARCHES: [&str; 18] = [
    "suchergebnis",
    "suchergebnisse",
    "ergebnisse für",
    "ergebnisse der suche",
    "suche nach:",
    "ihre suche nach",
    "search results",
    "search result",
    "results for",
    "you searched for",
    "résultats de recherche",
    "résultats de la recherche",
    "résultats pour",
    "resultados de búsqueda",
    "resultados de la búsqueda",
    "risultati della ricerca",
    "zoekresultaten",
    "wyniki wyszukiwania",
];

/// A title that is nothing else is that of a search.
const SEARCH: [&str; 10] = [
    "suche",
    "suchen",
    "search",
    "erweiterte suche",
    "advanced search",
    "recherche",
    "buscar",
    "búsqueda",
    "ricerca",
    "zoeken",
];

/// How the title of a keyword's page begins.
const TAGS: [&str; 25] = [
    "thema:",
    "themenseite:",
    "themenseite ",
    "schlagwort:",
    "schlagwort ",
    "stichwort:",
    "tag:",
    "topic:",
    "alle artikel zum thema",
    "alle artikel zu ",
    "alle beiträge zum thema",
    "alle beiträge zu ",
    "alle nachrichten zu ",
    "artikel zum thema",
    "beiträge mit dem schlagwort",
    "all stories on ",
    "all stories about ",
    "all articles about ",
    "all articles on ",
    "articles tagged",
    "posts tagged",
    "stories tagged",
    "étiquette :",
    "etiqueta:",
    "sujet :",
];

/// A title that is nothing else is that of a list of all.
const ARCHIVES: [&str; 8] = [
    "archiv",
    "archive",
    "archives",
    "alle artikel",
    "alle beiträge",
    "alle meldungen",
    "all stories",
    "all articles",
];

/// Parts of a path that a keyword follows, or an article.
const TOPIC: [&str; 6] = ["thema", "themen", "topic", "topics", "dossier", "sujet"];

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
    let first = page.title.first().map(String::as_str).unwrap_or_default();
    phrases
        .iter()
        .copied()
        .find(|phrase| first.starts_with(phrase))
}

/// Whether the title is one of these names, and else only names the site or counts pages.
fn is_named<'a>(page: &'a Evidence<'_>, names: &[&str]) -> Option<&'a str> {
    let (first, rest) = page.title.split_first()?;
    let name = names.contains(&first.as_str()).then_some(first.as_str())?;
    let site = page.site_words();
    let of_site = |part: &String| {
        part.starts_with("seite ")
            || part.starts_with("page ")
            || title::words(part).count() <= SITE_WORDS
                && title::words(part).any(|word| names_site(&word, &site))
    };
    rest.iter().all(of_site).then_some(name)
}

pub(super) fn search(page: &Evidence<'_>) -> Option<String> {
    if page.calls_itself_article() {
        return None;
    }
    if page.schema_type(&["SearchResultsPage"]).is_some() {
        return Some("the page calls itself a SearchResultsPage".to_owned());
    }
    let asks = page.shape.is_some_and(|shape| shape.counts.inputs > 0);
    let said = begins(page, &SEARCHES)
        .filter(|_| asks)
        .or_else(|| is_named(page, &SEARCH).filter(|_| asks))?;
    Some(format!(
        "the title says \"{said}\", and there is a field to fill in"
    ))
}

pub(super) fn tag(page: &Evidence<'_>) -> Option<String> {
    if let Some(said) = begins(page, &TAGS).filter(|_| list(page).is_some()) {
        return Some(format!("the title says \"{said}\" over a list"));
    }
    let by_query = || tail(page, &TAG);
    let shape = page.shape.filter(|_| !page.calls_itself_article());
    let headings = shape.is_some_and(|shape| shape.linked_headings >= HEADINGS);
    let below_topic = || tail(page, &TOPIC).filter(|_| headings);
    let (part, name) = by_query().or_else(below_topic)?;
    (!may_be_headline(&name)).then(|| format!("the URL ends with {part} and a keyword"))
}

pub(super) fn section(page: &Evidence<'_>) -> Option<String> {
    list(page)?;
    if let Some(name) = page.schema_type(&LISTS)
        && page.schema_type(&["Product", "Offer"]).is_none()
    {
        return Some(format!(
            "the page calls itself a {name}, and there is a list"
        ));
    }
    let said = is_named(page, &DESKS).or_else(|| is_named(page, &ARCHIVES))?;
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
