//! Rows of neighbouring elements of one kind: the items of a list, cards, comments, slides.

use std::ops::Range;

use html::{Element, TextDocument};

/// Minimum number of neighbours in a row.
pub(crate) const MIN_IN_A_ROW: usize = 3;

/// Elements with the same tag and classes below one parent whose blocks directly follow each other.
#[derive(Debug, Clone, Default)]
struct Row<'a> {
    last: Option<&'a Element>,
    length: usize,
    blocks: Range<usize>,
}

/// The blocks of the rows of at least [`MIN_IN_A_ROW`] elements that are members, given the blocks of one. Elements without blocks are
/// ignored; any other element that is no member ends the row.
pub(crate) fn rows(
    document: &TextDocument,
    is_member: impl Fn(&Range<usize>) -> bool,
) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open = vec![Row::default(); document.elements.len()];
    let mut end = |row: &mut Row<'_>| {
        let row = std::mem::take(row);
        if row.length >= MIN_IN_A_ROW {
            found.push(row.blocks);
        }
    };
    for element in &document.elements {
        let blocks = document.blocks_within(element.source);
        let Some(parent) = element.parent.filter(|_| !blocks.is_empty()) else {
            continue;
        };
        let row = &mut open[parent as usize];
        let is_next = |last: &Element| {
            row.blocks.end == blocks.start
                && last.tag == element.tag
                && document.attribute(last.class) == document.attribute(element.class)
        };
        let is_member = is_member(&blocks);
        if !is_member || !row.last.is_some_and(is_next) {
            end(row);
        }
        if is_member {
            if row.length == 0 {
                row.blocks.start = blocks.start;
            }
            row.blocks.end = blocks.end;
            row.length += 1;
            row.last = Some(element);
        }
    }
    open.iter_mut().for_each(end);
    found
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn neighbours_of_one_kind_are_a_row() {
        let found = |html: &str| {
            let document = html::parse(html);
            let rows = rows(&document, |blocks| blocks.len() == 1).into_iter();
            rows.map(|row| (row.start, row.end)).collect::<Vec<_>>()
        };
        let items = "<li class=x>c<li class=x>d<li class=x>e";
        assert_eq!(found(&format!("<ul>{items}</ul>")), [(0, 3)]);
        assert_eq!(found(&format!("<ul><li>a<li>b{items}</ul>")), [(2, 5)]);
        assert_eq!(
            found("<ul><li>a<hr><li>b<li>c</ul><ul><li>d</ul>"),
            [(0, 3)]
        );
        assert!(found("<ul><li>a<li>b</li>text<li>c</ul>").is_empty());
    }
}
