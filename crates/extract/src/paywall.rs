//! Whether the text of a page ends where readers who have not paid may read no further: by our own evidence, not by what the
//! publisher says of it (`is_free`).
//!
//! A box that sells the rest proves nothing alone: it stands below whole texts too, where a script hides them. So it counts
//! after short texts only, and never against a `wordCount` that the text has.

use std::sync::LazyLock;

use serde::Serialize;

use crate::labels::{Label, Labels};
use crate::metadata::Claims;
use crate::phrases::Phrases;
use html::{Element, TextDocument};

/// A text of more words is whole, unless `wordCount` says otherwise.
const LONG: u32 = 400;
/// A teaser has fewer words.
const TEASER: u32 = 250;
/// Fewer words than this tell nothing by breaking off with three dots.
const SOME: u32 = 20;
/// Blocks before and after the end of the text that may sell the rest.
const LAST: usize = 2;
const AFTER: usize = 6;
/// Longest block that is looked at for what it says, in bytes.
const SHORT: usize = 300;
/// Elements named as walls that are looked into.
const MOST_WALLS: usize = 20;
/// Bytes of a name that are looked at.
const LONGEST_NAME: usize = 200;
/// Words that a text lacks of its `wordCount`, at least.
const LACK: u32 = 100;
/// Least words of a paragraph that no extractor should have left out.
const PARAGRAPH: u32 = 25;

static SELLING: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::paywall::PHRASES));
static WALLS: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::paywall::CLASSES));

/// Something that speaks for a text being cut off, or against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// A block at the end of the text says that the rest is for subscribers.
    Sold,
    /// An element at the end of the text is named as a paywall or as its fade.
    Wall,
    /// The last sentence breaks off with three dots.
    Dots,
    /// The text has much fewer words than JSON-LD's `wordCount` or `articleBody`.
    Shorter,
    /// The text is long.
    Long,
    /// The text has as many words as JSON-LD's `wordCount` or `articleBody`.
    Complete,
}

/// What is thought of a text's end, and why.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Truncation {
    /// Whether the text is cut off; `None` where nothing says.
    pub verdict: Option<bool>,
    /// All signs.
    pub signs: Vec<Sign>,
}

/// Looks at the end of the text.
pub(crate) fn find(document: &TextDocument, labels: &Labels, claims: &Claims) -> Truncation {
    let mut content: Vec<usize> = labels.content_blocks().collect();
    let length = Length::of(document, labels, &content);
    let mut signs = length.compared(claims);
    let mut words = length.words;
    if words >= LONG {
        signs.push(Sign::Long);
    } else if !signs.contains(&Sign::Complete) {
        // an offer may be taken for text, if it is long enough
        cut_offer(document, &mut content);
        words = words_of(document, &content);
    }
    let Some(&last) = content.last() else {
        return Truncation::default();
    };
    // only short texts are looked at
    if length.words < LONG || signs.contains(&Sign::Shorter) {
        let begin = content.iter().rev().nth(LAST).unwrap_or(&content[0]);
        let near = *begin..document.blocks.len().min(last + 1 + AFTER);
        if near.clone().any(|block| sells(document, block)) {
            signs.push(Sign::Sold);
        }
        if has_wall(document, last, near.end) {
            signs.push(Sign::Wall);
        }
        if breaks_off(document, &content) {
            signs.push(Sign::Dots);
        }
    }
    let verdict = judge(&signs, words);
    Truncation { verdict, signs }
}

/// Leaves out what follows from an element on that is named as a wall and begins by selling.
fn cut_offer(document: &TextDocument, content: &mut Vec<usize>) {
    let blocks = || content.iter().filter_map(|at| document.blocks.get(*at));
    let (Some(first), Some(last)) = (blocks().next(), blocks().next_back()) else {
        return;
    };
    let inside = document
        .elements
        .iter()
        .skip_while(|element| element.source.start < first.end_offset)
        .take_while(|element| element.source.start < last.offset);
    let walls = inside.filter(|element| is_wall(document, element));
    let mut walls = walls.take(MOST_WALLS);
    let offer = walls.find_map(|wall| {
        let from = document
            .blocks
            .partition_point(|block| block.offset < wall.source.start);
        (from..from + 2)
            .any(|block| sells(document, block))
            .then_some(from)
    });
    if let Some(from) = offer {
        content.retain(|block| *block < from);
    }
}

