//! The article below that of the page, which pages with infinite scrolling or a full next story have.

use std::ops::Range;

use html::{Element, Tag, TextBlock, TextDocument};
use memchr::memmem;

use crate::labels::title::{MIN_HEADING_WORDS, heading_in_title};
use crate::labels::{Labels, content_words};
use crate::metadata::{LineKind, kind_of_line, letters};

/// Maximum blocks from a headline to its byline or date: those of the page, and those of the next article.
const MAX_TO_OWN_LINE: usize = 6;
const MAX_TO_LINE: usize = 2;
/// Maximum words of such a line.
const MAX_LINE_WORDS: u32 = 12;
/// Minimum paragraphs of the next article, and blocks in which they are.
const MIN_PARAGRAPHS: usize = 2;
const MAX_TO_PARAGRAPHS: usize = 8;
/// Minimum words of a paragraph, and of the text of the page.
const MIN_PARAGRAPH_WORDS: u32 = 10;
const MIN_WORDS_ABOVE: u32 = 60;
/// The type of a page whose entries have headlines and dates.
const LIVE: &str = "LiveBlogPosting";

/// The blocks from the headline of the next article on: it has a byline or a date, as that of the page has, and is below the element that
/// holds the text above.
pub(super) fn below(document: &TextDocument, labels: &Labels) -> Option<Range<usize>> {
    let headline = heading_in_title(document)?;
    let has_live = |json: &String| memmem::find(json.as_bytes(), LIVE.as_bytes()).is_some();
    if document.head.json_ld.iter().any(has_live) || !has_line(document, headline, MAX_TO_OWN_LINE)
    {
        return None;
    }
    let own = heading_of(document, headline)?;
    let blocks = headline + 1..document.blocks.len();
    let mut found = blocks.filter(|at| begins_story(document, own, *at));
    let first = found.next()?;
    // several headings that are links are those of a list
    if is_linked(&document.blocks[first]) && found.next().is_some() {
        return None;
    }
    let above = &labels.runs[labels.runs_of(&(headline..first))];
    let last = above.iter().rfind(|run| run.is_content())?.first as usize;
    let holder = document.ancestors(document.blocks[last].element).nth(1)?;
    (holder.source.end <= document.blocks[first].offset && content_words(above) >= MIN_WORDS_ABOVE)
        .then_some(first..document.blocks.len())
}

/// Whether a block is the headline of another article: an `<h1>`, a heading with the class of the page's, or a link, above a byline or
/// a date and several paragraphs.
fn begins_story(document: &TextDocument, own: &Element, at: usize) -> bool {
    let block = &document.blocks[at];
    let Some(heading) = heading_of(document, at) else {
        return false;
    };
    let class = document.attribute(heading.class);
    let is_headline = heading.tag == Tag::H1
        || !class.is_empty() && class == document.attribute(own.class)
        || heading.tag == Tag::H2 && is_linked(block);
    let is_paragraph =
        |block: &&TextBlock| block.words >= MIN_PARAGRAPH_WORDS && block.link_words == 0;
    // below a teaser in a box, the text outside of the box is that of the page
    let is_of_headline = |paragraph: &TextBlock| {
        let mut inside = document
            .ancestors(block.element)
            .take_while(|element| element.source.end <= paragraph.offset);
        !inside.any(|element| matches!(element.tag, Tag::Aside | Tag::Li | Tag::Nav))
    };
    let below = document.blocks[at + 1..].iter().take(MAX_TO_PARAGRAPHS);
    let below = below.filter(|block| is_of_headline(block));
    is_headline
        && block.words >= MIN_HEADING_WORDS
        && has_line(document, at, MAX_TO_LINE)
        && below.filter(is_paragraph).count() >= MIN_PARAGRAPHS
        && !letters(&document.title).contains(&letters(document.text_of(block)))
}

/// The innermost heading around a block.
fn heading_of(document: &TextDocument, at: usize) -> Option<&Element> {
    let mut around = document.ancestors(document.blocks[at].element);
    around.find(|element| element.tag.is_heading())
}

fn is_linked(block: &TextBlock) -> bool {
    block.link_words == block.words
}

/// Whether one of the blocks right below a headline is a byline or a date.
fn has_line(document: &TextDocument, headline: usize, most: usize) -> bool {
    let is_line = |block: &TextBlock| {
        let mut times = document.head.times.iter();
        let is_inside = |end: u32| block.text.start < end && end <= block.text.end;
        block.words <= MAX_LINE_WORDS
            && (times.any(|time| is_inside(time.text.end))
                || matches!(
                    kind_of_line(&document.lines_of(block)),
                    Some(LineKind::Byline | LineKind::Date)
                ))
    };
    let mut below = document.blocks[headline + 1..].iter().take(most);
    below.any(is_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "<p>The council of the town decided on Friday to close the old bridge for two years, and the shops fear.</p>\
                        <p>Die Händler am Nordufer verlangen vom Land eine Fähre, die jede Stunde fährt, und zwar ab Mai.</p>";

    /// The first block of the next article on a page with a text of five blocks and its headline.
    fn found(below: &str) -> Option<usize> {
        let page = format!(
            "<title>The old bridge is closed</title><h1 class=t>The old bridge is closed</h1><p>By Jane Doe</p>\
             <div>{TEXT}{TEXT}</div>{below}"
        );
        let document = html::parse(&page);
        super::below(&document, &Labels::all_content(&document)).map(|blocks| blocks.start)
    }

    #[test]
    fn a_headline_with_its_own_byline_begins_the_next_article() {
        for headline in [
            "<h1>Imker zählen so wenige Völker wie nie</h1><p>Von Erika Muster</p>",
            "<h2 class=t>A keeper retires to a flat</h2><p><time>3 May 2024</time></p>",
            "<hr><h2><a href=/n/9>Une truffe géante vendue aux enchères</a></h2><p>Par Jeanne Dupont</p>",
        ] {
            let section = format!("<section>{headline}{TEXT}</section>");
            assert_eq!(found(&section), Some(6), "{headline}");
        }
    }

    #[test]
    fn chapters_teasers_and_lists_are_no_next_article() {
        let book =
            format!("<div><h2><a href=/x>A book for May</a></h2><p>By Ada Kern</p>{TEXT}</div>");
        for below in [
            format!("<h1>Was die Händler fordern</h1>{TEXT}"),
            format!("<section><h2>What the shops want</h2><p>By Jane Doe</p>{TEXT}</section>"),
            "<div><h1>A keeper retires to a flat</h1><p>By Ada Kern</p><p>Mehr</p></div>"
                .to_owned(),
            book.repeat(3),
            format!(
                "<div><aside><h2><a href=/x>A bank near a deal to buy a rival</a></h2><time>May 3, 2024</time></aside></div><div>{TEXT}</div>"
            ),
            format!(
                "<ul><li><h2><a href=/x>Eine Bank will eine andere kaufen</a></h2><p>Von Ada Kern</p></ul>{TEXT}"
            ),
        ] {
            assert_eq!(found(&below), None, "{below}");
        }
    }
}
