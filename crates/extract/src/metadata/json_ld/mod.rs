//! JSON-LD: the entities that a page describes, and the article among them.

mod parsely;
mod script;
mod tolerant;

use html::TextDocument;
use serde_json::{Map, Value};

use self::script::read;
use super::text::{clean, letters};
use crate::labels::title::heading_block;

/// An entity: a JSON object.
pub(super) type Entity = Map<String, Value>;

/// Maximum nesting of lists of values.
pub(super) const MAX_LISTS: usize = 3;

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

    /// The data of a page: its JSON-LD or, if that has no article, also the one that it states for Parse.ly.
    pub(crate) fn of(document: &TextDocument) -> Self {
        let mut data = Self::parse(&document.head.json_ld);
        if let Some(article) = parsely::article(document)
            && !data.entities().into_iter().any(is_article)
        {
            data.roots.push(article);
        }
        data
    }

    /// All entities, outer ones first, in page order.
    pub(super) fn entities(&self) -> Vec<&Entity> {
        self.entities_but(&|_| false)
    }

    /// The same, without articles and videos of other pages and what is in them. All, if the page has no title to compare with.
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
        if titles.is_empty() {
            return self.entities();
        }
        let of_articles = self
            .entities()
            .into_iter()
            .filter(|entity| is_article(entity));
        let articles: Vec<(&Entity, Option<bool>)> = of_articles
            .map(|entity| (entity, is_titled(entity, &titles)))
            .collect();
        let has_own = articles.iter().any(|(_, titled)| *titled == Some(true));
        let contrary = articles
            .iter()
            .filter(|(entity, titled)| *titled == Some(false) && !is_at(entity, addresses));
        // posts and updates may stand beside the only article
        let mut contrary =
            contrary.filter(|(entity, _)| types(entity).any(|one| one.ends_with("Article")));
        let first = contrary.next().map(|(entity, _)| name(entity));
        let are_several =
            first.is_some_and(|first| contrary.any(|(entity, _)| name(entity) != first));
        let are_sure = has_own || are_several;
        self.entities_but(&|entity| is_of_other_page(entity, addresses, &titles, are_sure))
    }

    fn entities_but(&self, is_left_out: &dyn Fn(&Entity) -> bool) -> Vec<&Entity> {
        let mut found = Vec::new();
        for root in &self.roots {
            collect(root, 6, is_left_out, &mut found);
        }
        found
    }
}

/// Whether an article, a review or a video has the headline of another page. That of an article may be one for search engines, so that its
/// URL must be another too, unless the headlines `are_sure`: another article has that of the page, or there are several.
fn is_of_other_page(
    entity: &Entity,
    addresses: &[&str],
    titles: &[String],
    are_sure: bool,
) -> bool {
    let is_video = || types(entity).any(|name| name == "VideoObject");
    let is_elsewhere = || !addresses.is_empty() && states_page(entity);
    is_titled(entity, titles) == Some(false)
        && !is_at(entity, addresses)
        && (is_article(entity) && (are_sure || is_elsewhere())
            || is_video() && !addresses.is_empty())
}

fn name(entity: &Entity) -> Option<String> {
    let mut names = ["headline", "name"].iter();
    names.find_map(|key| property(entity, key))
}

/// Whether an entity has a title of the page; `None` if it has no name.
fn is_titled(entity: &Entity, titles: &[String]) -> Option<bool> {
    let name = letters(&name(entity)?);
    let mut titles = titles.iter();
    Some(titles.any(|title| title.contains(&name) || name.contains(title.as_str())))
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
    let types = entity.get("@type").or_else(|| entity.get("type"));
    several(types)
        .iter()
        .filter_map(Value::as_str)
        .map(|name| name.rsplit(['/', ':', '#']).next().unwrap_or(name).trim())
}

/// Whether an entity is of a type that counts as an article. The type of all works is one only with a headline.
pub(super) fn is_article(entity: &Entity) -> bool {
    types(entity).any(|name| {
        is_article_type(name)
            || matches!(name, "Review" | "ClaimReview" | "Recipe")
            || name == "CreativeWork" && entity.contains_key("headline")
    })
}

/// Whether a type is that of articles alone, in any case.
pub(super) fn is_article_type(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with("article")
        || name.ends_with("posting") && name != "jobposting"
        || name == "report"
}

/// Whether an entity is the page itself.
pub(super) fn is_page(entity: &Entity) -> bool {
    types(entity)
        .any(|name| name.ends_with("WebPage") || name.ends_with("Page") || name == "VideoObject")
}

