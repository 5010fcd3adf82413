//! The pictures of an article, from JSON-LD, `<meta>` and its text.

mod credit;
mod in_text;
#[cfg(test)]
mod tests;

pub(crate) use self::credit::is_caption;

use serde_json::Value;
use url::Url;

use super::facts::absolute;
use super::json_ld::{self, Entity};
use super::{FieldSource, Image};
use html::TextDocument;

/// Maximum number of pictures.
const MAX_IMAGES: usize = 50;
/// Maximum depth of pictures in JSON-LD.
const MAX_DEPTH: usize = 3;
/// Minimum bytes of a file name that identifies a picture.
const MIN_NAME_BYTES: usize = 8;
/// Meta names of the lead image, the most reliable first.
const META: [&str; 6] = [
    "og:image",
    "og:image:url",
    "og:image:secure_url",
    "twitter:image",
    "twitter:image:src",
    "parsely-image-url",
];

/// The lead image with its source, and all pictures in page order, the lead image first.
pub(super) fn of(
    document: &TextDocument,
    article: Option<&Entity>,
    entities: &[&Entity],
    url: Option<&Url>,
    text: &str,
    headline: Option<usize>,
) -> (Option<(String, FieldSource)>, Vec<Image>) {
    let mut images: Vec<Image> = Vec::new();
    let absolute = |href: &str| absolute(document, url, href);
    let lead = META
        .iter()
        .filter_map(|name| document.head.meta(name))
        .filter(|href| !is_placeholder(href))
        .find_map(absolute)
        .map(|lead| (lead, FieldSource::Meta));
    if let Some((url, _)) = &lead {
        let url = url.clone();
        images.push(Image {
            url,
            ..Image::default()
        });
    }
    let mut linked = Vec::new();
    if let Some(value) = article.and_then(|article| article.get("image")) {
        add_linked(value, entities, MAX_DEPTH, &mut linked);
    }
    for image in linked
        .into_iter()
        .chain(in_text::of(document, text, headline))
    {
        if let Some(url) = absolute(&image.url) {
            add(&mut images, Image { url, ..image });
        }
    }
    let relation = || {
        let links = document.head.links_rel("image_src");
        let mut found = links.filter_map(|link| absolute(&link.href));
        found.next().map(|url| (url, FieldSource::Link))
    };
    let linked = || {
        let value = article?.get("image")?;
        absolute(json_ld::url_of(value)?).map(|url| (url, FieldSource::JsonLd))
    };
    let first = || {
        images
            .first()
            .map(|image| (image.url.clone(), FieldSource::Text))
    };
    let lead = lead.or_else(linked).or_else(relation).or_else(first);
    (lead, images)
}

/// Adds a picture or merges it with a known one.
fn add(images: &mut Vec<Image>, image: Image) {
    let name = name_of(&image.url);
    // versions of one picture differ only in size
    let is_same = |known: &Image| {
        let named_so =
            |name: &str| name_of(&known.url).is_some_and(|other| other.eq_ignore_ascii_case(name));
        known.url == image.url || name.is_some_and(named_so)
    };
    if let Some(known) = images.iter_mut().find(|known| is_same(known)) {
        known.caption = known.caption.take().or(image.caption);
        known.credit = known.credit.take().or(image.credit);
        known.alt = known.alt.take().or(image.alt);
    } else if images.len() < MAX_IMAGES {
        images.push(image);
    }
}

fn add_linked(value: &Value, entities: &[&Entity], depth: usize, images: &mut Vec<Image>) {
    match value {
        Value::String(url) => images.push(Image {
            url: url.clone(),
            ..Image::default()
        }),
        Value::Array(values) if depth > 0 => {
            for value in values.iter().take(MAX_IMAGES) {
                add_linked(value, entities, depth - 1, images);
            }
        }
        Value::Object(object) => {
            let entity = match object.get("@id").and_then(Value::as_str) {
                Some(id) if !object.contains_key("url") => {
                    let same = |entity: &&&Entity| {
                        entity.len() > 1 && entity.get("@id").and_then(Value::as_str) == Some(id)
                    };
                    entities.iter().find(same).copied().unwrap_or(object)
                }
                _ => object,
            };
            let text = |keys: &[&str]| keys.iter().find_map(|key| json_ld::property(entity, key));
            let address = ["url", "contentUrl", "@id"];
            let address = address
                .iter()
                .find_map(|key| json_ld::url_of(entity.get(*key)?));
            images.extend(address.map(|url| Image {
                url: url.to_owned(),
                caption: text(&["caption", "description"]),
                credit: text(&[
                    "creditText",
                    "copyrightHolder",
                    "creator",
                    "author",
                    "copyrightNotice",
                ]),
                alt: None,
            }));
        }
        _ => {}
    }
}

/// The part of a URL that identifies the picture regardless of its size: the longest path segment without its size.
fn name_of(url: &str) -> Option<&str> {
    let path = url.split(['?', '#']).next()?;
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let segments = path.split('/').skip(1);
    let named = segments
        .map(without_size)
        .filter(|name| name.len() >= MIN_NAME_BYTES);
    named.max_by_key(|name| name.len())
}

/// A file name without its extension and a size before it, such as `-1024x768`.
fn without_size(name: &str) -> &str {
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    let is_size = |tail: &str| {
        !tail.is_empty()
            && tail
                .bytes()
                .all(|b| b.is_ascii_digit() || b == b'x' || b == b'w')
    };
    match name.rsplit_once(['-', '_']) {
        Some((head, tail)) if is_size(tail) && head.len() >= MIN_NAME_BYTES => head,
        _ => name,
    }
}

/// Whether a URL is clearly that of a logo or a placeholder.
fn is_placeholder(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let file = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let words = [
        "placeholder",
        "blank.",
        "spacer",
        "pixel",
        "avatar",
        "gravatar",
        "sprite",
        "1x1",
        "transparent",
    ];
    words.iter().any(|word| file.contains(word)) || url.contains("gravatar.com/")
}
