//! Text as written in markup: entities and white space.

use std::borrow::Cow;

use memchr::memchr;

/// Text with its entities decoded.
pub(crate) fn decode(text: &str) -> Cow<'_, str> {
    if memchr(b'&', text.as_bytes()).is_some() {
        htmlize::unescape(text)
    } else {
        Cow::Borrowed(text)
    }
}

/// An attribute's value with its entities decoded.
pub fn decode_attribute(value: &str) -> Cow<'_, str> {
    if memchr(b'&', value.as_bytes()).is_some() {
        htmlize::unescape_attribute(value)
    } else {
        Cow::Borrowed(value)
    }
}

/// Text with its white space folded.
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
