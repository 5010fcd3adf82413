//! The authors, from JSON-LD, `<meta>` or visible bylines. No author is better than a wrong one.

pub(super) mod byline;
pub(super) mod names;
#[cfg(test)]
mod tests;

use std::cell::LazyCell;

use serde_json::Value;

use self::names::{Credits, Outlet};
use super::FieldSource;
use super::json_ld::{self, Entity};
use super::text::{clean, letters};
use crate::element_names::names as element_names;
use html::{TextBlock, TextDocument};
use text::words;

/// Maximum number of authors read from a list in JSON-LD or from the `<meta>` elements of one name, and of owners.
const MAX_AUTHORS: usize = 20;
/// The class of an element with the source of an article, and the maximum words of its block.
const SOURCE: &str = "source";
const MAX_SOURCE_WORDS: u32 = 16;
/// Maximum number of blocks with the name of a source that are searched for its label.
const MAX_SOURCES: usize = 100;
/// Maximum depth of nested lists of authors.
const MAX_DEPTH: usize = 3;
/// Meta names for authors, the most reliable first.
const META: [&str; 11] = [
    "author",
    "article:author",
    "parsely-author",
    "sailthru.author",
    "dc.creator",
    "dcterms.creator",
    "cxenseparse:author",
    "byl",
    "og:article:author",
    "article.author",
    "dable:author",
];
/// A meta name for the person who published it rather than the author.
const WEAK_META: [&str; 1] = ["twitter:data1"];
/// Keys of the subjects of an entity, which may be persons.
const ABOUT: [&str; 5] = ["about", "actor", "character", "mentions", "subjectOf"];
/// Meta names for the owner of the site, who is not the author.
const OWNERS: [&str; 4] = [
    "copyright",
    "publisher",
    "dc.publisher",
    "dcterms.publisher",
];

/// The authors of the article and their source: the first source that names a person or an agency, or a desk in JSON-LD;
/// otherwise the first that names the outlet.
pub(super) fn of(
    document: &TextDocument,
    article: Option<&Entity>,
    entities: &[&Entity],
    outlet: &Outlet,
    headline: Option<usize>,
    text: &str,
) -> Option<(Credits, FieldSource)> {
    let mut outlets: Option<(Credits, FieldSource)> = None;
    let linked = || article.map(|article| linked(article, entities, outlet));
    let meta = |names: &'static [&'static str]| {
        let owners = owners(document);
        let found = names
            .iter()
            .map(|name| stated(document, name, &owners, outlet));
        let mut found = found.collect::<Vec<_>>().into_iter();
        let first = found.clone().find(|credits| !credits.is_empty());
        found
            .find(|credits| credits.name_an_author(FieldSource::Meta))
            .or(first)
    };
    let near = LazyCell::new(|| byline::near_headline(document, outlet, headline));
    let unmarked = |found: Option<Credits>| Some(found?.without_photographers(&document.text));
    let places: [(FieldSource, &dyn Fn() -> Option<Credits>); 9] = [
        (FieldSource::JsonLd, &linked),
        (FieldSource::Meta, &|| meta(&META)),
        (FieldSource::Text, &|| near.clone()),
        (FieldSource::Text, &|| {
            unmarked(byline::above_text(document, outlet, text))
        }),
        (FieldSource::Meta, &|| meta(&WEAK_META)),
        (FieldSource::Text, &|| {
            let elsewhere = || byline::anywhere(document, outlet);
            if near.is_none() { elsewhere() } else { None }
        }),
        (FieldSource::Text, &|| {
            unmarked(byline::at_end(document, outlet, text))
        }),
        (FieldSource::Text, &|| byline::dateline(document)),
        (FieldSource::JsonLd, &|| lone_person(entities, outlet)),
    ];
    for (source, read) in places {
        match read() {
            Some(credits) if credits.name_an_author(source) => {
                if matches!(source, FieldSource::JsonLd | FieldSource::Meta)
                    && credits.may_continue(&document.text)
                    && let Some(shown) = &*near
                    && shown.continue_list(&credits, &document.text)
                {
                    return Some((shown.clone().without_outlet(outlet), FieldSource::Text));
                }
                return Some((credits.without_outlet(outlet), source));
            }
            Some(credits) if !credits.is_empty() && outlets.is_none() => {
                outlets = Some((credits, source));
            }
            _ => {}
        }
    }
    outlets
}

/// The letters of the names of the site's owners.
fn owners(document: &TextDocument) -> Vec<String> {
    let owners = OWNERS.iter();
    let owners = owners.flat_map(|name| document.head.meta_all(name).take(MAX_AUTHORS));
    owners.map(letters).collect()
}

/// The authors in the `<meta>` elements with a name.
fn stated(document: &TextDocument, name: &str, owners: &[String], outlet: &Outlet) -> Credits {
    let mut credits = Credits::default();
    for value in document.head.meta_all(name).take(MAX_AUTHORS) {
        let spelt = letters(value);
        if !spelt.is_empty() && owners.iter().any(|owner| owner.contains(&spelt)) {
            credits.add_owner(value);
        } else if is_of_outlets(value)
            || names::agency(value).is_none() && is_source(document, value)
        {
            value.split(" | ").for_each(|name| credits.add_owner(name));
        } else {
            credits.add(value, outlet);
        }
    }
    credits
}