fn words_of(document: &TextDocument, content: &[usize]) -> u32 {
    let blocks = content.iter().filter_map(|at| document.blocks.get(*at));
    blocks.map(|block| block.words).sum()
}

fn judge(signs: &[Sign], words: u32) -> Option<bool> {
    let has = |sign| signs.contains(&sign);
    let (sold, wall, dots) = (has(Sign::Sold), has(Sign::Wall), has(Sign::Dots));
    if has(Sign::Shorter) {
        return (sold || wall || dots).then_some(true);
    }
    if has(Sign::Complete) || has(Sign::Long) {
        return Some(false);
    }
    let is_teaser = words < TEASER && sold && (wall || dots || words >= SOME);
    let fades = words < TEASER && wall && dots && words >= SOME;
    (is_teaser || fades).then_some(true)
}

struct Length {
    words: u32,
    /// With paragraphs that the extractor left out.
    at_most: u32,
}

impl Length {
    fn of(document: &TextDocument, labels: &Labels, content: &[usize]) -> Self {
        let words = words_of(document, content);
        let label_of = labels.by_block();
        let others = std::iter::zip(&document.blocks, label_of)
            .filter(|(block, label)| {
                *label == Label::Boilerplate
                    && block.words >= PARAGRAPH
                    && block.link_density() < 0.3
            })
            .map(|(block, _)| block.words);
        Self {
            words,
            at_most: words + others.sum::<u32>(),
        }
    }

    /// Much shorter than JSON-LD says, or as long.
    fn compared(&self, claims: &Claims) -> Vec<Sign> {
        let stated = claims.word_count.max(claims.body_words);
        let Some(stated) = stated else {
            return vec![];
        };
        let words = f64::from(self.words);
        if words >= f64::from(stated) * 0.8 {
            return vec![Sign::Complete];
        }
        let is_shorter = |words: u32| {
            f64::from(words) < f64::from(stated) * 0.6 && stated.saturating_sub(words) > LACK
        };
        // what an extractor missed is there to be read
        if is_shorter(self.at_most) {
            vec![Sign::Shorter]
        } else {
            vec![]
        }
    }
}

/// Whether a block says that the rest is for subscribers.
fn sells(document: &TextDocument, block: usize) -> bool {
    let Some(block) = document.blocks.get(block) else {
        return false;
    };
    let text = document.text_of(block);
    if text.len() > SHORT {
        return false;
    }
    let text = text.to_lowercase().replace(['\u{a0}', '’'], " ");
    SELLING.are_in(&text)
}

/// Whether an element is named as a wall: one that begins after the text and before the block `end`, or one around that.
fn has_wall(document: &TextDocument, last: usize, end: usize) -> bool {
    let Some(block) = document.blocks.get(last) else {
        return false;
    };
    let from = block.end_offset;
    let to = document
        .blocks
        .get(end)
        .map_or(u32::MAX, |block| block.offset);
    let first = document
        .elements
        .partition_point(|element| element.source.start < from);
    let after = document.elements[first..].iter();
    after
        .take_while(|element| element.source.start < to)
        .take(100)
        .any(|element| is_wall(document, element))
}

fn is_wall(document: &TextDocument, element: &Element) -> bool {
    [element.class, element.id].into_iter().any(|name| {
        let name = document.attribute(name);
        let name = &name[..name.floor_char_boundary(LONGEST_NAME)];
        let kept = name
            .bytes()
            .filter(|byte| byte.is_ascii_alphabetic() || byte.is_ascii_whitespace());
        let letters: String = kept
            .map(|byte| char::from(byte.to_ascii_lowercase()))
            .collect();
        let mut words = letters.split_ascii_whitespace();
        WALLS.are_in(&letters) || words.any(|word| words::paywall::WHOLE_CLASSES.contains(&word))
    })
}

/// Whether the last block that is no call to subscribe ends with three dots.
fn breaks_off(document: &TextDocument, content: &[usize]) -> bool {
    let mut ends = content.iter().rev().take(1 + LAST);
    let end = ends.find(|block| !sells(document, **block));
    let text = end.and_then(|block| document.blocks.get(*block));
    let text = text
        .map(|block| document.text_of(block))
        .unwrap_or_default();
    let text = text.trim_end_matches(['"', '“', '”', '»', ']', ')', '[', '(', ' ']);
    text.ends_with('…') || text.ends_with("...")
}

#[cfg(test)]
mod tests;
