//! The HTML front end: a page becomes blocks, elements and facts in one pass.
//!
//! [`tokenizer`] finds the tags, [`tree`] keeps the elements open as the tree construction rules of
//! the HTML standard (§13.2.6) ask, without building a tree, and [`blocks`] gathers the text between
//! block-level tags. All is bounded: the stack of open elements, the list of formatting elements, the
//! numbers of elements, blocks and links.

mod attributes;
mod blocks;
mod classes;
mod dates;
mod end_tags;
mod facts;
mod formatting;
mod hidden;
mod images;
mod inline;
mod name;
mod noscript;
mod open;
mod raw_text;
mod start_tags;
mod table;
pub(crate) mod tag;
mod tokenizer;
mod tree;
mod words;

pub(crate) use classes::is_ideograph;
pub(crate) use facts::fold;

use crate::document::TextDocument;

/// Reads a page of less than 4 GiB.
///
/// What authors hide is left out, unless they hide more than they show and show little: such pages are
/// revealed by a script, and are read once more as if nothing were hidden. A page that shows next to nothing is read for
/// what it has for readers without scripts, if that is more than a request to use them.
pub(crate) fn read(html: &str) -> TextDocument {
    let document = read_shown(html);
    if document.text.len() < noscript::LITTLE
        && let Some(opened) = noscript::opened(html)
    {
        let without_scripts = read_shown(&opened);
        if without_scripts.text.len() >= document.text.len() + noscript::ENOUGH {
            return without_scripts;
        }
    }
    document
}

fn read_shown(html: &str) -> TextDocument {
    let mut tree = tree::Tree::new(html);
    tokenizer::tokenize(html, &mut tree);
    if tree.hides_most() {
        tree = tree::Tree::showing_hidden(html);
        tokenizer::tokenize(html, &mut tree);
    }
    tree.finish()
}

/// Reads a page of less than 4 GiB for its head and its links: all but the text outside of links.
pub(crate) fn read_links(html: &str) -> TextDocument {
    let mut tree = tree::Tree::for_links(html);
    tokenizer::tokenize(html, &mut tree);
    tree.finish()
}
