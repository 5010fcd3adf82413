//! The simple facts: each is read from the first place that states it.

use serde_json::Value;

use super::json_ld::{self, Entity};
use super::text::clean;
use crate::document::TextDocument;

/// Tags and types kept of one page.
const MANY: usize = 100;
/// Longest tag, in bytes.
const LONGEST_TAG: usize = 100;

fn meta(document: &TextDocument, names: &[&str]) -> Option<String> {
    let mut values = names.iter().flat_map(|name| document.head.meta_all(name));
    values.find_map(clean)
}

fn linked(article: Option<&Entity>, key: &str) -> Option<String> {
    article.and_then(|article| json_ld::property(article, key))
}

pub(super) fn site_name(
    document: &TextDocument,
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
        .filter(|name| name.len() <= LONGEST_TAG)
}

pub(super) fn description(document: &TextDocument, article: Option<&Entity>) -> Option<String> {
    meta(document, &["description", "og:description"])
        .or_else(|| linked(article, "description"))
        .or_else(|| meta(document, &["twitter:description", "dc.description"]))
}

pub(super) fn section(document: &TextDocument, article: Option<&Entity>) -> Option<String> {
    linked(article, "articleSection")
        .or_else(|| {
            meta(
                document,
                &[
                    "article:section",
                    "og:article:section",
                    "parsely-section",
                    "sailthru.section",
                    "section",
                    "cxenseparse:section",
                ],
            )
        })
        .filter(|section| section.len() <= LONGEST_TAG)
}

pub(super) fn tags(document: &TextDocument, article: Option<&Entity>) -> Vec<String> {
    let keywords = article.and_then(|article| article.get("keywords"));
    let linked = match keywords {
        Some(Value::Array(values)) => distinct(values.iter().filter_map(json_ld::text)),
        Some(value) => distinct(
            json_ld::text(value)
                .iter()
                .flat_map(|text| comma_separated(text)),
        ),
        None => vec![],
    };
    if !linked.is_empty() {
        return linked;
    }
    let open_graph = distinct(
        document
            .head
            .meta_all("article:tag")
            .flat_map(comma_separated),
    );
    if !open_graph.is_empty() {
        return open_graph;
    }
    let keywords = meta(
        document,
        &["news_keywords", "keywords", "parsely-tags", "sailthru.tags"],
    );
    distinct(keywords.iter().flat_map(|text| comma_separated(text)))
}

fn comma_separated(text: &str) -> impl Iterator<Item = String> {
    text.split([',', ';']).map(str::to_owned)
}

fn distinct(values: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for value in values.filter_map(|value| clean(&value)) {
        if value.len() <= LONGEST_TAG && kept.len() < MANY && !kept.contains(&value) {
            kept.push(value);
        }
    }
    kept
}

pub(super) fn license(
    document: &TextDocument,
    article: Option<&Entity>,
    entities: &[&Entity],
) -> Option<String> {
    let pages = || entities.iter().filter(|entity| json_ld::is_page(entity));
    let anchor = || {
        let anchors = document.head.anchors.iter().filter(|anchor| {
            let mut rel = document.attribute(anchor.rel).split_ascii_whitespace();
            rel.any(|word| word.eq_ignore_ascii_case("license"))
        });
        anchors
            .map(|anchor| document.attribute(anchor.href))
            .find_map(clean)
    };
    linked(article, "license")
        .or_else(|| pages().find_map(|page| json_ld::property(page, "license")))
        .or_else(|| {
            document
                .head
                .links_rel("license")
                .find_map(|link| clean(&link.href))
        })
        .or_else(|| {
            meta(
                document,
                &["dcterms.license", "dc.rights.license", "dc.license"],
            )
        })
        .or_else(anchor)
}

pub(super) fn is_free(document: &TextDocument, article: Option<&Entity>) -> Option<bool> {
    let stated = article.and_then(|article| match article.get("isAccessibleForFree")? {
        Value::Bool(free) => Some(*free),
        Value::String(text) => truth(text),
        _ => None,
    });
    stated.or_else(
        || match meta(document, &["article:content_tier"])?.as_str() {
            "free" => Some(true),
            "locked" | "metered" => Some(false),
            _ => None,
        },
    )
}

fn truth(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" | "http://schema.org/true" | "https://schema.org/true" => Some(true),
        "false" | "no" | "0" | "http://schema.org/false" | "https://schema.org/false" => {
            Some(false)
        }
        _ => None,
    }
}

pub(super) fn schema_types(entities: &[&Entity]) -> Vec<String> {
    let types = entities.iter().flat_map(|entity| json_ld::types(entity));
    distinct(types.map(str::to_owned))
}

/// The language the page says it is in.
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
