//! Rows of neighbours with a date each: comments, teasers, entries of a list. Their dates are not that of the page.

use std::ops::Range;

use html::TextDocument;

use crate::rows::rows;

/// For each block, whether it is in a row of dated neighbours. `dated` are the sorted indices of the blocks with a date;
/// an element with the block `headline` is not in a row.
pub(super) fn blocks_in_rows(
    document: &TextDocument,
    dated: &[usize],
    headline: Option<usize>,
) -> Vec<bool> {
    let mut in_row = vec![false; document.blocks.len()];
    let is_dated = |blocks: &Range<usize>| {
        let before = |place: usize| dated.partition_point(|block| *block < place);
        before(blocks.start) < before(blocks.end)
            && !headline.is_some_and(|at| blocks.contains(&at))
    };
    for row in rows(document, is_dated) {
        let blocks = &document.blocks[row.clone()];
        let words: u32 = blocks.iter().map(|block| block.words).sum();
        let linked: u32 = blocks.iter().map(|block| block.link_words).sum();
        // lists of the publication and its changes have fewer
        if words >= 40 || 2 * linked >= words {
            in_row[row].fill(true);
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
        // short titles of other articles
        for title in [
            "ライ麦パンに賞",
            "ขนมปังได้รางวัล",
            "Le club cherche un terrain",
        ] {
            let item = format!("<li><a href=/x>{title}</a> <span>1.5.2025</span>");
            assert_eq!(in_rows(&page(&item.repeat(3))).len(), 3, "{title}");
        }
    }
}
