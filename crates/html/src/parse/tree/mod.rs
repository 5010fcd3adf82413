//! The stack of open elements, and which of them are blocks, hidden, links or foreign.
//!
//! No tree is built. An element lives from its start tag to where the standard would close it, and
//! text belongs to the innermost block-level element at that point.

mod buttons;
mod dates;
pub(crate) mod element;
mod end_tags;
mod facts;
mod formatting;
mod hidden;
mod images;
mod start_tags;
mod style;
mod table;

use self::buttons::SkippedButton;
use self::element::{Extent, Namespace, Open, Phase, StartTag, Traits};
use self::formatting::{Credit, Formatting};
use self::hidden::Hidden;
use self::style::Hiding;
use crate::css::Selectors;
use crate::document::{Element, TextDocument};
use crate::parse::attributes::Attribute;
use crate::parse::blocks::BlockBuilder;
use crate::parse::matcher::{Match, Matcher};
use crate::span::Span;
use crate::span::span;
use crate::tag::{FORMATTING, INLINE, MARKER, SKIPPED, TABLE_PART, Tag};
use crate::text::decode_attribute;

/// Maximum nesting depth; a deeper element replaces the innermost one.
pub(crate) const MAX_DEPTH: usize = 512;

/// Which text is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    AllText,
    TextOfLinks,
}

