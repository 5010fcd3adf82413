//! JSON-LD: the entities that a page describes, and the article among them.

mod tolerant;

use html::TextDocument;
use serde_json::{Map, Value};

use super::text::{clean, letters};
use crate::labels::title::heading_block;

/// An entity: a JSON object.
pub(super) type Entity = Map<String, Value>;

/// Maximum nesting of entities.
const MAX_DEPTH: usize = 6;
/// Maximum nesting of lists of values.
pub(super) const MAX_LISTS: usize = 3;
/// Maximum number of entities on one page.
const MAX_ENTITIES: usize = 2000;

/// The JSON-LD of a page.
#[derive(Debug, Default)]
pub(crate) struct LinkedData {
    roots: Vec<Value>,
}

impl LinkedData {
    /// Parses all scripts. Invalid JSON is read as far as possible.
    pub(crate) fn parse(scripts: &[String]) -> Self {
        let roots = scripts.iter().filter_map(|script| read(script)).collect();
        Self { roots }
    }

    /// All entities, outer ones first, in page order.
    pub(super) fn entities(&self) -> Vec<&Entity> {
        self.entities_but(&|_| false)
    }

    /// The same, without videos of other pages and what is in them. All, if the page has no title to compare with.
    pub(super) fn entities_of_page(
        &self,
        document: &TextDocument,
        addresses: &[&str],
    ) -> Vec<&Entity> {
        let headings =
            heading_block(document).map(|block| document.text_of(&document.blocks[block]));
        let stated = ["og:title", "twitter:title"].map(|name| document.head.meta(name));
        let titles = stated.into_iter().flatten().chain(headings);
        let titles: Vec<String> = titles
            .chain([document.title.as_str()])
            .map(letters)
            .filter(|title| !title.is_empty())
            .collect();
        self.entities_but(&|entity| {
            !titles.is_empty() && is_of_other_page(entity, addresses, &titles)
        })
    }

    fn entities_but(&self, is_left_out: &dyn Fn(&Entity) -> bool) -> Vec<&Entity> {
        let mut found = Vec::new();
        for root in &self.roots {
            collect(root, MAX_DEPTH, is_left_out, &mut found);
        }
        found
    }
}

/// Whether a video has the name of another page. The headline of an article may be one for search engines.
fn is_of_other_page(entity: &Entity, addresses: &[&str], titles: &[String]) -> bool {
    let mut names = ["headline", "name"].iter();
    let name = names.find_map(|key| property(entity, key));
    let is_own = |name: &str| {
        let mut titles = titles.iter();
        titles.any(|title| title.contains(name) || name.contains(title.as_str()))
    };
    types(entity).any(|kind| kind == "VideoObject")
        && name.is_some_and(|name| !is_own(&letters(&name)))
        && !is_at(entity, addresses)
}

/// The values of a property that may have several.
pub(super) fn several(value: Option<&Value>) -> &[Value] {
    match value {
        Some(Value::Array(values)) => values,
        Some(one) => std::slice::from_ref(one),
        None => &[],
    }
}

/// The types of an entity, without their namespace.
pub(super) fn types(entity: &Entity) -> impl Iterator<Item = &str> {
    several(entity.get("@type"))
        .iter()
        .filter_map(Value::as_str)
        .map(|name| name.rsplit(['/', ':', '#']).next().unwrap_or(name).trim())
}

/// Whether an entity is of a type that counts as an article.
pub(super) fn is_article(entity: &Entity) -> bool {
    types(entity)
        .any(|name| is_article_type(name) || matches!(name, "Review" | "ClaimReview" | "Recipe"))
}

/// Whether a type is that of articles alone.
pub(super) fn is_article_type(name: &str) -> bool {
    name.ends_with("Article")
        || name.ends_with("Posting") && name != "JobPosting"
        || name == "Report"
}

/// Whether an entity is the page itself.
pub(super) fn is_page(entity: &Entity) -> bool {
    types(entity).any(|name| name.ends_with("Page") || name == "VideoObject")
}

/// The article among the entities: the first with headline and date, preferably one with a URL of this page; otherwise the first.
pub(super) fn article<'a>(entities: &[&'a Entity], addresses: &[&str]) -> Option<&'a Entity> {
    let articles = || entities.iter().copied().filter(|entity| is_article(entity));
    let own = |entity: &&Entity| is_at(entity, addresses);
    let full =
        |entity: &&Entity| entity.contains_key("headline") && entity.contains_key("datePublished");
    articles()
        .find(|entity| own(entity) && full(entity))
        .or_else(|| articles().find(full))
        .or_else(|| articles().next())
}

/// Keys of the URL of an entity's page.
const PAGE_KEYS: [&str; 2] = ["mainEntityOfPage", "url"];

