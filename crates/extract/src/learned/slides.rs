//! Slides of a gallery between the paragraphs of an article: adjacent elements of the same kind, each with a picture and a short
//! text. The texts are captions, although they are sentences and no class says so.

use std::ops::Range;

use crate::element_names::element_around;
use html::{Tag, TextDocument};

use crate::labels::{Labels, content_words};
use crate::rows::rows;

/// Minimum slides of a gallery.
const MIN_SLIDES: usize = 3;
/// Maximum words of a caption.
const MAX_CAPTION_WORDS: u32 = 40;
/// Minimum words of the paragraphs directly above and below the slides.
const MIN_PARAGRAPH_WORDS: u32 = 15;
/// Minimum words of the content on either side of the slides, and minimum ratio of both to their words.
const MIN_WORDS_BESIDE: u32 = 30;
const MIN_CONTENT_RATIO: u32 = 1;

/// The galleries between the content of a page, as ranges of blocks.
pub(super) fn between(document: &TextDocument, labels: &Labels) -> Vec<Range<usize>> {
    if document.head.images.len() < MIN_SLIDES {
        return Vec::new();
    }
    let is_slide = |at: usize, blocks: &Range<usize>| is_slide(document, at, blocks);
    let rows = rows(document, MIN_SLIDES, is_slide).into_iter();
    let mut rows: Vec<Range<usize>> = rows.map(|row| row.blocks).collect();
    let is_paragraph = |at: Option<usize>| {
        let block = at.and_then(|at| document.blocks.get(at));
        block.is_some_and(|block| block.words >= MIN_PARAGRAPH_WORDS && block.link_words == 0)
    };
    rows.retain(|row| {
        is_paragraph(row.start.checked_sub(1))
            && is_paragraph(Some(row.end))
            && is_between(labels, row)
    });
    rows.sort_unstable_by_key(|row| row.start);
    rows
}

/// Whether enough content is before and after some blocks.
fn is_between(labels: &Labels, row: &Range<usize>) -> bool {
    let runs = labels.runs_of(row);
    let before = content_words(&labels.runs[..runs.start]);
    let after = content_words(&labels.runs[runs.end..]);
    let inside = content_words(&labels.runs[runs]);
    inside > 0
        && before.min(after) >= MIN_WORDS_BESIDE
        && before + after >= MIN_CONTENT_RATIO * inside
}

/// Whether an element is a picture with a caption below it. Items of a numbered list are steps.
fn is_slide(document: &TextDocument, at: usize, blocks: &Range<usize>) -> bool {
    let element = &document.elements[at];
    let [block] = &document.blocks[blocks.clone()] else {
        return false;
    };
    let parent = element_around(document, element);
    let is_step = parent.is_some_and(|parent| parent.tag == Tag::Ol);
    let images = &document.head.images;
    let first = images.partition_point(|image| image.offset < element.source.start);
    let has_image = images
        .get(first)
        .is_some_and(|image| image.offset < block.offset);
    has_image && !is_step && block.words <= MAX_CAPTION_WORDS && 2 * block.link_words < block.words
}

#[cfg(test)]
mod tests {
    use html::parse;

    use super::*;

    const TEXT: &str = "<p>The council decided on Friday to close the old bridge for two years, and the shopkeepers on the northern \
                        bank fear for their trade, as buses will take the road through the forest and need ten minutes more.";

    fn galleries(html: &str) -> usize {
        let document = parse(html);
        let labels = Labels::all_content(&document);
        between(&document, &labels).len()
    }

    #[test]
    fn pictures_with_a_short_text_between_paragraphs_are_slides() {
        let slide =
            "<div class=x><img src=a.jpg><p>The bridge in the first winter after the war.</div>";
        let page = |slides: &str| format!("{TEXT}<section>{slides}</section>{TEXT}");
        assert_eq!(galleries(&page(&slide.repeat(3))), 1);
        assert_eq!(galleries(&page(&slide.repeat(2))), 0);
        assert_eq!(
            galleries(&page(&slide.replace("<img src=a.jpg>", "").repeat(3))),
            0
        );
        let long = slide.replace("winter", &"winter ".repeat(40));
        assert_eq!(galleries(&page(&long.repeat(3))), 0);
        // at the end of the text, and the steps of a recipe
        assert_eq!(
            galleries(&format!("{TEXT}<section>{}</section>", slide.repeat(3))),
            0
        );
        let step = "<li><img src=a.jpg>Stir the flour into the butter.";
        assert_eq!(
            galleries(&format!("{TEXT}<ol>{}</ol>{TEXT}", step.repeat(3))),
            0
        );
    }
}
