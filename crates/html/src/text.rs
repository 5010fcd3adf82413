//! Text as written in markup: entities and white space.

use std::borrow::Cow;

use memchr::memchr;

/// Decodes the entities of a text.
pub(crate) fn decode(text: &str) -> Cow<'_, str> {
    if memchr(b'&', text.as_bytes()).is_some() {
        htmlize::unescape(text)
    } else {
        Cow::Borrowed(text)
    }
}

/// Decodes the entities of an attribute value.
pub fn decode_attribute(value: &str) -> Cow<'_, str> {
    if memchr(b'&', value.as_bytes()).is_some() {
        htmlize::unescape_attribute(value)
    } else {
        Cow::Borrowed(value)
    }
}

/// Folds the white space of a text.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}
