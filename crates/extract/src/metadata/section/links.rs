//! Links of the page to its section: those above the address of the page, and those beside the headline that are named after it.

use std::ops::Range;

use crate::element_names::{AncestorSearch, is_one_of, name_parts, names, names_in};
use crate::metadata::text::clean;
use html::{Anchor, Element, Span, Tag, TextDocument};
use text::words;
use url::Url;

/// Number of blocks before and after the headline in which a section is named.
const BEFORE_HEADLINE: usize = 4;
const AFTER_HEADLINE: usize = 4;
/// Maximum words of the block with the link, and of the name of a section.
const MAX_BLOCK_WORDS: u32 = 16;
const MAX_NAME_WORDS: usize = 4;
/// Maximum number of links named after sections: a menu has more.
const MAX_MARKED: usize = 5;
/// Number of elements around a link whose names count.
const NAMED_LEVELS: usize = 2;
/// Maximum number of links of a page that are compared with its address.
const MAX_ANCHORS: usize = 300;
/// Maximum number of segments of the address of a section.
const MAX_SEGMENTS: usize = 2;

/// Words of the names of menus.
const MENUS: [&str; 4] = ["menu", "nav", "navbar", "navigation"];

/// The names of the links beside the headline whose element is named after sections: `<a class=rubric href=/city>City</a>`.
pub(super) fn beside_headline(document: &TextDocument, headline: usize) -> Vec<String> {
    let near = headline.saturating_sub(BEFORE_HEADLINE)..headline + 1 + AFTER_HEADLINE;
    let mut named = AncestorSearch::new(document, NAMED_LEVELS, |element| {
        is_named_section(document, element)
    });
    let anchors = anchors_in(document, near);
    let marked = anchors
        .filter(|anchor| named.find(anchor.element).is_some() || has_inline_name(document, anchor));
    let found: Vec<String> = marked.filter_map(|anchor| name(document, anchor)).collect();
    if found.len() > MAX_MARKED {
        return Vec::new();
    }
    found
}

/// The names of the links beside the headline to an address above that of the page: `/city` on `/city/bridge-1.html`.
pub(super) fn above_address(
    document: &TextDocument,
    headline: usize,
    url: Option<&Url>,
) -> Vec<String> {
    let Some(url) = url else {
        return Vec::new();
    };
    let near = headline.saturating_sub(BEFORE_HEADLINE)..headline + 1 + AFTER_HEADLINE;
    let anchors = anchors_in(document, near);
    let above = anchors.filter(|anchor| is_above(document.attribute(anchor.href), url));
    above.filter_map(|anchor| name(document, anchor)).collect()
}

/// The name of the first link of the page to an address above its own, such as one in the menu.
pub(super) fn in_menu(document: &TextDocument, url: Option<&Url>) -> Option<String> {
    let url = url?;
    let anchors = document.head.anchors.iter().take(MAX_ANCHORS);
    let mut shown = anchors.filter(|anchor| !anchor.hidden && !anchor.text.is_empty());
    let above = shown.find(|anchor| is_above(document.attribute(anchor.href), url))?;
    name(document, above)
}

/// The shown links in the short blocks of a range.
fn anchors_in(document: &TextDocument, blocks: Range<usize>) -> impl Iterator<Item = &Anchor> {
    let end = blocks.end.min(document.blocks.len());
    let blocks = document.blocks.get(blocks.start..end).unwrap_or_default();
    let short = blocks.iter().filter(|block| {
        let element = document.elements.get(block.element as usize);
        block.words <= MAX_BLOCK_WORDS
            && block.link_words > 0
            && element.is_some_and(|element| !element.tag.is_heading())
    });
    let is_in =
        |anchor: &&Anchor, text: Span| anchor.text.start < text.end && text.start < anchor.text.end;
    let anchors = document.head.anchors.iter();
    let links = short.flat_map(move |block| {
        let inside = anchors
            .clone()
            .filter(move |anchor| is_in(anchor, block.text));
        inside.filter(|anchor| !anchor.hidden && !anchor.text.is_empty())
    });
    links.filter(|anchor| !is_in_menu(document, anchor.element))
}

/// Whether an element is in a menu, by its tag or its name.
fn is_in_menu(document: &TextDocument, element: u32) -> bool {
    let mut around = document.ancestors(element);
    around.any(|around| {
        matches!(around.tag, Tag::Nav | Tag::Aside | Tag::Footer | Tag::Form)
            || !matches!(around.tag, Tag::Html | Tag::Body)
                && names(document, around)
                    .flat_map(name_parts)
                    .any(|part| MENUS.contains(&part))
    })
}

/// The text of a link, if it is as short as the name of a section.
fn name(document: &TextDocument, anchor: &Anchor) -> Option<String> {
    let name = clean(anchor.text.of(&document.text))?;
    (name.split(' ').count() <= MAX_NAME_WORDS).then_some(name)
}

/// Whether an element is named after sections.
fn is_named_section(document: &TextDocument, element: &Element) -> bool {
    !matches!(
        element.tag,
        Tag::Html | Tag::Body | Tag::Article | Tag::Main | Tag::Nav
    ) && [element.class, element.id]
        .into_iter()
        .any(|names| names_section(document, names))
}

/// Whether an inline element around the start of a link is named after sections.
fn has_inline_name(document: &TextDocument, anchor: &Anchor) -> bool {
    let starts_here = |start: u32| start.abs_diff(anchor.text.start) <= 1;
    let first = document
        .inline
        .partition_point(|inner| inner.start + 1 < anchor.text.start);
    let mut inside = document.inline[first..].iter();
    inside
        .by_ref()
        .take_while(|inner| starts_here(inner.start))
        .any(|inner| names_section(document, inner.names))
}

fn names_section(document: &TextDocument, names: Span) -> bool {
    names_in(document, names)
        .flat_map(name_parts)
        .any(|part| is_one_of(part, words::section::LINK_CLASSES))
}

/// Whether an address is one or two segments of the path of the page, none of which is a number or a language.
fn is_above(href: &str, url: &Url) -> bool {
    let Ok(section) = url.join(href) else {
        return false;
    };
    let segments = |url: &Url| -> Vec<String> {
        let path = url.path().trim_end_matches("index.html");
        let parts = path.split('/').filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let (own, above) = (segments(url), segments(&section));
    let is_name = |part: &String| {
        part.chars().filter(|c| c.is_alphabetic()).count() > 2 && !part.contains('.')
    };
    section.host_str() == url.host_str()
        && section.query().is_none()
        && (1..=MAX_SEGMENTS).contains(&above.len())
        && above.len() < own.len()
        && own.starts_with(&above)
        && above.last().is_some_and(is_name)
}
