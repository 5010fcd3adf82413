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

/// The opening of an article is no longer than this, in words.
const OPENING: f32 = 120.0;

/// What stands behind the opening of an article: marks of the box, and what it says.
const BOX: [&str; 20] = [
    "class=\"paywall",
    "paywall\"",
    "id=\"paywall",
    "Jetzt abonnieren",
    "jetzt abonnieren",
    "Weiterlesen mit",
    "weiterlesen mit",
    "Weiterlesen mit",
    "Jetzt weiterlesen",
    "Subscribe to read",
    "subscribe to read",
    "Subscribe to continue",
    "Continue reading your article with",
    "To Read the Full Story",
    "Subscribe now",
    "Abonnez-vous",
    "Suscríbete",
    "Abbonati",
    "Word abonnee",
    "Wykup dostęp",
];

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
    (is_product && (described.is_some() || shape.linked_headlines < LIST))
        .then(|| "the page calls itself a product".to_owned())
}

/// The page says itself that the text is not free, there is little of it, and what it costs stands below it.
pub(super) fn paywall(page: &Evidence<'_>) -> Option<String> {
    let sold = page
        .metadata
        .is_some_and(|metadata| metadata.is_free == Some(false));
    let opening = page.shape?.content_words;
    if !sold || opening > OPENING {
        return None;
    }
    let found = BOX.into_iter().find(|mark| page.html.contains(mark))?;
    Some(format!(
        "{opening} words of an article that is not free ({found})"
    ))
}
