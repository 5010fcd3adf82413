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

/// What the text itself says where it breaks off.
const SOLD: [&str; 16] = [
    "ist Abonnentinnen und Abonnenten vorbehalten",
    "ist Abonnenten vorbehalten",
    "nur für Abonnenten",
    "Weiterlesen mit",
    "Jetzt weiterlesen",
    "Lesen Sie weiter mit",
    "is for subscribers",
    "for subscribers only",
    "Subscribe to read",
    "Subscribe to continue",
    "To continue reading",
    "To Read the Full Story",
    "réservé aux abonnés",
    "exclusivo para suscriptores",
    "riservato agli abbonati",
    "Dalsza część artykułu dostępna",
];

/// The opening before that, in bytes.
const BEFORE: usize = 1_500;

/// Parts of a path below which shops have their goods.
const SHOP: [&str; 10] = [
    "boutique", "negozio", "product", "products", "produkt", "produkte", "shop", "sklep", "store",
    "tienda",
];

/// What stands on the button of a single product; a list of them has it more than twice.
const BUTTONS: [&str; 9] = [
    "In den Warenkorb",
    "In den Einkaufswagen",
    "Add to basket",
    "Add to cart",
    "Add to bag",
    "Ajouter au panier",
    "Añadir al carrito",
    "Aggiungi al carrello",
    "Do koszyka",
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
    if is_product && (described.is_some() || shape.linked_headlines < LIST) {
        return Some("the page calls itself a product".to_owned());
    }
    let part = page.below(&SHOP)?;
    let button = BUTTONS
        .into_iter()
        .find(|button| page.html.contains(button))?;
    (page.html.matches(button).count() <= 2)
        .then(|| format!("the URL says {part}, and there is one thing to buy (\"{button}\")"))
}

/// The page says itself that the text is not free, and what it costs stands below its opening.
pub(super) fn paywall(page: &Evidence<'_>) -> Option<String> {
    if page.metadata?.is_free != Some(false) {
        return None;
    }
    let opening = page.text.get(..page.text.floor_char_boundary(BEFORE))?;
    if let Some(said) = SOLD.into_iter().find(|said| opening.contains(said)) {
        return Some(format!(
            "a text that is not free breaks off with \"{said}\""
        ));
    }
    let words = page.shape?.content_words;
    if words > OPENING {
        return None;
    }
    let found = BOX.into_iter().find(|mark| page.html.contains(mark))?;
    Some(format!(
        "{words} words of a text that is not free ({found})"
    ))
}
