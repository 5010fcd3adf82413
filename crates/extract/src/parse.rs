//! From a page to its [`TextDocument`].

use crate::css::Selectors;
use crate::document::TextDocument;
use crate::html;

/// Longest page that is read, in bytes; what comes after is left out.
pub const MAX_BYTES: usize = 64 << 20;

/// Reads a page: one pass, in time linear in its length. Any text is a page.
pub fn parse(html: &str) -> TextDocument {
    html::read(&html[..html.floor_char_boundary(MAX_BYTES)])
}

/// Reads a page, and finds the elements that selectors match in the same pass.
pub(crate) fn parse_matching(
    html: &str,
    selectors: &Selectors,
) -> (TextDocument, Vec<html::Match>) {
    html::read_matching(&html[..html.floor_char_boundary(MAX_BYTES)], selectors)
}

/// Reads a page for its head and its links, whose texts are all the text that is kept: half the work.
pub(crate) fn parse_links(html: &str) -> TextDocument {
    html::read_links(&html[..html.floor_char_boundary(MAX_BYTES)])
}
