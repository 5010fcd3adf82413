//! Who wrote it: out of JSON-LD, out of `<meta>`, or as readers see it. None rather than wrong.

pub(super) mod byline;
pub(super) mod names;

use serde_json::Value;

use self::names::{Credits, Outlet};
use super::Source;
use super::json_ld::{self, Entity};
use super::text::{clean, letters};
use html::TextDocument;

/// Authors in JSON-LD that are looked at.
const MANY: usize = 20;
/// Levels of lists in which they may stand.
const DEPTH: usize = 3;
/// Meta names that hold an author, the most reliable first.
const META: [&str; 10] = [
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
];
/// Holds who put it on the site rather than who wrote it.
const WEAK_META: [&str; 1] = ["twitter:data1"];
/// Meta names that hold the owner of the site: whoever they name is no author.
const OWNERS: [&str; 4] = [
    "copyright",
    "publisher",
    "dc.publisher",
    "dcterms.publisher",
];

/// The authors of the article, and where they were found. The first place that names a person or an agency counts, or a desk
/// in JSON-LD; else the first that names the outlet.
pub(super) fn of(
    document: &TextDocument,
    article: Option<&Entity>,
    entities: &[&Entity],
    outlet: &Outlet,
    headline: Option<usize>,
) -> Option<(Credits, Source)> {
    let mut outlets: Option<(Credits, Source)> = None;
    let linked = || article.map(|article| linked(article, entities, outlet));
    let meta = |names: &'static [&'static str]| {
        let owners = owners(document);
        let found = names
            .iter()
            .map(|name| stated(document, name, &owners, outlet));
        let mut found = found.collect::<Vec<_>>().into_iter();
        let first = found.clone().find(|credits| !credits.is_empty());
        found
            .find(|credits| credits.are_telling(Source::Meta))
            .or(first)
    };
    let places: [(Source, &dyn Fn() -> Option<Credits>); 5] = [
        (Source::JsonLd, &linked),
        (Source::Meta, &|| meta(&META)),
        (Source::Text, &|| byline::of(document, outlet, headline)),
        (Source::Meta, &|| meta(&WEAK_META)),
        (Source::Text, &|| byline::dateline(document)),
    ];
    for (source, read) in places {
        match read() {
            Some(credits) if credits.are_telling(source) => {
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

/// The owners of the site, by the letters of their names.
fn owners(document: &TextDocument) -> Vec<String> {
    let owners = OWNERS.iter();
    let owners = owners.flat_map(|name| document.head.meta_all(name));
    owners.map(letters).collect()
}

/// The authors in `<meta>` elements of one name.
fn stated(document: &TextDocument, name: &str, owners: &[String], outlet: &Outlet) -> Credits {
    let mut credits = Credits::default();
    for value in document.head.meta_all(name) {
        let spelt = letters(value);
        if !spelt.is_empty() && owners.iter().any(|owner| owner.contains(&spelt)) {
            credits.add_owner(value);
        } else {
            credits.add(value, outlet);
        }
    }
    credits
}

fn linked(article: &Entity, entities: &[&Entity], outlet: &Outlet) -> Credits {
    let mut credits = Credits::default();
    for key in ["author", "creator"] {
        if let Some(value) = article.get(key)
            && credits.is_empty()
        {
            add_linked(value, entities, outlet, DEPTH, &mut credits);
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
            for value in values.iter().take(MANY) {
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
            let is_organization = json_ld::types(author).any(|kind| kind.ends_with("Organization"));
            match full_name(author) {
                Some(name) if is_organization => credits.add_organization(&name, outlet),
                Some(name) => credits.add(&name, outlet),
                None => {}
            }
        }
        _ => {}
    }
}

fn full_name(person: &Entity) -> Option<String> {
    let part = |key: &str| person.get(key)?.as_str().and_then(clean);
    part("name").or_else(|| Some(format!("{} {}", part("givenName")?, part("familyName")?)))
}
