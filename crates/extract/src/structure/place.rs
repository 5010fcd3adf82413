//! Which group the text of an element stands in, and what it is there.

use std::collections::HashSet;

use super::{Form, Group, tables};
use crate::inclusions::is_called_caption;
use html::{Tag, TextBlock, TextDocument};

/// Elements, from the block outwards, whose class may call it a caption.
const NEAR: usize = 2;
/// Words that a caption known by its class has at most.
const CAPTION_WORDS: u32 = 80;
/// Lists, quotes, figures and tables have fewer groups than this around them, which leaves room for items, rows and cells,
/// also those that are missing in the page.
const DEEPEST: usize = 12;

/// Where the text of an element stands in the tree.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The innermost element around it that makes a group, itself included.
    pub(super) group: Option<u32>,
    /// Groups around it.
    rank: usize,
    /// What the elements between it and the group make of its passages.
    form: Form,
}

/// The places of a document's elements, each found once.
pub(super) struct Places<'a> {
    document: &'a TextDocument,
    /// By element, as far as asked for.
    known: Vec<Option<Place>>,
    /// The tables of data, once there is a table.
    tables: Option<HashSet<u32>>,
}

impl<'a> Places<'a> {
    pub(super) fn of(document: &'a TextDocument) -> Self {
        Self {
            document,
            known: vec![None; document.elements.len()],
            tables: None,
        }
    }

    /// The group that an element makes, of those that make one.
    pub(super) fn group(&self, element: u32) -> Group {
        let element = &self.document.elements[element as usize];
        match element.tag {
            Tag::Ol => Group::List { ordered: true },
            Tag::Li | Tag::Dt | Tag::Dd => Group::Item,
            Tag::Blockquote => Group::Quote,
            Tag::Figure => Group::Figure,
            Tag::Table => Group::Table,
            Tag::Tr => Group::Row,
            Tag::Td | Tag::Th => Group::Cell {
                header: element.tag == Tag::Th || self.is_in_head(element.parent),
            },
            _ => Group::List { ordered: false },
        }
    }

    fn is_in_head(&self, row: Option<u32>) -> bool {
        let elements = &self.document.elements;
        row.and_then(|row| elements[row as usize].parent)
            .is_some_and(|part| elements[part as usize].tag == Tag::Thead)
    }

    /// The place of an element; that of those around it first.
    pub(super) fn of_element(&mut self, element: u32) -> Place {
        let mut unknown = Vec::new();
        let mut next = Some(element);
        let mut place = Place {
            group: None,
            rank: 0,
            form: Form::Paragraph,
        };
        while let Some(index) = next {
            if let Some(known) = self.known[index as usize] {
                place = known;
                break;
            }
            unknown.push(index);
            next = self.document.elements[index as usize].parent;
        }
        for index in unknown.into_iter().rev() {
            place = self.place_in(index, place);
            self.known[index as usize] = Some(place);
        }
        place
    }

    /// The place of an element inside one whose place is known.
    fn place_in(&mut self, index: u32, outer: Place) -> Place {
        let tag = self.document.elements[index as usize].tag;
        let form = match tag {
            Tag::H1 => Form::Heading { level: 1 },
            Tag::H2 => Form::Heading { level: 2 },
            Tag::H3 => Form::Heading { level: 3 },
            Tag::H4 => Form::Heading { level: 4 },
            Tag::H5 => Form::Heading { level: 5 },
            Tag::H6 => Form::Heading { level: 6 },
            Tag::Figcaption | Tag::Caption => Form::Caption,
            Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => Form::Preformatted,
            _ => outer.form,
        };
        let around = outer.group.map(|group| self.group(group));
        let makes_group = match tag {
            Tag::Table => outer.rank < DEEPEST && self.is_of_data(index),
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir | Tag::Dl | Tag::Blockquote | Tag::Figure => {
                outer.rank < DEEPEST
            }
            Tag::Li | Tag::Dt | Tag::Dd => matches!(around, Some(Group::List { .. })),
            Tag::Tr => around == Some(Group::Table),
            Tag::Td | Tag::Th => around == Some(Group::Row),
            _ => false,
        };
        if makes_group {
            Place {
                group: Some(index),
                rank: outer.rank + 1,
                form: Form::Paragraph,
            }
        } else {
            Place { form, ..outer }
        }
    }

    fn is_of_data(&mut self, table: u32) -> bool {
        let document = self.document;
        self.tables
            .get_or_insert_with(|| tables::of_data(document))
            .contains(&table)
    }

    /// What a block is by itself.
    pub(super) fn form(&self, block: &TextBlock, place: Place) -> Form {
        let in_figure = place
            .group
            .is_some_and(|group| self.group(group) == Group::Figure);
        match place.form {
            Form::Paragraph if in_figure || self.is_called_caption(block) => Form::Caption,
            form => form,
        }
    }

    fn is_called_caption(&self, block: &TextBlock) -> bool {
        let mut near = self.document.ancestors(block.element).take(NEAR);
        block.words <= CAPTION_WORDS
            && near.any(|element| is_called_caption(self.document, element))
    }
}
