//! Names of elements (class, id, itemprop), and the search for ancestors by name.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use html::{Anchor, Element, Span, Tag, TextDocument};
use text::words;

/// Searches the ancestors of elements for one that matches, and tests each element only once: a page has hundreds of
/// links in the same lists, and the names of a list can be long.
pub(crate) struct AncestorSearch<'a, F> {
    document: &'a TextDocument,
    levels: usize,
    is_wanted: F,
    /// Result by element; `None` if not yet tested.
    known: Vec<Option<bool>>,
}

impl<'a, F: Fn(&Element) -> bool> AncestorSearch<'a, F> {
    /// Searches `levels` elements, the innermost first.
    pub(crate) fn new(document: &'a TextDocument, levels: usize, is_wanted: F) -> Self {
        Self {
            document,
            levels,
            is_wanted,
            known: vec![None; document.elements.len()],
        }
    }

    /// The innermost match: the element at that index or an ancestor.
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

/// The tag of the element at an index.
pub(crate) fn tag_of(document: &TextDocument, element: u32) -> Tag {
    let element = document.elements.get(element as usize);
    element.map_or(Tag::Other, |element| element.tag)
}

/// The element around another.
pub(crate) fn element_around<'a>(
    document: &'a TextDocument,
    element: &Element,
) -> Option<&'a Element> {
    document.elements.get(element.parent? as usize)
}

/// The innermost of an element and those around it that is one of some elements.
pub(crate) fn innermost<'a>(
    document: &'a TextDocument,
    element: u32,
    tags: &[Tag],
) -> Option<&'a Element> {
    let mut around = document.ancestors(element);
    around.find(|around| tags.contains(&around.tag))
}

/// Whether an element is a menu, a footer or the like, which is no part of an article.
pub(crate) fn is_apart(element: &Element) -> bool {
    matches!(
        element.tag,
        Tag::Nav | Tag::Footer | Tag::Aside | Tag::Form | Tag::Dialog
    )
}

/// The class, id, itemprop and data name of an element.
pub(crate) fn names<'a>(
    document: &'a TextDocument,
    element: &Element,
) -> impl Iterator<Item = &'a str> {
    let names = [
        element.class,
        element.id,
        element.itemprop,
        element.data_name,
    ];
    names.into_iter().flat_map(|name| names_in(document, name))
}

/// The names in an attribute: `article__lead lead-text` has two.
pub(crate) fn names_in(document: &TextDocument, attribute: Span) -> impl Iterator<Item = &str> {
    let text = document.attribute(attribute);
    text[..text.floor_char_boundary(512)].split_ascii_whitespace()
}

/// Whether a link has some relation to its page.
pub(crate) fn has_rel(document: &TextDocument, anchor: &Anchor, relation: &str) -> bool {
    let mut relations = document.attribute(anchor.rel).split_ascii_whitespace();
    relations.any(|own| own.eq_ignore_ascii_case(relation))
}

/// The words of a name: `article__leadText` has article, lead and Text.
pub(crate) fn name_parts(name: &str) -> impl Iterator<Item = &str> {
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

/// Words in names of elements, with a searcher that rejects most names before they are split.
pub(crate) struct NameWords {
    words: &'static [&'static str],
    searcher: Option<AhoCorasick>,
}

impl NameWords {
    /// Words in lower case. Building the searcher takes long, so build it once.
    pub(crate) fn new(words: &'static [&'static str]) -> Self {
        let searcher = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .kind(Some(AhoCorasickKind::DFA))
            .build(words);
        Self {
            words,
            searcher: searcher.ok(),
        }
    }

    /// Whether one of the words may be in a name: whether it has one, though as a part of another word.
    pub(crate) fn may_be_in(&self, name: &str) -> bool {
        let searcher = self.searcher.as_ref();
        searcher.is_none_or(|searcher| searcher.is_match(name))
    }

    /// Whether a name has one of the words.
    pub(crate) fn are_in(&self, name: &str) -> bool {
        self.may_be_in(name) && name_parts(name).any(|part| is_one_of(part, self.words))
    }
}

/// Whether a name of an element has one of some words.
pub(crate) fn is_called(document: &TextDocument, element: &Element, words: &NameWords) -> bool {
    names(document, element).any(|name| words.are_in(name))
}

/// Words in names of boxes for a quotation or a work.
pub(crate) static BOXES_OF_OTHERS: LazyLock<NameWords> =
    LazyLock::new(|| NameWords::new(words::byline::BOXES_OF_OTHERS));

/// Whether a word is in a list of words in lower case, ignoring case.
pub(crate) fn is_one_of(word: &str, list: &[&str]) -> bool {
    let mut list = list.iter();
    if word.is_ascii() {
        return list.any(|known| known.eq_ignore_ascii_case(word));
    }
    list.any(|known| word.chars().flat_map(char::to_lowercase).eq(known.chars()))
}

const CAPTION: &str = "caption";
/// Maximum words of a caption that is recognised by its class.
pub(crate) const MAX_CAPTION_WORDS: u32 = 80;

/// Whether the class of an element names a caption.
pub(crate) fn is_called_caption(document: &TextDocument, element: &Element) -> bool {
    names_in(document, element.class).any(|name| name_parts(name).any(is_caption_name))
}

/// Whether the class of an element or of its parent names a caption.
pub(crate) fn is_in_caption(document: &TextDocument, element: u32) -> bool {
    let mut around = document.ancestors(element).take(2);
    around.any(|element| is_called_caption(document, element))
}

fn is_caption_name(part: &str) -> bool {
    let end = part.len().saturating_sub(CAPTION.len());
    let ends_so = part
        .get(end..)
        .is_some_and(|end| end.eq_ignore_ascii_case(CAPTION));
    ends_so || is_one_of(part, words::captions::CLASSES)
}

static COMMENTS: LazyLock<NameWords> = LazyLock::new(|| NameWords::new(words::comments::CLASSES));

/// Whether an element is named after comments, and not after a comment form or counter.
pub(crate) fn is_called_comments(document: &TextDocument, element: &Element) -> bool {
    let is_control = |part: &str| is_one_of(part, words::comments::CLASSES_OF_CONTROLS);
    names(document, element).any(|name| COMMENTS.are_in(name) && !name_parts(name).any(is_control))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use text::words;

    use super::{AncestorSearch, COMMENTS, is_called_comments, is_one_of, name_parts};
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
    fn every_word_for_comments_passes_the_searcher() {
        for word in words::comments::CLASSES {
            assert!(COMMENTS.may_be_in(word), "{word}");
            let document = html::parse(&format!("<ul class='x {word}-list'><li>First!</ul>"));
            let called = |element| is_called_comments(&document, element);
            assert!(document.elements.iter().any(called), "{word}");
        }
        assert!(!COMMENTS.may_be_in("lead-story"));
    }

    #[test]
    fn names_are_split_into_words() {
        let parts = |name| name_parts(name).collect::<Vec<_>>();
        assert_eq!(parts("article__leadText"), ["article", "lead", "Text"]);
        assert_eq!(parts("c-Standfirst--L"), ["c", "Standfirst", "L"]);
        assert_eq!(parts("COMMENTS"), ["COMMENTS"]);
        assert!(parts("__").is_empty() && parts("").is_empty());
        assert!(
            is_one_of("COMMENTS", &["lead", "comments"]) && !is_one_of("comment", &["comments"])
        );
        assert!(
            is_one_of("Nächste", &["weiter", "nächste"]) && !is_one_of("Nächste", &["nachste"])
        );
    }
}
