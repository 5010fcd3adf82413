//! JSON Feed 1 and 1.1 (jsonfeed.org).

use serde_json::Value;
use url::Url;

use super::title::title;
use super::{Feed, Format, Item, read_date, web_url};

/// Parses a JSON Feed. `None` for other JSON.
pub(super) fn parse(text: &str, url: &Url) -> Option<Feed> {
    let json: Value = serde_json::from_str(text).ok()?;
    let version = json.get("version")?.as_str()?;
    if !version.contains("jsonfeed.org/version/") {
        return None;
    }
    let mut feed = Feed::empty(Format::Json);
    feed.topic = field(&json, "feed_url").and_then(|own| web_url(url, own));
    for hub in list(&json, "hubs") {
        let websub = field(hub, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("websub"));
        if websub {
            feed.push_hub(field(hub, "url").and_then(|hub| web_url(url, hub)));
        }
    }
    for item in list(&json, "items") {
        // An id need not be a URL; `external_url` is the subject of the item, not the item.
        let named = field(item, "id").filter(|id| id.starts_with("http"));
        let Some(page) = field(item, "url")
            .or(named)
            .and_then(|page| web_url(url, page))
        else {
            continue;
        };
        let date = field(item, "date_published").or(field(item, "date_modified"));
        feed.push(Item {
            url: page.to_string(),
            title: field(item, "title").and_then(title),
            published: date.and_then(read_date),
        });
    }
    Some(feed)
}

fn field<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name)?.as_str().filter(|text| !text.is_empty())
}

fn list<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    value
        .get(name)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}
