//! URLs that a page states.

use url::Url;

use super::FieldSource;
use super::rules::Rule;
use html::TextDocument;

/// A rule that reads a page and its address.
type UrlRule = Rule<fn(&(&TextDocument, Option<&Url>)) -> Option<String>>;

/// The rules for the canonical URL, of a page and its address.
pub(super) const CANONICAL: &[UrlRule] = &[
    Rule::new("canonical-link", FieldSource::Link, |(document, url)| {
        let mut links = document.head.links_rel("canonical");
        links.find_map(|link| canonical(document, *url, &link.href))
    }),
    Rule::new("canonical-meta", FieldSource::Meta, |(document, url)| {
        canonical(document, *url, document.head.meta("og:url")?)
    }),
];

/// A URL in the page as its canonical one. A front page that is not the page itself comes from a faulty template.
fn canonical(document: &TextDocument, url: Option<&Url>, href: &str) -> Option<String> {
    let named = absolute(document, url, href)?;
    let may_be_front = url.is_none_or(is_front);
    (may_be_front || !Url::parse(&named).is_ok_and(|named| is_front(&named))).then_some(named)
}

/// Whether a URL is that of a front page.
pub(super) fn is_front(url: &Url) -> bool {
    url.path() == "/" && url.query().is_none()
}

/// Whether a URL ends in the value of a missing variable, as that of a faulty template.
fn is_missing(url: &Url) -> bool {
    let last = url.path_segments().and_then(|mut path| path.next_back());
    last.is_some_and(|last| matches!(last, "null" | "undefined"))
}

/// A URL in the page as an absolute URL. One that begins with the host of the page, or with another and `www.`, lacks its scheme. `None`
/// for one that [is missing](is_missing), unless the page has such a URL itself.
pub(super) fn absolute(document: &TextDocument, url: Option<&Url>, href: &str) -> Option<String> {
    let href = href.trim();
    let first = href.split('/').next().unwrap_or_default();
    let is_other = first.starts_with("www.") && first.matches('.').count() > 1;
    let is_own = url.and_then(Url::host_str).map(without_www) == Some(without_www(first));
    let href = format!("{}{href}", if is_own || is_other { "//" } else { "" });
    let page = document.head.base.as_deref().and_then(|base| match url {
        Some(url) => url.join(base).ok(),
        None => Url::parse(base).ok(),
    });
    let resolved = match page.as_ref().or(url) {
        Some(page) => page.join(&href).ok()?,
        None => Url::parse(&href).ok()?,
    };
    let is_missing = is_missing(&resolved) && !url.is_some_and(is_missing);
    let is_web = matches!(resolved.scheme(), "http" | "https");
    (!href.is_empty() && is_web && !is_missing).then(|| resolved.into())
}

pub(super) fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_page_and_a_missing_value_are_not_the_canonical_url_of_an_article() {
        let article = "https://bote.example/rat-tagt";
        let read = |head: &str, url: &str| {
            let (document, url) = (html::parse(head), Url::parse(url).ok());
            let input = (&document, url.as_ref());
            let found = CANONICAL.iter().find_map(|rule| (rule.read)(&input));
            found.unwrap_or_default()
        };
        let link = |href: &str| format!("<link rel=canonical href='{href}'>");
        for href in [
            "/",
            "https://bote.example",
            "undefined",
            "/null",
            "https://bote.example/x/undefined",
            "",
        ] {
            assert_eq!(read(&link(href), article), "", "{href}");
        }
        let meta = format!("<meta property=og:url content={article}>");
        let both = link("/") + &meta;
        assert_eq!(read(&both, article), article);
        assert_eq!(read(&link("/rat-tagt"), article), article);
        let front = "https://bote.example/";
        assert_eq!(read(&link("/"), front), front);
        assert_ne!(read(&link("/?p=17"), article), "");
        assert_eq!(read(&link("bote.example/rat-tagt"), article), article);
        for href in [
            "www.bote.example/rat-tagt",
            "www.talbote.example/konsey?id=3",
        ] {
            assert_eq!(read(&link(href), article), format!("https://{href}"));
        }
        let word = "https://wiki.example/undefined";
        assert_eq!(read(&link(word), word), word);
        let file = read(&link("bote.html"), article);
        assert_eq!(file, "https://bote.example/bote.html");
    }
}
