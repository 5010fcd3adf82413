//! Whole articles below that of the page, as with infinite scrolling.

use std::ops::Range;

use html::{Element, Tag, TextBlock, TextDocument};
use memchr::memmem;

use super::{MAX_BOX_LEVELS, MIN_SENTENCE_WORDS};
use crate::element_names::innermost;
use crate::labels::title::{MAX_BLOCKS, MIN_HEADING_WORDS, heading_block};
use crate::learned::lead_ins::without;
use crate::learned::{LEVELS, MIN_ARTICLE_WORDS};
use crate::metadata::{LineKind, kind_of_line};
use text::words;

/// The articles below that of the page, as with infinite scrolling. Each is the largest element around a heading like that of the page that
/// has no paragraph above the heading, and has a date or a byline near it or is an `<article>` with an `<h1>`; or that around any heading
/// below a line such as "Next article". The page's own article is more than a standfirst.
pub(super) fn find(document: &TextDocument) -> Vec<Range<usize>> {
    let Some((own, tag)) = own_headline(document) else {
        return Vec::new();
    };
    let article = innermost(document, document.blocks[own].element, &[Tag::Article]);
    let end = article.map_or(0, |article| article.source.end);
    let mut later: Vec<Range<usize>> = Vec::new();
    let (mut paragraph, mut words) = (None, 0);
    for (at, block) in document.blocks.iter().enumerate().skip(own + 1) {
        if later.last().is_some_and(|last| last.contains(&at)) {
            continue;
        }
        let of_heading = heading_tag(document, block)
            .filter(|_| block.words >= MIN_HEADING_WORDS && !is_in_title(document, block));
        let is_like_own = of_heading == Some(tag);
        let is_next = of_heading.is_some() && leads_to_next(document, &document.blocks[at - 1]);
        match paragraph {
            Some(paragraph) if (is_like_own || is_next) && words >= MIN_ARTICLE_WORDS => {
                later.extend(article_of(document, at, paragraph, end, is_next));
            }
            // entries below a common headline, or chapters below a standfirst
            _ if is_like_own => return later,
            _ if block.words >= MIN_SENTENCE_WORDS => {
                paragraph = Some(at);
                words += block.words;
            }
            _ => {}
        }
    }
    later
}

/// The headline of the page with its tag: a heading in the title, otherwise an `<h1>` in an `<article>`.
fn own_headline(document: &TextDocument) -> Option<(usize, Tag)> {
    let blocks = document.blocks.iter().enumerate().take(MAX_BLOCKS);
    let mut headings = blocks.filter(|(_, block)| block.words >= MIN_HEADING_WORDS);
    let in_title = headings.find_map(|(at, block)| {
        let tag = heading_tag(document, block)?;
        is_in_title(document, block).then_some((at, tag))
    });
    in_title.or_else(|| {
        let first = heading_block(document)?;
        innermost(document, document.blocks[first].element, &[Tag::Article])?;
        Some((first, Tag::H1))
    })
}

/// The tag of the heading around a block.
fn heading_tag(document: &TextDocument, block: &TextBlock) -> Option<Tag> {
    let mut around = document.ancestors(block.element).take(LEVELS);
    around.find_map(|element| element.tag.is_heading().then_some(element.tag))
}

fn is_in_title(document: &TextDocument, block: &TextBlock) -> bool {
    let text = document.text_of(block).as_bytes();
    memmem::find(document.title.as_bytes(), text).is_some()
}

/// Whether a line leads to the next article and has no more than that: `Next article`.
fn leads_to_next(document: &TextDocument, block: &TextBlock) -> bool {
    let text = document.text_of(block);
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let mut phrases = words::asides::NEXT.iter();
    phrases.any(|phrase| without(text, phrase).is_some_and(str::is_empty))
}

/// The later article around a heading, below a paragraph of the page's own article, which ends at `end`. `is_next` tells whether the line
/// above leads to it.
fn article_of(
    document: &TextDocument,
    heading: usize,
    paragraph: usize,
    end: u32,
    is_next: bool,
) -> Option<Range<usize>> {
    let around = document.ancestors(document.blocks[heading].element);
    let apart = around.take(MAX_BOX_LEVELS).take_while(|element| {
        element.source.start >= end && document.blocks_within(element.source).start > paragraph
    });
    let apart: Vec<&Element> = apart.collect();
    let blocks = document.blocks_within(apart.last()?.source);
    let has = |tag: Tag| apart.iter().any(|element| element.tag == tag);
    let is_line = |at: usize| {
        let kind = kind_of_line(&document.lines_of(&document.blocks[at]));
        at != heading && matches!(kind, Some(LineKind::Byline | LineKind::Date))
    };
    // the date or byline is at most three blocks from the headline
    let from = blocks.start.max(heading.saturating_sub(3));
    let mut near = from..blocks.end.min(heading + 1 + 3);
    let is_article = is_next || has(Tag::Article) && has(Tag::H1) || near.any(is_line);
    (is_article && blocks.end > heading + 1).then_some(blocks)
}
