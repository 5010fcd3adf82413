//! Elements of one kind that each hold a time.

use std::collections::HashMap;

use crate::live::clock::{self, Clock};
use html::{Element, Tag, TextDocument};

/// Times looked at on one page.
const MOST_MARKS: usize = 4_000;
/// Elements around a time that may be the entry.
const LEVELS: usize = 8;
/// Bytes of a class that are looked at.
const LONGEST_CLASS: usize = 200;
/// Kinds that are looked into.
const MOST_KINDS: usize = 12;

/// A time, and the element it stands in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub element: u32,
    pub clock: Clock,
}

/// Elements of one tag, class and depth; of one parent too, if they have no class.
#[derive(Debug, Clone)]
pub(super) struct Kind {
    /// In the order of the page.
    pub elements: Vec<u32>,
}

impl Kind {
    /// By element: in which of those of this kind it stands; with `flat`, also behind which of its siblings.
    pub(super) fn owners(&self, document: &TextDocument, flat: bool) -> Vec<Option<u32>> {
        let mut owners: Vec<Option<u32>> = Vec::with_capacity(document.elements.len());
        let mut own = (0_u32..).zip(self.elements.iter().copied()).peekable();
        // parent of the element last met, and its number
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

/// The elements that microdata calls entries.
pub(super) fn stated(document: &TextDocument) -> Option<Kind> {
    let elements = (0_u32..).zip(&document.elements);
    let stated = elements.filter(|(_, element)| is_stated(document, element));
    let elements: Vec<u32> = stated.map(|(at, _)| at).collect();
    (!elements.is_empty()).then_some(Kind { elements })
}

/// Whether microdata calls an element an entry.
pub(super) fn is_stated(document: &TextDocument, element: &Element) -> bool {
    !element.itemprop.is_empty()
        && document
            .attribute(element.itemprop)
            .split_ascii_whitespace()
            .any(|name| name == "liveBlogUpdate")
}

/// All times that may be those of entries, in the order of their elements.
pub(super) fn marks(document: &TextDocument, apart: &[bool]) -> Vec<Mark> {
    let is_apart = |element: u32| apart.get(element as usize).copied().unwrap_or(true);
    let times = document.head.times.iter().filter_map(|time| {
        let clock = clock::of_time(
            document.attribute(time.datetime),
            time.text.of(&document.text),
        );
        clock.map(|clock| Mark {
            element: time.element,
            clock,
        })
    });
    let blocks = document.blocks.iter().filter_map(|block| {
        let text = document.text_of(block);
        let begins = || clock::at_start(text).map(|(time, _)| Clock::OfDay(time));
        let clock = clock::of_label(text).or_else(begins)?;
        Some(Mark {
            element: block.element,
            clock,
        })
    });
    let found = times.chain(blocks).filter(|mark| !is_apart(mark.element));
    let mut marks: Vec<Mark> = found.take(MOST_MARKS).collect();
    marks.sort_by_key(|mark| mark.element); // stable: what machines wrote goes first
    marks
}

/// The kinds of elements that hold three times and more, those with most elements first, outer ones before inner ones.
pub(super) fn of(document: &TextDocument, marks: &[Mark]) -> Vec<Kind> {
    let mut kinds: HashMap<(u16, Tag, &str, Option<u32>), Vec<u32>> = HashMap::new();
    for mark in marks {
        let mut at = Some(mark.element);
        for _ in 0..LEVELS {
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
            let elements = kinds
                .entry((element.depth, element.tag, class, parent))
                .or_default();
            if elements.last() != Some(&index) {
                elements.push(index);
            }
            at = element.parent;
        }
    }
    let mut kinds: Vec<(u16, Kind)> = kinds
        .into_iter()
        .filter(|(_, elements)| elements.len() >= crate::live::FEWEST)
        .map(|((depth, ..), mut elements)| {
            elements.sort_unstable();
            elements.dedup();
            (depth, Kind { elements })
        })
        .collect();
    kinds.sort_by(|(depth, one), (other_depth, other)| {
        let lengths = other.elements.len().cmp(&one.elements.len());
        // the last makes the order one and the same every time
        lengths
            .then(depth.cmp(other_depth))
            .then(one.elements.cmp(&other.elements))
    });
    kinds.truncate(MOST_KINDS);
    kinds.into_iter().map(|(_, kind)| kind).collect()
}

/// The first class, up to its first digit: entries are numbered.
fn class_of<'a>(document: &'a TextDocument, element: &Element) -> &'a str {
    let class = document.attribute(element.class);
    let class = &class[..class.floor_char_boundary(LONGEST_CLASS)];
    let first = class.split_ascii_whitespace().next().unwrap_or_default();
    &first[..first
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(first.len())]
}
