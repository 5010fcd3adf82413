//! The offer to subscribe at the end of a text.

use std::ops::Range;
use std::sync::LazyLock;

use super::{MIN_WORDS, breaks_off, has_after, is_wall, words_in, words_of};
use crate::labels::{Filter, Label, Labels, Mode};
use crate::lexicon::{Hit, Phrases};
use html::{Element, Tag, TextBlock, TextDocument};
use text::{ends_sentence, words};

/// Maximum words of a block after the selling one, if no element is named as a wall.
const MAX_OFFER_BLOCK_WORDS: u32 = 20;

static SELLING: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::paywall::PHRASES));

/// Step that removes the offer to subscribe from the text.
pub(crate) const LEAVE_OUT: Filter = Filter::new("drop offers", leave_out);

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    if labels.mode == Mode::Recall {
        return;
    }
    let mut content: Vec<usize> = labels.content_blocks().collect();
    let Some(offer) = find(document, &content) else {
        return;
    };
    content.retain(|block| offer.contains(block));
    labels.offer = content;
    for run in &mut labels.runs {
        if offer.contains(&(run.first as usize)) {
            run.label = Label::Boilerplate;
        }
    }
}

/// The text of the offer that was removed, one line per block.
pub(crate) fn removed(document: &TextDocument, labels: &Labels) -> String {
    let blocks = labels.offer.iter();
    let texts = blocks.map(|block| document.text_of(&document.blocks[*block]));
    texts.collect::<Vec<_>>().join("\n")
}

/// The blocks of an offer in the text or at its end: an element that is named as a wall and begins with an offer, otherwise a selling
/// block near the end; with the short content blocks after it.
pub(super) fn find(document: &TextDocument, content: &[usize]) -> Option<Range<usize>> {
    // few texts sell anything, and walls are sought among all elements
    let mut last = content.iter().rev().take(12);
    if !last.any(|block| sells(document, *block)) {
        return None;
    }
    let offer = wall(document, content).or_else(|| pitch(document, content))?;
    let after = content.partition_point(|block| *block < offer.end);
    let is_short = |at: &&usize| words_in(document, **at) <= MAX_OFFER_BLOCK_WORDS;
    let short = content[after..].iter().take_while(is_short).last();
    let offer = offer.start..short.map_or(offer.end, |last| last + 1);
    let place = |block: usize| content.partition_point(|at| *at < block);
    let (from, end) = (place(offer.start), place(offer.end));
    let is_offer = words_of(document, &content[..from]) >= MIN_WORDS
        && (1..=200).contains(&words_of(document, &content[from..end]));
    is_offer.then_some(offer)
}

/// The blocks of the first element that is named as a wall and begins with an offer.
fn wall(document: &TextDocument, content: &[usize]) -> Option<Range<usize>> {
    let mut blocks = content.iter().filter_map(|at| document.blocks.get(*at));
    let first = blocks.next()?;
    let last = blocks.next_back()?;
    let inside = document
        .elements
        .iter()
        .skip_while(|element| element.source.start < first.end_offset)
        .take_while(|element| element.source.start < last.offset);
    let walls = inside.filter(|element| is_wall(document, element));
    let mut walls = walls
        .take(20)
        .map(|wall| document.blocks_within(wall.source));
    walls.find(|blocks| {
        let mut first = blocks.clone().take(2);
        first.any(|block| sells(document, block))
    })
}

/// The first selling block near the end of the content that is followed only by short content blocks, and has a link in it or below it
/// or is an offer by itself, or is followed by one. Buttons do not count as links.
fn pitch(document: &TextDocument, content: &[usize]) -> Option<Range<usize>> {
    let is_short = |at: &&usize| words_in(document, **at) <= MAX_OFFER_BLOCK_WORDS;
    let short = content.iter().rev().take_while(is_short).count();
    let tail = &content[content.len().saturating_sub((short + 1).min(6))..];
    let at = tail.iter().position(|at| sells(document, *at))?;
    let has_link = |at: &usize| document.blocks[*at].links > 0;
    let is_alone = || {
        let mut selling = tail[at..].iter().filter(|at| sells(document, **at));
        selling.any(|at| is_short(&at) && is_offer_alone(document, content, *at))
    };
    let is_offer = tail[at..].iter().any(has_link) || is_alone();
    is_offer.then(|| tail[at]..tail[at] + 1)
}

/// Whether a block without a link begins with an offer and is not the last sentence of the text: it has two offers or is no sentence, a
/// form, a wall or a link of few words follows, or the text breaks off.
fn is_offer_alone(document: &TextDocument, content: &[usize], block: usize) -> bool {
    let text = selling_text(document, block).unwrap_or_default();
    let is_start = |hit: &Hit| !text[..hit.start].contains(char::is_alphanumeric);
    let starts = SELLING.all_in(&text).filter(is_start);
    let Some(first_end) = starts.map(|hit| hit.end).min() else {
        return false;
    };
    let is_wall = |element: &Element| element.tag == Tag::Form || is_wall(document, element);
    let is_button = |next: &TextBlock| next.links > 0 && next.words <= 5;
    !ends_sentence(&text)
        || document.blocks.get(block + 1).is_some_and(is_button)
        || SELLING.all_in(&text).any(|hit| hit.start >= first_end)
        || has_after(document, block, block + 2, is_wall)
        || breaks_off(document, content)
}

/// Whether a block offers the rest of the text to subscribers.
pub(super) fn sells(document: &TextDocument, block: usize) -> bool {
    selling_text(document, block).is_some_and(|text| SELLING.are_in(&text))
}

/// The text of a block that may be an offer, as it is compared with phrases.
fn selling_text(document: &TextDocument, block: usize) -> Option<String> {
    let text = document.text_of(document.blocks.get(block)?);
    let is_short = text.len() <= 300;
    is_short.then(|| text.to_lowercase().replace(['\u{a0}', '’'], " "))
}
