//! The outlet's keywords for an article.

use std::sync::LazyLock;

use serde_json::Value;

use super::facts::{MAX_NAME_BYTES, MAX_VALUES, meta};
use super::json_ld;
use super::rules::{PageRule, Rule};
use super::section::is_list_of_sections;
use super::text::clean;
use super::{FieldSource, Page};
use crate::element_names::{AncestorSearch, NameWords, has_rel, is_one_of};
use html::{Anchor, Element, TextDocument};
use text::words;

/// Maximum number of links in a list of tags.
const MAX_LINKS: usize = 30;
pub(super) static LISTS: LazyLock<NameWords> =
    LazyLock::new(|| NameWords::new(words::tags::CLASSES));

/// The rules for the tags.
pub(super) const RULES: &[PageRule<Vec<String>>] = &[
    Rule::new("tags-json-ld", FieldSource::JsonLd, |page| {
        some(match page.article?.get("keywords")? {
            Value::Array(values) if values.len() > 1 => {
                distinct(values.iter().filter_map(json_ld::text))
            }
            value => distinct(json_ld::text(value).iter().flat_map(|text| parts(text))),
        })
    }),
    Rule::new("tags-article-tag", FieldSource::Meta, |page| {
        let tags = page.document.head.meta_all("article:tag");
        some(distinct(tags.flat_map(parts)))
    }),
    Rule::new("tags-news-keywords", FieldSource::Meta, |page| {
        keywords(page, &["news_keywords"])
    }),
    Rule::new("tags-rel-tag", FieldSource::Text, |page| {
        some(relations(page.document))
    }),
    Rule::new("tags-keywords", FieldSource::Meta, |page| {
        keywords(page, &["keywords", "parsely-tags", "sailthru.tags"])
    }),
    Rule::new("tags-listed", FieldSource::Text, |page| {
        some(listed(page.document))
    }),
];

fn some(tags: Vec<String>) -> Option<Vec<String>> {
    (!tags.is_empty()).then_some(tags)
}

/// The keywords of the first of some `<meta>` names.
fn keywords(page: &Page<'_>, names: &[&str]) -> Option<Vec<String>> {
    let text = meta(page.document, names);
    some(distinct(text.iter().flat_map(|text| parts(text))))
}

fn parts(text: &str) -> impl Iterator<Item = String> {
    // "Research & development" may be encoded as "Research &amp; development"
    let text = text.replace("&amp;", "&");
    let parts: Vec<String> = text
        .split([',', ';', '|', '、', '，', '،', '؛'])
        .map(str::to_owned)
        .collect();
    parts.into_iter()
}

/// The distinct values, ignoring case, without internal tags.
fn distinct(values: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<(String, String)> = Vec::new();
    for value in values.filter_map(|value| clean(&value)) {
        // `["Bridge", "River"]` as a text
        let value = value.trim_matches(['[', ']', '"', ' ']);
        let value = value.trim_start_matches('#').trim().to_owned();
        let lower = value.to_lowercase();
        let known = kept.iter().any(|(_, other)| *other == lower);
        if kept.len() < MAX_VALUES && !known && !is_internal(&value) {
            kept.push((value, lower));
        }
    }
    kept.into_iter().map(|(value, _)| value).collect()
}

/// Whether a tag is internal: `Page Type: Article`, `_commerce`, `editors_pick`, `/article`.
fn is_internal(tag: &str) -> bool {
    tag.is_empty()
        || tag.len() > MAX_NAME_BYTES
        || tag.contains(": ")
        || tag.starts_with(['_', '/'])
        || tag.contains('_') && !tag.contains(' ')
}

fn texts<'a>(document: &'a TextDocument, anchors: impl Iterator<Item = &'a Anchor>) -> Vec<String> {
    let texts = anchors.map(|anchor| anchor.text.of(&document.text).trim_matches([',', ' ', '#']));
    distinct(texts.map(str::to_owned))
}

