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
mod watch;
mod words;

pub(crate) use classes::is_ideograph;
pub(crate) use facts::{decode_attribute, fold};
pub(crate) use watch::{Match, attributes_at};

use crate::css::Selectors;
use crate::document::TextDocument;

/// Reads a page of less than 4 GiB.
///
/// What authors hide is left out, unless they hide more than they show and show little: such pages are
/// revealed by a script, and are read once more as if nothing were hidden. A page that shows next to nothing is read for
/// what it has for readers without scripts, if that is more than a request to use them.
pub(crate) fn read(html: &str) -> TextDocument {
    read_for(html, None).0
}

/// The same, and the elements that selectors match, in the order of the page.
pub(crate) fn read_matching(html: &str, selectors: &Selectors) -> (TextDocument, Vec<Match>) {
    read_for(html, Some(selectors))
}

fn read_for(html: &str, selectors: Option<&Selectors>) -> (TextDocument, Vec<Match>) {
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
    let mut tree = tree::Tree::new(html).watching(selectors);
    tokenizer::tokenize(html, &mut tree);
    if tree.hides_most() {
        tree = tree::Tree::showing_hidden(html).watching(selectors);
        tokenizer::tokenize(html, &mut tree);
    }
    tree.finish()
}

/// Reads a page of less than 4 GiB for its head and its links: all but the text outside of links.
pub(crate) fn read_links(html: &str) -> TextDocument {
    let mut tree = tree::Tree::for_links(html);
    tokenizer::tokenize(html, &mut tree);
    tree.finish().0
}
