//! Chapters of an article whose heading or name speaks of comments: `<section id=comments-from-the-council>`.

use std::ops::Range;

use foldhash::HashSet;
use html::{Tag, TextDocument};

use crate::element_names::is_called_comments;
use crate::labels::{Labels, RunFlags};
use crate::learned::MIN_PARAGRAPH_WORDS;

/// Chapters that directly follow each other: headings of one kind with the paragraphs below each.
pub(super) struct Chapters {
    /// Their blocks.
    pub(super) blocks: Range<usize>,
    /// The tag of the headings, and the element around those that hold the chapters.
    kind: (Tag, Option<u32>),
}

impl Chapters {
    /// The element around those that hold the chapters.
    pub(super) fn outer(&self) -> Option<u32> {
        self.kind.1
    }
}

/// The chapters on comments with those after them, if others of their kind are not on comments: readers' comments have no such neighbours.
pub(super) fn on_comments(document: &TextDocument, labels: &Labels) -> Vec<Chapters> {
    let mut found: Vec<Chapters> = Vec::new();
    let mut kinds_of_others = HashSet::default();
    for run in &labels.runs {
        let heading = run.first as usize;
        let Some((chapter, is_called)) = chapter(document, heading) else {
            continue;
        };
        let is_on_comments = is_called || run.flags.has(RunFlags::END);
        if !is_on_comments {
            kinds_of_others.insert(chapter.kind);
        }
        match found.last_mut() {
            Some(last) if last.kind == chapter.kind && last.blocks.end == heading => {
                last.blocks.end = chapter.blocks.end;
            }
            _ if is_on_comments => found.push(chapter),
            _ => {}
        }
    }
    found.retain(|chapters| kinds_of_others.contains(&chapters.kind));
    found
}

/// Whether a block is in one of some chapters, which are in page order.
pub(super) fn are_around(chapters: &[Chapters], block: usize) -> bool {
    let after = chapters.partition_point(|chapter| chapter.blocks.start <= block);
    let last = chapters[..after].last();
    last.is_some_and(|chapter| chapter.blocks.contains(&block))
}

/// The chapter of prose below a heading: only paragraphs without links to elsewhere, up to the next heading or the end of the element
/// around. With it: whether that element or the heading is named after comments.
fn chapter(document: &TextDocument, heading: usize) -> Option<(Chapters, bool)> {
    let element = |index: u32| &document.elements[index as usize];
    let own = element(document.blocks.get(heading)?.element);
    let around = own.parent.filter(|_| own.tag.is_heading())?;
    let holder = element(around);
    let inside = document.blocks_within(holder.source);
    let mut below = document.blocks.get(heading + 1..inside.end)?;
    let next = below
        .iter()
        .position(|block| element(block.element).tag.is_heading());
    below = &below[..next.unwrap_or(below.len())];
    let is_prose = below.iter().any(|block| block.words >= MIN_PARAGRAPH_WORDS)
        && below.iter().all(|block| {
            let own = element(block.element);
            own.tag == Tag::P && own.parent == Some(around) && 2 * block.link_words <= block.words
        });
    let is_called = is_called_comments(document, holder);
    // else the element holds the comments of several readers
    let is_one = !is_called || inside.len() == below.len() + 1;
    let chapter = Chapters {
        blocks: heading..heading + 1 + below.len(),
        kind: (own.tag, holder.parent),
    };
    (is_prose && is_one).then(|| (chapter, is_called || is_called_comments(document, own)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROSE: &str = "<p>The mayor spoke for an hour, and the two shopkeepers on the quay for one minute each.</p>";

    #[test]
    fn a_chapter_on_comments_stands_among_others_of_its_kind() {
        let found = |html: &str| {
            let document = html::parse(html);
            let mut labels = Labels::new(&document);
            (crate::filters::END_MARKS.apply)(&document, &mut labels);
            let found = on_comments(&document, &labels);
            let blocks = 0..document.blocks.len();
            blocks.filter(|at| are_around(&found, *at)).count()
        };
        let own = format!("<h2>Comments</h2>{PROSE}{PROSE}");
        for (page, count) in [
            (format!("<h2>Costs</h2>{PROSE}{own}"), 3),
            (format!("{own}<h2>Kosten</h2>{PROSE}"), 5),
            (
                format!(
                    "<section id=comentarios><h2>Los vecinos</h2>{PROSE}</section><section><h2>Costes</h2>{PROSE}</section><ul><li>x</ul>"
                ),
                4,
            ),
        ] {
            assert_eq!(found(&page), count, "{page}");
        }
        let list = "<ul><li><p>I have never liked the bridge, and the ferry is too slow for a pram.</p></ul>";
        let costs = format!("<h2>Costs</h2>{PROSE}");
        for page in [
            own.clone(),
            format!("{costs}<h2>Comments</h2>{list}"),
            format!("{costs}<div>{own}</div>"),
            format!("<div>{costs}</div><div id=comments>{own}<h2>Ann Bell</h2>{PROSE}</div>"),
            format!(
                "<div class=comment><h3>Ann Bell</h3>{PROSE}</div><div class=comment><h3>Max Feld</h3>{PROSE}</div>"
            ),
            format!(
                "{own}<h2>Related</h2><p><a href=/x>The bridge is closed to cars for a year from Monday</a></p>"
            ),
        ] {
            assert_eq!(found(&page), 0, "{page}");
        }
    }
}
