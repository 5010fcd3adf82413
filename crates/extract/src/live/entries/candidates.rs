//! Groups of similar elements that each have a time.

use std::collections::HashMap;

use crate::live::clock::{self, EntryTime};
use crate::metadata::Order;
use html::{Element, Tag, TextDocument};

/// Maximum number of times on one page.
const MAX_TIMES: usize = 4_000;
/// Maximum number of ancestors of a time that may be the entry.
const MAX_LEVELS: usize = 8;
/// Maximum number of groups.
const MAX_GROUPS: usize = 12;

/// A time and its element.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimedElement {
    pub element: u32,
    pub clock: EntryTime,
}

/// Elements of the same tag, class and depth; without a class, also of the same parent.
#[derive(Debug, Clone)]
pub(super) struct ElementGroup {
    /// The elements in page order.
    pub elements: Vec<u32>,
}

impl ElementGroup {
    /// For each element: the index of the group's element around it; with `flat`, also of the one before it with the same parent.
    pub(super) fn owners(&self, document: &TextDocument, flat: bool) -> Vec<Option<u32>> {
        let mut owners: Vec<Option<u32>> = Vec::with_capacity(document.elements.len());
        let mut own = (0_u32..).zip(self.elements.iter().copied()).peekable();
        // parent and index of the last element of the group
        let mut last: Option<(Option<u32>, u32)> = None;
        for (at, element) in (0_u32..).zip(&document.elements) {
            if let Some((number, _)) = own.next_if(|(_, element)| *element == at) {
                last = Some((element.parent, number));
                owners.push(Some(number));
                continue;
            }
            let around = element.parent.and_then(|outer| owners.get(outer as usize));
            let sibling = last.filter(|(parent, _)| flat && *parent == element.parent);
            let sibling = sibling.map(|(_, number)| number);
            owners.push(around.copied().flatten().or(sibling));
        }
        owners
    }
}

/// The elements marked as entries by microdata.
pub(super) fn stated(document: &TextDocument) -> Option<ElementGroup> {
    let elements = (0_u32..).zip(&document.elements);
    let stated = elements.filter(|(_, element)| is_stated(document, element));
    let elements: Vec<u32> = stated.map(|(at, _)| at).collect();
    (!elements.is_empty()).then_some(ElementGroup { elements })
}

/// Whether an element is marked as an entry by microdata.
pub(super) fn is_stated(document: &TextDocument, element: &Element) -> bool {
    !element.itemprop.is_empty()
        && document
            .attribute(element.itemprop)
            .split_ascii_whitespace()
            .any(|name| name == "liveBlogUpdate")
}

/// All times that may belong to entries, in page order.
pub(super) fn timed_elements(
    document: &TextDocument,
    apart: &[bool],
    order: Order,
) -> Vec<TimedElement> {
    let is_apart = |element: u32| apart.get(element as usize).copied().unwrap_or(true);
    let times = document.head.times.iter().filter_map(|time| {
        let clock = clock::of_time(
            document.attribute(time.datetime),
            time.text.of(&document.text),
            order,
        );
        clock.map(|clock| TimedElement {
            element: time.element,
            clock,
        })
    });
    let blocks = document.blocks.iter().filter_map(|block| {
        let text = document.text_of(block);
        let begins = || clock::at_start(text).map(|(time, _)| EntryTime::OfDay(time));
        let clock = clock::of_label(text, order).or_else(begins)?;
        Some(TimedElement {
            element: block.element,
            clock,
        })
    });
    let found = times.chain(blocks).filter(|timed| !is_apart(timed.element));
    let mut elements: Vec<TimedElement> = found.take(MAX_TIMES).collect();
    elements.sort_by_key(|timed| timed.element); // stable: what machines wrote goes first
    elements
}

/// The groups of at least [`crate::live::MIN_ENTRIES`] elements with times, the largest first, outer ones before inner ones.
pub(super) fn of(document: &TextDocument, timed: &[TimedElement]) -> Vec<ElementGroup> {
    let mut groups: HashMap<(u16, Tag, &str, Option<u32>), Vec<u32>> = HashMap::new();
    for timed in timed {
        let mut at = Some(timed.element);
        for _ in 0..MAX_LEVELS {
            let Some(index) = at else { break };
            let Some(element) = document.elements.get(index as usize) else {
                break;
            };
            if element.tag == Tag::Body {
                break;
            }
            let class = class_of(document, element);
            let parent = if class.is_empty() {
                element.parent
            } else {
                None
            };
            let elements = groups
                .entry((element.depth, element.tag, class, parent))
                .or_default();
            if elements.last() != Some(&index) {
                elements.push(index);
            }
            at = element.parent;
        }
    }
    let mut groups: Vec<(u16, ElementGroup)> = groups
        .into_iter()
        .filter(|(_, elements)| elements.len() >= crate::live::MIN_ENTRIES)
        .map(|((depth, ..), mut elements)| {
            elements.sort_unstable();
            elements.dedup();
            (depth, ElementGroup { elements })
        })
        .collect();
    groups.sort_by(|(depth, one), (other_depth, other)| {
        let lengths = other.elements.len().cmp(&one.elements.len());
        // the last criterion makes the order deterministic
        lengths
            .then(depth.cmp(other_depth))
            .then(one.elements.cmp(&other.elements))
    });
    groups.truncate(MAX_GROUPS);
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The first class of an element, up to its first digit because entries may be numbered.
fn class_of<'a>(document: &'a TextDocument, element: &Element) -> &'a str {
    let class = document.attribute(element.class);
    let first = class.split_ascii_whitespace().next().unwrap_or_default();
    &first[..first
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(first.len())]
}
