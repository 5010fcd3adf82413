//! The licence of a page.

use super::facts::{article_and_page, meta};
use super::json_ld;
use super::rules::{PageRule, Rule};
use super::text::clean;
use super::{FieldSource, Page};
use crate::element_names::{has_rel, innermost, is_in_caption};
use html::{Anchor, Tag};

/// The rules for the licence.
pub(super) const RULES: &[PageRule<String>] = &[
    Rule::new("license-json-ld", FieldSource::JsonLd, |page| {
        let mut stated = article_and_page(page.article, page.entities);
        let license = stated.find_map(|entity| entity.get("license"))?;
        let url = json_ld::url_of(license).and_then(clean);
        url.or_else(|| json_ld::text(license))
    }),
    Rule::new("license-link", FieldSource::Link, |page| {
        let mut links = page.document.head.links_rel("license");
        links.find_map(|link| clean(&link.href))
    }),
    Rule::new("license-meta", FieldSource::Meta, |page| {
        meta(
            page.document,
            &["dcterms.license", "dc.rights.license", "dc.license"],
        )
    }),
    Rule::new("license-anchor", FieldSource::Text, license_link),
];

/// The common part of the URLs of Creative Commons licences.
const COMMONS: &str = "creativecommons.org/";

/// The link to the licence: `rel=license`, otherwise the only Creative Commons licence that the page links to. If there are
/// several, some are for pictures, as is one in a caption.
fn license_link(page: &Page<'_>) -> Option<String> {
    let document = page.document;
    // all links of a page are searched, so the searcher is built once
    let finder = memchr::memmem::Finder::new(COMMONS);
    let href = |anchor: &Anchor| document.attribute(anchor.href);
    let is_stated = |anchor: &Anchor| has_rel(document, anchor, "license");
    let anchors = document.head.anchors.iter();
    let licences = anchors
        .filter(|anchor| is_stated(anchor) || finder.find(href(anchor).as_bytes()).is_some());
    let own = licences.take(50).filter(|anchor| {
        innermost(document, anchor.element, &[Tag::Figure]).is_none()
            && !is_in_caption(document, anchor.element)
    });
    let own: Vec<&Anchor> = own.collect();
    let mut stated = own.iter().filter(|anchor| is_stated(anchor));
    if let Some(stated) = stated.find_map(|anchor| clean(href(anchor))) {
        return Some(stated);
    }
    let kind = |href: &str| {
        let (_, path) = href.split_once(COMMONS)?;
        let of = path
            .strip_prefix("licenses/")
            .or_else(|| path.strip_prefix("publicdomain/"))?;
        of.split('/').next().map(str::to_owned)
    };
    let hrefs = own.iter().map(|anchor| href(anchor));
    let mut kinds = hrefs.filter_map(|href| Some((href, kind(href)?)));
    let (href, first) = kinds.next()?;
    kinds
        .all(|(_, other)| other == first)
        .then(|| clean(href))?
}

#[cfg(test)]
mod tests {
    use super::RULES;
    use crate::metadata::read_by;

    fn license_of(html: &str, data: &str) -> String {
        read_by(RULES, html, data).unwrap_or_default()
    }

    #[test]
    fn the_only_licence_linked_to_is_the_licence_of_the_page() {
        let by = "https://creativecommons.org/licenses/by/4.0/";
        let link = |to: &str| format!("<p><a href={to}>Lizenz</a></p>");
        assert_eq!(license_of(&link(by), ""), by);
        let other = link("https://creativecommons.org/licenses/by-nd/4.0/");
        assert_eq!(license_of(&(link(by) + &other), ""), "");
        let stated = format!("{other}<a rel=license href={by}>CC</a>");
        assert_eq!(license_of(&stated, ""), by);
        assert_eq!(
            license_of(&link("https://creativecommons.org/about/"), ""),
            ""
        );
    }

    #[test]
    fn the_licence_of_a_part_of_the_text_is_not_that_of_the_page() {
        let by = "https://creativecommons.org/licenses/by/4.0/";
        for part in [
            "<figure><img src=a><figcaption>Foto: Quist, <a href=LINK>CC BY</a></figcaption></figure>",
            "<div class=photo-caption>Image: Quist (<a rel='license nofollow' href=LINK>CC</a>)</div>",
            "<figure><a href=LINK>CC</a></figure>",
        ] {
            let part = part.replace("LINK", by);
            assert_eq!(
                license_of(&format!("{part}<p>Der Rat tagt."), ""),
                "",
                "{part}"
            );
        }
        let below = format!("<p>Der Rat tagt.<p>Text: <a href={by}>CC BY</a>");
        assert_eq!(license_of(&below, ""), by);
    }

    #[test]
    fn the_licence_in_json_ld_is_its_url() {
        let by = "https://creativecommons.org/licenses/by/4.0/";
        for stated in [
            format!(r#""{by}""#),
            format!(r#"{{"@type":"CreativeWork","name":"CC BY","url":"{by}"}}"#),
            format!(r#"[{{"@id":"{by}","name":"Namensnennung"}}]"#),
        ] {
            let data = format!(r#"{{"@type":"Article","license":{stated}}}"#);
            assert_eq!(license_of("", &data), by, "{stated}");
        }
        let named = r#"{"@type":"WebPage","license":{"name":"Alle Rechte vorbehalten"}}"#;
        assert_eq!(license_of("", named), "Alle Rechte vorbehalten");
    }
}
