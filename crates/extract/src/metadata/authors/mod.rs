//! The authors, from JSON-LD, `<meta>` or visible bylines. No author is better than a wrong one.

pub(super) mod byline;
pub(super) mod names;
#[cfg(test)]
mod tests;

use serde_json::Value;

use self::names::{Credits, MAX_NAMES, Outlet};
use super::json_ld::{self, Entity};
use super::rules::{Decided, Decision, Rule, RuleSet};
use super::text::{clean, letters};
use super::{FieldSource, Page};
use html::TextDocument;

/// Meta names for authors, the most reliable first.
const META: [&str; 13] = [
    "author",
    "authors",
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
    "content_author",
];
/// Keys under which an entity may have several authors.
const LISTED: [&str; 3] = ["@list", "@set", "name"];
/// Meta names for the owner of the site, who is not the author.
const OWNERS: [&str; 4] = [
    "copyright",
    "publisher",
    "dc.publisher",
    "dcterms.publisher",
];

/// A rule that reads authors; it decides nothing if it finds none.
type AuthorRule = Rule<fn(&Page<'_>) -> Credits>;

const fn shown(name: &'static str, read: fn(&Page<'_>) -> Credits) -> AuthorRule {
    Rule::new(name, FieldSource::Text, read)
}

/// The rules for the authors. The first that names a person or an agency decides; otherwise the first that names an organisation.
pub(super) const RULES: &[AuthorRule] = &[
    Rule::new("author-json-ld", FieldSource::JsonLd, linked),
    Rule::new("author-meta", FieldSource::Meta, |page| meta(page, &META)),
    shown("author-link", byline::linked),
    shown("author-after-by", byline::names_after_by),
    shown("author-marked", byline::marked),
    shown("author-job-after-name", byline::job_after_name),
    shown("author-chinese-reporter", byline::chinese_reporter),
    shown("author-beside-date", byline::beside_date),
    // the person who published it rather than the author
    Rule::new("author-twitter-data", FieldSource::Meta, |page| {
        meta(page, &["twitter:data1"])
    }),
    shown("author-only-one", byline::unanimous),
    shown("author-labelled", byline::names_after_label),
];

/// The authors of the article.
pub(super) fn of(page: &Page<'_>, set: RuleSet) -> Option<Decided<Credits>> {
    let rules = RULES.iter().filter(|rule| set.has(rule.name));
    let found = rules.map(|rule| (rule, (rule.read)(page)));
    let mut found = found.filter(|(_, credits)| !credits.is_empty());
    let mut read = Vec::new();
    let mut at = None;
    for (rule, credits) in found.by_ref() {
        let decides = credits.name_an_author();
        read.push((rule, credits));
        if decides {
            at = Some(read.len() - 1);
            break;
        }
    }
    if set.rivals {
        read.extend(found);
    }
    let at = at.or_else(|| (!read.is_empty()).then_some(0))?;
    let (rule, credits) = read.remove(at);
    let others = read.iter();
    let others = others.map(|(rule, credits)| (rule.name, credits.all()));
    let decision = Decision::new(rule.name, rule.source).rivalled(set, others);
    let value = credits.without_outlet(page.outlet);
    Some(Decided { value, decision })
}

/// The authors of the first of some `<meta>` names that has an author, or of the first that has any name.
fn meta(page: &Page<'_>, names: &[&str]) -> Credits {
    let owners = owners(page.document);
    let found = names
        .iter()
        .map(|name| stated(page.document, name, &owners, page.outlet));
    let found: Vec<Credits> = found.filter(|credits| !credits.is_empty()).collect();
    let with_author = found.iter().position(Credits::name_an_author);
    let decides = found.into_iter().nth(with_author.unwrap_or_default());
    decides.unwrap_or_default()
}

/// The letters of the names of the site's owners.
fn owners(document: &TextDocument) -> Vec<String> {
    let owners = OWNERS.iter();
    let owners = owners.flat_map(|name| document.head.meta_all(name).take(MAX_NAMES));
    owners.map(letters).collect()
}

/// The authors in the `<meta>` elements with a name.
fn stated(document: &TextDocument, name: &str, owners: &[String], outlet: &Outlet) -> Credits {
    let mut credits = Credits::default();
    for value in document.head.meta_all(name).take(MAX_NAMES) {
        let spelt = letters(value);
        if !spelt.is_empty() && owners.iter().any(|owner| owner.contains(&spelt)) {
            credits.add_organization(value);
        } else {
            credits.add(value, outlet);
        }
    }
    credits
}

/// The authors of an article in JSON-LD; its creators if the author is only an outlet or a desk.
fn linked(page: &Page<'_>) -> Credits {
    let read = |key: &str| {
        let mut credits = Credits::default();
        if let Some(value) = page.article.and_then(|article| article.get(key)) {
            add_linked(
                value,
                page.entities,
                page.outlet,
                json_ld::MAX_LISTS,
                &mut credits,
            );
        }
        credits
    };
    let authors = read("author");
    if authors.name_an_author() {
        return authors;
    }
    let creators = Some(read("creator")).filter(Credits::name_an_author);
    creators.unwrap_or(authors)
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
            for value in values.iter().take(MAX_NAMES) {
                add_linked(value, entities, outlet, depth - 1, credits);
            }
        }
        Value::Object(object) => {
            if let Some(text) = object.get("@value") {
                return add_linked(text, entities, outlet, depth, credits);
            }
            let mut listed = LISTED.iter().filter_map(|key| object.get(*key));
            if let Some(names) = listed.find(|value| value.is_array()) {
                return add_linked(names, entities, outlet, depth, credits);
            }
            let Some(author) = json_ld::resolve(value, entities) else {
                return;
            };
            let Some(name) = full_name(author) else {
                return;
            };
            let mut parts = ["givenName", "familyName"].iter();
            if is_organization(author) && !is_person(author) {
                credits.add_organization(&name);
            } else if parts.any(|key| author.contains_key(*key)) {
                credits.add_person(&name, outlet);
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

fn full_name(person: &Entity) -> Option<String> {
    let part = |key: &str| person.get(key)?.as_str().and_then(clean);
    // zero-width blanks tell where the name ends
    let name = person.get("name");
    let name = name.map(|name| name.get("@value").unwrap_or(name));
    let name = name.and_then(Value::as_str);
    let name = name.filter(|name| !name.trim().is_empty());
    name.map(str::to_owned)
        .or_else(|| Some(format!("{} {}", part("givenName")?, part("familyName")?)))
}
