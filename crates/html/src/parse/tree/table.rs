//! Tables: their parts open and close each other (§13.2.6.4.9 to 15).

use crate::name::Name;
use crate::parse::attributes::Attributes;
use crate::parse::tree::Tree;
use crate::parse::tree::element::{StartTag, Traits};
use crate::tag::{TABLE_PART, Tag};

impl Tree<'_> {
    /// Whether content that is not part of a table is moved before it ("foster parenting").
    #[inline]
    pub(crate) fn is_fostering(&self) -> bool {
        matches!(
            self.innermost(),
            Tag::Table | Tag::Tbody | Tag::Thead | Tag::Tfoot | Tag::Tr
        )
    }

    /// The block-level element into which text and ordinary elements go.
    #[inline]
    pub(crate) fn insertion_element(&self) -> u32 {
        if !self.is_fostering() {
            return self.element();
        }
        let table = self.open.iter().rposition(|open| open.tag == Tag::Table);
        match table {
            Some(table) if table > 0 => self.open[table - 1].element,
            _ => 0,
        }
    }

    /// The innermost open part of a table, if nothing bounds the search.
    pub(crate) fn table_part(&self) -> Option<(usize, Tag)> {
        use Tag::{Caption, Colgroup, Table, Tbody, Td, Tfoot, Th, Thead, Tr};
        let parts = [Table, Tbody, Tr, Td, Th, Thead, Tfoot, Caption, Colgroup];
        if !parts.iter().any(|&part| self.is_open(part)) {
            return None;
        }
        for (index, open) in self.open.iter().enumerate().rev() {
            if open.tag.is(TABLE_PART) {
                return Some((index, open.tag));
            }
            if open.tag == Tag::Template || (open.is_foreign() && open.is_scope()) {
                return None;
            }
        }
        None
    }

    /// Handles the start tag of a part of a table: closes what cannot hold it, opens what must be around
    /// it. Outside tables the tag is dropped.
    pub(crate) fn start_table_part(&mut self, start: &StartTag, traits: Traits) {
        use Tag::{Caption, Col, Colgroup, Table, Tbody, Td, Tfoot, Th, Thead, Tr};
        while let Some((index, around)) = self.table_part() {
            match (start.tag, around) {
                (Td | Th, Tr)
                | (Tr, Tbody | Thead | Tfoot)
                | (Tbody | Thead | Tfoot | Caption | Colgroup, Table) => {
                    self.pop_to(index + 1);
                    self.push(start, traits, false);
                    return;
                }
                (Col, Colgroup) => {
                    self.pop_to(index + 1);
                    self.void(Col);
                    return;
                }
                (Td | Th | Tr, Table) => self.push_implied(index, Tbody),
                (Td | Th, Tbody | Thead | Tfoot) => self.push_implied(index, Tr),
                (Col, Table) => self.push_implied(index, Colgroup),
                _ => self.pop_to(index),
            }
        }
    }

    fn push_implied(&mut self, around: usize, tag: Tag) {
        self.pop_to(around + 1);
        let start = StartTag {
            tag,
            name: Name::of(tag),
            attributes: &Attributes::default(),
            self_closing: false,
        };
        self.push(&start, Traits::default(), false);
    }

    /// Closes a table directly around a new `<table>`.
    pub(crate) fn close_table_around(&mut self) {
        use Tag::{Caption, Table, Td, Th};
        if let Some((index, part)) = self.table_part()
            && !matches!(part, Td | Th | Caption)
            && index + 1 == self.open.len()
        {
            let table = self.open.iter().rposition(|open| open.tag == Table);
            self.pop_to(table.unwrap_or(index));
        }
    }

    /// Handles the end tag of a table or a part of one.
    pub(crate) fn end_table_part(&mut self, tag: Tag) {
        use Tag::{Caption, Table, Td, Template, Th};
        if !self.is_open(tag) {
            return;
        }
        for (index, open) in self.open.iter().enumerate().rev() {
            if open.tag == tag {
                self.pop_to(index);
                return;
            }
            let is_cell = |tag| matches!(tag, Td | Th | Caption);
            if matches!(open.tag, Table | Template) || (is_cell(open.tag) && is_cell(tag)) {
                return;
            }
        }
    }
}
