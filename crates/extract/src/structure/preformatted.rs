//! Preformatted text with its original line breaks, which the text of a document collapses.

use html::{Tag, TextBlock, TextDocument};

use crate::plain_text::without_tags;

/// The text of a block with its original line breaks. `None` if the `<pre>` around it has other content.
pub(super) fn lines(document: &TextDocument, block: &TextBlock, html: &str) -> Option<Box<str>> {
    let text = document.text_of(block);
    let element = document
        .ancestors(block.element)
        .find(|element| matches!(element.tag, Tag::Pre | Tag::Listing))?;
    // more markup than that is other content
    if element.source.len() > 16 * text.len() + 256 {
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
