//! From blocks and the elements they stand in to the tree of the text.

use std::collections::HashSet;

use super::{Form, Group, MAX_NESTING, Node, Passage, Structure, preformatted, tables};
use crate::document::{Span, Tag, TextBlock, TextDocument};
use crate::label::Labels;

/// Elements, from the block outwards, whose class may call it a caption.
const NEAR: usize = 2;
/// Words that a caption known by its class has at most.
const CAPTION_WORDS: u32 = 80;
/// Bytes of an attribute that are looked at.
const CLASS_BYTES: usize = 256;
/// Lists, quotes, figures and tables have fewer groups than this around them, which leaves room for items, rows and cells,
/// also those that are missing in the page.
const DEEPEST: usize = 12;
/// Cells of a row that are looked for beyond those with text.
const MANY_CELLS: usize = 256;

impl Structure {
    /// The structure of the content blocks, whose spans are those of [`text_of`](crate::text_of). `html` is the page that
    /// the document was read from; it tells how preformatted text was laid out.
    ///
    /// Linear in the size of the document: each element is placed once and opened once.
    pub fn of(document: &TextDocument, labels: &Labels, html: &str) -> Self {
        let mut builder = Builder {
            document,
            html,
            places: vec![None; document.elements.len()],
            tables: None,
            rows: HashSet::new(),
            open: Vec::new(),
            nodes: Vec::new(),
        };
        let mut end = 0;
        for block in labels.content_blocks() {
            let block = &document.blocks[block];
            // Two line feeds stand between paragraphs.
            let start = if end == 0 { 0 } else { end + 2 };
            end = start + block.text.end - block.text.start;
            builder.add(block, Span { start, end });
        }
        builder.close_to(0);
        Self {
            nodes: builder.nodes,
        }
    }
}

/// Where the text of an element stands in the tree.
#[derive(Clone, Copy)]
struct Place {
    /// The innermost element around it that makes a group, itself included.
    group: Option<u32>,
    /// Groups around it.
    rank: usize,
    /// What the elements between it and the group make of its passages.
    form: Form,
}

/// A group that is being filled. `element` is missing from one that only holds what has no group of its own.
struct Open {
    element: Option<u32>,
    group: Group,
    nodes: Vec<Node>,
    /// Of a row: its cells that are still to come.
    cells: std::vec::IntoIter<u32>,
}

struct Builder<'a> {
    document: &'a TextDocument,
    html: &'a str,
    /// By element, as far as asked for.
    places: Vec<Option<Place>>,
    /// The tables of data, once there is a table.
    tables: Option<HashSet<u32>>,
    /// Rows whose empty cells have been filled in.
    rows: HashSet<u32>,
    open: Vec<Open>,
    nodes: Vec<Node>,
}

