//! Simple fields, each taken from the first source that states it.

use serde_json::Value;

use url::Url;

use super::FieldSource;
use super::Page;
use super::json_ld::{self, Entity};
use super::rules::{PageRule, Rule};
use super::text::{clean, letters, words as words_of};
use crate::element_names::{AncestorSearch, has_rel, is_called_comments, is_in_caption};
use crate::title_marks;
use html::{Anchor, Tag, TextBlock, TextDocument};
use text::words;

/// Maximum number of values of one kind.
pub(super) const MAX_VALUES: usize = 100;
/// Maximum bytes of the name of a site, a section, a tag or a type.
pub(super) const MAX_NAME_BYTES: usize = 100;
/// Minimum letters of the name of an outlet that a page shows.
const MIN_NAME_LETTERS: usize = 3;
/// Maximum number of links to licences that are considered.
const MAX_LICENSES: usize = 50;
/// Maximum words of a block with the name of the owner.
const MAX_COPYRIGHT_WORDS: u32 = 20;

pub(super) fn meta(document: &TextDocument, names: &[&str]) -> Option<String> {
    let mut values = names.iter().flat_map(|name| document.head.meta_all(name));
    values.find_map(clean)
}

pub(super) fn linked(article: Option<&Entity>, key: &str) -> Option<String> {
    article.and_then(|article| json_ld::property(article, key))
}

pub(super) fn site_name(
    document: &TextDocument,
    url: Option<&Url>,
    article: Option<&Entity>,
    entities: &[&Entity],
) -> Option<String> {
    let publisher = || {
        let publisher = article?.get("publisher")?;
        match json_ld::resolve(publisher, entities) {
            Some(entity) => json_ld::property(entity, "name"),
            None => publisher.as_str().and_then(clean),
        }
    };
    let site = || {
        let mut sites = entities
            .iter()
            .filter(|entity| json_ld::types(entity).any(|name| name == "WebSite"));
        sites.find_map(|site| json_ld::property(site, "name"))
    };
    meta(document, &["og:site_name"])
        .or_else(publisher)
        .or_else(site)
        .or_else(|| meta(document, &["application-name", "dc.publisher", "copyright"]))
        .or_else(|| shown_site_name(document, url))
        .filter(|name| name.len() <= MAX_NAME_BYTES)
}

/// `<title>` or its last or first part if it is the text of a link to the front page; a part also if it is beside a copyright sign.
fn shown_site_name(document: &TextDocument, url: Option<&Url>) -> Option<String> {
    let title = clean(&document.title)?;
    let parts: Vec<&str> = title_marks::parts(&title).map(str::trim).collect();
    let ends = [parts.last(), parts.first()].into_iter().flatten().copied();
    let ends = ends.chain(title.split_once(": ").map(|(site, _)| site));
    let is_short = |block: &&TextBlock| block.words <= MAX_COPYRIGHT_WORDS;
    let lines = document.blocks.iter().filter(is_short);
    let lines = lines.map(|block| document.text_of(block));
    let owned: Vec<Vec<String>> = lines
        .filter(|line| line.contains('©'))
        .map(words_of)
        .collect();
    let is_owner = |name: &[String]| {
        let mut owned = owned.iter();
        !name.is_empty() && owned.any(|line| line.windows(name.len()).any(|words| words == name))
    };
    let anchors = document.head.anchors.iter();
    let home = anchors.filter(|anchor| is_front_page(document.attribute(anchor.href), url));
    let home: Vec<String> = home
        .map(|anchor| letters(anchor.text.of(&document.text)))
        .collect();
    let mut shown = ends.filter(|part| {
        let spelt = letters(part);
        spelt.chars().filter(|c| c.is_alphabetic()).count() >= MIN_NAME_LETTERS
            && !words::section::NONE.contains(&part.to_lowercase().as_str())
            && (home.contains(&spelt) || part.len() < title.len() && is_owner(&words_of(part)))
    });
    shown.next().map(str::to_owned)
}

/// Whether a link leads to the front page of the site.
fn is_front_page(href: &str, url: Option<&Url>) -> bool {
    let bare = |host: &str| host.trim_start_matches("www.").to_owned();
    let host = url.and_then(Url::host_str).map(bare);
    match href.split_once("//") {
        Some((_, rest)) => host.is_some_and(|host| bare(rest).trim_end_matches('/') == host),
        None => href == "/",
    }
}

