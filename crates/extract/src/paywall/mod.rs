//! Whether a paywall cuts off the text of a page, judged by evidence on the page, not by the publisher's claim (`is_free`).
//!
//! An offer to subscribe alone proves nothing: it also follows complete texts that a script hides. It therefore counts only
//! after short texts, and never if the text is as long as the stated `wordCount`.

mod length;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use serde::Serialize;

use self::length::Length;
use crate::element_names::{NameWords, is_called, is_called_comments};
use crate::labels::Labels;
use crate::lexicon::Phrases;
use crate::metadata::TextClaims;
use crate::word_count::fair_words_of;
use html::{Element, TextDocument};
use text::words;

/// Minimum words of a text that is complete unless `wordCount` contradicts.
const COMPLETE_WORDS: u32 = 400;
/// A teaser has fewer words than this.
const TEASER_WORDS: u32 = 250;
/// Minimum words of a text whose final ellipsis counts.
const MIN_WORDS: u32 = 20;
/// Blocks before the end of the text in which an offer is searched for.
const BLOCKS_BEFORE_END: usize = 2;
static SELLING: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::paywall::PHRASES));
static WALLS: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::paywall::CLASSES));
static OTHERS: LazyLock<NameWords> =
    LazyLock::new(|| NameWords::new(words::paywall::CLASSES_OF_OTHERS));

/// Evidence for or against a text being cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Sign {
    /// A block at the end of the text offers the rest to subscribers.
    Sold,
    /// An element at the end of the text is named as a paywall or as its fade.
    Wall,
    /// The last sentence breaks off with three dots.
    Dots,
    /// The text is much shorter than `wordCount` or `articleBody` in JSON-LD.
    Shorter,
    /// The text is long.
    Long,
    /// The text is as long as `wordCount` or `articleBody` in JSON-LD.
    Complete,
}

/// Whether a text is cut off, with the evidence.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Truncation {
    /// Whether the text is cut off; `None` without evidence.
    pub verdict: Option<bool>,
    /// All signs.
    pub signs: Vec<Sign>,
}

/// Searches the end of the text for evidence of a paywall.
pub(crate) fn find(document: &TextDocument, labels: &Labels, claims: &TextClaims) -> Truncation {
    let content: Vec<usize> = labels.content_blocks().collect();
    let length = Length::of(document, labels, &content);
    let mut signs = length.compared(claims);
    if length.words >= COMPLETE_WORDS {
        signs.push(Sign::Long);
    }
    let Some(&last) = content.last() else {
        return Truncation::default();
    };
    // only texts that are short, or shorter than stated, are searched
    if length.words < COMPLETE_WORDS || signs.contains(&Sign::Shorter) {
        let begin = content
            .iter()
            .rev()
            .nth(BLOCKS_BEFORE_END)
            .unwrap_or(&content[0]);
        let near = *begin..document.blocks.len().min(last + 7);
        let first = content[0];
        let sells = |block| sells(document, block) && !sells_other(document, first, block);
        if near.clone().any(sells) {
            signs.push(Sign::Sold);
        }
        if has_after(document, last, near.end, |element| {
            is_wall(document, element)
        }) {
            signs.push(Sign::Wall);
        }
        if breaks_off(document, &content) {
            signs.push(Sign::Dots);
        }
    }
    let verdict = judge(&signs, length.words);
    Truncation { verdict, signs }
}

/// Number of words of some blocks.
fn words_of(document: &TextDocument, content: &[usize]) -> u32 {
    content.iter().map(|at| words_in(document, *at)).sum()
}

/// Number of words of a block.
fn words_in(document: &TextDocument, block: usize) -> u32 {
    let block = document.blocks.get(block);
    block.map_or(0, |block| fair_words_of(document, block))
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
    let is_teaser = words < TEASER_WORDS && sold && (wall || dots || words >= MIN_WORDS);
    let fades = words < TEASER_WORDS && wall && dots && words >= MIN_WORDS;
    (is_teaser || fades).then_some(true)
}

/// Whether a block offers the rest of the text to subscribers.
fn sells(document: &TextDocument, block: usize) -> bool {
    let block = document.blocks.get(block);
    let text = block.map(|block| document.text_of(block));
    text.filter(|text| text.len() <= 300).is_some_and(|text| {
        let text = text.to_lowercase().replace(['\u{a0}', '’'], " ");
        SELLING.are_in(&text)
    })
}

/// Whether a selling block is about comments, or in an element that begins after the first block of the text and is named after
/// comments, a newsletter or other articles.
fn sells_other(document: &TextDocument, first: usize, block: usize) -> bool {
    let (Some(first), Some(block)) = (document.blocks.get(first), document.blocks.get(block))
    else {
        return false;
    };
    let text = document.text_of(block).to_lowercase();
    let is_of_others = |element: &Element| {
        is_called_comments(document, element) || is_called(document, element, &OTHERS)
    };
    let around = document.ancestors(block.element);
    let mut around = around.take_while(|element| element.source.start > first.offset);
    words::paywall::COMMENTS
        .iter()
        .any(|word| text.contains(word))
        || around.any(|element| is_of_others(element) && !is_wall(document, element))
}

/// Whether there is some element that begins after the block `last` and before the block `end`.
fn has_after(
    document: &TextDocument,
    last: usize,
    end: usize,
    is_wanted: impl Fn(&Element) -> bool,
) -> bool {
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
        .any(is_wanted)
}

fn is_wall(document: &TextDocument, element: &Element) -> bool {
    [element.class, element.id].into_iter().any(|name| {
        let kept = document
            .attribute(name)
            .bytes()
            .filter(|byte| byte.is_ascii_alphabetic() || byte.is_ascii_whitespace());
        let letters: String = kept
            .map(|byte| char::from(byte.to_ascii_lowercase()))
            .collect();
        let mut words = letters.split_ascii_whitespace();
        WALLS.are_in(&letters) || words.any(|word| words::paywall::WHOLE_CLASSES.contains(&word))
    })
}

/// Whether the last block that is not an offer ends with an ellipsis.
fn breaks_off(document: &TextDocument, content: &[usize]) -> bool {
    let mut ends = content.iter().rev().take(1 + BLOCKS_BEFORE_END);
    let end = ends.find(|block| !sells(document, **block));
    let text = end.and_then(|block| document.blocks.get(*block));
    let text = text
        .map(|block| document.text_of(block))
        .unwrap_or_default();
    let text = text.trim_end_matches(['"', '“', '”', '»', ']', ')', '[', '(', ' ']);
    text.ends_with('…') || text.ends_with("...")
}
