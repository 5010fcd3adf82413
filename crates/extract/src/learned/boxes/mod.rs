//! Removes boxes that are not part of the article: boxes around a form or a button ([`forms`]), or in place of embedded content
//! ([`placeholders`]), lists of other articles ([`lists`]), and whole articles below the first ([`later_articles`]).
//!
//! Their blocks resemble those of an article, especially a short one. Only the box around them distinguishes them.

mod forms;
mod later_articles;
mod lists;
mod placeholders;
#[cfg(test)]
mod tests;

use html::TextDocument;

use crate::labels::title::headline_block;
use crate::labels::{Filter, Label, Labels, Mode, content_words};

/// Maximum words and blocks of a box around a form or a button, and maximum words of a block in a list of other articles.
const MAX_BOX_WORDS: u32 = 60;
const MAX_BOX_BLOCKS: usize = 6;
/// Maximum number of elements from a form or a headline outwards that may be its box.
const MAX_BOX_LEVELS: usize = 16;
/// Minimum words of a sentence.
const MIN_SENTENCE_WORDS: u32 = 12;

/// Step that removes boxes that are not part of the article, lists of other articles, and later articles.
pub(crate) const LEAVE_OUT: Filter = Filter::new("drop boxes", leave_out);

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    if labels.mode == Mode::Recall {
        return;
    }
    let mut boxes = forms::find(document);
    boxes.extend(placeholders::find(document, labels));
    boxes.extend(lists::find(document));
    if !boxes.is_empty() {
        let headline = headline_block(document);
        boxes.retain(|blocks| headline.is_none_or(|at| !blocks.contains(&at)));
    }
    boxes.extend(later_articles::find(document));
    let mut left = content_words(&labels.runs);
    for blocks in boxes {
        let inside = content_words(&labels.runs[labels.runs_of(&blocks)]);
        if left < inside + 15 {
            continue;
        }
        left -= inside;
        labels.set(&blocks, Label::Boilerplate);
    }
}
