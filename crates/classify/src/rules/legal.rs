//! Imprint, privacy, terms: the pages every site must have, long, well written, and no news.

use crate::Evidence;
use crate::path::without_number;
use crate::title::{self, names_site};

/// Names of such pages that are nothing else: German, English, French, Spanish, Italian, Dutch,
/// Polish.
const NAMES: [&str; 51] = [
    "allgemeine geschäftsbedingungen",
    "allgemeine nutzungsbedingungen",
    "impressum",
    "haftungsausschluss",
    "datenschutzerklärung",
    "datenschutzhinweis",
    "datenschutzhinweise",
    "datenschutzbestimmungen",
    "datenschutzinformation",
    "datenschutzinformationen",
    "datenschutzrichtlinie",
    "cookie-richtlinie",
    "cookie-richtlinien",
    "nutzungsbedingungen",
    "nutzungsbasierte onlinewerbung",
    "rechtliche hinweise",
    "rechtlicher hinweis",
    "widerrufsbelehrung",
    "impressum & datenschutz",
    "impressum und datenschutz",
    "agb",
    "imprint",
    "legal notice",
    "legal notices",
    "privacy policy",
    "privacy notice",
    "privacy statement",
    "privacy & cookie policy",
    "privacy and cookie policy",
    "cookie policy",
    "cookie notice",
    "terms & conditions",
    "terms and conditions",
    "terms of service",
    "terms of use",
    "user agreement",
    "mentions légales",
    "politique de confidentialité",
    "politique de cookies",
    "conditions générales d'utilisation",
    "aviso legal",
    "política de privacidad",
    "política de cookies",
    "note legali",
    "informativa privacy",
    "privacyverklaring",
    "privacybeleid",
    "algemene voorwaarden",
    "polityka prywatności",
    "polityka cookies",
    "regulamin serwisu",
];

/// Names that are topics too: sure only beside nothing but the name of the site.
const TOPICS: [&str; 8] = [
    "datenschutz",
    "privacy",
    "cookies",
    "terms",
    "haftung",
    "rechtliches",
    "disclaimer",
    "legal",
];

/// Words that may stand beside such a name without making it a headline.
const COMPANY: [&str; 30] = [
    "ag", "and", "co", "com", "company", "de", "der", "des", "die", "digital", "for", "für",
    "gmbh", "group", "gruppe", "inc", "kg", "llc", "ltd", "mbh", "media", "medien", "of", "online",
    "our", "se", "the", "und", "unsere", "verlag",
];

/// Whole parts of a path, or the first label of a host, that are the address of such a page.
const SLUGS: [&str; 36] = [
    "agb",
    "agbs",
    "allgemeine-geschaeftsbedingungen",
    "aviso-legal",
    "cookie-policy",
    "cookies",
    "datenschutz",
    "datenschutzbestimmungen",
    "datenschutzerklaerung",
    "datenschutzhinweis",
    "datenschutzhinweise",
    "datenschutzinformation",
    "disclaimer",
    "haftungsausschluss",
    "impressum",
    "impressum-datenschutz",
    "impressum-und-datenschutz",
    "imprint",
    "legal-notice",
    "mentions-legales",
    "note-legali",
    "nutzungsbedingungen",
    "politica-de-privacidad",
    "politique-de-confidentialite",
    "privacy",
    "privacy-notice",
    "privacy-policy",
    "privacy-statement",
    "privacybeleid",
    "terms",
    "terms-and-conditions",
    "terms-conditions",
    "terms-of-service",
    "terms-of-use",
    "tos",
    "widerrufsbelehrung",
];

/// Titles of pages on which a British or Irish company says who it is, among other things.
const ABOUT: [&str; 4] = ["about", "about us", "company information", "who we are"];

/// What such a company has to say of itself.
const COMPANY_FACTS: [&str; 4] = [
    "registered office",
    "company number",
    "registered in england",
    "Registered in England",
];

pub(super) fn legal(page: &Evidence<'_>) -> Option<String> {
    by_title(page)
        .or_else(|| by_address(page))
        .or_else(|| by_company(page))
}

/// An imprint under a name that promises more: what the law asks a company to say stands there.
fn by_company(page: &Evidence<'_>) -> Option<String> {
    let first = page.own_title.first()?;
    let name = ABOUT.into_iter().find(|name| first == name)?;
    let fact = COMPANY_FACTS
        .into_iter()
        .find(|fact| page.text.contains(fact))?;
    Some(format!(
        "the title says \"{name}\" over a text with \"{fact}\""
    ))
}

fn by_title(page: &Evidence<'_>) -> Option<String> {
    let parts = &page.title_parts;
    let beside = |word: &str| COMPANY.contains(&word) || names_site(word, &page.site);
    for part in parts {
        let named = NAMES.iter().find(|name| {
            let rest = part.strip_prefix(**name).or(part.strip_suffix(**name));
            rest.is_some_and(|rest| {
                // Nothing of another word may be cut off.
                let apart = rest.is_empty() || rest.starts_with(' ') || rest.ends_with(' ');
                apart && title::words(rest).all(|word| beside(&word))
            })
        });
        if let Some(name) = named {
            return Some(format!("the title says \"{name}\""));
        }
    }
    let (first, rest) = parts.split_first()?;
    let alone = rest
        .iter()
        .all(|part| title::words(part).any(|word| names_site(&word, &page.site)));
    (TOPICS.contains(&first.as_str()) && alone)
        .then(|| format!("the title says \"{first}\" and else only the site"))
}

fn by_address(page: &Evidence<'_>) -> Option<String> {
    let (url, path) = page.address()?;
    if path.is_dated() {
        return None;
    }
    let host = url.host_str().and_then(|host| host.split('.').next());
    let slug = path.last().map(without_number);
    let named = |slug: &&str| SLUGS.contains(slug);
    if let Some(host) = host.filter(named) {
        return Some(format!("the host is {host}"));
    }
    let slug = slug.as_deref().filter(named)?;
    Some(format!("the URL ends with {slug}"))
}
