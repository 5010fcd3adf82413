//! The HTML parser: turns a page into blocks, elements and head in one pass.
//!
//! [`tokenizer`] finds the tags, [`tree`] tracks the open elements by the tree construction rules of
//! the HTML standard (§13.2.6), without building a tree, and [`blocks`] gathers the text between
//! block-level tags. Everything is bounded: the stack of open elements, the list of formatting
//! elements, the numbers of elements, blocks and links.

mod attributes;
mod blocks;
mod matcher;
mod raw_text;
mod tokenizer;
mod tree;

pub use self::blocks::{is_alphanumeric, is_ideograph};
pub use self::matcher::{Match, attributes_at};

use memchr::memchr_iter;

use crate::css::Selectors;
use crate::document::TextDocument;

/// Maximum bytes of a page; the rest is ignored.
pub const MAX_BYTES: usize = 64 << 20;

/// Parses a page in one pass and linear time. Accepts any string.
///
/// Hidden elements are skipped, unless a page shows little text and hides more: a script reveals such text, so the page is
/// parsed again as if nothing were hidden. So is a page with a hidden element that continues a shown text, or a button that is a word of a
/// sentence or a question above its answer, for that element.
/// Hidden dialogs are never read, nor is what is clipped, off the screen, or only for screen readers. A page is parsed
/// with its `<noscript>` if that has most of the sentences, and more than a request to enable scripts.
pub fn parse(html: &str) -> TextDocument {
    read(bounded(html), None).0
}

/// Parses a page, and finds the elements that selectors match in the same pass, in page order: at most 10,000.
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
    let shown = content_bytes(&read.0);
    // a request to enable scripts has less, and so has a box beside an article
    let least = usize::max(500, 3 * shown);
    if read.0.counts.noscript_bytes >= least
        && let Some(opened) = noscript_opened(html)
    {
        let without_scripts = read_shown(&opened, selectors);
        if content_bytes(&without_scripts.0) >= shown + least {
            return without_scripts;
        }
    }
    read
}

/// Bytes of the blocks that are not mostly links and as long as a sentence.
fn content_bytes(document: &TextDocument) -> usize {
    let blocks = document.blocks.iter();
    let sentences = blocks.filter(|block| block.words >= 8 && 2 * block.link_words < block.words);
    sentences.map(|block| block.text.len()).sum()
}

fn read_shown(html: &str, selectors: Option<&Selectors>) -> (TextDocument, Vec<Match>) {
    let mut tree = tree::Tree::new(html).matching(selectors);
    tokenizer::tokenize(html, &mut tree);
    if tree.hides_most() {
        tree = tree::Tree::showing_hidden(html).matching(selectors);
        tokenizer::tokenize(html, &mut tree);
    } else if let Some(rests) = tree.hidden_rests() {
        tree = tree::Tree::showing_rests(html, rests).matching(selectors);
        tokenizer::tokenize(html, &mut tree);
    }
    tree.finish()
}

/// The page with each `<noscript>` replaced by a `<div>` of the same length, so that offsets do not change; `None` without
/// `<noscript>`.
pub(crate) fn noscript_opened(html: &str) -> Option<String> {
    const NAME: &[u8] = b"noscript";
    const INSTEAD: &[u8] = b"div     ";
    let bytes = html.as_bytes();
    let is_name = |at: usize| {
        let name = bytes.get(at..at + NAME.len());
        let end = bytes.get(at + NAME.len()).copied().unwrap_or(b'>');
        name.is_some_and(|name| name.eq_ignore_ascii_case(NAME))
            && (end.is_ascii_whitespace() || matches!(end, b'/' | b'>'))
    };
    let mut names = memchr_iter(b'<', bytes)
        .map(|at| at + 1 + usize::from(bytes.get(at + 1) == Some(&b'/')))
        .filter(|at| is_name(*at))
        .peekable();
    names.peek()?;
    let mut opened = bytes.to_vec();
    for at in names {
        opened[at..at + NAME.len()].copy_from_slice(INSTEAD);
    }
    String::from_utf8(opened).ok()
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
        // beside sentences of boxes, in any script
        for others in [
            "<p>We and our partners store data on your device, such as cookies, to show you advertisements.",
            "<p>Die fünf besten Geschichten des Tages, jeden Morgen vor dem Frühstück in Ihrem Postfach.<p>Wir speichern Informationen auf Ihrem Gerät.",
            "<div>П’ять найкращих історій дня у вашій скриньці щоранку до сніданку.</div>",
        ] {
            let document = parse(&page(others));
            let last = document.blocks.last();
            assert_eq!(last.map(|last| last.words), Some(120), "{others}");
        }
        // in any case, and below a menu
        let menu = "<a href=/x>A section of the paper</a><br><br>".repeat(12);
        let upper = page(&menu).replace("noscript", "NOSCRIPT");
        assert_eq!(parse(&upper).blocks.len(), 13);
        let other = page("").replace("noscript", "noscripts");
        assert_eq!(super::noscript_opened(&other), None);
        let asked = "<body><p>Loading</p><noscript>Please enable JavaScript</noscript>";
        assert_eq!(parse(asked).blocks.len(), 1);
    }
}
