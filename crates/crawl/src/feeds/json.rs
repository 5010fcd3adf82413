//! JSON Feed 1 and 1.1 (jsonfeed.org).

use serde_json::Value;
use url::Url;

use super::title::title;
use super::{Feed, Format, Item, base_of_items, read_date};
use crate::url::web_url;

/// Number of braces at which the feed may begin: those before are text that a broken program printed.
const MAX_STARTS: usize = 16;

/// Parses a JSON Feed, also with text before and after it. `None` for other JSON.
pub(super) fn parse(text: &str, url: &Url) -> Option<Feed> {
    let json = text
        .match_indices('{')
        .take(MAX_STARTS)
        .find_map(|(at, _)| {
            let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
            let json = values.next()?.ok()?;
            let is_named = field(&json, "version")?.contains("jsonfeed.org/version/");
            let has_items = || items(&json).is_some();
            let is_feed = is_named || field(&json, "feed_url").is_some() && has_items();
            is_feed.then_some(json)
        })?;
    let mut feed = Feed::empty(Format::Json);
    feed.next = field(&json, "next_url").and_then(|next| web_url(url, next));
    let home = field(&json, "home_page_url").and_then(|home| base_of_items(url, home));
    let base = home.as_ref().unwrap_or(url);
    let language = field(&json, "language");
    for item in items(&json).into_iter().flatten() {
        // An id need not be a URL; `external_url` is the subject of the item, not the item.
        let named = field(item, "id").filter(|id| id.starts_with("http"));
        let others = named.and_then(|named| web_url(base, named));
        let Some(page) = field(item, "url")
            .or(named)
            .and_then(|page| web_url(base, page))
        else {
            continue;
        };
        let date = |name| read_date(field(item, name)?, language);
        let updated = date("date_modified");
        feed.push(Item {
            url: page.to_string(),
            others: others.iter().map(Url::to_string).collect(),
            title: field(item, "title").and_then(title),
            published: date("date_published").or(updated),
            updated,
        });
    }
    Some(feed)
}

fn items(feed: &Value) -> Option<&Vec<Value>> {
    feed.get("items")?.as_array()
}

fn field<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name)?.as_str().filter(|text| !text.is_empty())
}
