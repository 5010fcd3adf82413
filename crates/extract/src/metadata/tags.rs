//! The outlet's keywords for an article.

use std::sync::LazyLock;

use serde_json::Value;

use super::facts::{MAX_NAME_BYTES, MAX_VALUES, meta};
use super::json_ld;
use super::rules::Rule;
use super::text::clean;
use super::{FieldSource, Page};
use crate::element_names::{AncestorSearch, has_rel};
use html::Anchor;
use html::TextDocument;
use text::words;

/// Maximum number of ancestors of a link that are searched for the class of its list.
const MAX_LEVELS: usize = 3;
/// Maximum number of links in a list of tags.
const MAX_LINKS: usize = 30;

/// Minimum tags that are only the words of the title, and maximum others among them.
const MIN_TITLE_WORDS: usize = 5;
const MAX_OTHER_WORDS: usize = 1;

/// Minimum letters of a word for a list of tags.
const MIN_LIST_WORD_LETTERS: usize = 3;

/// A rule that reads a page and its title.
type TagRule = Rule<fn(&(&Page<'_>, Option<&str>)) -> Option<Vec<String>>>;

/// The rules for the tags, of a page and its title.
pub(super) const RULES: &[TagRule] = &[
    Rule::new("tags-json-ld", FieldSource::JsonLd, |(page, _)| {
        some(match page.article?.get("keywords")? {
            Value::Array(values) if values.len() > 1 => {
                distinct(values.iter().filter_map(json_ld::text))
            }
            value => distinct(json_ld::text(value).iter().flat_map(|text| parts(text))),
        })
    }),
    Rule::new("tags-article-tag", FieldSource::Meta, |(page, _)| {
        let tags = page.document.head.meta_all("article:tag");
        some(distinct(tags.flat_map(parts)))
    }),
    Rule::new("tags-news-keywords", FieldSource::Meta, |(page, title)| {
        keywords(page, *title, &["news_keywords"])
    }),
    Rule::new("tags-rel-tag", FieldSource::Text, |(page, _)| {
        some(relations(page.document))
    }),
    Rule::new("tags-keywords", FieldSource::Meta, |(page, title)| {
        keywords(page, *title, &["keywords", "parsely-tags", "sailthru.tags"])
    }),
    Rule::new("tags-listed", FieldSource::Text, |(page, _)| {
        some(listed(page.document))
    }),
];

fn some(tags: Vec<String>) -> Option<Vec<String>> {
    (!tags.is_empty()).then_some(tags)
}

/// The keywords of the first of some `<meta>` names, unless they are the words of the title.
fn keywords(page: &Page<'_>, title: Option<&str>, names: &[&str]) -> Option<Vec<String>> {
    let text = meta(page.document, names);
    let tags = distinct(text.iter().flat_map(|text| parts(text)));
    let is_title = title.is_some_and(|title| are_words_of(&tags, title));
    some(tags).filter(|_| !is_title)
}

/// Whether tags are only the words of a title, in its order.
fn are_words_of(tags: &[String], title: &str) -> bool {
    let title = title.to_lowercase();
    let mut words = title.split_whitespace();
    let is_next = |tag: &&String| {
        let tag = tag.to_lowercase();
        let mut rest = words.clone();
        let is_found = rest.any(|word| {
            word.trim_matches(|c: char| !c.is_alphanumeric())
                == tag.trim_matches(|c: char| !c.is_alphanumeric())
        });
        if is_found {
            words = rest;
        }
        is_found
    };
    let in_order = tags.iter().filter(is_next).count();
    tags.len() >= MIN_TITLE_WORDS && in_order + MAX_OTHER_WORDS >= tags.len()
}

fn parts(text: &str) -> impl Iterator<Item = String> {
    // "Research & development" may be encoded as "Research &amp; development"
    let text = text.replace("&amp;", "&");
    let are_hashtags = text.starts_with('#');
    let text = if are_hashtags {
        text.replace(" #", ", ")
    } else {
        text
    };
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
        let value = value.trim_start_matches('#').trim().to_owned();
        let lower = value.to_lowercase();
        let known = kept.iter().any(|(_, other)| *other == lower);
        if kept.len() < MAX_VALUES && !known && !is_internal(&value) {
            kept.push((value, lower));
        }
    }
    kept.into_iter().map(|(value, _)| value).collect()
}

/// Whether a tag is internal: `Page Type: Article`, `_commerce`, `editors_pick`, `/article`, an identifier.
fn is_internal(tag: &str) -> bool {
    let is_id = tag.len() >= 32 && tag.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    tag.is_empty()
        || tag.len() > MAX_NAME_BYTES
        || is_id
        || tag.contains(": ")
        || tag.contains("://")
        || tag.starts_with(['_', '/'])
        || tag.contains('_') && !tag.contains(' ')
}

fn texts<'a>(document: &'a TextDocument, anchors: impl Iterator<Item = &'a Anchor>) -> Vec<String> {
    let shown = anchors.filter(|anchor| !anchor.hidden && !anchor.text.is_empty());
    let texts = shown.map(|anchor| anchor.text.of(&document.text).trim_matches([',', ' ', '#']));
    distinct(texts.map(str::to_owned))
}

