//! The article that a page states for Parse.ly, an analytics service: JSON in a `<meta>`, with keys of its own.

use html::TextDocument;
use serde_json::Value;

use super::Entity;
use super::script::read;

/// The `<meta>` in which pages state their article as JSON for Parse.ly.
const PARSELY: &str = "parsely-page";
/// Its keys and those of schema.org.
const PARSELY_KEYS: [(&str, &str); 8] = [
    ("title", "headline"),
    ("link", "url"),
    ("pub_date", "datePublished"),
    ("authors", "author"),
    ("author", "author"),
    ("section", "articleSection"),
    ("tags", "keywords"),
    ("image_url", "image"),
];

/// The article that a page states for Parse.ly, under the keys of schema.org.
pub(super) fn article(document: &TextDocument) -> Option<Value> {
    let stated = document.head.meta(PARSELY)?;
    let Value::Object(mut stated) = read(stated)? else {
        return None;
    };
    if stated.get("type").and_then(Value::as_str) != Some("post") {
        return None;
    }
    let mut article = Entity::new();
    article.insert("@type".to_owned(), Value::from("Article"));
    for (key, known_as) in PARSELY_KEYS {
        if let Some(value) = stated.remove(key) {
            article.entry(known_as).or_insert(value);
        }
    }
    Some(Value::Object(article))
}
