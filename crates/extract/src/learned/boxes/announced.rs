//! Boxes that their first line announces: `Do you have a tip?`, `Why you can trust us`, `About Jane Doe`.

use std::ops::Range;
use std::sync::LazyLock;

use html::{Tag, TextBlock, TextDocument};

use super::{MAX_BOX_BLOCKS, MAX_BOX_LEVELS, MIN_SENTENCE_WORDS};
use crate::learned::{MAX_LABEL_WORDS, MIN_ARTICLE_WORDS};
use crate::lexicon::{Beginnings, continues_word};
use crate::word_count::fair_words_of;
use text::words;

/// Maximum words of such a box: the biography of an author may be longer than a short report.
const MAX_ANNOUNCED_WORDS: u32 = 150;
/// Maximum lines of a page that are tried.
const MAX_LINES: usize = 20;
/// Minimum bytes of the name of an author.
const MIN_NAME_BYTES: usize = 6;

static BOXES: LazyLock<Beginnings> =
    LazyLock::new(|| Beginnings::new(words::asides::BOXES.iter().copied()));
/// Those in scripts without blanks, where the name of the outlet may be before them.
static ENDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let boxes = words::asides::BOXES.iter().copied();
    let without_case = boxes.filter(|phrase| !phrase.contains(char::is_lowercase));
    without_case.collect()
});

/// The boxes below the beginning of an article whose first line has a phrase for them, or introduces an author that the page states.
pub(super) fn find(document: &TextDocument) -> Vec<Range<usize>> {
    let authors = authors(document);
    let mut boxes: Vec<Range<usize>> = Vec::new();
    let (mut words, mut tried) = (0, 0);
    for (first, block) in document.blocks.iter().enumerate() {
        let is_known = boxes.last().is_some_and(|last| last.contains(&first));
        if words >= MIN_ARTICLE_WORDS && !is_known && tried < MAX_LINES {
            let introduces = introduces(document, block, &authors);
            if introduces || announces(document, block) {
                tried += 1;
                boxes.extend(box_of(document, first, introduces));
            }
        }
        if block.words >= MIN_SENTENCE_WORDS {
            words += block.words;
        }
    }
    boxes
}

/// The names of the authors in the metadata of a page.
fn authors(document: &TextDocument) -> Vec<&str> {
    let stated = ["author", "article:author"].into_iter();
    let stated = stated.flat_map(|name| document.head.meta_all(name));
    let is_name = |name: &&str| {
        let is_full = name.contains(' ') || !name.contains(|c: char| c.is_ascii_alphabetic());
        name.len() >= MIN_NAME_BYTES && is_full && !name.contains('/')
    };
    stated.filter(is_name).collect()
}

/// Whether a line is one that such boxes begin with.
fn announces(document: &TextDocument, block: &TextBlock) -> bool {
    if block.link_words > 0 || fair_words_of(document, block) > MAX_LABEL_WORDS {
        return false;
    }
    let text = document.text_of(block).to_lowercase();
    let begins = BOXES.like(&text).iter().any(|phrase| {
        let rest = text.strip_prefix(*phrase);
        rest.is_some_and(|rest| !rest.starts_with(continues_word))
    });
    begins || ENDS.iter().any(|phrase| text.ends_with(*phrase))
}

/// Whether a text begins with the name of an author, or is a line with it.
fn introduces(document: &TextDocument, block: &TextBlock, authors: &[&str]) -> bool {
    let text = document.text_of(block);
    let is_line = block.words <= MAX_LABEL_WORDS;
    authors
        .iter()
        .any(|name| text.starts_with(*name) || is_line && text.contains(*name))
}

/// The largest box that a block begins. That of an author has no other of its kind beside it, which would be a part of the text.
fn box_of(document: &TextDocument, first: usize, is_of_author: bool) -> Option<Range<usize>> {
    let block = document.blocks.get(first)?;
    let words = |blocks: &Range<usize>| -> u32 {
        let blocks = document.blocks[blocks.clone()].iter();
        blocks.map(|block| block.words).sum()
    };
    let around = document.ancestors(block.element).take(MAX_BOX_LEVELS);
    let around = around.map(|element| (element, document.blocks_within(element.source)));
    let boxes = around.take_while(|(_, blocks)| {
        blocks.start == first
            && blocks.len() <= MAX_BOX_BLOCKS
            && words(blocks) <= MAX_ANNOUNCED_WORDS
    });
    let (element, blocks) = boxes.last()?;
    let holds_text = matches!(
        element.tag,
        Tag::Div | Tag::Section | Tag::Aside | Tag::Footer
    );
    let is_box = blocks.len() > 1 || holds_text && block.words > MAX_LABEL_WORDS;
    let is_single = || {
        let same = document.elements.iter().filter(|other| {
            other.parent == element.parent
                && other.tag == element.tag
                && document.attribute(other.class) == document.attribute(element.class)
        });
        same.count() == 1
    };
    (is_box && (!is_of_author || is_single())).then_some(blocks)
}