/// The texts of links with `rel=tag`, except categories.
fn relations(document: &TextDocument) -> Vec<String> {
    let anchors = document.head.anchors.iter().filter(|anchor| {
        has_rel(document, anchor, "tag") && !has_rel(document, anchor, "category")
    });
    texts(document, anchors.take(MAX_VALUES))
}

/// For each lower-case ASCII letter: whether a word for a list of tags begins with it.
static BEGINS_LIST: LazyLock<[bool; 128]> = LazyLock::new(|| {
    let mut begins = [false; 128];
    let letters = words::tags::CLASSES.iter().map(|class| class.as_bytes()[0]);
    letters.for_each(|letter| begins[usize::from(letter)] = true);
    begins
});

/// Whether a word begins like a word for a list of tags.
fn may_be_list(word: &[u8]) -> bool {
    let begins = |byte: &u8| BEGINS_LIST.get(usize::from(byte.to_ascii_lowercase())) == Some(&true);
    word.first().is_some_and(begins)
}

/// The texts of the links in the first list whose class names tags; none if the list is too long.
fn listed(document: &TextDocument) -> Vec<String> {
    let mut lists = AncestorSearch::new(document, MAX_LEVELS, |element| {
        let class = document.attribute(element.class).as_bytes();
        let words = class.split(|byte| !byte.is_ascii_alphabetic());
        // every ancestor of a link is checked
        let mut long =
            words.filter(|word| word.len() >= MIN_LIST_WORD_LETTERS && may_be_list(word));
        long.any(|word| {
            let mut lists = words::tags::CLASSES.iter().map(|list| list.as_bytes());
            lists.any(|list| word.eq_ignore_ascii_case(list))
        })
    });
    let mut shown = document
        .head
        .anchors
        .iter()
        .filter(|anchor| !anchor.hidden && !anchor.text.is_empty());
    let Some(first) = shown.find_map(|anchor| lists.find(anchor.element)) else {
        return Vec::new();
    };
    let inside = first.source.start..first.source.end;
    let anchors: Vec<&Anchor> = document
        .head
        .anchors
        .iter()
        .filter(|anchor| {
            let element = document.elements.get(anchor.element as usize);
            element.is_some_and(|element| inside.contains(&element.source.start))
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
    use super::*;
    use crate::metadata::Outlet;

    fn tags(html: &str) -> Vec<String> {
        titled_tags(html, None)
    }

    fn titled_tags(html: &str, title: Option<&str>) -> Vec<String> {
        let (document, outlet) = (html::parse(html), Outlet::default());
        let page = Page::bare(&document, &outlet);
        let mut found = RULES.iter().filter_map(|rule| (rule.read)(&(&page, title)));
        found.next().unwrap_or_default()
    }

    #[test]
    fn links_with_rel_tag_prevail_over_keywords() {
        let html = "<meta name=keywords content='Blog, Netz'><p><a rel=tag href=/b>#Brücke</a>, <a rel='tag' href=/r>Rat</a>
            <a rel='category tag' href=/l>Lokales</a>";
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
            ("#port #ferry #C#", ["port", "ferry", "C#"]),
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
    fn the_words_of_the_title_are_no_tags() {
        let title = "The old bridge's last day: \"We are sad\"";
        let of_title = |keywords: &str| {
            let html = format!("<meta name=keywords content=\"{keywords}\"><p>x");
            titled_tags(&html, Some(title)).len()
        };
        assert_eq!(of_title("the, old, bridge's, last, day, we, sad, local"), 0);
        assert_eq!(of_title("bridge, old, river, council, traffic, last"), 6);
        assert_eq!(of_title("old, bridge's, day"), 3);
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
