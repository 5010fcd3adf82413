//! What stands around an element, and what the names of elements say.

use html::{Element, Span, TextDocument};

/// Looks for an element of some kind around others, and judges each only once: a page has hundreds of links in the same lists,
/// and its author decides how long their names are.
pub(crate) struct AncestorSearch<'a, F> {
    document: &'a TextDocument,
    levels: usize,
    is_wanted: F,
    /// By element, if it was judged.
    known: Vec<Option<bool>>,
}

impl<'a, F: Fn(&Element) -> bool> AncestorSearch<'a, F> {
    /// Looks at `levels` elements, the innermost first.
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

/// Bytes of an attribute that are looked at; a longer one says nothing.
const BYTES: usize = 512;

/// The class, id and itemprop of an element.
pub(crate) fn names<'a>(
    document: &'a TextDocument,
    element: &Element,
) -> impl Iterator<Item = &'a str> {
    let names = [element.class, element.id, element.itemprop];
    names.into_iter().flat_map(|name| names_in(document, name))
}

/// The names in an attribute: `article__lead lead-text` are two.
pub(crate) fn names_in(document: &TextDocument, attribute: Span) -> impl Iterator<Item = &str> {
    let text = document.attribute(attribute);
    text[..text.floor_char_boundary(BYTES)].split_ascii_whitespace()
}

/// The words that a name is made of: `article__leadText` gives article, lead and Text.
pub(crate) fn words(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let mut lower_before = false;
        let ends = |c: char| {
            let ends = !c.is_alphanumeric() || c.is_uppercase() && lower_before;
            lower_before = c.is_lowercase();
            ends
        };
        let (part, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

/// Whether a word of a name is one of a list.
pub(crate) fn is_one_of(part: &str, list: &[&str]) -> bool {
    list.iter().any(|word| word.eq_ignore_ascii_case(part))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{AncestorSearch, is_one_of, words};
    use html::Tag;

    #[test]
    fn each_element_is_judged_once() {
        let document = html::parse("<ul><li><a href=x>x</a><a href=y>y</a></li></ul>");
        let asked = Cell::new(0);
        let mut around = AncestorSearch::new(&document, 3, |element| {
            asked.set(asked.get() + 1);
            element.tag == Tag::Ul
        });
        let inner = document.head.anchors[0].element;
        let found = around.find(inner).map(|element| element.tag);
        assert_eq!(found, Some(Tag::Ul));
        let before = asked.get();
        assert!(around.find(inner).is_some());
        assert_eq!(asked.get(), before);
        assert!(
            AncestorSearch::new(&document, 1, |_| false)
                .find(inner)
                .is_none()
        );
    }

    #[test]
    fn names_fall_into_their_words() {
        let words = |name| words(name).collect::<Vec<_>>();
        assert_eq!(words("article__leadText"), ["article", "lead", "Text"]);
        assert_eq!(words("c-Standfirst--L"), ["c", "Standfirst", "L"]);
        assert_eq!(words("COMMENTS"), ["COMMENTS"]);
        assert!(words("__").is_empty() && words("").is_empty());
        assert!(
            is_one_of("COMMENTS", &["lead", "comments"]) && !is_one_of("comment", &["comments"])
        );
    }
}
