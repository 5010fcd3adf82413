//! Simple fields, each taken from the first source that states it.

use serde_json::Value;

use url::Url;

use super::FieldSource;
use super::Page;
use super::json_ld::{self, Entity};
use super::rules::{PageRule, Rule};
use super::text::{clean, letters, words as words_of};
use super::urls::without_www;
use crate::title_marks;
use html::{TextBlock, TextDocument};
use text::words;

/// Maximum number of values of one kind.
pub(super) const MAX_VALUES: usize = 100;
/// Maximum bytes of the name of a site, a section, a tag or a type.
pub(super) const MAX_NAME_BYTES: usize = 100;

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
    let is_short = |block: &&TextBlock| block.words <= 20;
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
pub(super) fn is_front_page(href: &str, url: Option<&Url>) -> bool {
    let host = url.and_then(Url::host_str).map(without_www);
    match href.split_once("//") {
        Some((_, rest)) => host.is_some_and(|host| without_www(rest).trim_end_matches('/') == host),
        None => href == "/",
    }
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
pub(super) fn article_and_page<'a>(
    article: Option<&'a Entity>,
    entities: &'a [&'a Entity],
) -> impl Iterator<Item = &'a Entity> {
    let pages = entities.iter().copied();
    let is_page = |kind: &str| kind.ends_with("Page");
    let pages = pages.filter(move |entity| json_ld::types(entity).any(is_page));
    article.into_iter().chain(pages)
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
            let claim = stated.find_map(|entity| entity.get("isAccessibleForFree"));
            let mut values = json_ld::several(claim).iter();
            values.find_map(|value| match value {
                Value::Bool(free) => Some(*free),
                other => truth(&json_ld::text(other)?),
            })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::read_by;

    #[test]
    fn what_the_site_says_of_itself_is_no_summary_of_a_page() {
        let slogan = "Nachrichten aus dem Tal";
        let site = |kind: &str| format!(r#"{{"@type":"{kind}","description":"{slogan}"}}"#);
        let head = format!("<meta name=description content='{slogan}'>");
        let of = |head: &str, data: &str| read_by(DESCRIPTION, head, data).unwrap_or_default();
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
        let free = r#"{"@type":"NewsArticle","isAccessibleForFree":true}"#;
        assert_eq!(of("", free), Some(true));
        assert_eq!(of("", &free.replace("NewsArticle", "VideoObject")), None);
        for value in [r#"["False"]"#, "[false]", "0", r#"{"@value":"false"}"#] {
            let article = format!(r#"{{"@type":"NewsArticle","isAccessibleForFree":{value}}}"#);
            assert_eq!(of("", &article), Some(false), "{value}");
        }
        let item = "<meta itemprop=isAccessibleForFree content=false>";
        assert_eq!(of(item, "{}"), Some(false));
        let tier = "<meta name=article:content_tier content=free>";
        assert_eq!(of(tier, "{}"), Some(true));
    }

    #[test]
    fn the_only_article_of_the_microdata_is_a_type_of_the_page() {
        let types = |body: &str, data: &str| {
            let document = html::parse(&format!(
                "<script type=application/ld+json>{data}</script>{body}"
            ));
            let data = json_ld::LinkedData::parse(&document.head.json_ld);
            schema_types(&document, &data.entities()).join(" ")
        };
        let article = |kind: &str| format!("<div itemscope itemtype='{kind}'><p>x</div>");
        let news = article("https://schema.org/NewsArticle");
        let shop = article("https://schema.org/Product");
        let blog = article("http://schema.org/BlogPosting/ x:y");
        assert_eq!(types(&news, "{}"), "NewsArticle");
        assert_eq!(types(&blog, "{}"), "BlogPosting");
        assert_eq!(types(&format!("{shop}{news}"), "{}"), "NewsArticle");
        assert_eq!(types(&format!("{news}{news}"), "{}"), "");
        assert_eq!(types(&shop, "{}"), "");
        let page = r#"{"@type":"WebPage"}"#;
        assert_eq!(types(&news, page), "WebPage NewsArticle");
        assert_eq!(types(&news, r#"{"@type":"Article"}"#), "Article");
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
        let other = "<a href=/abo>Talbacher Bote</a>";
        assert_eq!(name("Talbacher Bote", other), None);
    }

    #[test]
    fn a_claim_to_be_free_may_be_text() {
        assert_eq!(truth("http://schema.org/False"), Some(false));
        assert_eq!(truth("maybe"), None);
    }
}