/// The texts of links with `rel=tag`, except categories.
fn relations(document: &TextDocument) -> Vec<String> {
    let is_list = |element: &Element| is_list_of_sections(document, element);
    let mut sections = AncestorSearch::new(document, 2, is_list);
    let anchors = document.head.anchors.iter().filter(|anchor| {
        has_rel(document, anchor, "tag")
            && !has_rel(document, anchor, "category")
            && sections.find(anchor.element).is_none()
    });
    texts(document, anchors.take(MAX_VALUES))
}

/// The texts of the links in the first list whose class names tags; none if the list is too long.
fn listed(document: &TextDocument) -> Vec<String> {
    let mut lists = AncestorSearch::new(document, 3, |element| {
        let class = document.attribute(element.class);
        let mut names = class.split(|c: char| !c.is_ascii_alphabetic());
        LISTS.may_be_in(class) && names.any(|name| is_one_of(name, words::tags::CLASSES))
    });
    let anchors = document.head.anchors.iter();
    let mut shown = anchors.filter(|anchor| !anchor.text.is_empty());
    let Some(first) = shown.find_map(|anchor| lists.find(anchor.element)) else {
        return Vec::new();
    };
    let anchors: Vec<&Anchor> = document
        .head
        .anchors
        .iter()
        .filter(|anchor| {
            let element = document.elements.get(anchor.element as usize);
            element.is_some_and(|element| first.source.contains(element.source.start))
        })
        .take(MAX_LINKS + 1)
        .collect();
    if anchors.len() > MAX_LINKS {
        return Vec::new();
    }
    texts(document, anchors.into_iter())
}

#[cfg(test)]
mod tests {
    use super::RULES;
    use crate::metadata::read_by;

    fn tags(html: &str) -> Vec<String> {
        read_by(RULES, html, "").unwrap_or_default()
    }

    #[test]
    fn links_with_rel_tag_prevail_over_keywords() {
        let html = "<meta name=keywords content='Blog, Netz'><p><a rel=tag href=/b>#Brücke</a>, <a rel='tag' href=/r>Rat</a>
            <a rel='category tag' href=/l>Lokales</a>
            <div class='taxonomy-category terms'><a rel=tag href=/k>Kultur</a></div><div class='x cat-links'><a rel=tag href=/s>Sport</a></div>";
        assert_eq!(tags(html), ["Brücke", "Rat"]);
        assert_eq!(
            tags("<meta name=keywords content='Blog, blog; Netz'><p>x"),
            ["Blog", "Netz"]
        );
    }

    #[test]
    fn keywords_are_apart_in_any_script() {
        for (keywords, expected) in [
            ("ميناء، عبّارة؛ مدينة", ["ميناء", "عبّارة", "مدينة"]),
            ("Hafen|Fähre | Stadt", ["Hafen", "Fähre", "Stadt"]),
            ("#port, #ferry,#C#", ["port", "ferry", "C#"]),
            (r#"["Saltham", "Fähre", "港"]"#, ["Saltham", "Fähre", "港"]),
        ] {
            let html = format!("<meta name=keywords content='{keywords}'>");
            assert_eq!(tags(&html), expected);
        }
    }

    #[test]
    fn internal_keywords_are_no_tags() {
        let html = "<meta name=news_keywords content='Rat, Page Type: Article, _paid, editors_pick, /article'>";
        assert_eq!(tags(html), ["Rat"]);
    }

    #[test]
    fn a_list_of_tags_is_known_by_its_class() {
        let html =
            "<p>x</p><ul class=article-tags><li><a href=/b>Brücke</a><li><a href=/r>Rat</a></ul>
            <ul class=stage><li><a href=/c>Clown</a></ul>";
        assert_eq!(tags(html), ["Brücke", "Rat"]);
        assert!(tags("<ul class=stages><li><a href=/c>Clown</a></ul>").is_empty());
    }
}
