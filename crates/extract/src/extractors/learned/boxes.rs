//! Leaves out boxes that are not the article's own: lists of other articles under a heading that says so, boxes around a form, and
//! whole articles below the first.
//!
//! Their texts read like those of an article, and the shorter the article is the more of its neighbours look alike. What tells is the box.

use std::ops::Range;

use html::{Tag, TextDocument};

use crate::extractors::learned::asides::is_label;
use crate::labels::title::headline_block;
use crate::labels::{Filter, Label, Labels, Mode};

/// Maximum words of a block in a list of other articles, and of a box around a form.
const MOST_WORDS: u32 = 60;
/// A list of other articles has at least a link for so many blocks.
const BLOCKS_BY_LINK: usize = 4;
/// Maximum blocks of a box around a form.
const FORM_BLOCKS: usize = 6;
/// Minimum words of a headline.
const HEADLINE_WORDS: u32 = 3;
/// Minimum words of content outside of what is left out.
const REST: u32 = 15;

/// Drops boxes with other articles or a form.
pub(crate) const LEAVE_OUT: Filter = Filter {
    name: "no boxes",
    apply: leave_out,
};

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    if labels.mode == Mode::Recall {
        return;
    }
    let headline = headline_block(document);
    let has_headline = |blocks: &Range<usize>| headline.is_some_and(|at| blocks.contains(&at));
    let mut boxes = lists(document);
    boxes.extend(forms(document));
    boxes.retain(|blocks| !has_headline(blocks));
    boxes.extend(later_articles(document));
    for blocks in boxes {
        let is_inside = |block: u32| blocks.contains(&(block as usize));
        let content = labels.runs.iter().filter(|run| run.is_content());
        let outside = content.filter(|run| !is_inside(run.first));
        if outside.map(|run| run.words).sum::<u32>() < REST {
            continue;
        }
        for run in labels.runs.iter_mut().filter(|run| is_inside(run.first)) {
            run.label = Label::Boilerplate;
        }
    }
}

/// The lists of other articles: boxes that begin with a label such as "More on this story".
fn lists(document: &TextDocument) -> Vec<Range<usize>> {
    let labels = (0..document.blocks.len()).filter(|at| is_label(document, *at));
    let lists = labels.filter_map(|at| {
        let (element, blocks) = box_of(document, at)?;
        let is_short = |at: usize| document.blocks[at].words <= MOST_WORDS;
        let links = links_in(document, element);
        let has_links = links > 0 && links * BLOCKS_BY_LINK >= blocks.len() - 1;
        (has_links && blocks.clone().all(is_short)).then_some(blocks)
    });
    lists.collect()
}

/// The smallest element around a block that has other blocks too, and these blocks, if the block is the first of them.
fn box_of(document: &TextDocument, at: usize) -> Option<(u32, Range<usize>)> {
    let is_in = |at: Option<usize>, element: u32| {
        at.is_some_and(|at| document.blocks.get(at).is_some() && is_inside(document, at, element))
    };
    let mut element = Some(document.blocks.get(at)?.element);
    while let Some(outer) = element {
        if is_in(at.checked_sub(1), outer) {
            return None;
        }
        if is_in(Some(at + 1), outer) {
            return Some((outer, blocks_from(document, at, outer)));
        }
        element = document.elements[outer as usize].parent;
    }
    None
}

/// Whether a block is in an element.
fn is_inside(document: &TextDocument, at: usize, element: u32) -> bool {
    let mut inner = Some(document.blocks[at].element);
    // the element around another one comes before it
    while let Some(around) = inner.filter(|around| *around >= element) {
        if around == element {
            return true;
        }
        inner = document.elements[around as usize].parent;
    }
    false
}

/// The blocks of an element, of which `first` is the first.
fn blocks_from(document: &TextDocument, first: usize, element: u32) -> Range<usize> {
    let inside = (first..document.blocks.len()).take_while(|at| is_inside(document, *at, element));
    first..first + inside.count()
}

/// Links that begin in an element, those that lie over others without text too.
fn links_in(document: &TextDocument, element: u32) -> usize {
    let inside = document.elements[element as usize].source;
    let begins = document.head.anchors.iter().map(|anchor| {
        let around = document.elements.get(anchor.element as usize);
        around.map_or(0, |around| around.source.start)
    });
    begins
        .filter(|start| (inside.start..inside.end).contains(start))
        .count()
}

/// The boxes around forms: the largest of few words and blocks.
fn forms(document: &TextDocument) -> Vec<Range<usize>> {
    if document.counts.forms == 0 {
        return Vec::new();
    }
    let mut boxes: Vec<Range<usize>> = Vec::new();
    for (at, block) in document.blocks.iter().enumerate() {
        let is_known = boxes.last().is_some_and(|known| known.contains(&at));
        let mut around = document.ancestors(block.element);
        if is_known || !around.any(|element| element.tag == Tag::Form) {
            continue;
        }
        let (mut widest, mut is_form) = (None, false);
        let mut element = Some(block.element);
        while let Some(outer) = element {
            is_form |= document.elements[outer as usize].tag == Tag::Form;
            let first = (0..=at)
                .rev()
                .take_while(|at| is_inside(document, *at, outer))
                .count();
            let blocks = blocks_from(document, at + 1 - first, outer);
            let words: u32 = document.blocks[blocks.clone()]
                .iter()
                .map(|block| block.words)
                .sum();
            if words > MOST_WORDS || blocks.len() > FORM_BLOCKS {
                break;
            }
            if is_form {
                widest = Some(blocks);
            }
            element = document.elements[outer as usize].parent;
        }
        boxes.extend(widest);
    }
    boxes
}

