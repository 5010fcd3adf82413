//! The HTML parser: turns a page into blocks, elements and head in one pass.
//!
//! [`tokenizer`] finds the tags, [`tree`] tracks the open elements by the tree construction rules of
//! the HTML standard (§13.2.6), without building a tree, and [`blocks`] gathers the text between
//! block-level tags. Everything is bounded: the stack of open elements, the list of formatting
//! elements, the numbers of elements, blocks and links.

mod attributes;
mod blocks;
mod matcher;
mod name;
mod raw_text;
mod tokenizer;
mod tree;

pub use self::blocks::is_ideograph;
pub use self::matcher::{Match, attributes_at};

use memchr::memmem;

use crate::css::Selectors;
use crate::document::TextDocument;

/// Maximum bytes of a page; the rest is ignored.
pub const MAX_BYTES: usize = 64 << 20;

/// Parses a page in one pass and linear time. Accepts any string.
///
/// Hidden elements are skipped, unless a page shows little text and hides more: a script reveals such text, so the page is
/// parsed again as if nothing were hidden. A page with hardly any text is parsed with its `<noscript>`, if that has more than
/// a request to enable scripts.
pub fn parse(html: &str) -> TextDocument {
    read(bounded(html), None).0
}

/// Parses a page, and finds the elements that selectors match in the same pass, in page order.
pub fn parse_matching(html: &str, selectors: &Selectors) -> (TextDocument, Vec<Match>) {
    read(bounded(html), Some(selectors))
}

/// Parses only head and links, in half the time; keeps only the texts of links.
pub(crate) fn parse_links(html: &str) -> TextDocument {
    let html = bounded(html);
    let mut tree = tree::Tree::for_links(html);
    tokenizer::tokenize(html, &mut tree);
    tree.finish().0
}

fn bounded(html: &str) -> &str {
    &html[..html.floor_char_boundary(MAX_BYTES)]
}

fn read(html: &str, selectors: Option<&Selectors>) -> (TextDocument, Vec<Match>) {
    let read = read_shown(html, selectors);
    if read.0.text.len() < MAX_TEXT_BYTES
        && let Some(opened) = noscript_opened(html)
    {
        let without_scripts = read_shown(&opened, selectors);
        if without_scripts.0.text.len() >= read.0.text.len() + MIN_NOSCRIPT_BYTES {
            return without_scripts;
        }
    }
    read
}

fn read_shown(html: &str, selectors: Option<&Selectors>) -> (TextDocument, Vec<Match>) {
    let mut tree = tree::Tree::new(html).matching(selectors);
    tokenizer::tokenize(html, &mut tree);
    if tree.hides_most() {
        tree = tree::Tree::showing_hidden(html).matching(selectors);
        tokenizer::tokenize(html, &mut tree);
    }
    tree.finish()
}

/// Maximum bytes of text of a page whose `<noscript>` is read: some forums write their posts only there.
const MAX_TEXT_BYTES: usize = 200;
/// Minimum additional bytes of text in `<noscript>`: a request to enable scripts has less.
const MIN_NOSCRIPT_BYTES: usize = 500;

/// The page with each `<noscript>` replaced by a `<div>` of the same length, so that offsets do not change; `None` without
/// `<noscript>`.
fn noscript_opened(html: &str) -> Option<String> {
    memmem::find(html.as_bytes(), b"<noscript")?;
    let opened = html.replace("<noscript", "<div     ");
    Some(opened.replace("</noscript", "</div     "))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_page_without_text_is_read_as_by_readers_without_scripts() {
        let post = "word ".repeat(120);
        let page = |shown: &str| format!("<body>{shown}<noscript><p>{post}</p></noscript>");
        let document = parse(&page(""));
        assert_eq!(document.text_of(&document.blocks[0]), post.trim());
        assert_eq!(document.blocks[0].offset, 19);
        assert_eq!(parse(&page(&format!("<p>{post}</p>"))).blocks.len(), 1);
        let asked = "<body><p>Loading</p><noscript>Please enable JavaScript</noscript>";
        assert_eq!(parse(asked).blocks.len(), 1);
    }
}
