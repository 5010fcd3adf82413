//! What classes and the like say about an element.

use crate::document::{Element, Span, TextDocument};

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

/// The words that a name is made of: `article__leadText` gives article, lead, text. In lower case.
pub(super) fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut lower_before = false;
    for c in name.chars() {
        let begins = !c.is_alphanumeric() || c.is_uppercase() && lower_before;
        if begins {
            parts.push(String::new());
        }
        if let Some(last) = parts.last_mut().filter(|_| c.is_alphanumeric()) {
            last.extend(c.to_lowercase());
        }
        lower_before = c.is_lowercase();
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn names_fall_into_their_words() {
        assert_eq!(parts("article__leadText"), ["article", "lead", "text"]);
        assert_eq!(parts("c-Standfirst--L"), ["c", "standfirst", "l"]);
        assert_eq!(parts("COMMENTS"), ["comments"]);
        assert!(parts("__").is_empty());
    }
}
