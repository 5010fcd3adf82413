//! Titles of feed items: plain text, or HTML within XML.

use std::borrow::Cow;

use super::MAX_FIELD;
use crate::has_word;

/// Elements that separate words of a title; others may occur within one.
const BREAKS: &str = "br div h1 h2 h3 h4 h5 h6 hr li p";

/// Elements whose text is not shown.
const SCRIPTS: &str = "script style";

/// A title on one line, within the bound and without control characters or characters that change the direction of text.
/// `None` if it is empty.
pub(crate) fn title(text: &str) -> Option<String> {
    let is_direction_mark =
        |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let text = &text[..text.floor_char_boundary(MAX_FIELD)];
    let words = text.split_whitespace().map(|word| {
        word.chars()
            .filter(|&c| !c.is_control() && !is_direction_mark(c))
            .collect::<String>()
    });
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The text of an HTML title: without tags, comments, scripts and styles, with entities decoded. A `<` that begins neither is text.
pub(crate) fn from_html(text: &str) -> Cow<'_, str> {
    if !text.contains(['<', '&']) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        plain.push_str(before);
        if let Some((name, behind)) = markup(after) {
            if has_word(BREAKS, name) {
                plain.push(' ');
            }
            rest = behind;
            if !after.starts_with('/') && has_word(SCRIPTS, name) {
                let end = format!("</{}", name.to_ascii_lowercase());
                let end = rest.to_ascii_lowercase().find(&end);
                rest = end.map_or("", |end| &rest[end..]);
            }
        } else {
            plain.push('<');
            rest = after;
        }
    }
    plain.push_str(rest);
    // As in an attribute: `AT&T` and `a&copy=b` stay.
    Cow::Owned(html::decode_attribute(&plain).into_owned())
}

/// The name of the tag or comment whose `<` precedes a text, and the text after it.
fn markup(text: &str) -> Option<(&str, &str)> {
    if let Some(comment) = text.strip_prefix("!--") {
        // An unclosed comment ends with the title.
        let behind = comment.split_once("-->").map_or("", |(_, behind)| behind);
        return Some(("", behind));
    }
    let tag = text.strip_prefix('/').unwrap_or(text);
    if !tag.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let (name, _) = tag.split_at(tag.find(|c: char| !c.is_ascii_alphanumeric())?);
    let mut quote = None;
    let end = tag.bytes().position(|byte| {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
        quote.is_none() && matches!(byte, b'>' | b'<')
    })?;
    tag[end..].strip_prefix('>').map(|behind| (name, behind))
}

/// The characters of a named XML or HTML entity.
pub(crate) fn entity(name: &str) -> Option<String> {
    let written = format!("&{name};");
    let decoded = html::decode_attribute(&written);
    (*decoded != written).then(|| decoded.into_owned())
}