/// Whether a value has several parts of which none is known to be a person: `한솔일보 | 네이버`.
fn is_of_outlets(value: &str) -> bool {
    let may_be_person = |part: &str| {
        let part = part.trim();
        byline::is_full_name(part) && !names::is_cjk_name(part)
            || names::without_title(part) != part
    };
    value.contains(" | ") && !value.split(" | ").any(may_be_person)
}

/// Whether the page shows a name as its source: in a link of that class, or after a label.
fn is_source(document: &TextDocument, name: &str) -> bool {
    let name = name.trim();
    let is_label = |label: &&str| words::captions::SOURCES.contains(label);
    let shows = |block: &&TextBlock| {
        block.words <= MAX_SOURCE_WORDS && document.text_of(block).ends_with(name)
    };
    let mut blocks = document.blocks.iter().filter(shows).take(MAX_SOURCES);
    !name.is_empty()
        && blocks.any(|block| {
            let before = document
                .text_of(block)
                .strip_suffix(name)
                .unwrap_or_default();
            let names = document.attribute(block.inline_class).split(' ');
            let element = document.ancestors(block.element).take(1);
            let mut names =
                names.chain(element.flat_map(|element| element_names(document, element)));
            let label = before.trim_end().rsplit(' ').next().unwrap_or_default();
            names.any(|name| name == SOURCE) || is_label(&label.to_lowercase().as_str())
        })
}

fn linked(article: &Entity, entities: &[&Entity], outlet: &Outlet) -> Credits {
    let mut credits = Credits::default();
    for key in ["author", "creator"] {
        if let Some(value) = article.get(key)
            && credits.is_empty()
        {
            add_linked(value, entities, outlet, MAX_DEPTH, &mut credits);
        }
    }
    credits
}

fn add_linked(
    value: &Value,
    entities: &[&Entity],
    outlet: &Outlet,
    depth: usize,
    credits: &mut Credits,
) {
    match value {
        Value::String(name) => credits.add(name, outlet),
        Value::Array(values) if depth > 0 => {
            for value in values.iter().take(MAX_AUTHORS) {
                add_linked(value, entities, outlet, depth - 1, credits);
            }
        }
        Value::Object(object) => {
            if let Some(names @ Value::Array(_)) = object.get("name") {
                if depth > 0 {
                    add_linked(names, entities, outlet, depth - 1, credits);
                }
                return;
            }
            let Some(author) = json_ld::resolve(value, entities) else {
                return;
            };
            let Some(name) = full_name(author) else {
                return;
            };
            // a site that represents a person has both types; many outlets have only the type Person
            let is_whole_person = is_organization(author)
                || ["givenName", "familyName", "jobTitle"]
                    .iter()
                    .any(|key| author.contains_key(*key));
            if is_person(author) && is_whole_person && !is_organization_of(&name, entities) {
                credits.add_person(&name, outlet);
            } else if is_organization(author) && !is_person(author) {
                credits.add_organization(&name, outlet);
            } else {
                credits.add(&name, outlet);
            }
        }
        _ => {}
    }
}

fn is_person(entity: &Entity) -> bool {
    json_ld::types(entity).any(|kind| kind.eq_ignore_ascii_case("Person"))
}

fn is_organization(entity: &Entity) -> bool {
    json_ld::types(entity).any(|kind| kind.ends_with("Organization"))
}

/// Whether the page states an organisation with that name: many outlets name themselves as an author of type Person.
fn is_organization_of(name: &str, entities: &[&Entity]) -> bool {
    let spelt = letters(name);
    let mut stated = entities
        .iter()
        .filter(|entity| is_organization(entity) && !is_person(entity));
    stated.any(|entity| full_name(entity).is_some_and(|name| letters(&name) == spelt))
}

/// The only person in a page's JSON-LD, unless an entity is about somebody.
fn lone_person(entities: &[&Entity], outlet: &Outlet) -> Option<Credits> {
    let is_about = |entity: &&Entity| ABOUT.iter().any(|key| entity.contains_key(*key));
    if entities.iter().any(is_about) {
        return None;
    }
    let mut credits = Credits::default();
    let names = entities
        .iter()
        .filter(|entity| is_person(entity))
        .filter_map(|person| full_name(person));
    names
        .filter(|name| byline::is_full_name(name))
        .for_each(|name| credits.add_person(&name, outlet));
    (credits.persons.len() == 1).then_some(credits)
}

fn full_name(person: &Entity) -> Option<String> {
    let part = |key: &str| person.get(key)?.as_str().and_then(clean);
    // zero-width blanks tell where the name ends
    let name = person.get("name").and_then(Value::as_str);
    let name = name.filter(|name| !name.trim().is_empty());
    name.map(str::to_owned)
        .or_else(|| Some(format!("{} {}", part("givenName")?, part("familyName")?)))
}
