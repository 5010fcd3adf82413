//! Preformatted text with its original line breaks, which the text of a document collapses.

use html::{Tag, TextBlock, TextDocument};

/// Maximum size of a `<pre>`, as a multiple of its text plus a constant. A larger one has other content.
const MAX_MARKUP_RATIO: usize = 16;
const ALLOWED_BYTES: usize = 256;

/// The text of a block with its original line breaks. `None` if the `<pre>` around it has other content.
pub(super) fn lines(document: &TextDocument, block: &TextBlock, html: &str) -> Option<Box<str>> {
    let text = document.text_of(block);
    let element = document
        .ancestors(block.element)
        .find(|element| matches!(element.tag, Tag::Pre | Tag::Listing))?;
    if element.source.len() > MAX_MARKUP_RATIO * text.len() + ALLOWED_BYTES {
        return None;
    }
    let shown = without_tags(element.source.of(html));
    let shown = htmlize::unescape(shown);
    let same = shown.split_whitespace().eq(text.split_whitespace());
    let lines = shown.lines().map(str::trim_end).collect::<Vec<_>>();
    let lines = lines.join("\n");
    let lines = lines.trim_matches('\n');
    (same && lines.contains('\n')).then(|| lines.into())
}

/// HTML without its tags; line breaks are kept.
fn without_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        let tag = &rest[at..];
        let starts_tag =
            tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        let Some(end) = tag.find('>').filter(|_| starts_tag) else {
            text.push('<');
            rest = &tag[1..];
            continue;
        };
        if tag
            .get(..3)
            .is_some_and(|name| name.eq_ignore_ascii_case("<br"))
        {
            text.push('\n');
        }
        rest = &tag[end + 1..];
    }
    text + rest
}
