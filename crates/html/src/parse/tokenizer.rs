//! Finds the tags of a page (§13.2.5 of the standard), mostly with `memchr`.
//!
//! Entities are decoded only where there is an `&`. A tag, comment or declaration that the end of the
//! page cuts off is dropped, as in the standard.

use memchr::{memchr, memmem};

use crate::name::Name;
use crate::parse::attributes::{self, Attributes};
use crate::parse::raw_text::{comment_end, raw_text_end, script_end, title_end};
use crate::parse::tree::Tree;
use crate::parse::tree::element::StartTag;
use crate::tag::{RAW, Tag};
use crate::text::decode;

/// Feeds a page to the tree, token by token.
pub(crate) fn tokenize(html: &str, tree: &mut Tree) {
    let start = if html.starts_with('\u{feff}') { 3 } else { 0 };
    Tokenizer {
        html,
        text_start: start,
        at: start,
        attributes: Attributes::default(),
        has_title: false,
    }
    .run(tree);
}

struct Tokenizer<'a> {
    html: &'a str,
    /// Start of the text that the tree has not seen yet.
    text_start: usize,
    /// Where to look for the next tag.
    at: usize,
    /// Attributes of the last start tag.
    attributes: Attributes,
    /// Whether there was a title. Only the first one ends early, as the search for its end may cross the page.
    has_title: bool,
}

impl Tokenizer<'_> {
    fn run(&mut self, tree: &mut Tree) {
        let html = self.html.as_bytes();
        while let Some(tag) = self.next_tag() {
            let byte = |offset: usize| html.get(tag + offset).copied().unwrap_or(0);
            let after = match byte(1) {
                b'a'..=b'z' | b'A'..=b'Z' => {
                    self.flush_text(tag, tree);
                    self.start_tag(tag, tree)
                }
                b'/' if byte(2).is_ascii_alphabetic() => {
                    self.flush_text(tag, tree);
                    self.end_tag(tag, tree)
                }
                b'/' if tag + 2 >= html.len() => None,
                b'!' | b'?' | b'/' => {
                    self.flush_text(tag, tree);
                    Some(self.declaration(tag, tree))
                }
                _ => {
                    self.at = tag + 1; // a `<` that is text
                    continue;
                }
            };
            match after {
                Some(after) => {
                    self.at = after;
                    self.text_start = after;
                }
                None if byte(1) == b'/' && tag + 2 >= html.len() => break, // a final `</` is text
                None => return,
            }
        }
        self.flush_text(html.len(), tree);
    }

    #[inline]
    fn next_tag(&self) -> Option<usize> {
        let rest = &self.html.as_bytes()[self.at..];
        match rest.first() {
            Some(b'<') => Some(self.at), // a tag right after a tag
            _ => memchr(b'<', rest).map(|found| self.at + found),
        }
    }

    #[inline]
    fn flush_text(&mut self, end: usize, tree: &mut Tree) {
        if self.text_start < end {
            let source = self.text_start..end;
            tree.text(&decode(&self.html[source.clone()]), source);
            self.text_start = end;
        }
    }

    fn name(&self, start: usize) -> (Name, usize) {
        let html = self.html.as_bytes();
        let mut end = start + 1;
        while end < html.len() && !attributes::ENDS[html[end] as usize] {
            end += 1;
        }
        (Name::at(html, start, end), end)
    }

    fn end_tag(&self, at: usize, tree: &mut Tree) -> Option<usize> {
        let (name, name_end) = self.name(at + 2);
        let end = attributes::skip(self.html.as_bytes(), name_end)?;
        tree.end(name.tag(), name, end.after);
        Some(end.after)
    }

    fn start_tag(&mut self, at: usize, tree: &mut Tree) -> Option<usize> {
        let (name, name_end) = self.name(at + 1);
        let end = self.attributes.read(self.html.as_bytes(), name_end)?;
        let tag = name.tag();
        let was_foreign = tree.in_foreign();
        tree.start(
            &StartTag {
                tag,
                name,
                attributes: &self.attributes,
                self_closing: end.self_closing,
            },
            at,
        );
        if !tag.is(RAW) || was_foreign || tree.in_foreign() {
            return Some(end.after);
        }
        let html = self.html.as_bytes();
        let (content_end, after) = match tag {
            Tag::Plaintext => (html.len(), html.len()),
            Tag::Script => script_end(html, end.after),
            Tag::Title if !std::mem::replace(&mut self.has_title, true) => {
                title_end(html, end.after)
            }
            _ => raw_text_end(html, end.after, tag.name()),
        };
        let content = &self.html[end.after..content_end];
        tree.raw_text(tag, &self.attributes, content, end.after);
        if tag != Tag::Plaintext {
            tree.end(tag, name, after);
        }
        Some(after)
    }

    /// Handles a comment, doctype, CDATA section or processing instruction; returns its end.
    fn declaration(&self, at: usize, tree: &mut Tree) -> usize {
        let html = self.html.as_bytes();
        if html[at..].starts_with(b"<!--") {
            return comment_end(html, at + 4);
        }
        if tree.is_amid_foreign() && html[at..].starts_with(b"<![CDATA[") {
            let start = at + 9;
            let end = memmem::find(&html[start..], b"]]>").map_or(html.len(), |i| start + i);
            tree.text(&self.html[start..end], start..end);
            return (end + 3).min(html.len());
        }
        if html
            .get(at + 2..at + 9)
            .is_some_and(|word| word.eq_ignore_ascii_case(b"doctype"))
        {
            tree.doctype();
        }
        memchr(b'>', &html[at + 2..]).map_or(html.len(), |i| at + 2 + i + 1)
    }
}
