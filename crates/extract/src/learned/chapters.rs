//! Chapters of prose whose heading or name speaks of comments: `<section id=comments-from-the-council>`.

use std::ops::Range;

use html::{Element, Tag, TextDocument};

use crate::element_names::{is_called_comments, may_name_comments};
use crate::labels::title::MIN_HEADING_WORDS;
use crate::labels::{Filter, Label, Labels, RunFlags};

/// Minimum words of a paragraph.
const MIN_PARAGRAPH_WORDS: u32 = 10;
/// Minimum words of content before such a chapter.
const MIN_WORDS_BEFORE: u32 = 40;
/// Number of elements whose names are tested: the heading and the one around it.
const LEVELS: usize = 2;

/// Maximum blocks between the headings of two chapters.
const MAX_DISTANCE: usize = 40;
/// Maximum headings of a page that are looked at.
const MAX_HEADINGS: usize = 200;

/// Step that keeps chapters on comments, and those of the same kind after them.
pub(crate) const KEEP: Filter = Filter {
    name: "chapters on comments",
    apply: keep,
};

fn keep(document: &TextDocument, labels: &mut Labels) {
    let may_be_called = may_name_comments(&document.attributes);
    let mut words_before = 0;
    let mut kept: Vec<Range<usize>> = Vec::new();
    let mut headings = 0;
    for run in &labels.runs {
        let heading = run.first as usize;
        let is_kept = kept.last().is_some_and(|kept| heading < kept.end);
        let is_heading = || kind(document, heading).is_some_and(|(tag, _)| tag.is_heading());
        let speaks_of_comments =
            || run.flags.has(RunFlags::END) || may_be_called && is_called(document, heading);
        let is_candidate = words_before >= MIN_WORDS_BEFORE
            && headings < MAX_HEADINGS
            && !is_kept
            && is_heading()
            && speaks_of_comments();
        headings += usize::from(is_candidate);
        if is_candidate
            && is_chapter(document, heading)
            && (run.words >= MIN_HEADING_WORDS || follows_chapter(document, labels, heading))
        {
            let own = kind(document, heading);
            let mut next = heading;
            while kind(document, next) == own && has_prose(document, next) {
                next = chapter(document, next).end;
            }
            kept.push(heading..next);
        }
        if run.is_content() {
            words_before += run.words;
        }
    }
    for chapters in kept {
        labels.set(&chapters, Label::Content);
    }
}

/// Whether a chapter of the same kind with content comes shortly before.
fn follows_chapter(document: &TextDocument, labels: &Labels, heading: usize) -> bool {
    let own = kind(document, heading);
    let near = heading.saturating_sub(MAX_DISTANCE)..heading;
    let near = &labels.runs[labels.runs_of(&near)];
    let before = near.iter().filter(|run| run.is_content());
    let mut before = before.map(|run| run.first as usize);
    before.any(|other| kind(document, other) == own && has_prose(document, other))
}

/// The tag and the depth of the element of a block, which the headings of a text have in common.
fn kind(document: &TextDocument, block: usize) -> Option<(Tag, u16)> {
    let element = document.blocks.get(block)?.element;
    let element = document.elements.get(element as usize)?;
    Some((element.tag, element.depth))
}

/// Whether a block is the heading of a chapter of prose, and another heading of the same kind, which is not of comments, is, too: the
/// sections of a page below its article do not look like each other.
pub(super) fn is_chapter(document: &TextDocument, heading: usize) -> bool {
    let own = kind(document, heading);
    let is_other = |other: usize| {
        other != heading
            && kind(document, other) == own
            && has_prose(document, other)
            && !is_called(document, other)
    };
    let mut near = heading.saturating_sub(MAX_DISTANCE)..heading.saturating_add(MAX_DISTANCE);
    has_prose(document, heading) && near.any(is_other)
}

/// Whether a block or what is around it is named after comments.
fn is_called(document: &TextDocument, block: usize) -> bool {
    let mut around = document
        .ancestors(document.blocks[block].element)
        .take(LEVELS);
    around.any(|element| is_called_comments(document, element))
}

/// Whether an element is such a chapter as a whole.
pub(super) fn is_chapter_element(document: &TextDocument, element: &Element) -> bool {
    let blocks = document.blocks_within(element.source);
    is_chapter(document, blocks.start) && chapter(document, blocks.start).len() + 1 == blocks.len()
}