/// The article among the entities: the first with headline and date, preferably one with a URL of this page; otherwise the
/// first with such a URL; otherwise the first.
pub(super) fn article<'a>(entities: &[&'a Entity], addresses: &[&str]) -> Option<&'a Entity> {
    let articles = || entities.iter().copied().filter(|entity| is_article(entity));
    let own = |entity: &&Entity| is_at(entity, addresses);
    let full =
        |entity: &&Entity| entity.contains_key("headline") && entity.contains_key("datePublished");
    articles()
        .find(|entity| own(entity) && full(entity))
        .or_else(|| articles().find(full))
        .or_else(|| articles().find(own))
        .or_else(|| articles().next())
}

/// Keys of the URL of an entity's page.
const PAGE_KEYS: [&str; 2] = ["mainEntityOfPage", "url"];

/// Whether an entity has the URL of a page other than the home page.
fn states_page(entity: &Entity) -> bool {
    let mut stated = PAGE_KEYS
        .iter()
        .filter_map(|key| entity.get(*key).and_then(url_of));
    stated.any(|url| bare(url).contains('/'))
}

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
    if depth == 0 || found.len() >= 2000 {
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
    fn articles_and_videos_of_other_pages_are_left_out_with_what_is_in_them() {
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
            r#"{"@type":"NewsArticle","headline":"Storm over","url":"https://x.test/storm","author":{"name":"Ann"}}"#,
            r#"{"@type":"VideoObject","name":"Storm over","uploadDate":"2019-01-01","author":{"name":"Ann"}}"#,
            r#"{"@type":"WebPage","hasPart":{"@type":"Article","name":"Sturm vorbei","mainEntityOfPage":{"@id":"https://x.test/storm"}}}"#,
            // beside the article of the page, one with another headline needs no URL
            r#"[{"@type":"NewsArticle","headline":"Storm over","author":{"name":"Ann"}},{"@type":"NewsArticle","headline":"Ferry stays"}]"#,
            r#"[{"@type":"Article","headline":"Ferry stays"},{"@type":"SocialMediaPosting","headline":"Voll hier","author":{"name":"Ann"}}]"#,
            // several have other headlines
            r#"[{"@type":"NewsArticle","headline":"Storm over","author":{"name":"Ann"}},{"@type":"NewsArticle","headline":"Sturm vorbei"}]"#,
            r#"{"@type":"Article","headline":"Ferry stays","mentions":{"@type":"Review","name":"Le phare","author":{"name":"Ann"}}}"#,
        ] {
            assert!(names(other).is_empty(), "{other}");
        }
        for own in [
            r#"{"@type":"NewsArticle","headline":"Storm over","url":"https://x.test/ferry","author":{"name":"Ann"}}"#,
            r#"{"@type":"NewsArticle","headline":"Ferry stays!","url":"https://x.test/1","author":{"name":"Ann"}}"#,
            r#"{"@type":"NewsArticle","headline":"For search engines","author":{"name":"Ann"}}"#,
            r#"{"@type":"NewsArticle","headline":"Other words","mainEntityOfPage":true,"url":"https://x.test/","author":{"name":"Ann"}}"#,
            r#"{"@type":"Recipe","author":{"name":"Ann"}}"#,
            r#"{"@type":"Review","headline":"Osteria Mare","author":{"name":"Ann"}}"#,
            r#"[{"@type":"NewsArticle","headline":"For search engines","author":{"name":"Ann"}},{"@type":"SocialMediaPosting","headline":"Voll hier"}]"#,
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
            "//<![CDATA[\n{\"@type\":\"Article\",\"headline\":\"Zwei Zeilen\"}\n//]]>",
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
            with(
                r#""Ferry""#,
                r#""Ferry","description":"Its headline: "no", section: "none" and more""#,
            ),
            with("\"Ferry\",", "\"Ferry\"\n"),
            with("\"Ferry\",", "\"Ferry\",,\n"),
            with("\"Ferry\",", "\"Ferry\",\"image\":,\"size\":NaN,"),
            with("\"Ferry\",", "\"Ferry\", // its title\n/* its author */"),
            with("\"Ferry\",", "\"Ferry\",\"note\":\"a \\u20 b \\x c\","),
            with("\"Local\"}", "\"Local\",\"body\":\"The town coun"),
            with("\"", "'"),
            with("\"", "&quot;"),
            with("\"", "\\\""),
            // keys without quotation marks, or with those of word processors
            with("\"headline\"", "headline").replace("\"name\"", "name"),
            with("\"headline\"", "“headline”").replace("\"section\"", "„section” "),
            with("Jane Roe", "Jane\\x20Roe"),
            Value::String(entity.to_owned()).to_string(),
            // in expanded form
            with("\"headline\"", "\"schema:headline\""),
            r#"[{"@type":["http://schema.org/NewsArticle"],"http://schema.org/headline":[{"@value":"Ferry"}],
                "http://schema.org/author":[{"http://schema.org/name":[{"@value":"Jane Roe"}]}],
                "http://schema.org/section":[{"@value":"Local"}]}]"#
                .to_owned(),
            with("NewsArticle", "newsarticle"),
            with("NewsArticle", "CreativeWork"),
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
