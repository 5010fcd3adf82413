//! Lists of other articles below a short line: `More on this story`.

use std::ops::Range;

use foldhash::HashSet;
use html::{TextBlock, TextDocument};

use super::{MAX_BOX_WORDS, MIN_SENTENCE_WORDS};
use crate::learned::MAX_LABEL_WORDS;
use crate::learned::lead_ins::{after_lead_in, begins_title};

/// The lists of other articles: a short line such as "More on this story", and the rest of the box that it begins or the largest element
/// right after it, if that has no long paragraph, and no more sentences than blocks that begin with a link.
pub(super) fn find(document: &TextDocument) -> Vec<Range<usize>> {
    let labels = document.blocks.iter().enumerate().filter(|(_, block)| {
        block.words <= MAX_LABEL_WORDS && block.link_words == 0 && is_label(document.text_of(block))
    });
    let lists = labels.flat_map(|(label, block)| {
        let around = document.ancestors(block.element);
        let mut around = around.map(|element| document.blocks_within(element.source));
        let own = around.find(|blocks| blocks.len() > 1);
        let own = own.filter(|blocks| blocks.start == label);
        let after = document.blocks.get(label + 1).and_then(|next| {
            let around = document.ancestors(next.element);
            let around = around.map(|element| document.blocks_within(element.source));
            around.take_while(|blocks| blocks.start > label).last()
        });
        let after = after.map(|blocks| label..blocks.end);
        own.into_iter().chain(after)
    });
    let mut lists: Vec<Range<usize>> = lists.collect();
    if lists.is_empty() {
        return lists;
    }
    // a link at the beginning of a block may begin before the line break
    let starts = document.head.anchors.iter().map(|anchor| anchor.text);
    let starts = starts.filter(|text| text.start < text.end);
    let starts: HashSet<u32> = starts
        .flat_map(|text| [text.start, text.start + 1])
        .collect();
    lists.retain(|list| {
        let blocks = &document.blocks[list.start + 1..list.end];
        let is_sentence =
            |block: &&TextBlock| block.words >= MIN_SENTENCE_WORDS && block.link_words == 0;
        let is_title =
            |block: &&TextBlock| block.link_words > 0 && starts.contains(&block.text.start);
        let titles = blocks.iter().filter(is_title).count();
        titles > 0
            && blocks.len() > 1
            && blocks.iter().filter(is_sentence).count() <= titles
            && blocks.iter().all(|block| block.words <= MAX_BOX_WORDS)
    });
    lists
}

/// Whether a text begins with a lead-in; after one of a single word, only nothing or a title follows: not `Related costs`.
fn is_label(text: &str) -> bool {
    after_lead_in(text).is_some_and(|rest| {
        let lead_in = text[..text.len() - rest.len()].split_whitespace();
        let words = lead_in.filter(|word| word.contains(char::is_alphanumeric));
        words.count() > 1 || !rest.contains(char::is_alphanumeric) || begins_title(rest)
    })
}
