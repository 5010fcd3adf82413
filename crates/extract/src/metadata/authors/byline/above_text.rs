//! Bylines right above the text, where boxes with other articles are between it and the headline.

use std::{iter, slice};

use html::{Tag, TextBlock, TextDocument};

use super::marked::marked_in;
use super::position::{is_no_byline, name_alone};
use super::{LineKind, kind_of_line, label, lines_of_elements};
use crate::element_names::innermost;
use crate::metadata::Page;
use crate::metadata::authors::names::Credits;
use crate::word_count::{MIN_PARAGRAPH_WORDS, MIN_SENTENCE_WORDS, fair_words};

/// Number of blocks above the first paragraph that may be a byline.
const BLOCKS_ABOVE: usize = 4;
/// Maximum number of lines at the start of the text that are no paragraphs.
const MAX_LINES: usize = 8;

/// The authors of a byline with a word such as "by", or marked as one, in the blocks right above the first paragraph of a text.
pub(in crate::metadata) fn above_text(page: &Page<'_>) -> Credits {
    let document = page.document;
    let Some(at) = first_paragraph(document, page.text) else {
        return Credits::default();
    };
    let above = &document.blocks[at.saturating_sub(BLOCKS_ABOVE)..at];
    let is_byline = |block: &&TextBlock| {
        kind_of_line(&lines_of_elements(document, block)) == Some(LineKind::Byline)
    };
    let bylines = above.iter().filter(is_byline);
    let bylines = bylines.map(|line| label::names_after_by_in(page, slice::from_ref(line)));
    // a list of who did what has the class of authors, too
    let is_in_list =
        |block: &TextBlock| innermost(document, block.element, &[Tag::Dt, Tag::Dd]).is_some();
    let is_line = |block: &&TextBlock| !is_no_byline(document, block) && !is_in_list(block);
    let lines = above.iter().filter(is_line);
    let lines = lines.map(|line| marked_in(page, slice::from_ref(line)));
    let below_date = || name_below_date(page, above);
    let mut found = bylines.chain(lines).chain(iter::once_with(below_date));
    let first = found.find(|credits| !credits.persons.is_empty());
    first
        .unwrap_or_default()
        .without_photographers(&document.text)
}

/// The block of the first paragraph of a text.
fn first_paragraph(document: &TextDocument, text: &str) -> Option<usize> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines = lines.take(MAX_LINES);
    let is_longer = |words: usize| move |line: &&str| fair_words(line) >= words;
    let first = lines.clone().find(is_longer(MIN_PARAGRAPH_WORDS));
    let first = first.or_else(|| lines.clone().find(is_longer(MIN_SENTENCE_WORDS)))?;
    let mut blocks = document.blocks.iter();
    blocks.position(|block| document.text_of(block) == first)
}

/// The name that is alone between a date and the first paragraph, and nowhere else.
fn name_below_date(page: &Page<'_>, above: &[TextBlock]) -> Credits {
    let document = page.document;
    if let [.., date, name] = above
        && name.links == 0
        && !is_no_byline(document, name)
        && kind_of_line(&lines_of_elements(document, date)) == Some(LineKind::Date)
        && let Some(alone) = name_alone(document.text_of(name))
        && alone == document.text_of(name)
        && !document.title.contains(alone)
        && document
            .blocks
            .iter()
            .filter(|block| document.text_of(block) == alone)
            .count()
            == 1
    {
        return Credits::of([alone], page.outlet);
    }
    Credits::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Outlet;

    const TEXT: &str = "The council decided on Friday to close the old bridge for two years, and the shopkeepers on the northern \
                        bank fear for their trade: they ask for help.";

    /// The authors of a page with fifteen links between its headline and some lines above the text.
    fn named(lines: &str) -> Vec<String> {
        let menu = "<li><a href=/x>Fire in the harbour of Easton</a>".repeat(15);
        let page =
            format!("<h1>New bridge</h1><ul>{menu}</ul><article>{lines}<p>{TEXT}</p></article>");
        let (document, outlet) = (html::parse(&page), Outlet::default());
        let page = Page {
            text: TEXT,
            ..Page::bare(&document, &outlet)
        };
        above_text(&page).persons
    }

    #[test]
    fn the_byline_right_above_the_text_counts() {
        for lines in [
            "<p>By Jane Doe and John Roe</p><p>EASTON | 3 May 2024</p>",
            "<p class=byline>Jane Doe, John Roe</p>",
        ] {
            assert_eq!(named(lines), ["Jane Doe", "John Roe"], "{lines}");
        }
        assert_eq!(named("<p>3 May 2024</p><p>Jane Doe</p>"), ["Jane Doe"]);
    }

    #[test]
    fn other_lines_above_the_text_do_not() {
        for lines in [
            "<p>Old Town</p><p>Jane Doe</p>",
            "<p>3 May 2024</p><p><a href=/x>Jane Doe</a></p>",
            "<p>Jane Doe</p><p>3 May 2024</p><p>Jane Doe</p>",
            "<p>What the bridge is and why it is old<br>by Jane Doe</p>",
            "<blockquote>By Jane Doe</blockquote>",
            "<dl class=author><dt>Photographer<dd>Jane Doe</dl>",
        ] {
            assert!(named(lines).is_empty(), "{lines}");
        }
    }
}
