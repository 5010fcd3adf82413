//! Finds the elements that selectors match while a page is parsed.

use crate::css::{ElementStart, Join, Selectors, Steps};
use crate::name::Name;
use crate::parse::attributes::{Attributes, scan};
use crate::parse::tree::element::StartTag;
use crate::span::Span;
use crate::tag::Tag;

/// An element that a selector matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Match {
    /// Number of the selector.
    pub selector: u16,
    /// Its tag.
    pub tag: Tag,
    /// Its text in [`TextDocument::text`](crate::TextDocument::text); may have blanks at its ends, and is empty if none is
    /// shown.
    pub text: Span,
    /// Its attributes in the page, up to the end of its start tag; empty if the page has no such tag.
    pub attributes: Span,
}

/// The matching state of an open element.
#[derive(Clone, Copy, Default)]
struct MatchState {
    /// Steps that it matches.
    matched: Steps,
    /// Those, and the steps matched by its ancestors.
    around: Steps,
    /// Steps matched by its last child so far, and by all its children.
    last: Steps,
    children: Steps,
    has_children: bool,
    /// Index of its first match, and the number of its matches.
    first: usize,
    count: usize,
}

/// Tracks the open elements of a page. An element's parent is the top of the stack when it begins.
pub(crate) struct Matcher<'a> {
    html: &'a str,
    selectors: &'a Selectors,
    /// `<html>`, `<head>` and `<body>`, which exist whether or not the page has their tags.
    roots: [MatchState; 3],
    /// Their attributes.
    named: [Span; 3],
    open: Vec<MatchState>,
    matches: Vec<Match>,
}

const ROOTS: [Tag; 3] = [Tag::Html, Tag::Head, Tag::Body];
const HEAD: usize = 1;
const BODY: usize = 2;

impl<'a> Matcher<'a> {
    pub(crate) fn new(html: &'a str, selectors: &'a Selectors) -> Self {
        let mut matcher = Self {
            html,
            selectors,
            roots: <[MatchState; 3]>::default(),
            named: [Span::default(); 3],
            open: Vec::new(),
            matches: Vec::new(),
        };
        matcher.judge_roots();
        matcher
    }

    /// Handles the tag of `<html>`, `<head>` or `<body>`; of several of a kind, the first counts.
    pub(crate) fn name_root(&mut self, tag: Tag, attributes: &Attributes) {
        let root = ROOTS.iter().position(|root| *root == tag);
        if let Some(root) = root.filter(|root| self.named[*root].is_empty()) {
            self.named[root] = attributes.source;
            self.judge_roots();
        }
    }

    fn judge_roots(&mut self) {
        let mut around = MatchState::default();
        for (root, tag) in ROOTS.into_iter().enumerate() {
            let judged = self.judge(Name::of(tag), self.named[root], &around);
            let known = self.roots[root];
            self.roots[root] = MatchState {
                matched: judged.matched,
                around: judged.around,
                ..known
            };
            if root == 0 {
                around = self.roots[0];
                around.has_children = true;
            }
        }
    }

    /// Begins an element inside the innermost open element, at a position in the text.
    pub(crate) fn begin(&mut self, start: &StartTag, position: u32, in_head: bool) {
        let state = self.enter(start, position, in_head);
        self.open.push(state);
    }

    /// Handles an element without content.
    pub(crate) fn void(&mut self, start: &StartTag, position: u32, in_head: bool) {
        self.enter(start, position, in_head);
    }

    fn enter(&mut self, start: &StartTag, position: u32, in_head: bool) -> MatchState {
        let root = if in_head { HEAD } else { BODY };
        let parent = *self.open.last().unwrap_or(&self.roots[root]);
        let mut state = self.judge(start.name, start.attributes.source, &parent);
        let parent = self.open.last_mut().unwrap_or(&mut self.roots[root]);
        parent.last = state.matched;
        parent.children = parent.children.and(&state.matched);
        parent.has_children = true;
        state.first = self.matches.len();
        self.note(&state, start.tag, start.attributes.source, position);
        state.count = self.matches.len() - state.first;
        state
    }

    fn note(&mut self, state: &MatchState, tag: Tag, attributes: Span, position: u32) {
        for (number, step) in self.selectors.steps.iter().enumerate() {
            if let Some(selector) = step.completes
                && state.matched.has(number)
                && self.matches.len() < 10_000
            {
                self.matches.push(Match {
                    selector,
                    tag,
                    text: Span {
                        start: position,
                        end: position,
                    },
                    attributes,
                });
            }
        }
    }

    fn judge(&self, name: Name, attributes: Span, parent: &MatchState) -> MatchState {
        let element = ElementStart {
            name,
            attributes: attributes_at(self.html, attributes),
            is_first: !parent.has_children,
        };
        let mut matched = Steps::default();
        for (number, step) in self.selectors.steps.iter().enumerate() {
            let before = number.saturating_sub(1);
            let joins = match step.join {
                Join::First => true,
                Join::Inside => parent.around.has(before),
                Join::Child => parent.matched.has(before),
                Join::Next => parent.last.has(before),
                Join::After => parent.children.has(before),
            };
            if joins && step.compound.matches(&element) {
                matched.add(number);
            }
        }
        MatchState {
            matched,
            around: parent.around.and(&matched),
            ..MatchState::default()
        }
    }

    /// Ends the open element at an index, at a position in the text.
    pub(crate) fn end(&mut self, index: usize, position: u32) {
        if index >= self.open.len() {
            return;
        }
        let ended = self.open.remove(index);
        for noted in &mut self.matches[ended.first..ended.first + ended.count] {
            noted.text.end = position;
        }
    }

    /// All matches in the order of their start tags, except for the roots, which come last.
    pub(crate) fn finish(mut self, position: u32) -> Vec<Match> {
        for (root, tag) in ROOTS.into_iter().enumerate() {
            let first = self.matches.len();
            let state = self.roots[root];
            self.note(&state, tag, self.named[root], 0);
            let end = if root == HEAD { 0 } else { position };
            for noted in &mut self.matches[first..] {
                noted.text.end = end;
            }
        }
        self.matches
    }
}

/// The names and raw values of the attributes in a span of the page: at most 128, and at most 4,096 bytes of each value.
pub fn attributes_at(html: &str, place: Span) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    if place.len() > 1 {
        let from = place.start as usize;
        scan(html.as_bytes(), from, |name, value| {
            if found.len() < 128
                && let Ok(name) = str::from_utf8(name)
            {
                let value = value.of(html);
                found.push((name, &value[..value.floor_char_boundary(4096)]));
            }
        });
    }
    found
}
