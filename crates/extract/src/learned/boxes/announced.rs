//! Boxes that their first line announces: `Do you have a tip?`, `Why you can trust us`, `About Jane Doe`.

use std::ops::Range;
use std::sync::LazyLock;

use html::{Tag, TextBlock, TextDocument, is_ideograph};

use super::{MAX_BOX_BLOCKS, MAX_BOX_LEVELS, MIN_SENTENCE_WORDS};
use crate::element_names::tag_of;
use crate::learned::lead_ins::without;
use crate::learned::{MAX_LABEL_WORDS, MIN_ARTICLE_WORDS};
use crate::lexicon::{Beginnings, continues_word};
use crate::metadata::{LineKind, is_caption, is_credit, is_outlet, is_person, kind_of_line};
use crate::word_count::fair_words_of;
use text::words;

/// Maximum words of such a box: the biography of an author may be longer than a short report.
const MAX_ANNOUNCED_WORDS: u32 = 150;
/// Maximum lines of a page that are tried.
const MAX_LINES: usize = 20;
/// Minimum bytes of the name of an author.
const MIN_NAME_BYTES: usize = 6;
/// Maximum authors of a page that are looked for.
const MAX_AUTHORS: usize = 20;

static BOXES: LazyLock<Beginnings> =
    LazyLock::new(|| Beginnings::new(words::asides::BOXES.iter().copied()));
/// Those in scripts without blanks, where the name of the outlet may be before them.
static AFTER_SITE: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let boxes = words::asides::BOXES.iter().copied();
    boxes
        .filter(|phrase| phrase.contains(is_ideograph))
        .collect()
});

/// The boxes below the beginning of an article whose first line has a phrase for them, or introduces an author that the page states. What
/// begins with the name of the author may be the text itself: it is a box only if it is short beside the text above it.
pub(super) fn find(document: &TextDocument) -> Vec<Range<usize>> {
    let authors = authors(document);
    let site = document.head.meta("og:site_name").unwrap_or_default();
    let mut boxes: Vec<Range<usize>> = Vec::new();
    let (mut words, mut tried) = (0, 0);
    for (first, block) in document.blocks.iter().enumerate() {
        let is_known = boxes.last().is_some_and(|last| last.contains(&first));
        if words >= MIN_ARTICLE_WORDS && !is_known && tried < MAX_LINES {
            let introduced = introduction(document, block, &authors);
            let most = match introduced {
                Some(Introduction::Name) => Some(MAX_ANNOUNCED_WORDS.min(words / 2)),
                Some(Introduction::Title) => Some(MAX_ANNOUNCED_WORDS),
                None => announces(document, block, site).then_some(MAX_ANNOUNCED_WORDS),
            };
            if let Some(most) = most {
                tried += 1;
                boxes.extend(box_of(document, first, most, introduced.is_some()));
            }
        }
        if block.words >= MIN_SENTENCE_WORDS {
            words += block.words;
        }
    }
    boxes
}

/// The names of the persons who are authors in the metadata of a page.
fn authors(document: &TextDocument) -> Vec<&str> {
    let stated = ["author", "article:author"].into_iter();
    let stated = stated.flat_map(|name| document.head.meta_all(name));
    let is_name = |name: &&str| {
        let is_full = name.contains(' ') || !name.contains(|c: char| c.is_ascii_alphabetic());
        let is_long = name.len() >= MIN_NAME_BYTES;
        is_long && is_full && !name.contains('/') && is_person(name) && !is_outlet(name)
    };
    stated.filter(is_name).take(MAX_AUTHORS).collect()
}

/// Whether a line is one that such boxes begin with. The sentence that goes on after the phrase is not: `About the author of the attack`.
fn announces(document: &TextDocument, block: &TextBlock, site: &str) -> bool {
    if block.link_words > 0 || fair_words_of(document, block) > MAX_LABEL_WORDS {
        return false;
    }
    let text = document.text_of(block);
    let begins = |phrase: &&str| without(text, phrase).is_some_and(ends_line);
    let after_site = || text.strip_prefix(site).filter(|_| !site.is_empty());
    BOXES.like(text).iter().any(begins)
        || after_site().is_some_and(|rest| AFTER_SITE.iter().any(|phrase| rest.ends_with(phrase)))
}

/// Whether nothing but a name or what is behind a mark follows a phrase.
fn ends_line(rest: &str) -> bool {
    let is_mark = |c: char| matches!(c, ':' | '：' | '-' | '–' | '—' | '|' | '!' | '?');
    let next = rest.trim_start();
    !next.contains(char::is_alphanumeric) || next.starts_with(|c| is_mark(c) || c.is_uppercase())
}

/// How a line introduces an author.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Introduction {
    /// It begins with the name, or has it among other words.
    Name,
    /// It is a heading with other words before the name: `About Jane Doe`.
    Title,
}

/// How a text introduces one of the authors. A byline and a credit do not, unless they begin with the name: `Jane Doe, reporter`.
fn introduction(
    document: &TextDocument,
    block: &TextBlock,
    authors: &[&str],
) -> Option<Introduction> {
    let text = document.text_of(block);
    let places = authors.iter().filter_map(|name| {
        let (before, after) = text.split_once(*name)?;
        let is_whole = !before.ends_with(continues_word) && !after.starts_with(continues_word);
        is_whole.then_some(before.len())
    });
    let place = places.min()?;
    if place == 0 {
        return Some(Introduction::Name);
    }
    let is_byline = || {
        let kind = kind_of_line(&document.lines_of(block));
        matches!(kind, Some(LineKind::Byline | LineKind::Date))
    };
    if block.words > MAX_LABEL_WORDS || is_credit(text) || is_caption(text) || is_byline() {
        return None;
    }
    let is_heading = tag_of(document, block.element).is_heading();
    Some(if is_heading {
        Introduction::Title
    } else {
        Introduction::Name
    })
}

/// The largest box that a block begins, up to a number of words. That of an author has no other of its kind beside it, which would be a
/// part of the text.
fn box_of(
    document: &TextDocument,
    first: usize,
    most: u32,
    is_of_author: bool,
) -> Option<Range<usize>> {
    let block = document.blocks.get(first)?;
    let words = |blocks: &Range<usize>| -> u32 {
        let blocks = document.blocks[blocks.clone()].iter();
        blocks.map(|block| block.words).sum()
    };
    let around = document.ancestors(block.element).take(MAX_BOX_LEVELS);
    let around = around.map(|element| (element, document.blocks_within(element.source)));
    let boxes = around.take_while(|(_, blocks)| {
        blocks.start == first && blocks.len() <= MAX_BOX_BLOCKS && words(blocks) <= most
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
