//! The container of the text of an element and the kind of its passages.

use std::collections::HashSet;

use super::{Container, PassageKind, tables};
use crate::element_names::{MAX_CAPTION_WORDS, is_in_caption};
use html::{Tag, TextBlock, TextDocument};

/// The position of an element's text in the tree.
#[derive(Clone, Copy)]
pub(super) struct Placement {
    /// The innermost element around it, or itself, that forms a container.
    pub(super) group: Option<u32>,
    /// Number of containers around it.
    rank: usize,
    /// The kind of its passages, determined by the elements between it and the container.
    kind: PassageKind,
}

/// The placements of a document's elements, each computed once.
pub(super) struct Placements<'a> {
    document: &'a TextDocument,
    /// The placement of each element, if computed.
    known: Vec<Option<Placement>>,
    /// The data tables, once computed.
    tables: Option<HashSet<u32>>,
}

impl<'a> Placements<'a> {
    pub(super) fn of(document: &'a TextDocument) -> Self {
        Self {
            document,
            known: vec![None; document.elements.len()],
            tables: None,
        }
    }

    /// The container that an element forms.
    pub(super) fn group(&self, element: u32) -> Container {
        let element = &self.document.elements[element as usize];
        match element.tag {
            Tag::Ol => Container::List { ordered: true },
            Tag::Li | Tag::Dt | Tag::Dd => Container::Item,
            Tag::Blockquote => Container::Quote,
            Tag::Figure => Container::Figure,
            Tag::Table => Container::Table,
            Tag::Tr => Container::Row,
            Tag::Td | Tag::Th => Container::Cell {
                header: element.tag == Tag::Th || self.is_in_head(element.parent),
            },
            _ => Container::List { ordered: false },
        }
    }

    fn is_in_head(&self, row: Option<u32>) -> bool {
        let elements = &self.document.elements;
        row.and_then(|row| elements[row as usize].parent)
            .is_some_and(|part| elements[part as usize].tag == Tag::Thead)
    }

    /// The placement of an element; computes those of its ancestors first.
    pub(super) fn of_element(&mut self, element: u32) -> Placement {
        let mut unknown = Vec::new();
        let mut next = Some(element);
        let mut place = Placement {
            group: None,
            rank: 0,
            kind: PassageKind::Paragraph,
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

    /// The placement of an element, given that of its parent.
    fn place_in(&mut self, index: u32, outer: Placement) -> Placement {
        let tag = self.document.elements[index as usize].tag;
        let kind = match tag {
            Tag::H1 => PassageKind::Heading { level: 1 },
            Tag::H2 => PassageKind::Heading { level: 2 },
            Tag::H3 => PassageKind::Heading { level: 3 },
            Tag::H4 => PassageKind::Heading { level: 4 },
            Tag::H5 => PassageKind::Heading { level: 5 },
            Tag::H6 => PassageKind::Heading { level: 6 },
            Tag::Figcaption | Tag::Caption => PassageKind::Caption,
            Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => PassageKind::Preformatted,
            _ => outer.kind,
        };
        let around = outer.group.map(|group| self.group(group));
        // leaves room for items, rows and cells, including those that the page omits
        let has_room = outer.rank < 12;
        let makes_group = match tag {
            Tag::Table => has_room && self.is_of_data(index),
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir | Tag::Dl | Tag::Blockquote | Tag::Figure => {
                has_room
            }
            Tag::Li | Tag::Dt | Tag::Dd => matches!(around, Some(Container::List { .. })),
            Tag::Tr => around == Some(Container::Table),
            Tag::Td | Tag::Th => around == Some(Container::Row),
            _ => false,
        };
        if makes_group {
            Placement {
                group: Some(index),
                rank: outer.rank + 1,
                kind: PassageKind::Paragraph,
            }
        } else {
            Placement { kind, ..outer }
        }
    }

    fn is_of_data(&mut self, table: u32) -> bool {
        let document = self.document;
        self.tables
            .get_or_insert_with(|| tables::of_data(document))
            .contains(&table)
    }

    /// The kind of a block.
    pub(super) fn kind(&self, block: &TextBlock, place: Placement) -> PassageKind {
        let in_figure = place
            .group
            .is_some_and(|group| self.group(group) == Container::Figure);
        match place.kind {
            PassageKind::Paragraph if in_figure || self.is_short_caption(block) => {
                PassageKind::Caption
            }
            kind => kind,
        }
    }

    fn is_short_caption(&self, block: &TextBlock) -> bool {
        block.words <= MAX_CAPTION_WORDS && is_in_caption(self.document, block.element)
    }
}