/// Whether a block is a heading, not a link, above paragraphs without links to elsewhere.
fn has_prose(document: &TextDocument, heading: usize) -> bool {
    let paragraphs = &document.blocks[chapter(document, heading)];
    let is_long = |words: u32| words >= MIN_PARAGRAPH_WORDS;
    paragraphs.iter().any(|block| is_long(block.words))
        && paragraphs
            .iter()
            .all(|block| 2 * block.link_words < block.words)
}

/// The paragraphs after a heading in the element around it, up to the next heading; empty if something else is among them.
fn chapter(document: &TextDocument, heading: usize) -> Range<usize> {
    let element = |block: usize| &document.elements[document.blocks[block].element as usize];
    let nothing = 0..0;
    if heading >= document.blocks.len() {
        return nothing;
    }
    let own = element(heading);
    let Some(around) = own.parent.filter(|_| own.tag.is_heading()) else {
        return nothing;
    };
    let inside = document.elements[around as usize].source;
    let end = document.blocks_within(inside).end;
    let after = heading + 1..end;
    let next = after.clone().find(|block| element(*block).tag.is_heading());
    let chapter = heading + 1..next.unwrap_or(end).max(heading + 1);
    let is_paragraph = |block: usize| {
        let element = element(block);
        element.tag == Tag::P && element.parent == Some(around)
    };
    if chapter.clone().all(is_paragraph) {
        chapter
    } else {
        nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROSE: &str = "<p>The mayor spoke for an hour, and the two shopkeepers on the quay for one minute each.</p>";

    #[test]
    fn a_chapter_stands_among_others_of_its_kind() {
        let is_chapter = |html: &str| {
            let document = html::parse(html);
            let heading = document
                .blocks
                .iter()
                .position(|block| document.text_of(block).starts_with("Comments"));
            is_chapter(&document, heading.unwrap())
        };
        let own = format!("<h2>Comments</h2>{PROSE}{PROSE}");
        for page in [
            format!("<h2>Costs</h2>{PROSE}{own}"),
            format!("{own}<h2>Kosten</h2>{PROSE}"),
            format!("<section>{own}</section><section><h2>Coûts</h2>{PROSE}</section>"),
        ] {
            assert!(is_chapter(&page), "{page}");
        }
        let list = "<ul><li><p>I have never liked the bridge, and the ferry is too slow for a pram.</p></ul>";
        for page in [
            own.clone(),
            format!("<h2>Costs</h2>{PROSE}<h2>Comments</h2>{list}"),
            format!("<h2>Costs</h2>{PROSE}<div>{own}</div>"),
            format!(
                "{own}<h2>Related</h2><p><a href=/x>The bridge is closed to cars for a year from Monday</a></p>"
            ),
        ] {
            assert!(!is_chapter(&page), "{page}");
        }
    }

    #[test]
    fn the_text_goes_on_with_a_chapter_on_comments_and_after_it() {
        let count = |page: &str| {
            let document = html::parse(page);
            let labels = crate::Options::default().label(&document);
            labels.content_blocks().count()
        };
        let numbered = |n: usize| PROSE.replacen(' ', &format!(" {n} "), 1);
        let lead: String = (0..6).map(numbered).collect();
        let costs = "<p>The repair costs four million and will be paid from the fund for the new town hall.</p>";
        for (heading, name) in [
            ("Comments from the quay", "comments-from-the-quay"),
            ("Comentarios de los vecinos", "comentarios"),
            ("Die Fraktionen zum Beschluss", "kommentare-der-fraktionen"),
            ("Comments of both sides", "sides"),
        ] {
            let page = format!(
                "<title>The bridge</title><main><article><h1>The bridge</h1><section id=start>{lead}</section>\
                 <section id={name}><h2>{heading}</h2>{PROSE}</section><section id=costs><h2>Costs</h2>{costs}</section></article></main>"
            );
            assert_eq!(count(&page), 10, "{heading}");
        }
        let page = format!(
            "<h1>The bridge</h1><div>{lead}<h2>Costs</h2>{costs}<h2>Comments</h2>{PROSE}<h2>What is next</h2>{}</div>",
            costs.replace("four", "five")
        );
        assert_eq!(count(&page), 12);
        for readers in [
            format!("<div id=comments><h3>Comments</h3>{PROSE}<h3>Ann Bell</h3>{PROSE}</div>"),
            format!(
                "<div class=comment><h3>Ann Bell</h3>{PROSE}</div><div class=comment><h3>Max Feld</h3>{PROSE}</div>"
            ),
        ] {
            let page = format!("<h1>The bridge</h1><article>{lead}</article>{readers}");
            assert_eq!(count(&page), 6, "{readers}");
        }
    }
}
