//! The pictures of an article, from JSON-LD, `<meta>` and its text.

mod credit;
mod file_names;
mod in_text;
#[cfg(test)]
mod tests;

pub(crate) use self::credit::is_caption;
use self::file_names::{FileName, is_placeholder, is_site_default};

use serde_json::Value;
use url::Url;

use super::json_ld::{self, Entity};
use super::rules::{Decided, Rule, RuleSet, first};
use super::urls::{absolute, is_front};
use super::{FieldSource, Image, Page};

/// Maximum number of pictures.
const MAX_IMAGES: usize = 50;
/// Meta names of the lead image, the most reliable first.
const META: [&str; 6] = [
    "og:image",
    "og:image:url",
    "og:image:secure_url",
    "twitter:image",
    "twitter:image:src",
    "parsely-image-url",
];

/// A rule that reads a page and its pictures.
type ImageRule = Rule<fn(&(&Page<'_>, &[Image])) -> Option<String>>;

/// The rules for the lead image.
pub(super) const RULES: &[ImageRule] = &[
    Rule::new("image-meta", FieldSource::Meta, |(page, _)| stated(page)),
    Rule::new("image-json-ld", FieldSource::JsonLd, |(page, _)| {
        let url = linked(page).into_iter().next()?.url;
        let is_own = !is_placeholder(&url) && !is_site_default(&url);
        is_own.then(|| picture(page, &url))?
    }),
    Rule::new("image-link", FieldSource::Link, |(page, _)| {
        let mut links = page.document.head.links_rel("image_src");
        links.find_map(|link| picture(page, &link.href))
    }),
    Rule::new("image-microdata", FieldSource::Microdata, |(page, _)| {
        let head = &page.document.head;
        // the parser records only the image of an article or of no item
        let mut kinds = head
            .item_types
            .iter()
            .filter_map(|kind| kind.rsplit('/').next());
        let url = kinds
            .any(json_ld::is_article_type)
            .then(|| head.meta("image"))??;
        let is_own = !is_placeholder(url) && !is_site_default(url);
        is_own.then(|| picture(page, url))?
    }),
    Rule::new("image-first", FieldSource::Text, |(_, images)| {
        Some(images.first()?.url.clone())
    }),
    Rule::new("image-site-default", FieldSource::Meta, |(page, _)| {
        metas(page).next()
    }),
];

/// The lead image in `<meta>`, unless it is the default picture of the site.
fn stated(page: &Page<'_>) -> Option<String> {
    metas(page).find(|url| !is_site_default(url))
}

/// The pictures in `<meta>`, the most reliable first. Some addresses are escaped twice.
fn metas(page: &Page<'_>) -> impl Iterator<Item = String> {
    let metas = META.iter().filter_map(|name| page.document.head.meta(name));
    let shown = metas.filter(|href| !is_placeholder(href));
    shown.filter_map(|href| picture(page, &href.replace("&amp;", "&")))
}

/// The absolute URL of a picture. A front page is none.
fn picture(page: &Page<'_>, href: &str) -> Option<String> {
    let url = absolute(page.document, page.url, href)?;
    (!is_front(&Url::parse(&url).ok()?)).then_some(url)
}

/// The pictures of the article in JSON-LD, with their addresses as written.
fn linked(page: &Page<'_>) -> Vec<Image> {
    let mut images = Vec::new();
    if let Some(value) = page.article.and_then(|article| article.get("image")) {
        add_linked(value, page.entities, json_ld::MAX_LISTS, &mut images);
    }
    images
}

/// The lead image, and all pictures in page order, the lead image first. Portraits of the authors are not among those of the text.
pub(super) fn of(
    page: &Page<'_>,
    authors: &[String],
    set: RuleSet,
) -> (Option<Decided<String>>, Vec<Image>) {
    let mut images = Pictures::default();
    if let Some(url) = stated(page).filter(|_| set.has(RULES[0].name)) {
        images.add(Image {
            url,
            ..Image::default()
        });
    }
    let mut in_text = in_text::of(page.document, page.text, page.headline);
    in_text.retain(|image| !in_text::is_portrait(image, authors));
    for image in linked(page).into_iter().chain(in_text) {
        if let Some(url) = picture(page, &image.url)
            && !is_site_default(&url)
        {
            images.add(Image { url, ..image });
        }
    }
    let images = images.images;
    let lead = first(RULES, &(page, images.as_slice()), set);
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
            let entity = json_ld::resolve(value, entities).unwrap_or(object);
            let text = |keys: &[&str]| keys.iter().find_map(|key| json_ld::property(entity, key));
            let mut address = ["url", "contentUrl", "@id"].iter();
            let address = address.find_map(|key| {
                let url = json_ld::url_of(entity.get(*key)?)?;
                // a name with a fragment is that of an entity that the page lacks
                (*key != "@id" || !url.contains('#')).then_some(url)
            });
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
