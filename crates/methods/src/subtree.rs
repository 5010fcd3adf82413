//! Sums over elements, for the methods that select an element instead of blocks.

use extract::Labels;
use html::TextDocument;

/// Labels the blocks in the selected elements as content.
pub(super) fn keep_within(
    document: &TextDocument,
    labels: &mut Labels,
    chosen: impl Fn(usize) -> bool,
) {
    let within = document.inherited(|at, _| chosen(at));
    labels.keep(|block| within[document.blocks[block].element as usize]);
}

/// Bytes of the text of each element.
pub(super) fn text_lengths(document: &TextDocument) -> Vec<u32> {
    document.sums((document.blocks.iter()).map(|block| block.text.end - block.text.start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    #[test]
    fn an_element_holds_what_the_elements_in_it_hold() {
        let document = parse("<div>eins <p>zwei drei</p><div><p>vier</p></div></div><p>five</p>");
        // body, div, p, div, p, p
        assert_eq!(text_lengths(&document), [21, 17, 9, 4, 4, 4]);
    }
}
