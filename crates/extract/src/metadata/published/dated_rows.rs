//! Rows of neighbours with a date each: comments, teasers, entries of a list. Their dates are not that of the page.

use std::ops::Range;

use html::{Element, Tag, TextDocument};

use crate::rows::rows;

/// Minimum number of neighbours with the same tag and classes.
const MIN_IN_A_ROW: usize = 3;
/// Minimum words beside the dates of a row: lists of the publication and its changes have fewer.
const MIN_WORDS: u32 = 40;

/// For each block, whether it is in a row of dated neighbours. `dated` are the sorted indices of the blocks with a date;
/// elements with the block `headline` or an `<h1>` are not in a row.
pub(super) fn blocks_in_rows(
    document: &TextDocument,
    dated: &[usize],
    headline: Option<usize>,
) -> Vec<bool> {
    let mut in_row = vec![false; document.blocks.len()];
    if dated.len() < MIN_IN_A_ROW {
        return in_row;
    }
    let elements = document.elements.iter();
    let headings = elements.filter(|element| element.tag == Tag::H1);
    let headings: Vec<u32> = headings.map(|heading| heading.source.start).collect();
    let has_heading = |element: &Element| {
        let before = |place: u32| headings.partition_point(|start| *start < place);
        before(element.source.start) < before(element.source.end)
    };
    let has_date = |blocks: &Range<usize>| {
        dated.partition_point(|block| *block < blocks.start)
            < dated.partition_point(|block| *block < blocks.end)
    };
    let is_dated = |at: usize, blocks: &Range<usize>| {
        has_date(blocks)
            && !has_heading(&document.elements[at])
            && !headline.is_some_and(|at| blocks.contains(&at))
    };
    for row in rows(document, MIN_IN_A_ROW, is_dated) {
        let blocks = &document.blocks[row.blocks.clone()];
        let words: u32 = blocks.iter().map(|block| block.words).sum();
        let linked: u32 = blocks.iter().map(|block| block.link_words).sum();
        // the links of a list of articles may be all that a page has, dated by the first; above the headline, they are those of a
        // ticker
        let is_above = headline.is_some_and(|at| row.blocks.end <= at);
        let is_linked = 2 * linked >= words;
        if is_above && is_linked || words >= MIN_WORDS && !is_linked {
            in_row[row.blocks].fill(true);
        }
    }
    in_row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The beginnings of the blocks in rows, where all blocks with a digit are dated.
    fn in_rows(html: &str) -> Vec<String> {
        let document = html::parse(html);
        let text = |at: usize| document.text_of(&document.blocks[at]);
        let dated: Vec<usize> = (0..document.blocks.len())
            .filter(|at| text(*at).contains(|c: char| c.is_ascii_digit()))
            .collect();
        let found = blocks_in_rows(&document, &dated, Some(0));
        let blocks = (0..document.blocks.len()).filter(|at| found[*at]);
        blocks.map(|at| text(at).to_owned()).collect()
    }

    #[test]
    fn neighbours_with_a_date_each_are_a_row() {
        let words = "word ".repeat(20);
        let comment = format!("<div><b>Ann</b> 17/05/2020<p>{words}</div>");
        let page = |rest: &str| format!("<h1>Bridge 2</h1><p>Closed.{rest}");
        assert_eq!(in_rows(&page(&comment.repeat(3))).len(), 6);
        assert!(in_rows(&page(&comment.repeat(2))).is_empty());
        let other = comment.replace("<div>", "<div class=x>");
        assert!(in_rows(&page(&format!("{comment}{other}{comment}"))).is_empty());
        // the dates of one page
        let own = "<ul><li>Published 17/05/2020<li>Changed 18/05/2020<li>Printed 19/05/2020</ul>";
        assert!(in_rows(&page(own)).is_empty());
        assert!(in_rows(&comment.repeat(3).replacen("Ann", "Bridge", 1)).is_empty());
    }
}
