//! Boxes in place of embedded content: `To view this content, click 'Accept'.`

use std::ops::Range;

use html::{Tag, TextDocument};

use super::{MAX_BOX_BLOCKS, MAX_BOX_LEVELS, MAX_BOX_WORDS, MIN_SENTENCE_WORDS};
use crate::element_names::innermost;
use crate::labels::Labels;
use crate::learned::asides::is_note;
use crate::lexicon::Lexica;

/// The boxes in place of embedded content: around a line on such content or on cookies, not in a quoted post, the largest in which each
/// sentence is on such content or a note on the page, with at least one note.
pub(super) fn find(document: &TextDocument, labels: &Labels) -> Vec<Range<usize>> {
    let has = |at: usize, lexicon: Lexica| {
        let hits = labels.lexicon_hits.get(at);
        hits.is_some_and(|hits| hits.has(lexicon))
    };
    let has_note = |at: usize| {
        let block = &document.blocks[at];
        block.words <= MAX_BOX_WORDS && is_note(document, block)
    };
    let is_own = |at: usize| {
        document.blocks[at].words < MIN_SENTENCE_WORDS || has(at, Lexica::EMBED) || has_note(at)
    };
    let mut boxes: Vec<Range<usize>> = Vec::new();
    for run in labels.runs.iter().filter(|run| run.is_content()) {
        let at = run.first as usize;
        let element = document.blocks[at].element;
        let is_known = boxes.last().is_some_and(|last| last.contains(&at));
        if is_known
            || !has(at, Lexica::EMBED) && !has(at, Lexica::LEGAL)
            || innermost(document, element, &[Tag::Blockquote]).is_some()
        {
            continue;
        }
        let around = document.ancestors(element).take(MAX_BOX_LEVELS);
        let around = around.map(|element| document.blocks_within(element.source));
        let widest = around
            .take_while(|blocks| blocks.len() <= MAX_BOX_BLOCKS && blocks.clone().all(is_own))
            .last();
        // single lines are no boxes
        let widest = widest.filter(|blocks| blocks.len() > 1 && blocks.clone().any(has_note));
        boxes.extend(widest);
    }
    boxes
}