impl Builder<'_> {
    fn add(&mut self, block: &TextBlock, text: Span) {
        let place = self.place(block.element);
        let mut chain = [0; MAX_NESTING];
        let mut length = 0;
        let mut group = place.group;
        while let Some(element) = group
            && length < MAX_NESTING
        {
            chain[length] = element;
            length += 1;
            let outer = self.document.elements[element as usize].parent;
            group = outer.and_then(|outer| self.place(outer).group);
        }
        let chain = &mut chain[..length];
        chain.reverse();
        let (depth, known) = self.common(chain);
        self.close_to(depth);
        for &element in &chain[known..] {
            self.open(element);
        }
        let form = self.form(block, place);
        self.make_room_for(None, form == Form::Caption);
        let lines = (form == Form::Preformatted)
            .then(|| preformatted::lines(self.document, block, self.html))
            .flatten();
        self.push(Node::Passage(Passage { form, text, lines }));
    }

    /// How many open groups stay open for a chain of elements, and how many of its elements these stand for.
    fn common(&self, chain: &[u32]) -> (usize, usize) {
        let (mut depth, mut known) = (0, 0);
        for (index, open) in self.open.iter().enumerate() {
            if open.element.is_none() {
                continue;
            }
            if open.element != chain.get(known).copied() {
                break;
            }
            known += 1;
            depth = index + 1;
        }
        (depth, known)
    }

    fn open(&mut self, element: u32) {
        let group = self.group(element);
        self.make_room_for(Some(group), false);
        if let Group::Cell { .. } = group {
            self.fill_up_to(Some(element));
        }
        let cells = if group == Group::Row && self.rows.insert(element) {
            self.cells(element)
        } else {
            Vec::new()
        };
        self.open.push(Open {
            element: Some(element),
            group,
            nodes: Vec::new(),
            cells: cells.into_iter(),
        });
    }

    /// Items are all that stands in lists, rows and captions in tables, cells in rows: what has no such group gets one.
    fn make_room_for(&mut self, child: Option<Group>, is_caption: bool) {
        loop {
            let between = match self.open.last().map(|open| open.group) {
                Some(Group::List { .. }) if child != Some(Group::Item) => Group::Item,
                Some(Group::Table) if child != Some(Group::Row) && !is_caption => Group::Row,
                Some(Group::Row) if !matches!(child, Some(Group::Cell { .. })) => {
                    Group::Cell { header: false }
                }
                _ => return,
            };
            self.open.push(Open {
                element: None,
                group: between,
                nodes: Vec::new(),
                cells: Vec::new().into_iter(),
            });
        }
    }

    fn push(&mut self, node: Node) {
        let nodes = self.open.last_mut().map(|open| &mut open.nodes);
        nodes.unwrap_or(&mut self.nodes).push(node);
    }

    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            self.fill_up_to(None);
            if let Some(done) = self.open.pop() {
                self.push(Node::Group(done.group, done.nodes));
            }
        }
    }

    /// Adds the cells without content that stand in the open row before `cell`, or all that are left.
    fn fill_up_to(&mut self, cell: Option<u32>) {
        let Some(row) = self.open.last_mut() else {
            return;
        };
        if cell.is_some_and(|cell| !row.cells.as_slice().contains(&cell)) {
            return;
        }
        for empty in row.cells.by_ref() {
            if Some(empty) == cell {
                break;
            }
            let header = self.document.elements[empty as usize].tag == Tag::Th;
            row.nodes
                .push(Node::Group(Group::Cell { header }, Vec::new()));
        }
    }

    /// The cells of a row, with and without content.
    fn cells(&self, row: u32) -> Vec<u32> {
        let elements = &self.document.elements;
        let depth = elements[row as usize].depth;
        let inside = (row + 1..)
            .zip(&elements[row as usize + 1..])
            .take_while(|(_, element)| element.depth > depth);
        inside
            .filter(|(_, element)| element.depth == depth + 1)
            .filter(|(_, element)| matches!(element.tag, Tag::Td | Tag::Th))
            .map(|(index, _)| index)
            .take(MANY_CELLS)
            .collect()
    }

    fn group(&self, element: u32) -> Group {
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
    fn place(&mut self, element: u32) -> Place {
        let mut unknown = Vec::new();
        let mut next = Some(element);
        let mut place = Place {
            group: None,
            rank: 0,
            form: Form::Paragraph,
        };
        while let Some(index) = next {
            if let Some(known) = self.places[index as usize] {
                place = known;
                break;
            }
            unknown.push(index);
            next = self.document.elements[index as usize].parent;
        }
        for index in unknown.into_iter().rev() {
            place = self.place_in(index, place);
            self.places[index as usize] = Some(place);
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

    fn form(&self, block: &TextBlock, place: Place) -> Form {
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
            && near.any(|element| {
                let class = self.document.attribute(element.class).as_bytes();
                let class = &class[..class.len().min(CLASS_BYTES)];
                class
                    .windows(7)
                    .any(|name| name.eq_ignore_ascii_case(b"caption"))
            })
    }
}