/// The rules for the page's own summary.
pub(super) const DESCRIPTION: &[PageRule<String>] = &[
    Rule::new("description-meta", FieldSource::Meta, |page| {
        meta(page.document, &["description", "og:description"])
    }),
    Rule::new("description-json-ld", FieldSource::JsonLd, |page| {
        linked(page.article, "description")
    }),
    Rule::new("description-other-meta", FieldSource::Meta, |page| {
        let names = [
            "twitter:description",
            "dc.description",
            "dcterms.description",
            "dcterms.abstract",
            "sailthru.description",
            "abstract",
        ];
        meta(page.document, &names)
    }),
];

/// The rules for the licence.
pub(super) const LICENSE: &[PageRule<String>] = &[
    Rule::new("license-json-ld", FieldSource::JsonLd, |page| {
        let pages = page
            .entities
            .iter()
            .filter(|entity| json_ld::is_page(entity));
        let mut stated = page.article.into_iter().chain(pages.copied());
        stated.find_map(|entity| json_ld::property(entity, "license"))
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
/// several, some are for pictures. One in a figure, a comment or the middle of the text is that of a picture or whatever is written about.
fn license_link(page: &Page<'_>) -> Option<String> {
    let document = page.document;
    // all links of a page are searched, so the searcher is built once
    let finder = memchr::memmem::Finder::new(COMMONS);
    let href = |anchor: &Anchor| document.attribute(anchor.href);
    let is_stated = |anchor: &Anchor| has_rel(document, anchor, "license");
    let anchors = document.head.anchors.iter();
    let licences = anchors
        .filter(|anchor| is_stated(anchor) || finder.find(href(anchor).as_bytes()).is_some());
    let mut others = AncestorSearch::new(document, usize::MAX, |element| {
        element.tag == Tag::Figure || is_called_comments(document, element)
    });
    let own = licences.take(MAX_LICENSES).filter(|anchor| {
        others.find(anchor.element).is_none()
            && !is_in_caption(document, anchor.element)
            && !is_inside_text(page, anchor)
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

/// Whether text precedes a link and several blocks of text follow it, all in the innermost element with other text than its own. The
/// last block may tell of the author.
fn is_inside_text(page: &Page<'_>, anchor: &Anchor) -> bool {
    let document = page.document;
    let before = |block: &TextBlock| block.text.end <= anchor.text.start;
    let own = document.blocks.partition_point(before);
    let texts = document.ancestors(anchor.element).map(|element| {
        let blocks = document.blocks_within(element.source);
        let from = page.body.partition_point(|at| *at < blocks.start);
        let to = page.body.partition_point(|at| *at < blocks.end);
        page.body.get(from..to).unwrap_or_default()
    });
    let mut texts = texts.filter(|text| text.iter().any(|at| *at != own));
    let ends = texts
        .next()
        .and_then(|text| Some((text.first()?, text.iter().nth_back(1)?)));
    ends.is_some_and(|(first, last_but_one)| *first < own && own < *last_but_one)
}

/// A rule that reads a page and the article in its JSON-LD.
type FreeRule = Rule<fn(&(&TextDocument, Option<&Entity>)) -> Option<bool>>;

/// The rules for whether the article is free to read.
pub(super) const IS_FREE: &[FreeRule] = &[
    Rule::new(
        "free-json-ld",
        FieldSource::JsonLd,
        |(_, article)| match article.as_ref()?.get("isAccessibleForFree")? {
            Value::Bool(free) => Some(*free),
            Value::String(text) => truth(text),
            _ => None,
        },
    ),
    Rule::new("free-meta", FieldSource::Meta, |(document, _)| match meta(
        document,
        &["article:content_tier"],
    )?
    .as_str()
    {
        "free" => Some(true),
        "locked" | "metered" => Some(false),
        _ => None,
    }),
];

fn truth(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" | "http://schema.org/true" | "https://schema.org/true" => Some(true),
        "false" | "no" | "0" | "http://schema.org/false" | "https://schema.org/false" => {
            Some(false)
        }
        _ => None,
    }
}

fn distinct(values: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for value in values.filter_map(|value| clean(&value)) {
        if value.len() <= MAX_NAME_BYTES && kept.len() < MAX_VALUES && !kept.contains(&value) {
            kept.push(value);
        }
    }
    kept
}

/// The types of the JSON-LD. A page without an article there has the article of its microdata, if that is the only one: pages with
/// several are lists.
pub(super) fn schema_types(document: &TextDocument, entities: &[&Entity]) -> Vec<String> {
    let types = entities.iter().flat_map(|entity| json_ld::types(entity));
    let mut items = document.head.item_types.iter().filter_map(|kind| {
        let kind = kind.split_ascii_whitespace().next()?;
        let name = kind.trim_end_matches('/').rsplit(['/', '#']).next()?;
        json_ld::is_article_type(name).then_some(name)
    });
    let item = items.next().filter(|_| items.next().is_none());
    let item = item.filter(|_| !entities.iter().any(|entity| json_ld::is_article(entity)));
    distinct(types.chain(item).map(str::to_owned))
}

/// The language that the page states.
pub(super) fn claimed_language<'a>(
    document: &'a TextDocument,
    article: Option<&'a Entity>,
) -> Option<&'a str> {
    let head = &document.head;
    let linked = || article.and_then(|article| article.get("inLanguage")?.as_str());
    head.lang
        .as_deref()
        .or_else(linked)
        .or_else(|| head.meta("og:locale"))
        .or_else(|| head.meta("content-language"))
        .or_else(|| head.meta("language"))
}

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

/// A URL in the page as its canonical one. A front page that is not the page itself and the value of a missing variable come from
/// faulty templates.
fn canonical(document: &TextDocument, url: Option<&Url>, href: &str) -> Option<String> {
    let is_missing = matches!(href.trim(), "null" | "undefined");
    let named = absolute(document, url, href).filter(|_| !is_missing)?;
    let is_front = |url: &Url| url.path() == "/" && url.query().is_none();
    let may_be_front = url.is_none_or(is_front);
    (may_be_front || !Url::parse(&named).is_ok_and(|named| is_front(&named))).then_some(named)
}

/// A URL in the page as an absolute URL.
pub(super) fn absolute(document: &TextDocument, url: Option<&Url>, href: &str) -> Option<String> {
    // most canonical URLs equal the URL of the page, which is already parsed
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Outlet;

    /// The licence of a page whose paragraphs are its text.
    fn license_of(html: &str) -> Option<String> {
        let (document, outlet) = (html::parse(html), Outlet::default());
        let is_text = |at: &usize| document.blocks[*at].words > 3;
        let body: Vec<usize> = (0..document.blocks.len()).filter(is_text).collect();
        let page = Page {
            body: &body,
            ..Page::bare(&document, &outlet)
        };
        LICENSE.iter().find_map(|rule| (rule.read)(&page))
    }

    #[test]
    fn the_only_licence_linked_to_is_the_licence_of_the_page() {
        let by = "https://creativecommons.org/licenses/by/4.0/";
        let link = |to: &str| format!("<p><a href={to}>Lizenz</a></p>");
        assert_eq!(license_of(&link(by)).as_deref(), Some(by));
        let other = link("https://creativecommons.org/licenses/by-nd/4.0/");
        assert_eq!(license_of(&(link(by) + &other)), None);
        let stated = format!("{other}<a rel=license href={by}>CC</a>");
        assert_eq!(license_of(&stated).as_deref(), Some(by));
        assert_eq!(
            license_of(&link("https://creativecommons.org/about/")),
            None
        );
    }

    #[test]
    fn the_licence_of_a_part_of_the_text_is_not_that_of_the_page() {
        let by = "https://creativecommons.org/licenses/by/4.0/";
        let text = "<p>Der Rat hat am Abend die Brücke beschlossen.";
        for part in [
            "<figure><img src=a><figcaption>Foto: Quist, <a href=LINK>CC BY</a></figcaption></figure>",
            "<p><small>Image: Quist (<a rel='license nofollow' href=LINK><img src=cc.png></a>)</small>",
            "<p>Los datos se publican con la <a href=LINK>licencia CC</a> del municipio.",
        ] {
            let part = part.replace("LINK", by);
            let page = format!("{text}{part}{text}{text}");
            assert_eq!(license_of(&page), None, "{part}");
        }
        let hero = format!("<figure><a href={by}>CC</a></figure>{text}");
        assert_eq!(license_of(&hero), None);
        let beside = format!("<aside><p><a href={by}>CC</a></aside><main>{text}{text}</main>");
        assert_eq!(license_of(&beside).as_deref(), Some(by));
        let comment = format!("{text}<div class=comments><p><a href={by}>CC</a></div>");
        assert_eq!(license_of(&comment), None);
        let below = format!("{text}{text}<p>Text: <a href={by}>CC BY</a><footer>Imprint</footer>");
        assert_eq!(license_of(&below).as_deref(), Some(by));
        let biography = format!("{text}{text}<p><a rel=license href={by}>CC BY</a>{text}");
        assert_eq!(license_of(&biography).as_deref(), Some(by));
    }

    #[test]
    fn the_only_article_of_the_microdata_is_a_type_of_the_page() {
        let types = |body: &str, data: &str| {
            let document = html::parse(&format!(
                "<script type=application/ld+json>{data}</script>{body}"
            ));
            let data = json_ld::LinkedData::parse(&document.head.json_ld);
            schema_types(&document, &data.entities())
        };
        let article = |kind: &str| format!("<div itemscope itemtype='{kind}'><p>x</div>");
        let news = article("https://schema.org/NewsArticle");
        let shop = article("https://schema.org/Product");
        assert_eq!(types(&news, "{}"), ["NewsArticle"]);
        assert_eq!(
            types(&article("http://schema.org/BlogPosting/ x:y"), "{}"),
            ["BlogPosting"]
        );
        assert_eq!(types(&format!("{shop}{news}"), "{}"), ["NewsArticle"]);
        assert!(types(&format!("{news}{news}"), "{}").is_empty());
        assert!(types(&shop, "{}").is_empty());
        assert_eq!(
            types(&news, r#"{"@type":"WebPage"}"#),
            ["WebPage", "NewsArticle"]
        );
        assert_eq!(types(&news, r#"{"@type":"Article"}"#), ["Article"]);
    }

    #[test]
    fn a_front_page_and_a_missing_value_are_not_the_canonical_url_of_an_article() {
        let article = "https://bote.example/rat-tagt";
        let read = |head: &str, url: &str| {
            let (document, url) = (html::parse(head), Url::parse(url).ok());
            let input = (&document, url.as_ref());
            CANONICAL.iter().find_map(|rule| (rule.read)(&input))
        };
        let link = |href: &str| format!("<link rel=canonical href='{href}'>");
        for href in ["/", "https://bote.example", "undefined", "null", ""] {
            assert_eq!(read(&link(href), article), None, "{href}");
        }
        let meta = format!("<meta property=og:url content={article}>");
        let both = link("/") + &meta;
        assert_eq!(read(&both, article).as_deref(), Some(article));
        assert_eq!(read(&link("/rat-tagt"), article).as_deref(), Some(article));
        let front = "https://bote.example/";
        assert_eq!(read(&link("/"), front).as_deref(), Some(front));
        assert!(read(&link("/?p=17"), article).is_some());
    }

    #[test]
    fn the_text_of_a_link_to_the_front_page_is_the_name_of_the_site() {
        let name = |title: &str, link: &str| {
            let document = html::parse(&format!("<title>{title}</title>{link}<p>© Rat tagt"));
            site_name(&document, None, None, &[])
        };
        let link = "<a href=/>Talbacher Bote</a>";
        for title in ["Talbacher Bote", "Rat tagt | Talbacher Bote"] {
            assert_eq!(name(title, link).as_deref(), Some("Talbacher Bote"));
        }
        assert_eq!(name("Rat tagt", link), None);
        assert_eq!(
            name("Talbacher Bote", "<a href=/abo>Talbacher Bote</a>"),
            None
        );
    }

    #[test]
    fn a_claim_to_be_free_may_be_text() {
        assert_eq!(truth("http://schema.org/False"), Some(false));
        assert_eq!(truth("maybe"), None);
    }
}
