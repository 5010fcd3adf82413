//! Addresses a page gives for itself, made absolute.

use url::Url;

use super::Source;
use html::TextDocument;

/// `rel=canonical`, or `og:url`.
pub(super) fn canonical(document: &TextDocument, url: Option<&Url>) -> Option<(String, Source)> {
    let head = &document.head;
    let linked = head
        .links_rel("canonical")
        .map(|link| (link.href.as_str(), Source::Link));
    let stated = head.meta("og:url").map(|href| (href, Source::Meta));
    linked
        .chain(stated)
        .find_map(|(href, source)| Some((absolute(document, url, href)?, source)))
}

/// An address of the page, absolute.
pub(super) fn absolute(document: &TextDocument, url: Option<&Url>, href: &str) -> Option<String> {
    // most pages are known by the address they were found at, which has been read already
    let own = url.filter(|url| url.as_str() == href && matches!(url.scheme(), "http" | "https"));
    if let Some(own) = own {
        return Some(own.as_str().to_owned());
    }
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
