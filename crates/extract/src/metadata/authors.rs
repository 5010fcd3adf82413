//! Who wrote it: out of JSON-LD, out of `<meta>`, or as readers see it. None rather than wrong.

use serde_json::Value;

use super::byline;
use super::json_ld::{self, Entity};
use super::names::{Outlet, persons};
use super::text::clean;
use crate::document::TextDocument;

/// Authors in JSON-LD that are looked at.
const MANY: usize = 20;
/// Meta names that hold an author, the most reliable first.
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
    "twitter:data1",
];

/// The authors of the article, each once, in order.
pub(super) fn of(
    document: &TextDocument,
    article: Option<&Entity>,
    entities: &[&Entity],
    outlet: &Outlet,
) -> Vec<String> {
    let linked = article
        .map(|article| linked_authors(article, entities))
        .unwrap_or_default();
    let found = persons(linked.iter().map(String::as_str), outlet);
    if !found.is_empty() {
        return found;
    }
    let meta = META
        .iter()
        .map(|name| persons(document.head.meta_all(name), outlet));
    meta.into_iter()
        .find(|found| !found.is_empty())
        .unwrap_or_else(|| byline::of(document, outlet))
}

fn linked_authors(article: &Entity, entities: &[&Entity]) -> Vec<String> {
    let named = |value: &Value| match value {
        Value::Object(_) => json_ld::resolve(value, entities).and_then(full_name),
        Value::String(name) => clean(name),
        _ => None,
    };
    let from = |key: &str| match article.get(key) {
        Some(Value::Array(authors)) => authors.iter().take(MANY).filter_map(named).collect(),
        Some(Value::Object(one)) if one.get("name").is_some_and(Value::is_array) => {
            let many = one.get("name").and_then(Value::as_array);
            many.into_iter().flatten().filter_map(named).collect()
        }
        Some(author) => named(author).into_iter().collect::<Vec<_>>(),
        None => vec![],
    };
    let authors = from("author");
    if authors.is_empty() {
        from("creator")
    } else {
        authors
    }
}

fn full_name(person: &Entity) -> Option<String> {
    let part = |key: &str| json_ld::property(person, key);
    part("name").or_else(|| Some(format!("{} {}", part("givenName")?, part("familyName")?)))
}