/// The articles with a headline of their own below the first one, as pages have them that go on without end.
fn later_articles(document: &TextDocument) -> Vec<Range<usize>> {
    if document.counts.articles < 2 {
        return Vec::new();
    }
    let mut articles: Vec<u32> = Vec::new();
    for block in &document.blocks {
        let (mut is_headline, mut element) = (false, Some(block.element));
        while let Some(around) = element.filter(|_| block.words >= HEADLINE_WORDS) {
            let tag = document.elements[around as usize].tag;
            is_headline |= tag == Tag::H1;
            if tag == Tag::Article {
                let is_new = articles.last() != Some(&around);
                articles.extend((is_headline && is_new).then_some(around));
                break;
            }
            element = document.elements[around as usize].parent;
        }
    }
    let Some((first, later)) = articles.split_first() else {
        return Vec::new();
    };
    let outside = |article: &&u32| {
        let own = document.elements[*first as usize].source;
        document.elements[**article as usize].source.start >= own.end
    };
    let blocks = later.iter().filter(outside).filter_map(|article| {
        let first = (0..document.blocks.len()).find(|at| is_inside(document, *at, *article))?;
        Some(blocks_from(document, first, *article))
    });
    blocks.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    const REPORT: &str = "<p>The council decided on Friday to close the old bridge for two years, and the shopkeepers on the northern \
                          bank fear for their trade.</p>";
    const CARDS: &str = "<div class=card><h4><a href=/x>Ferry to start in May</a></h4><p>From May on a ferry will cross the river.</p></div>\
                         <div class=card><a class=overlay href=/y></a><h4>Mayor to speak</h4><p>She will speak on the market on Sunday.</p></div>";

    /// The texts of a page that are left, all of them being content at first.
    fn kept(html: &str, mode: Mode) -> Vec<String> {
        let document = parse(html);
        let mut labels = Labels::new(&document);
        labels.mode = mode;
        labels.keep(|_| true);
        leave_out(&document, &mut labels);
        let blocks = labels.content_blocks();
        blocks
            .map(|block| {
                document
                    .text_of(&document.blocks[block])
                    .chars()
                    .take(12)
                    .collect()
            })
            .collect()
    }

    #[test]
    fn a_list_of_other_articles_goes_with_its_summaries() {
        let list = format!("<section><h3>More on this story</h3>{CARDS}</section>");
        let page = format!("<h1>The old bridge is closed</h1>{REPORT}{list}{REPORT}");
        assert_eq!(
            kept(&page, Mode::Balanced),
            ["The old brid", "The council ", "The council "]
        );
        assert_eq!(kept(&page, Mode::Recall).len(), 8);
    }

    #[test]
    fn a_chapter_of_the_article_with_such_a_heading_stays() {
        let long = "word ".repeat(80);
        for chapter in [
            format!(
                "<section><h3>See also</h3><p>{long}</p><p><a href=/x>A link</a></p></section>"
            ),
            "<section><h3>See also</h3><p>Nothing here is a link, it is only short.</p></section>"
                .to_owned(),
            format!("<h3>More on this story</h3>{CARDS}"),
        ] {
            let page = format!("<h1>The old bridge is closed</h1>{REPORT}{chapter}{REPORT}");
            assert_eq!(
                kept(&page, Mode::Balanced),
                kept(&page, Mode::Recall),
                "{chapter}"
            );
        }
    }

    #[test]
    fn a_box_around_a_form_goes() {
        let form = "<div><h4>Our newsletter</h4><p>Every morning.</p><form><p>Your address</p><input><p>We never pass it on.</p></form></div>";
        let page = format!("<h1>The old bridge is closed</h1>{REPORT}{form}{REPORT}");
        assert_eq!(
            kept(&page, Mode::Balanced),
            ["The old brid", "The council ", "The council "]
        );
        // all of an old page is in a form
        let page = format!("<form><h1>The old bridge is closed</h1>{REPORT}</form>");
        assert_eq!(kept(&page, Mode::Balanced).len(), 2);
    }

    #[test]
    fn of_articles_below_each_other_the_first_stays() {
        let article = |n| format!("<article><h1>Headline number {n}</h1>{REPORT}</article>");
        let page = format!("{}<div>{}{}</div>", article(1), article(2), article(3));
        assert_eq!(
            kept(&page, Mode::Balanced),
            ["Headline num", "The council "]
        );
        // one in the other
        let page = format!(
            "<article><h1>Headline number 1</h1>{REPORT}{}</article>",
            article(2)
        );
        assert_eq!(kept(&page, Mode::Balanced).len(), 4);
    }
}
