//! Rows of neighbouring elements of one kind: the items of a list, cards, comments, slides.

use std::ops::Range;

use html::TextDocument;

/// Elements with the same tag and classes below one parent whose blocks directly follow each other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Row {
    /// Their indices, in page order.
    pub(crate) elements: Vec<usize>,
    /// Their blocks.
    pub(crate) blocks: Range<usize>,
}

/// Minimum number of neighbours in a row.
pub(crate) const MIN_IN_A_ROW: usize = 3;

/// The rows of elements that are members, given an element and its blocks. Elements without blocks are ignored; any other element that is
/// no member ends the row.
pub(crate) fn rows(
    document: &TextDocument,
    is_member: impl Fn(usize, &Range<usize>) -> bool,
) -> Vec<Row> {
    let mut found = Vec::new();
    let mut open = vec![Row::default(); document.elements.len()];
    let mut end = |row: &mut Row| {
        let row = std::mem::take(row);
        if row.elements.len() >= MIN_IN_A_ROW {
            found.push(row);
        }
    };
    for (at, element) in document.elements.iter().enumerate() {
        let blocks = document.blocks_within(element.source);
        let Some(parent) = element.parent.filter(|_| !blocks.is_empty()) else {
            continue;
        };
        let row = &mut open[parent as usize];
        let is_next = |last: &usize| {
            let last = &document.elements[*last];
            row.blocks.end == blocks.start
                && last.tag == element.tag
                && document.attribute(last.class) == document.attribute(element.class)
        };
        if !row.elements.last().is_some_and(is_next) {
            end(row);
        }
        if !is_member(at, &blocks) {
            end(row);
            continue;
        }
        if row.elements.is_empty() {
            row.blocks.start = blocks.start;
        }
        row.blocks.end = blocks.end;
        row.elements.push(at);
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
            let is_member = |at: usize, _: &_| document.elements[at].tag != html::Tag::Ul;
            let rows = rows(&document, is_member).into_iter();
            rows.map(|row| (row.blocks.start, row.blocks.end))
                .collect::<Vec<_>>()
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
