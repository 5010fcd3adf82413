//! The HTML front end: a page becomes blocks, elements and facts in one pass.
//!
//! [`tokenizer`] finds the tags, [`tree`] keeps the elements open as the tree construction rules of
//! the HTML standard (§13.2.6) ask, without building a tree, and [`blocks`] gathers the text between
//! block-level tags. All is bounded: the stack of open elements, the list of formatting elements, the
//! numbers of elements, blocks and links.

mod attributes;
mod blocks;
mod matcher;
mod name;
mod noscript;
mod raw_text;
mod tokenizer;
mod tree;

pub use self::blocks::is_ideograph;
pub use self::matcher::{Match, attributes_at};

use crate::css::Selectors;
use crate::document::TextDocument;

/// Longest page that is read, in bytes; what comes after is left out.
pub const MAX_BYTES: usize = 64 << 20;

/// Reads a page: one pass, in time linear in its length. Any text is a page.
///
/// What authors hide is left out, unless they hide more than they show and show little: such pages are
/// revealed by a script, and are read once more as if nothing were hidden. A page that shows next to nothing is read for
/// what it has for readers without scripts, if that is more than a request to use them.
pub fn parse(html: &str) -> TextDocument {
    read(bounded(html), None).0
}

/// Reads a page, and finds the elements that selectors match in the same pass, in the order of the page.
pub fn parse_matching(html: &str, selectors: &Selectors) -> (TextDocument, Vec<Match>) {
    read(bounded(html), Some(selectors))
}

/// Reads a page for its head and its links, whose texts are all the text that is kept: half the work.
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
    if read.0.text.len() < noscript::LITTLE
        && let Some(opened) = noscript::opened(html)
    {
        let without_scripts = read_shown(&opened, selectors);
        if without_scripts.0.text.len() >= read.0.text.len() + noscript::ENOUGH {
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
