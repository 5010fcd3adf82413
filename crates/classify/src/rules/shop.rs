//! Products, and paywalls.

use crate::Evidence;
use text::words;

/// JSON-LD types of a single product.
const PRODUCT_TYPES: [&str; 2] = ["Product", "ProductGroup"];
/// JSON-LD types with its price.
const PRICE_TYPES: [&str; 2] = ["Offer", "AggregateOffer"];
/// JSON-LD types of product lists and of service descriptions.
const OTHER_TYPES: [&str; 5] = [
    "CollectionPage",
    "ItemList",
    "OfferCatalog",
    "FAQPage",
    "Service",
];

/// Maximum words of a teaser: a longer opening counts as an article.
const MAX_TEASER: f32 = 50.0;

/// Markup of a paywall box.
const BOX: [&str; 3] = ["class=\"paywall", "paywall\"", "id=\"paywall"];

/// The page describes one product with its price and no article, or `og:type` is a product.
pub(super) fn product(page: &Evidence<'_>) -> Option<String> {
    let shape = page.shape?;
    if page.declares_article() || page.schema_type(&OTHER_TYPES).is_some() {
        return None;
    }
    let described = page.schema_type(&PRODUCT_TYPES);
    if let (Some(name), Some(_)) = (described, page.schema_type(&PRICE_TYPES)) {
        return Some(format!("the page describes a {name} with its price"));
    }
    let is_product = matches!(page.og_type(), "product" | "product.item" | "og:product");
    if is_product && (described.is_some() || shape.linked_headlines < 20.0) {
        return Some("the page declares itself a product".to_owned());
    }
    let part = page.below(words::shop::PATHS)?;
    let button = words::shop::BUTTONS
        .iter()
        .find(|button| page.html.contains(**button))?;
    (page.html.matches(*button).count() <= 2)
        .then(|| format!("the URL contains {part}, and there is one thing to buy (\"{button}\")"))
}

/// A text that the page declares as not free, with an offer below its opening; or the first sentences of a text that a paywall cuts off.
pub(super) fn paywall(page: &Evidence<'_>) -> Option<String> {
    if page.metadata?.is_free != Some(false) {
        let words = page.shape?.content_words;
        let is_teaser = page.truncated == Some(true) && words <= MAX_TEASER;
        return is_teaser.then(|| format!("a paywall cuts the text off after {words} words"));
    }
    let opening = page.text.get(..page.text.floor_char_boundary(1_500))?;
    let is_short = |before: &str| before.split_whitespace().nth(100).is_none();
    let breaks_off = |phrase: &&&str| {
        let before = opening.split_once(**phrase);
        before.is_some_and(|(before, _)| is_short(before))
    };
    if let Some(phrase) = words::paywall::SOLD.iter().find(breaks_off) {
        return Some(format!(
            "a text that is not free breaks off with \"{phrase}\""
        ));
    }
    let words = page.shape?.content_words;
    if words > MAX_TEASER {
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
