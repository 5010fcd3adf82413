//! What classes and the like say about an element.

use html::{Element, Span, TextDocument};

/// Bytes of an attribute that are looked at; a longer one says nothing.
const BYTES: usize = 512;

/// The class, id and itemprop of an element.
pub(super) fn of<'a>(
    document: &'a TextDocument,
    element: &Element,
) -> impl Iterator<Item = &'a str> {
    let names = [element.class, element.id, element.itemprop];
    names.into_iter().flat_map(|name| words(document, name))
}

/// The names in an attribute: `article__lead lead-text` are two.
pub(super) fn words(document: &TextDocument, attribute: Span) -> impl Iterator<Item = &str> {
    let text = document.attribute(attribute);
    text[..text.floor_char_boundary(BYTES)].split_ascii_whitespace()
}

/// The words that a name is made of: `article__leadText` gives article, lead and Text.
pub(super) fn parts(name: &str) -> impl Iterator<Item = &str> {
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
pub(super) fn is_one_of(part: &str, list: &[&str]) -> bool {
    list.iter().any(|word| word.eq_ignore_ascii_case(part))
}

#[cfg(test)]
mod tests {
    use super::{is_one_of, parts};

    #[test]
    fn names_fall_into_their_words() {
        let parts = |name| parts(name).collect::<Vec<_>>();
        assert_eq!(parts("article__leadText"), ["article", "lead", "Text"]);
        assert_eq!(parts("c-Standfirst--L"), ["c", "Standfirst", "L"]);
        assert_eq!(parts("COMMENTS"), ["COMMENTS"]);
        assert!(parts("__").is_empty() && parts("").is_empty());
        assert!(
            is_one_of("COMMENTS", &["lead", "comments"]) && !is_one_of("comment", &["comments"])
        );
    }
}
