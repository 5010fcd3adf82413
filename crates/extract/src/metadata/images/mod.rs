//! The pictures of an article, from JSON-LD, `<meta>` and its text.

mod credit;
mod file_names;
mod in_text;
#[cfg(test)]
mod tests;

pub(crate) use self::credit::is_caption;
use self::file_names::{are_versions, is_placeholder};

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
    let is_same = |known: &&mut Image| are_versions(&known.url, &image.url);
    if let Some(known) = images.iter_mut().find(is_same) {
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