/// Whether an entity has the URL of this page.
fn is_at(entity: &Entity, addresses: &[&str]) -> bool {
    let stated = PAGE_KEYS.iter().chain(&["@id"]);
    let mut stated = stated.filter_map(|key| entity.get(*key).and_then(url_of));
    stated.any(|stated| addresses.iter().any(|own| same_url(own, stated)))
}

/// The text of a value: a string, a number, an object's `@value`, `name`, `url` or `@id`, or the first of several.
pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => clean(text),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(values) => values.iter().find_map(text),
        Value::Object(object) => ["@value", "name", "url", "@id"]
            .iter()
            .find_map(|key| object.get(*key).and_then(text)),
        _ => None,
    }
}

/// The text of an entity's property.
pub(super) fn property(entity: &Entity, name: &str) -> Option<String> {
    entity.get(name).and_then(text)
}

/// The entity of a value: the value itself, or the one that it references by `@id`.
pub(super) fn resolve<'a>(value: &'a Value, entities: &[&'a Entity]) -> Option<&'a Entity> {
    let object = value.as_object()?;
    if object.contains_key("name") {
        return Some(object);
    }
    let Some(id) = object.get("@id").and_then(Value::as_str) else {
        return Some(object);
    };
    let refers = |entity: &&&Entity| {
        entity.len() > 1 && entity.get("@id").and_then(Value::as_str) == Some(id)
    };
    Some(entities.iter().find(refers).copied().unwrap_or(object))
}

/// The URL in a value: a string, an object's `url`, `contentUrl` or `@id`, or the first of several.
pub(super) fn url_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(url) => Some(url.trim()),
        Value::Array(values) => values.iter().find_map(url_of),
        Value::Object(object) => ["url", "contentUrl", "@id"]
            .iter()
            .find_map(|key| object.get(*key).and_then(url_of)),
        _ => None,
    }
}

/// Whether two URLs are equal apart from scheme, query, fragment and trailing slash.
fn same_url(one: &str, other: &str) -> bool {
    bare(one) == bare(other) && bare(one).contains('/')
}

/// A URL without scheme, query, fragment and trailing slash. That of a home page has no slash.
fn bare(url: &str) -> &str {
    let url = url.split_once("://").map_or(url, |(_, rest)| rest);
    let url = url.split(['?', '#']).next().unwrap_or(url);
    url.trim_end_matches('/')
}

fn collect<'a>(
    value: &'a Value,
    depth: usize,
    is_left_out: &dyn Fn(&Entity) -> bool,
    found: &mut Vec<&'a Entity>,
) {
    if depth == 0 || found.len() >= MAX_ENTITIES {
        return;
    }
    match value {
        Value::Array(values) => {
            for value in values {
                collect(value, depth, is_left_out, found);
            }
        }
        Value::Object(object) if is_left_out(object) => {}
        Value::Object(object) => {
            found.push(object);
            let is_list = types(object).any(|name| name == "ItemList");
            let nested = object.iter().filter(|(key, value)| {
                // a list names other pages
                (value.is_object() || value.is_array()) && !(is_list && *key == "itemListElement")
            });
            nested.for_each(|(_, value)| collect(value, depth - 1, is_left_out, found));
        }
        _ => {}
    }
}

