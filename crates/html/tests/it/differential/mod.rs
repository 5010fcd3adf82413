//! The parser gives the same blocks as html5ever's tree.
//!
//! A sample of the pages of the corpora is compared, and our own pages, whole and broken.
//!
//! Of pages broken on purpose (tags deleted, doubled, swapped, inserted, the page cut; up to six damages per page) and
//! of pages made only of tags, those that differ belong to the classes in `classes.rs`, and all others agree:
//! - Text moved out of a table keeps its place in the page; the standard puts it before the table,
//!   and so joins text that the table's tags separate. Out of a hidden table row, it stays hidden.
//! - HTML in `<svg>` and `<math>` that is closed out of order may end at another place.
//! - An end tag such as `</b>` across blocks ends the element and leaves the blocks where they are; the standard's
//!   "adoption agency" rearranges them, which moves no text unless something around it is not shown.
//! - A title without an end tag ends before the next tag; the standard reads the page as the title. The pages are compared with that end.
//! - NUL before a `<frameset>` does not begin the body.
//! - At most 512 elements are open and 64 formatting elements remembered.

#![expect(
    clippy::unwrap_used,
    reason = "our own pages are there, and a test may fail"
)]

mod classes;
mod mutate;

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::{corpus, reference};

fn ours(html: &str) -> Vec<String> {
    let document = html::parse(html);
    let blocks = document.blocks.iter();
    blocks
        .map(|b| reference::without_wraps(document.text_of(b)))
        .collect()
}

/// All characters except white space, sorted.
fn characters(blocks: &[String]) -> Vec<char> {
    let text = blocks.iter().flat_map(|block| block.chars());
    let mut characters: Vec<char> = text.filter(|c| !c.is_whitespace()).collect();
    characters.sort_unstable();
    characters
}

/// Our own pages, by file name.
fn own_pages() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pages");
    let mut pages: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap())
        .map(|file| {
            let html = fs::read_to_string(file.path()).unwrap();
            (file.file_name().to_string_lossy().into_owned(), html)
        })
        .collect();
    pages.sort();
    pages
}

#[test]
fn our_own_pages_have_the_blocks_of_html5ever() {
    let mut failed = false;
    for (name, html) in own_pages() {
        let (ours, theirs) = (ours(&html), reference::blocks(&html));
        let equal = if name.starts_with("fostered") {
            characters(&ours) == characters(&theirs)
        } else {
            ours == theirs
        };
        if !equal {
            failed = true;
            eprintln!("{name}");
            for i in 0..ours.len().max(theirs.len()) {
                let (a, b) = (ours.get(i), theirs.get(i));
                eprintln!("  {} {a:?} {b:?}", if a == b { " " } else { "*" });
            }
        }
    }
    assert!(!failed);
}

#[test]
fn pages_of_the_corpora_have_the_blocks_of_html5ever() {
    let files = corpus::files(&["dev/", "train/"]);
    let (mut pages, mut equal) = (0u32, 0u32);
    for (name, page) in corpus::lines(&files, 40) {
        let Some(html) = page["html"].as_str() else {
            continue;
        };
        pages += 1;
        if ours(html) == reference::blocks(html) {
            equal += 1;
        } else {
            eprintln!("differs: {name}");
        }
    }
    if pages > 0 {
        eprintln!("{equal} of {pages} pages of the corpora have the same blocks");
        assert!(f64::from(equal) >= 0.995 * f64::from(pages));
    }
}

/// Compares many pages, prints how many agree, and returns the shares with the same blocks and with the same text. Each
/// page that differs must be one of those that we read differently on purpose.
fn agreement(what: &str, pages: impl Iterator<Item = String>) -> (f64, f64) {
    let (mut total, mut equal, mut same_text) = (0u32, 0u32, 0u32);
    let (mut plain, mut plain_equal) = (0u32, 0u32);
    let mut reasons: BTreeMap<&str, u32> = BTreeMap::new();
    for html in pages {
        let closed = classes::with_closed_title(&html);
        let theirs = reference::blocks(closed.as_ref().unwrap_or(&html));
        let ours = ours(&html);
        let is_equal = ours == theirs;
        let reason = classes::explained(&html);
        total += 1;
        equal += u32::from(is_equal);
        same_text += u32::from(characters(&ours) == characters(&theirs));
        plain += u32::from(reason.is_none());
        plain_equal += u32::from(reason.is_none() && is_equal);
        if !is_equal && let Some(reason) = reason {
            *reasons.entry(reason).or_default() += 1;
        }
        assert!(
            is_equal || reason.is_some(),
            "{html:?}\nours {ours:?}\nnot  {theirs:?}"
        );
    }
    eprintln!(
        "of {total} {what} {equal} have the same blocks, {same_text} the same text; {plain_equal} of {plain} plain ones"
    );
    for (reason, count) in reasons {
        eprintln!("  {count} where {reason}");
    }
    let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole);
    (share(equal, total), share(same_text, total))
}

#[test]
fn tags_and_declarations_with_its_name_in_them_are_no_title() {
    for html in [
        "<title>Frames</title8<style><p>text",
        "<title>Frames</title;\n<p>text",
        "<title>Frames</title.</head><p>text",
        "<t<title>Tables</title><title>Frames<p>text",
        "</t<:<title>Tables</title><title>Frames<p>text",
        "<!<title>Tables</title><title>Frames<p>text",
        "</<title>Tables</title><title>Frames<p>text",
        "<?<title>Tables</title><title>Frames<p>text",
    ] {
        let closed = classes::with_closed_title(html).unwrap();
        assert_eq!(ours(html), reference::blocks(&closed), "{html}");
    }
}

#[test]
fn broken_pages_have_nearly_always_the_blocks_of_html5ever() {
    let pages = own_pages();
    let mut runner = TestRunner::deterministic();
    let strategy = (any::<Index>(), mutate::damages());
    let broken = (0..3000).map(|_| {
        let (page, damages) = strategy.new_tree(&mut runner).unwrap().current();
        mutate::damaged(&page.get(&pages[..]).1, &damages)
    });
    let (equal, same_text) = agreement("broken pages", broken);
    assert!(equal >= 0.92 && same_text >= 0.98);
}

#[test]
fn pages_of_nothing_but_tags_have_nearly_always_the_blocks_of_html5ever() {
    let mut runner = TestRunner::deterministic();
    let strategy = mutate::soup();
    let soup = (0..5000).map(|_| strategy.new_tree(&mut runner).unwrap().current());
    let (equal, same_text) = agreement("pages of tags", soup);
    assert!(equal >= 0.98 && same_text >= 0.99);
}
