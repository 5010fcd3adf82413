//! From a page to its [`TextDocument`].

use crate::document::TextDocument;
use crate::html;

/// Longest page that is read, in bytes; what comes after is left out.
pub const MAX_BYTES: usize = 64 << 20;

/// Reads a page: one pass, in time linear in its length. Any text is a page.
pub fn parse(html: &str) -> TextDocument {
    html::read(&html[..html.floor_char_boundary(MAX_BYTES)])
}

/// Reads a page for its head and its links, whose texts are all the text that is kept: half the work.
pub(crate) fn parse_links(html: &str) -> TextDocument {
    html::read_links(&html[..html.floor_char_boundary(MAX_BYTES)])
}