/// The state of the parser.
pub(crate) struct Tree<'a> {
    pub(crate) html: &'a str,
    pub(crate) blocks: BlockBuilder<'a>,
    pub(crate) open: Vec<Open>,
    pub(crate) formatting: Vec<Formatting>,
    pub(crate) credit: Credit,
    pub(crate) phase: Phase,
    /// The serial of the form that `</form>` ends, if any.
    pub(crate) form: Option<u32>,
    /// Whether a `<frameset>` may still replace the body.
    pub(crate) frameset_ok: bool,
    /// Whether the page has no doctype, so that a paragraph may hold a table.
    pub(crate) quirks: bool,
    in_foreign: bool,
    /// Number of open elements that have no readable text.
    pub(crate) skipped: u32,
    pub(crate) hidden: Hidden,
    pub(crate) button: SkippedButton,
    /// Number of open elements per tag, to avoid searches for absent ones.
    open_of: [u16; Tag::COUNT],
    /// The serial of the element opened last.
    pub(crate) serial: u32,
    /// Position in the page at which the current token closes or opens elements.
    pub(crate) at: usize,
    pub(crate) wanted: Wanted,
    /// The largest version of a picture in a `<source>`, and the serial of the element around it.
    pub(crate) source: Option<(Option<u32>, Span)>,
    /// Present if the caller passes selectors.
    matcher: Option<Box<Matcher<'a>>>,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(html: &'a str) -> Tree<'a> {
        Tree {
            html,
            blocks: BlockBuilder::new(html),
            open: Vec::with_capacity(64),
            formatting: Vec::new(),
            credit: Credit::default(),
            phase: Phase::BeforeBody,
            form: None,
            frameset_ok: true,
            quirks: true,
            in_foreign: false,
            skipped: 0,
            hidden: Hidden::default(),
            button: SkippedButton::default(),
            open_of: [0; Tag::COUNT],
            serial: 0,
            at: 0,
            wanted: Wanted::AllText,
            source: None,
            matcher: None,
        }
    }

    /// Adds a matcher for the selectors, if any.
    pub(crate) fn matching(mut self, selectors: Option<&'a Selectors>) -> Tree<'a> {
        self.matcher = selectors.map(|selectors| Box::new(Matcher::new(self.html, selectors)));
        self
    }

    /// A tree that keeps no text outside links.
    pub(crate) fn for_links(html: &'a str) -> Tree<'a> {
        let mut tree = Tree::new(html);
        tree.wanted = Wanted::TextOfLinks;
        tree
    }

    /// Ends the page; returns the document and the matches.
    pub(crate) fn finish(mut self) -> (TextDocument, Vec<Match>) {
        self.at = self.html.len();
        self.pop_to(0);
        let position = self.blocks.position();
        let matcher = self.matcher.map(|matcher| matcher.finish(position));
        (self.blocks.finish(), matcher.unwrap_or_default())
    }

    /// Matches the start tag of an element that is not kept on the stack.
    pub(crate) fn match_void(&mut self, start: &StartTag) {
        let in_head = self.phase == Phase::BeforeBody;
        if let Some(matcher) = &mut self.matcher {
            match start.tag {
                Tag::Html | Tag::Head | Tag::Body => matcher.name_root(start.tag, start.attributes),
                _ => matcher.void(start, self.blocks.position(), in_head),
            }
        }
    }

    pub(crate) fn doctype(&mut self) {
        self.quirks = false;
    }

    /// Whether the innermost open element is part of `<svg>` or `<math>` and HTML's rules do not apply in it.
    #[inline]
    pub(crate) fn in_foreign(&self) -> bool {
        self.in_foreign
    }

    /// Whether the innermost open element is part of `<svg>` or `<math>`, whichever rules apply in it.
    pub(crate) fn is_amid_foreign(&self) -> bool {
        self.open.last().is_some_and(Open::is_foreign)
    }

    /// Whether text is shown here.
    #[inline]
    pub(crate) fn is_shown(&self) -> bool {
        self.phase == Phase::Body && self.skipped == 0
    }

    /// Whether an element of that tag is open.
    #[inline]
    pub(crate) fn is_open(&self, tag: Tag) -> bool {
        self.open_of[tag as usize] > 0
    }

    fn is_in_heading(&self) -> bool {
        use Tag::{H1, H2, H3, H4, H5, H6};
        [H1, H2, H3, H4, H5, H6]
            .into_iter()
            .any(|tag| self.is_open(tag))
    }

    #[inline]
    pub(crate) fn innermost(&self) -> Tag {
        self.open.last().map_or(Tag::Body, |open| open.tag)
    }

    #[inline]
    pub(crate) fn element(&self) -> u32 {
        self.open.last().map_or(0, |open| open.element)
    }

    /// Opens an element.
    pub(crate) fn push(&mut self, start: &StartTag, traits: Traits, foreign: bool) {
        if self.open.len() >= MAX_DEPTH {
            self.pop();
        }
        if let Some(matcher) = &mut self.matcher {
            let in_head = self.phase == Phase::BeforeBody;
            matcher.begin(start, self.blocks.position(), in_head);
        }
        let StartTag { tag, name, .. } = *start;
        self.serial += 1;
        let shown = self.is_shown();
        let is_reading = matches!(tag, Tag::Rp | Tag::Rt | Tag::Rtc) && self.is_open(Tag::Ruby);
        let is_label = shown && tag == Tag::Button && self.reads_button();
        if shown && tag == Tag::Button && !is_label && traits.hiding == Hiding::Shown {
            self.skip_button(start.attributes);
        }
        let is_readable = is_label || traits.is_shadow;
        let is_out_of_place = (tag.is(SKIPPED) && !is_readable)
            || is_reading
            || traits.hiding == Hiding::Unseen
            || self.phase != Phase::Body;
        let is_hidden = !is_out_of_place && self.hides(traits.hiding);
        let is_skipped = is_out_of_place || is_hidden;
        // browsers know no other elements either, and show them as part of the sentence
        let is_unknown_word = tag == Tag::Other && (self.is_open(Tag::P) || self.is_in_heading());
        let is_inline =
            tag.is(INLINE) || tag == Tag::Button && self.is_button_in_line() || is_unknown_word;
        let is_block = shown && !is_skipped && !is_inline;
        let extent = if shown && !is_skipped {
            traits.extent
        } else {
            Extent::None
        };
        let mut element = if tag.is(TABLE_PART) {
            self.element()
        } else {
            self.insertion_element()
        };
        if is_block {
            let new = self.new_element(start);
            element = self.blocks.open(new, element);
        } else if shown && !is_skipped {
            self.blocks.inline_start();
            let at = self.blocks.position();
            self.blocks.inline.name(traits.names, self.html, at);
        }
        if matches!(tag, Tag::B | Tag::Strong) {
            self.blocks.enter_bold();
        }
        if let Extent::Link(index) = extent {
            self.blocks.enter_link();
            self.show_anchor(index);
        }
        if is_hidden {
            self.note_hidden(element, is_inline);
        }
        self.skipped += u32::from(is_skipped);
        self.hidden.open += u32::from(is_hidden);
        self.open_of[tag as usize] += 1;
        if tag.is(MARKER) && !foreign {
            self.formatting.push(Formatting::marker(self.serial));
        }
        self.open.push(Open {
            tag,
            name,
            serial: self.serial,
            element,
            is_block,
            is_skipped,
            is_hidden,
            namespace: if foreign {
                self.foreign_namespace(start)
            } else {
                Namespace::Html
            },
            extent,
            class: start.attributes.value(Attribute::Class),
            itemprop: start.attributes.value(Attribute::Itemprop),
            itemtype: start.attributes.value(Attribute::Itemtype),
        });
        if foreign || self.in_foreign {
            self.in_foreign = self.is_foreign_inside();
        }
    }

    fn foreign_namespace(&self, start: &StartTag) -> Namespace {
        let around = self.open.iter().rev();
        let root = around.take_while(|open| open.namespace == Namespace::Foreign);
        match root.last() {
            Some(root) if start.is_integration_point(root.tag, self.html) => {
                Namespace::IntegrationPoint
            }
            _ => Namespace::Foreign,
        }
    }

    fn new_element(&mut self, start: &StartTag) -> Element {
        use Attribute as A;
        let mut keep = |attribute| self.keep_names(start.attributes.value(attribute));
        let (class, id) = (keep(A::Class), keep(A::Id));
        let (role, itemprop) = (keep(A::Role), keep(A::Itemprop));
        let data_name = keep(A::DataName);
        Element {
            tag: start.tag,
            depth: 0,
            parent: None,
            source: span(self.at, self.at),
            class,
            id,
            role,
            itemprop,
            data_name,
        }
    }

    /// Closes the innermost element.
    pub(crate) fn pop(&mut self) {
        if let Some(open) = self.open.pop() {
            self.match_end(self.open.len());
            self.close(&open);
        }
    }

    /// Closes the elements from that index on.
    pub(crate) fn pop_to(&mut self, index: usize) {
        while self.open.len() > index {
            self.pop();
        }
    }

    /// Removes an element from the stack but leaves its content open.
    pub(crate) fn remove(&mut self, index: usize) {
        let open = self.open.remove(index);
        self.match_end(index);
        self.forget(&open);
    }

    #[inline]
    fn match_end(&mut self, index: usize) {
        if let Some(matcher) = &mut self.matcher {
            matcher.end(index, self.blocks.position());
        }
    }

    fn close(&mut self, open: &Open) {
        if open.tag == Tag::Button && open.is_skipped {
            self.end_button();
        }
        self.forget(open);
        if open.is_block {
            let element = self.element();
            self.blocks.enter(element);
        } else if self.skipped == 0 && !open.is_skipped {
            if open.tag.is(INLINE) || matches!(open.tag, Tag::Button | Tag::Other) {
                self.blocks.inline_end();
            } else {
                self.blocks.end_block(); // it began out of sight
            }
        }
        if open.is_foreign() {
            self.in_foreign = self.is_foreign_inside();
            return;
        }
        if open.tag.is(FORMATTING) {
            self.note_closed(open.serial);
        }
        if open.tag.is(MARKER) {
            self.clear_to_marker();
        }
    }

    /// Updates the state for an element that ends, wherever it is on the stack.
    fn forget(&mut self, open: &Open) {
        self.open_of[open.tag as usize] -= 1;
        self.skipped -= u32::from(open.is_skipped);
        if open.is_hidden {
            self.end_hidden();
        }
        if matches!(open.tag, Tag::B | Tag::Strong) {
            self.blocks.leave_bold();
        }
        let position = self.blocks.position();
        let document = &mut self.blocks.document;
        if open.is_block {
            document.elements[open.element as usize].source.end = span(0, self.at).end;
        }
        match open.extent {
            Extent::None => {}
            Extent::Link(index) => {
                if let Some(anchor) = document.head.anchors.get_mut(index) {
                    anchor.text.end = position;
                }
                self.blocks.leave_link();
            }
            Extent::Time(index) => document.head.times[index].text.end = position,
        }
    }

    fn is_foreign_inside(&self) -> bool {
        self.open
            .last()
            .is_some_and(|open| open.namespace == Namespace::Foreign)
    }

    /// Begins and ends a block-level element without content.
    pub(crate) fn void(&mut self, tag: Tag) {
        if self.is_shown() && !tag.is(INLINE | SKIPPED) {
            self.blocks.end_block();
        } else if tag == Tag::Wbr {
            self.blocks.inline_edge();
        }
    }

    /// Keeps a decoded copy of the names in an attribute such as `class`, which others read for every block inside the element.
    pub(crate) fn keep_names(&mut self, value: Span) -> Span {
        self.keep(self.cut_names(value))
    }

    /// The names in an attribute, without those that are too much.
    pub(crate) fn cut_names(&self, value: Span) -> Span {
        let names = value.of(self.html);
        let most = 8 << 10; // bytes; the longest `class` of 4,500 pages has 7,481
        if names.len() <= most {
            return value;
        }
        let cut = &names[..names.floor_char_boundary(most)];
        // not in the middle of a name
        let end = cut.rfind(|c: char| c.is_ascii_whitespace());
        let start = value.start as usize;
        span(start, start + end.unwrap_or(cut.len()))
    }

    /// Keeps a decoded copy of an attribute's value.
    pub(crate) fn keep(&mut self, value: Span) -> Span {
        if value.is_empty() {
            return Span::default();
        }
        let kept = &mut self.blocks.document.attributes;
        let start = kept.len();
        kept.push_str(&decode_attribute(value.of(self.html)));
        span(start, kept.len())
    }
}
