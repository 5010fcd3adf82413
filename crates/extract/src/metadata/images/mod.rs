//! The pictures of an article, from JSON-LD, `<meta>` and its text.

mod credit;
mod file_names;
mod in_text;
#[cfg(test)]
mod tests;

pub(crate) use self::credit::is_caption;
use self::file_names::{FileName, is_placeholder};

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
    let mut images = Pictures::default();
    let absolute = |href: &str| absolute(document, url, href);
    let lead = META
        .iter()
        .filter_map(|name| document.head.meta(name))
        .filter(|href| !is_placeholder(href))
        .find_map(absolute)
        .map(|lead| (lead, FieldSource::Meta));
    if let Some((url, _)) = &lead {
        let url = url.clone();
        images.add(Image {
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
            images.add(Image { url, ..image });
        }
    }
    let images = images.images;
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

/// The pictures found so far, each with what its URL says of it.
#[derive(Default)]
struct Pictures {
    images: Vec<Image>,
    names: Vec<FileName>,
}

impl Pictures {
    /// Adds a picture or merges it with a known one.
    fn add(&mut self, image: Image) {
        let name = FileName::of(&image.url);
        let mut known = self.images.iter_mut().zip(&self.names);
        let same =
            known.find(|(known, names)| known.url == image.url || names.is_version_of(&name));
        if let Some((known, _)) = same {
            known.caption = known.caption.take().or(image.caption);
            known.credit = known.credit.take().or(image.credit);
            known.alt = known.alt.take().or(image.alt);
        } else if self.images.len() < MAX_IMAGES {
            self.images.push(image);
            self.names.push(name);
        }
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
