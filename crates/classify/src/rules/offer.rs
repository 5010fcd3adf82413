//! Things to buy: goods, and the rest of an article.

use crate::Evidence;

/// What the page of a single product has in JSON-LD.
const PRODUCT: [&str; 2] = ["Product", "ProductGroup"];
/// What its price is in.
const PRICE: [&str; 2] = ["Offer", "AggregateOffer"];
/// What lists of products, and companies that describe their services, have too.
const OTHER: [&str; 5] = [
    "CollectionPage",
    "ItemList",
    "OfferCatalog",
    "FAQPage",
    "Service",
];

/// A list of products has so many linked lines.
const LIST: f32 = 20.0;

/// An opening of more words is kept as an article, if only a part of one.
const OPENING: f32 = 50.0;

/// What stands behind the opening of an article: marks of the box, beside what it says.
const BOX: [&str; 3] = ["class=\"paywall", "paywall\"", "id=\"paywall"];

/// The opening before that, in bytes.
const BEFORE: usize = 1_500;

pub(super) fn product(page: &Evidence<'_>) -> Option<String> {
    let shape = page.shape?;
    if page.calls_itself_article() || page.schema_type(&OTHER).is_some() {
        return None;
    }
    let described = page.schema_type(&PRODUCT);
    if let (Some(name), Some(_)) = (described, page.schema_type(&PRICE)) {
        return Some(format!("the page describes a {name} with its price"));
    }
    let is_product = matches!(page.og_type(), "product" | "product.item" | "og:product");
    if is_product && (described.is_some() || shape.linked_headlines < LIST) {
        return Some("the page calls itself a product".to_owned());
    }
    let part = page.below(words::shop::PATHS)?;
    let button = words::shop::BUTTONS
        .iter()
        .find(|button| page.html.contains(**button))?;
    (page.html.matches(*button).count() <= 2)
        .then(|| format!("the URL says {part}, and there is one thing to buy (\"{button}\")"))
}

/// The page says itself that the text is not free, and what it costs stands below its opening.
pub(super) fn paywall(page: &Evidence<'_>) -> Option<String> {
    if page.metadata?.is_free != Some(false) {
        return None;
    }
    let opening = page.text.get(..page.text.floor_char_boundary(BEFORE))?;
    if let Some(said) = words::paywall::SOLD
        .iter()
        .find(|said| opening.contains(**said))
    {
        return Some(format!(
            "a text that is not free breaks off with \"{said}\""
        ));
    }
    let words = page.shape?.content_words;
    if words > OPENING {
        return None;
    }
    let found = BOX
        .iter()
        .chain(words::paywall::BOXES)
        .find(|mark| page.html.contains(**mark))?;
    Some(format!(
        "{words} words of a text that is not free ({found})"
    ))
}
