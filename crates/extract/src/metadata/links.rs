//! Addresses a page gives for itself and its picture, made absolute.

use url::Url;

use super::json_ld::{self, Entity};
use crate::document::TextDocument;

/// `rel=canonical`, or `og:url`.
pub(super) fn canonical(document: &TextDocument, url: Option<&Url>) -> Option<String> {
    let linked = document
        .head
        .links_rel("canonical")
        .map(|link| link.href.as_str());
    linked
        .chain(document.head.meta("og:url"))
        .find_map(|href| absolute(document, url, href))
}

/// The lead image.
pub(super) fn image(
    document: &TextDocument,
    article: Option<&Entity>,
    url: Option<&Url>,
) -> Option<String> {
    let meta = [
        "og:image",
        "og:image:url",
        "og:image:secure_url",
        "twitter:image",
        "twitter:image:src",
        "parsely-image-url",
    ]
    .iter()
    .filter_map(|name| document.head.meta(name));
    let linked = article.and_then(|article| json_ld::address(article.get("image")?));
    let relation = document
        .head
        .links_rel("image_src")
        .map(|link| link.href.as_str());
    meta.chain(linked)
        .chain(relation)
        .find_map(|href| absolute(document, url, href))
}

fn absolute(document: &TextDocument, url: Option<&Url>, href: &str) -> Option<String> {
    let page = document.head.base.as_deref().and_then(|base| match url {
        Some(url) => url.join(base).ok(),
        None => Url::parse(base).ok(),
    });
    let resolved = match page.as_ref().or(url) {
        Some(page) => page.join(href.trim()).ok()?,
        None => Url::parse(href.trim()).ok()?,
    };
    (!href.trim().is_empty() && matches!(resolved.scheme(), "http" | "https"))
        .then(|| resolved.into())
}