fn read(script: &str) -> Option<Value> {
    let script = script.trim().trim_end_matches(';');
    serde_json::from_str(script)
        .ok()
        .or_else(|| tolerant::read(script))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(scripts: &[&str]) -> LinkedData {
        LinkedData::parse(&scripts.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn the_article_is_found_in_a_graph_and_its_references_are_followed() {
        let data = data(&[r##"{"@context":"https://schema.org","@graph":[
            {"@type":"WebPage","@id":"https://x.test/a"},
            {"@type":["NewsArticle"],"headline":"Brücke","datePublished":"2024-05-03","author":{"@id":"#erika"}},
            {"@type":"Person","@id":"#erika","name":"Erika Muster"}]}"##]);
        let entities = data.entities();
        let article = article(&entities, &[]).unwrap();
        assert_eq!(property(article, "headline").unwrap(), "Brücke");
        let author = resolve(&article["author"], &entities).unwrap();
        assert_eq!(property(author, "name").unwrap(), "Erika Muster");
    }

    #[test]
    fn of_several_articles_the_one_with_the_address_of_the_page_is_taken() {
        let data = data(&[
            r#"[{"@type":"NewsArticle","headline":"A","datePublished":"2024-05-03","url":"https://x.test/a"},
            {"@type":"NewsArticle","headline":"B","datePublished":"2024-05-03","mainEntityOfPage":{"@id":"http://x.test/b/"}}]"#,
        ]);
        let entities = data.entities();
        let headline =
            |url_of| property(article(&entities, &[url_of]).unwrap(), "headline").unwrap();
        assert_eq!(headline("https://x.test/b?ref=rss"), "B");
        assert_eq!(headline("https://x.test/c"), "A");
    }

    #[test]
    fn videos_of_other_pages_are_left_out_with_what_is_in_them() {
        let document = html::parse("<title>Ferry stays | Ledger</title><h1>Ferry stays</h1>");
        let names = |script: &str| {
            let data = data(&[script]);
            let entities = data.entities_of_page(&document, &["https://x.test/ferry"]);
            let names = entities
                .iter()
                .filter_map(|entity| property(entity, "name"));
            names.collect::<Vec<_>>()
        };
        for other in [
            r#"{"@type":"VideoObject","name":"Storm over","uploadDate":"2019-01-01","author":{"name":"Ann"}}"#,
            r#"{"@type":"WebPage","video":[{"@type":"VideoObject","name":"Sturm vorbei","url":"https://x.test/storm"}]}"#,
        ] {
            assert!(names(other).is_empty(), "{other}");
        }
        for own in [
            r#"{"@type":"VideoObject","headline":"Storm over","url":"https://x.test/ferry","author":{"name":"Ann"}}"#,
            r#"{"@type":"VideoObject","headline":"Ferry stays!","author":{"name":"Ann"}}"#,
            r#"{"@type":"NewsArticle","headline":"For search engines","author":{"name":"Ann"}}"#,
            r#"{"@type":"VideoObject","author":{"name":"Ann"}}"#,
        ] {
            assert_eq!(names(own), ["Ann"], "{own}");
        }
    }

    #[test]
    fn articles_of_a_list_are_those_of_other_pages() {
        let data = data(&[
            r#"{"@type":"WebPage","mainEntity":{"@type":"ItemList","itemListElement":[
            {"@type":"ListItem","item":{"@type":"NewsArticle","headline":"A","datePublished":"2024-05-03"}}]}}"#,
        ]);
        assert!(article(&data.entities(), &[]).is_none());
    }

    #[test]
    fn simple_errors_in_json_are_understood() {
        for script in [
            "{\"@type\":\"Article\",\"headline\":\"Zwei\nZeilen\",}",
            "<!-- {\"@type\":\"Article\",\"headline\":\"Zwei\tZeilen\"} -->",
            "{\"@type\":\"Article\",\"headline\":\"Zwei\\' Zeilen\"};",
            "{\"@type\":\"Article\",\"headline\":\"Zwei Zeilen\"} {\"@type\":\"Person\"}",
        ] {
            let data = data(&[script]);
            let entities = data.entities();
            let headline = entities.first().and_then(|e| property(e, "headline"));
            assert_eq!(
                headline.map(|h| h.replace('\'', "")).as_deref(),
                Some("Zwei Zeilen"),
                "{script}"
            );
        }
    }

    #[test]
    fn mistakes_in_json_cost_no_other_property() {
        let entity = r#"{"@type":"NewsArticle","headline":"Ferry","author":{"name":"Jane Roe"},"section":"Local"}"#;
        let with = |old: &str, new: &str| entity.replace(old, new);
        for script in [
            with(
                r#""Ferry""#,
                r#""Ferry","description":"He said "no", then "yes", and left""#,
            ),
            with("\"Ferry\",", "\"Ferry\"\n"),
            with("\"Ferry\",", "\"Ferry\",,\n"),
            with("\"Ferry\",", "\"Ferry\",\"image\":,\"size\":NaN,"),
            with("\"Ferry\",", "\"Ferry\",\"note\":\"a \\u20 b \\x c\","),
            with("\"Local\"}", "\"Local\",\"body\":\"The town coun"),
            with("\"", "'"),
            format!(r#"{{"@type":"Organization",}}{entity} var more = {{}};"#),
        ] {
            let data = data(&[&script]);
            let entities = data.entities();
            let article = article(&entities, &[]).unwrap();
            let found = ["headline", "author", "section"].map(|name| property(article, name));
            assert_eq!(
                found.map(Option::unwrap_or_default),
                ["Ferry", "Jane Roe", "Local"],
                "{script}"
            );
        }
    }

    #[test]
    fn a_quotation_in_a_headline_is_part_of_it() {
        let data = data(&[r#"{"@type":"Article","headline":"The "old" ferry","name":"x"}"#]);
        assert_eq!(
            property(data.entities()[0], "headline").unwrap(),
            "The \"old\" ferry"
        );
    }

    #[test]
    fn invalid_json_is_left_out() {
        for script in [
            "",
            "{",
            "[[[[",
            "null",
            "undefined",
            "{\"a\":",
            &"[".repeat(5000),
        ] {
            assert!(data(&[script]).entities().is_empty(), "{script}");
        }
    }
}
