//! What stands around an element.

use html::{Element, TextDocument};

/// Looks for an element of some kind around others, and judges each only once: a page has hundreds of links in the same lists,
/// and its author decides how long their names are.
pub(crate) struct Around<'a, F> {
    document: &'a TextDocument,
    levels: usize,
    is_wanted: F,
    /// By element, if it was judged.
    known: Vec<Option<bool>>,
}

impl<'a, F: Fn(&Element) -> bool> Around<'a, F> {
    /// Looks at so many elements, the innermost first.
    pub(crate) fn new(document: &'a TextDocument, levels: usize, is_wanted: F) -> Self {
        Self {
            document,
            levels,
            is_wanted,
            known: vec![None; document.elements.len()],
        }
    }

    /// The innermost one that is wanted: the element at that index or one around it.
    pub(crate) fn find(&mut self, element: u32) -> Option<&'a Element> {
        let mut at = Some(element);
        for _ in 0..self.levels {
            let index = at? as usize;
            let element = self.document.elements.get(index)?;
            if *self.known[index].get_or_insert_with(|| (self.is_wanted)(element)) {
                return Some(element);
            }
            at = element.parent;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::Around;
    use html::Tag;

    #[test]
    fn each_element_is_judged_once() {
        let document = html::parse("<ul><li><a href=x>x</a><a href=y>y</a></li></ul>");
        let asked = Cell::new(0);
        let mut around = Around::new(&document, 3, |element| {
            asked.set(asked.get() + 1);
            element.tag == Tag::Ul
        });
        let inner = document.head.anchors[0].element;
        let found = around.find(inner).map(|element| element.tag);
        assert_eq!(found, Some(Tag::Ul));
        let before = asked.get();
        assert!(around.find(inner).is_some());
        assert_eq!(asked.get(), before);
        assert!(Around::new(&document, 1, |_| false).find(inner).is_none());
    }
}
