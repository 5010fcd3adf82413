//! What end tags close: the "in body" rules of tree construction (§13.2.6.4.7).

use crate::name::Name;
use crate::parse::tree::Tree;
use crate::parse::tree::element::{Open, Phase};
use crate::tag::{FORMATTING, MARKER, SCOPED_END, Tag};

impl Tree<'_> {
    /// Handles an end tag that ends at `after`.
    pub(crate) fn end(&mut self, tag: Tag, name: Name, after: usize) {
        self.at = after;
        if self.end_foreign(tag, name) {
            return;
        }
        if self.phase == Phase::BeforeBody && self.open.is_empty() {
            if tag != Tag::Br {
                return;
            }
            self.phase = Phase::Body;
        }
        match tag {
            Tag::Html | Tag::Head | Tag::Body => {}
            Tag::Br => {
                self.frameset_ok = false;
                self.reconstruct_formatting();
                if self.is_shown() {
                    self.blocks.line_break();
                }
            }
            Tag::P => match self.in_scope(Tag::P, &[Tag::Button]) {
                Some(index) => self.pop_to(index),
                None => self.void(Tag::P), // an empty paragraph
            },
            Tag::Li => self.end_scoped(tag, &[Tag::Ol, Tag::Ul]),
            Tag::Form => self.end_form(),
            Tag::Table
            | Tag::Tbody
            | Tag::Thead
            | Tag::Tfoot
            | Tag::Tr
            | Tag::Td
            | Tag::Th
            | Tag::Caption
            | Tag::Colgroup => self.end_table_part(tag),
            Tag::Template if !self.is_open(Tag::Template) => {}
            Tag::Template => {
                let template = self.open.iter().rposition(|open| open.tag == Tag::Template);
                if let Some(index) = template {
                    self.pop_to(index);
                }
            }
            Tag::Dd | Tag::Dt | Tag::Button => self.end_scoped(tag, &[]),
            _ if tag.is_heading() => self.end_heading(),
            _ if tag.is(FORMATTING) => self.end_formatting(tag, name),
            _ if tag.is(SCOPED_END | MARKER) => self.end_scoped(tag, &[]),
            _ => self.end_ordinary(tag, name),
        }
    }

    /// Handles an end tag inside `<svg>` or `<math>`; returns false if HTML's rules apply to it.
    fn end_foreign(&mut self, tag: Tag, name: Name) -> bool {
        if !self.open.last().is_some_and(Open::is_foreign) {
            return false;
        }
        if matches!(tag, Tag::P | Tag::Br) {
            while self.in_foreign() {
                self.pop();
            }
            return false;
        }
        for (index, open) in self.open.iter().enumerate().rev() {
            if !open.is_foreign() {
                return false;
            }
            if open.name == name {
                self.pop_to(index);
                return true;
            }
        }
        false
    }

    fn end_scoped(&mut self, tag: Tag, also_bounded_by: &[Tag]) {
        if let Some(index) = self.in_scope(tag, also_bounded_by) {
            self.pop_to(index);
        }
    }

    /// Any heading's end tag closes the innermost heading.
    fn end_heading(&mut self) {
        use Tag::{H1, H2, H3, H4, H5, H6};
        let headings = [H1, H2, H3, H4, H5, H6];
        if !headings.iter().any(|&heading| self.is_open(heading)) {
            return;
        }
        for (index, open) in self.open.iter().enumerate().rev() {
            if open.tag.is_heading() {
                self.pop_to(index);
                return;
            }
            if open.is_scope() {
                return;
            }
        }
    }

    /// The end of a form leaves open what began inside it.
    fn end_form(&mut self) {
        if self.is_open(Tag::Template) {
            self.end_scoped(Tag::Form, &[]);
            return;
        }
        let form = self.form.take();
        let index = self.in_scope(Tag::Form, &[]);
        let Some(index) = index.filter(|index| form == Some(self.open[*index].serial)) else {
            return;
        };
        while self.open.len() > index + 1 && self.innermost_may_end() {
            self.pop();
        }
        if self.open.len() == index + 1 {
            self.pop();
        } else {
            self.remove(index);
        }
    }

    /// Whether the end tag of the innermost element may be left out.
    pub(crate) fn innermost_may_end(&self) -> bool {
        use Tag::{Dd, Dt, Li, Optgroup, Option, P, Rb, Rp, Rt, Rtc};
        matches!(
            self.innermost(),
            P | Li | Dd | Dt | Option | Optgroup | Rb | Rp | Rt | Rtc
        )
    }

    /// "Any other end tag": closes the innermost element of that name, unless a special one is
    /// inside it.
    pub(crate) fn end_ordinary(&mut self, tag: Tag, name: Name) {
        if !self.is_open(tag) {
            return;
        }
        for (index, open) in self.open.iter().enumerate().rev() {
            if open.name == name && !open.is_foreign() {
                self.pop_to(index);
                return;
            }
            if open.is_special() {
                return;
            }
        }
    }

    /// Index of the innermost element with a tag, if it is in scope.
    #[inline]
    pub(crate) fn in_scope(&self, tag: Tag, also_bounded_by: &[Tag]) -> Option<usize> {
        if !self.is_open(tag) {
            return None;
        }
        self.find_in_scope(tag, also_bounded_by)
    }

    fn find_in_scope(&self, tag: Tag, also_bounded_by: &[Tag]) -> Option<usize> {
        for (index, open) in self.open.iter().enumerate().rev() {
            if open.tag == tag && !open.is_foreign() {
                return Some(index);
            }
            if open.is_scope() || also_bounded_by.contains(&open.tag) {
                return None;
            }
        }
        None
    }

    #[inline]
    pub(crate) fn close_paragraph(&mut self) {
        if let Some(index) = self.in_scope(Tag::P, &[Tag::Button]) {
            self.pop_to(index);
        }
    }
}
