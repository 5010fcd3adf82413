//! The list of active formatting elements (§13.2.4.3), which are reopened when misnested.

use crate::name::Name;
use crate::parse::attributes::Attributes;
use crate::parse::tree::element::{Open, StartTag, Traits};
use crate::parse::tree::{MAX_DEPTH, Tree};
use crate::span::Span;
use crate::span::span;
use crate::tag::Tag;

/// Maximum elements reopened: this many at once, and two more with each piece of text or tag that follows.
/// Pages written by people stay far below; others would make us open 64 elements for every `<p>`.
const MAX_REOPENED: u32 = 4096;

/// Number of elements that may be reopened.
pub(crate) struct Credit(u32);

impl Default for Credit {
    fn default() -> Credit {
        Credit(MAX_REOPENED)
    }
}

/// An entry of the list: a formatting element, or a marker that bounds the search.
#[derive(Clone, Copy)]
pub(crate) struct Formatting {
    tag: Tag,
    name: Name,
    serial: u32,
    is_open: bool,
    is_marker: bool,
    traits: Traits,
    /// Its attributes as written.
    source: Span,
}

impl Formatting {
    pub(crate) fn marker(serial: u32) -> Formatting {
        Formatting {
            tag: Tag::Other,
            name: Name::of(Tag::Other),
            serial,
            is_open: true,
            is_marker: true,
            traits: Traits::default(),
            source: span(0, 0),
        }
    }
}

impl Tree<'_> {
    /// Adds the innermost open element, which was just opened, to the list.
    pub(crate) fn list_formatting(&mut self, start: &StartTag, traits: Traits) {
        let Some(open) = self.open.last() else { return };
        let serial = open.serial;
        if self.formatting.len() >= 64
            && let Some(oldest) = self.formatting.iter().position(|entry| !entry.is_marker)
        {
            self.formatting.remove(oldest);
        }
        self.drop_third_twin(start);
        self.formatting.push(Formatting {
            tag: start.tag,
            name: start.name,
            serial,
            is_open: true,
            is_marker: false,
            traits,
            source: start.attributes.source,
        });
    }

    /// "Noah's Ark": the list holds at most three identical elements.
    fn drop_third_twin(&mut self, start: &StartTag) {
        let source = start.attributes.source.of(self.html);
        let mut twins = 0;
        for index in (0..self.formatting.len()).rev() {
            let entry = &self.formatting[index];
            if entry.is_marker {
                return;
            }
            if entry.tag == start.tag && entry.source.of(self.html) == source {
                twins += 1;
                if twins == 3 {
                    self.formatting.remove(index);
                    return;
                }
            }
        }
    }

    /// Reopens the formatting elements that were closed before their end tag.
    #[inline]
    pub(crate) fn reconstruct_formatting(&mut self) {
        self.credit.0 = (self.credit.0 + 2).min(MAX_REOPENED);
        match self.formatting.last() {
            Some(entry) if !entry.is_marker && !entry.is_open => self.reopen(),
            _ => {}
        }
    }

    /// Whether there is formatting to reopen.
    pub(crate) fn has_closed_formatting(&self) -> bool {
        let last = self.formatting.last();
        last.is_some_and(|entry| !entry.is_marker && !entry.is_open)
    }

    fn reopen(&mut self) {
        let first = self
            .formatting
            .iter()
            .rposition(|entry| entry.is_marker || entry.is_open)
            .map_or(0, |index| index + 1);
        for index in first..self.formatting.len() {
            if self.open.len() >= MAX_DEPTH {
                return;
            }
            if self.credit.0 == 0 {
                self.formatting.truncate(index);
                return;
            }
            self.credit.0 -= 1;
            let Formatting {
                tag,
                name,
                traits,
                source,
                ..
            } = self.formatting[index];
            let start = StartTag {
                tag,
                name,
                attributes: &Attributes::again(source),
                self_closing: false,
            };
            self.push(&start, traits, false);
            if let Some(open) = self.open.last() {
                self.formatting[index].serial = open.serial;
                self.formatting[index].is_open = true;
            }
        }
    }

    /// Marks an element on the list as closed.
    pub(crate) fn note_closed(&mut self, serial: u32) {
        let mut entries = self.formatting.iter_mut().rev();
        if let Some(entry) = entries.find(|entry| entry.serial == serial) {
            entry.is_open = false;
        }
    }

    pub(crate) fn clear_to_marker(&mut self) {
        while let Some(entry) = self.formatting.pop() {
            if entry.is_marker {
                return;
            }
        }
    }

    /// Whether an element with a tag is on the list after the last marker.
    pub(crate) fn is_listed(&self, tag: Tag) -> bool {
        self.listed(tag).is_some()
    }

    fn listed(&self, tag: Tag) -> Option<usize> {
        let mut entries = self.formatting.iter();
        entries
            .rposition(|entry| entry.is_marker || entry.tag == tag)
            .filter(|&index| !self.formatting[index].is_marker)
    }

    /// Handles the end tag of a formatting element: a light form of the "adoption agency".
    ///
    /// The element ends. Special elements that began inside it stay open, as does formatting around
    /// them; other elements around them end, and so does everything inside the innermost of them.
    pub(crate) fn end_formatting(&mut self, tag: Tag, name: Name) {
        let Some(index) = self.listed(tag) else {
            self.end_ordinary(tag, name);
            return;
        };
        let entry = self.formatting[index];
        let mut open = self.open.iter();
        let position = open.rposition(|open| entry.is_open && open.serial == entry.serial);
        let Some(position) = position else {
            self.formatting.remove(index);
            return;
        };
        let inside = &self.open[position + 1..];
        if inside.iter().any(Open::is_scope) {
            return;
        }
        let innermost = inside.iter().rposition(Open::is_special);
        self.formatting.remove(index);
        let Some(innermost) = innermost.map(|offset| position + 1 + offset) else {
            self.pop_to(position);
            return;
        };
        self.pop_to(innermost + 1);
        for around in (position + 1..innermost).rev() {
            let open = &self.open[around];
            if !open.is_special() && !self.is_in_list(open.serial) {
                self.remove(around);
            }
        }
        let was_hidden = self.open[position].is_hidden;
        self.remove(position);
        if was_hidden {
            self.blocks.end_block(); // blocks that began out of sight come into view
        }
    }

    fn is_in_list(&self, serial: u32) -> bool {
        self.formatting.iter().any(|entry| entry.serial == serial)
    }
}
