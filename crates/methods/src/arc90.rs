//! The parent of the paragraphs.
//!
//! Source: T. Uhrig, *Extracting meaningful content from raw HTML*, 2013, after Arc90's Readability: the page is cleaned, the
//! parents of paragraphs are scored, and everything left in the best one is the text.
//!
//! The source modifies a tree; here blocks and elements give the same result. Two consecutive line breaks separate paragraphs
//! in any element; a `<blockquote>` is a paragraph; a `<li>` is plain text of its parent. Short parts with few children are then
//! deleted. The children of a block are its links and line breaks, plus one if it has other text.

use extract::{Extractor, Filter, Labels};
use html::{Element, Tag, TextBlock, TextDocument};

/// Substrings of class and id names that lower or raise the score of a parent.
const NEGATIVE: [&str; 6] = ["comment", "meta", "footer", "foot", "cloud", "head"];
const POSITIVE: [&str; 6] = ["post", "hentry", "entry", "content", "text", "body"];
/// Paragraphs of more characters raise the score.
const SCORED_CHARS: u32 = 10;
/// Paragraphs and other parts with fewer characters and at most this many children are deleted.
const SHORT_PARAGRAPH: u32 = 50;
const SHORT_PART: u32 = 10;
const MAX_CHILDREN: u32 = 2;

pub(crate) const ARC90: Extractor = Extractor {
    name: "arc90",
    summary: "the best parent of paragraphs, by class and id names and number of paragraphs",
    source: "T. Uhrig: Extracting meaningful content from raw HTML, 2013 (Arc90 Readability)",
    steps: &[Filter::new("best-parent", keep_best_parent)],
};

fn keep_best_parent(document: &TextDocument, labels: &mut Labels) {
    let parents = parents(document);
    let is_left = clean(document, &parents);
    let mut scores: Vec<Option<i32>> = vec![None; document.elements.len()];
    for (block, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent.filter(|_| is_left[block]) {
            let parent = parent as usize;
            let names = || score_of_names(document, &document.elements[parent]);
            let score = scores[parent].get_or_insert_with(names);
            if characters(document, &document.blocks[block]) > SCORED_CHARS {
                *score += 1;
            }
        }
    }
    // the first of several with the highest score
    let rated = (0..scores.len()).filter(|element| scores[*element].is_some());
    if let Some(best) = rated.rev().max_by_key(|element| scores[*element]) {
        let inside = document.inherited(|element, _| element == best);
        labels.keep(|block| inside[document.blocks[block].element as usize] && is_left[block]);
    }
}

/// A penalty, a bonus or nothing, for each of class and id.
fn score_of_names(document: &TextDocument, element: &Element) -> i32 {
    let score = |names: &str| {
        let has = |parts: &[&str]| parts.iter().any(|part| names.contains(part));
        if has(&NEGATIVE) {
            -50
        } else if has(&POSITIVE) {
            25
        } else {
            0
        }
    };
    score(document.attribute(element.class)) + score(document.attribute(element.id))
}

/// For each block that is a paragraph: its parent.
fn parents(document: &TextDocument) -> Vec<Option<u32>> {
    let tag = |element: usize| document.elements[element].tag;
    let in_list = document.inherited(|_, element| element.tag == Tag::Li);
    let mut before = None;
    let parent = |block: &TextBlock| {
        // adjacent blocks of one element are separated by line breaks
        let is_parted = before.replace(block.element) == Some(block.element);
        let element = block.element as usize;
        match tag(element) {
            _ if in_list[element] => None,
            Tag::P | Tag::Blockquote => document.elements[element].parent,
            _ => is_parted.then_some(block.element),
        }
    };
    document.blocks.iter().map(parent).collect()
}

/// For each block: whether it remains after short parts are deleted.
fn clean(document: &TextDocument, parents: &[Option<u32>]) -> Vec<bool> {
    let lengths = document.sums((document.blocks.iter()).map(|block| characters(document, block)));
    let mut children = vec![0_u32; document.elements.len()];
    for block in &document.blocks {
        children[block.element as usize] += children_of(block);
    }
    for element in &document.elements {
        if let Some(around) = element.parent {
            children[around as usize] += 1;
        }
    }
    let deleted = document.inherited(|at, element| {
        matches!(element.tag, Tag::Td | Tag::Tr | Tag::Div | Tag::Table)
            && lengths[at] < SHORT_PART
            && children[at] <= MAX_CHILDREN
    });
    let is_short = |block: &TextBlock| {
        characters(document, block) < SHORT_PARAGRAPH && children_of(block) <= MAX_CHILDREN
    };
    let blocks = document.blocks.iter().zip(parents);
    blocks
        .map(|(block, parent)| {
            !deleted[block.element as usize] && (parent.is_none() || !is_short(block))
        })
        .collect()
}

fn children_of(block: &TextBlock) -> u32 {
    u32::from(block.links)
        + u32::from(block.line_breaks)
        + u32::from(block.words > block.link_words)
}

fn characters(document: &TextDocument, block: &TextBlock) -> u32 {
    u32::try_from(document.text_of(block).chars().count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use extract::text_of;
    use html::parse;

    /// A paragraph of 60 characters.
    const LONG: &str = "This paragraph is one of those that are long enough to stay.";

    fn text(html: &str) -> String {
        let document = parse(html);
        text_of(&document, &ARC90.label(&document))
    }

    #[test]
    fn a_good_name_outweighs_paragraphs_and_a_bad_one_weighs_twice() {
        // three paragraphs: 3; one in "content": 25 + 1; two in "content" with id "comments": 25 - 50 + 2
        let page = format!(
            "<div>{}</div><div class=main-content><p>{LONG} A</p></div>\
             <div class=content id=comments><p>{LONG} B</p><p>{LONG} C</p></div>",
            format!("<p>{LONG}</p>").repeat(3)
        );
        assert_eq!(text(&page), format!("{LONG} A"));
        let negative_first = page.replace("main-content", "content-footer");
        assert_eq!(text(&negative_first), [LONG; 3].join("\n\n"));
    }

    #[test]
    fn all_that_is_left_in_the_best_parent_is_text() {
        let page = format!(
            "<div><h2>Heading</h2><p>{LONG}</p><p>Short, so deleted</p><ul><li><p>Kept</p></li></ul><div>Share</div></div>"
        );
        assert_eq!(text(&page), format!("Heading\n\n{LONG}\n\nKept"));
    }

    #[test]
    fn two_line_breaks_separate_paragraphs_and_one_does_not() {
        let page = |between| {
            format!("<div><p>{LONG}</p></div><div>{LONG}{between}{LONG}{between}{LONG} !</div>")
        };
        assert!(text(&page("<br><br>")).ends_with('!')); // 2 paragraphs to 1
        assert_eq!(text(&page("<br>")), LONG);
    }

    #[test]
    fn a_page_without_paragraphs_has_no_text() {
        assert_eq!(text(&format!("<div>{LONG}</div>")), "");
    }
}
