//! Entries of a live blog that the page marks by microdata.

use std::collections::HashSet;

use super::opening;
use crate::element_names::{is_apart, is_called_caption, is_called_comments};
use crate::labels::{Label, Labels};
use crate::metadata::{DatePrecision, DateStamp, Order, first_in, parse_date};
use html::{Element, Tag, TextBlock, TextDocument, Time};

/// Minimum words of a paragraph.
pub(super) const MIN_PARAGRAPH_WORDS: u32 = 5;

/// An entry as blocks of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct MarkedEntry {
    pub stamp: Option<DateStamp>,
    title: Option<usize>,
    text: Vec<usize>,
}

impl MarkedEntry {
    /// Its blocks in page order.
    pub(super) fn all_blocks(&self) -> impl Iterator<Item = usize> {
        self.title.into_iter().chain(self.text.iter().copied())
    }

    pub(super) fn title_in(&self, document: &TextDocument) -> Option<String> {
        let title = document.blocks.get(self.title?)?;
        Some(document.text_of(title).to_owned())
    }

    pub(super) fn text_in(&self, document: &TextDocument) -> String {
        let blocks = self.text.iter().filter_map(|at| document.blocks.get(*at));
        let texts: Vec<&str> = blocks.map(|block| document.text_of(block)).collect();
        texts.join("\n\n")
    }
}

/// Whether any element is marked as an entry.
pub(super) fn are_in(document: &TextDocument) -> bool {
    document
        .elements
        .iter()
        .any(|element| is_entry(document, element))
}

fn is_entry(document: &TextDocument, element: &Element) -> bool {
    has_property(document.attribute(element.itemprop), "liveBlogUpdate")
}

fn has_property(itemprop: &str, property: &str) -> bool {
    itemprop
        .split_ascii_whitespace()
        .any(|name| name == property)
}

/// The marked entries in page order.
pub(super) fn find(document: &TextDocument, labels: &Labels, order: Order) -> Vec<MarkedEntry> {
    let (count, owners) = owners(document);
    let mut entries = vec![MarkedEntry::default(); count];
    // for each element: whether it is, or is inside, an element that is not part of an article
    let apart =
        document.inherited(|_, element| is_apart(element) || is_called_comments(document, element));
    let owner = |element: u32| {
        let is_apart = apart.get(element as usize).copied().unwrap_or(true);
        let owner = owners.get(element as usize).copied().flatten();
        owner.filter(|_| !is_apart)
    };
    // the time of publication goes before others
    let is_publication =
        |time: &&Time| has_property(document.attribute(time.itemprop), "datePublished");
    let (publications, others): (Vec<&Time>, Vec<&Time>) =
        document.head.times.iter().partition(is_publication);
    let mut clocks = HashSet::new();
    for time in publications.into_iter().chain(others) {
        if let Some(entry) = owner(time.element).and_then(|at| entries.get_mut(at)) {
            clocks.insert((time.element, opening(time.text.of(&document.text))));
            entry.stamp = entry.stamp.or_else(|| stamp(document, time, order));
        }
    }
    let content = labels.by_block();
    for (at, block) in document.blocks.iter().enumerate() {
        let Some(entry) = owner(block.element).and_then(|at| entries.get_mut(at)) else {
            continue;
        };
        if clocks.contains(&(block.element, opening(document.text_of(block)))) {
            continue;
        }
        let is_content = content.get(at) == Some(&Label::Content);
        match role(document, block, is_content) {
            BlockRole::Title if entry.title.is_none() && entry.text.is_empty() => {
                entry.title = Some(at);
            }
            BlockRole::Title | BlockRole::Text => entry.text.push(at),
            BlockRole::Other => {}
        }
    }
    entries.retain(|entry| entry.title.is_some() || !entry.text.is_empty());
    entries
}

/// The number of entries, and for each element the entry around it.
fn owners(document: &TextDocument) -> (usize, Vec<Option<usize>>) {
    let mut count = 0;
    let mut owners: Vec<Option<usize>> = Vec::with_capacity(document.elements.len());
    for element in &document.elements {
        let around = element.parent.and_then(|outer| owners.get(outer as usize));
        let mut owner = around.copied().flatten();
        if is_entry(document, element) {
            owner = Some(count);
            count += 1;
        }
        owners.push(owner);
    }
    (count, owners)
}

/// The time of an entry, unless only its day or its time of day is given.
fn stamp(document: &TextDocument, time: &Time, order: Order) -> Option<DateStamp> {
    let has_time = |stamp: &DateStamp| {
        matches!(
            stamp.precision,
            DatePrecision::Minute | DatePrecision::Second
        )
    };
    let stated = parse_date(document.attribute(time.datetime), order).filter(has_time);
    stated.or_else(|| first_in(time.text.of(&document.text), order).filter(has_time))
}

enum BlockRole {
    Title,
    Text,
    Other,
}

fn role(document: &TextDocument, block: &TextBlock, is_content: bool) -> BlockRole {
    let around = || document.ancestors(block.element).take(3);
    if around().any(|element| element.tag.is_heading()) {
        return BlockRole::Title;
    }
    let is_caption = around()
        .any(|element| element.tag == Tag::Figcaption || is_called_caption(document, element));
    let is_paragraph =
        block.words >= MIN_PARAGRAPH_WORDS && block.link_density() < 0.5 && !is_caption;
    if is_paragraph || is_content {
        BlockRole::Text
    } else {
        BlockRole::Other
    }
}
