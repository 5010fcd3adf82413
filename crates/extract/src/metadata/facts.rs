//! Simple fields, each taken from the first source that states it.

use serde_json::Value;

use url::Url;

use super::FieldSource;
use super::Page;
use super::json_ld::{self, Entity};
use super::rules::{PageRule, Rule};
use super::text::{clean, letters, words as words_of};
use crate::element_names::{has_rel, innermost, is_in_caption};
use crate::title_marks;
use html::{Anchor, Tag, TextBlock, TextDocument};
use text::words;

/// Maximum number of values of one kind.
pub(super) const MAX_VALUES: usize = 100;
/// Maximum bytes of the name of a site, a section, a tag or a type.
pub(super) const MAX_NAME_BYTES: usize = 100;
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
        !spelt.is_empty()
            && !words::section::NONE.contains(&part.to_lowercase().as_str())
            && (home.contains(&spelt) || part.len() < title.len() && is_owner(&words_of(part)))
    });
    shown.next().map(str::to_owned)
}

/// Whether a link leads to the front page of the site.
fn is_front_page(href: &str, url: Option<&Url>) -> bool {
    let host = url.and_then(Url::host_str).map(without_www);
    match href.split_once("//") {
        Some((_, rest)) => host.is_some_and(|host| without_www(rest).trim_end_matches('/') == host),
        None => href == "/",
    }
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// The rules for the page's own summary.
pub(super) const DESCRIPTION: &[PageRule<String>] = &[
    Rule::new("description-meta", FieldSource::Meta, |page| {
        let names = ["description", "og:description"].into_iter();
        let mut stated = names.filter_map(|name| meta(page.document, &[name]));
        stated.find(|text| !is_of_site(page, text))
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

/// Whether a text is what the JSON-LD says of the site or its publisher.
fn is_of_site(page: &Page<'_>, text: &str) -> bool {
    let is_site = |kind: &str| kind == "WebSite" || kind.ends_with("Organization");
    let mut sites = page.entities.iter();
    sites.any(|entity| {
        let says = || json_ld::property(entity, "description");
        json_ld::types(entity).any(is_site) && says().as_deref() == Some(text)
    })
}

/// The article in the JSON-LD of a page, and the page itself.
fn article_and_page<'a>(
    article: Option<&'a Entity>,
    entities: &'a [&'a Entity],
) -> impl Iterator<Item = &'a Entity> {
    let pages = entities.iter().copied();
    let is_page = |kind: &str| kind.ends_with("Page");
    let pages = pages.filter(move |entity| json_ld::types(entity).any(is_page));
    article.into_iter().chain(pages)
}

/// The rules for the licence.
pub(super) const LICENSE: &[PageRule<String>] = &[
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
    let own = licences.take(MAX_LICENSES).filter(|anchor| {
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

/// A rule that reads a page, the article in its JSON-LD and all entities there.
type FreeRule = Rule<fn(&(&TextDocument, Option<&Entity>, &[&Entity])) -> Option<bool>>;

/// The rules for whether the article is free to read.
pub(super) const IS_FREE: &[FreeRule] = &[
    Rule::new(
        "free-json-ld",
        FieldSource::JsonLd,
        |(_, article, entities)| {
            let mut stated = article_and_page(*article, entities);
            match stated.find_map(|entity| entity.get("isAccessibleForFree"))? {
                Value::Bool(free) => Some(*free),
                Value::String(text) => truth(text),
                _ => None,
            }
        },
    ),
    Rule::new(
        "free-microdata",
        FieldSource::Microdata,
        |(document, ..)| truth(document.head.meta("isaccessibleforfree")?),
    ),
    Rule::new(
        "free-meta",
        FieldSource::Meta,
        |(document, ..)| match document.head.meta("article:content_tier")? {
            "free" => Some(true),
            "locked" | "metered" => Some(false),
            _ => None,
        },
    ),
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

/// A URL in the page as an absolute URL. One that begins with the host of the page, or with another and `www.`, lacks its scheme.
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
    (!href.is_empty() && matches!(resolved.scheme(), "http" | "https")).then(|| resolved.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Outlet;

    /// The value of a field of a page with JSON-LD.
    fn read(rules: &[PageRule<String>], html: &str, data: &str) -> Option<String> {
        let (document, outlet) = (html::parse(html), Outlet::default());
        let data = json_ld::LinkedData::parse(&[data.to_owned()]);
        let entities = data.entities();
        let page = Page {
            article: json_ld::article(&entities, &[]),
            entities: &entities,
            ..Page::bare(&document, &outlet)
        };
        rules.iter().find_map(|rule| (rule.read)(&page))
    }

    fn license_of(html: &str) -> Option<String> {
        read(LICENSE, html, "")
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
        for part in [
            "<figure><img src=a><figcaption>Foto: Quist, <a href=LINK>CC BY</a></figcaption></figure>",
            "<div class=photo-caption>Image: Quist (<a rel='license nofollow' href=LINK>CC</a>)</div>",
            "<figure><a href=LINK>CC</a></figure>",
        ] {
            let part = part.replace("LINK", by);
            assert_eq!(
                license_of(&format!("{part}<p>Der Rat tagt.")),
                None,
                "{part}"
            );
        }
        let below = format!("<p>Der Rat tagt.<p>Text: <a href={by}>CC BY</a>");
        assert_eq!(license_of(&below).as_deref(), Some(by));
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
            assert_eq!(read(LICENSE, "", &data).as_deref(), Some(by), "{stated}");
        }
        let named = r#"{"@type":"WebPage","license":{"name":"Alle Rechte vorbehalten"}}"#;
        assert_eq!(
            read(LICENSE, "", named).as_deref(),
            Some("Alle Rechte vorbehalten")
        );
    }

    #[test]
    fn what_the_site_says_of_itself_is_no_summary_of_a_page() {
        let slogan = "Nachrichten aus dem Tal";
        let site = |kind: &str| format!(r#"{{"@type":"{kind}","description":"{slogan}"}}"#);
        let head = format!("<meta name=description content='{slogan}'>");
        let of = |head: &str, data: &str| read(DESCRIPTION, head, data).unwrap_or_default();
        let shared = format!("{head}<meta property=og:description content='The council met.'>");
        assert_eq!(of(&shared, &site("WebSite")), "The council met.");
        let article = r#"{"@type":"NewsArticle","description":"Le conseil a voté."}"#;
        let both = format!("[{article},{}]", site("NewsMediaOrganization"));
        assert_eq!(of(&head, &both), "Le conseil a voté.");
        assert_eq!(of(&head, &site("Organization")), "");
        assert_eq!(of(&head, article), slogan);
    }

    #[test]
    fn a_page_states_whether_it_is_free() {
        let of = |head: &str, data: &str| {
            let document = html::parse(&format!("<body>{head}<p>x"));
            let data = json_ld::LinkedData::parse(&[data.to_owned()]);
            let entities = data.entities();
            let input = (
                &document,
                json_ld::article(&entities, &[]),
                entities.as_slice(),
            );
            IS_FREE.iter().find_map(|rule| (rule.read)(&input))
        };
        let graph =
            r#"{"@graph":[{"@type":"Article"},{"@type":"WebPage","isAccessibleForFree":"False"}]}"#;
        assert_eq!(of("", graph), Some(false));
        assert_eq!(
            of("", r#"{"@type":"NewsArticle","isAccessibleForFree":true}"#),
            Some(true)
        );
        let item = "<meta itemprop=isAccessibleForFree content=false>";
        assert_eq!(of(item, "{}"), Some(false));
        assert_eq!(
            of("<meta name=article:content_tier content=free>", "{}"),
            Some(true)
        );
        assert_eq!(
            of("", r#"{"@type":"VideoObject","isAccessibleForFree":true}"#),
            None
        );
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
        for (href, url) in [
            (
                "www.bote.example/rat-tagt",
                "https://www.bote.example/rat-tagt",
            ),
            ("bote.example/rat-tagt", article),
            (
                "www.talbote.example/konsey?id=3",
                "https://www.talbote.example/konsey?id=3",
            ),
        ] {
            assert_eq!(read(&link(href), article).as_deref(), Some(url));
        }
        let file = read(&link("bote.html"), article);
        assert_eq!(file.as_deref(), Some("https://bote.example/bote.html"));
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
