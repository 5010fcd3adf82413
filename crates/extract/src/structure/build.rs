//! Builds the tree of the text from blocks and their elements.

use std::collections::HashSet;

use super::placement::Placements;
use super::{Container, MAX_NESTING, Node, Passage, PassageKind, Structure, preformatted};
use crate::labels::{Labels, paragraphs};
use html::{Span, Tag, TextBlock, TextDocument};

impl Structure {
    /// The structure of the content blocks, with spans in the result of [`text_of`](crate::text_of). `html` is the page that
    /// the document was parsed from, needed for the layout of preformatted text.
    ///
    /// Linear in the size of the document: each element is visited once.
    pub fn of(document: &TextDocument, labels: &Labels, html: &str) -> Self {
        let mut builder = Builder {
            document,
            html,
            places: Placements::of(document),
            rows: HashSet::new(),
            open: Vec::new(),
            nodes: Vec::new(),
        };
        let mut end = 0;
        for block in labels.content_blocks() {
            let block = &document.blocks[block];
            for paragraph in paragraphs(document, block) {
                // two line feeds separate paragraphs
                let start = if end == 0 { 0 } else { end + 2 };
                end = start + u32::try_from(paragraph.len()).unwrap_or(u32::MAX);
                builder.add(block, Span { start, end });
            }
        }
        builder.close_to(0);
        Self {
            nodes: builder.nodes,
        }
    }
}

/// An open container. One without `element` was inserted because its content needs it.
struct Open {
    element: Option<u32>,
    group: Container,
    nodes: Vec<Node>,
    /// The remaining cells of a row.
    cells: std::vec::IntoIter<u32>,
}

struct Builder<'a> {
    document: &'a TextDocument,
    html: &'a str,
    places: Placements<'a>,
    /// Rows whose empty cells have been added.
    rows: HashSet<u32>,
    open: Vec<Open>,
    nodes: Vec<Node>,
}

impl Builder<'_> {
    fn add(&mut self, block: &TextBlock, text: Span) {
        let place = self.places.of_element(block.element);
        let mut chain = [0; MAX_NESTING];
        let mut length = 0;
        let mut group = place.group;
        while let Some(element) = group
            && length < MAX_NESTING
        {
            chain[length] = element;
            length += 1;
            let outer = self.document.elements[element as usize].parent;
            group = outer.and_then(|outer| self.places.of_element(outer).group);
        }
        let chain = &mut chain[..length];
        chain.reverse();
        let (depth, known) = self.common(chain);
        self.close_to(depth);
        for &element in &chain[known..] {
            self.open(element);
        }
        let kind = self.places.kind(block, place);
        self.make_room_for(None, kind == PassageKind::Caption);
        let lines = (kind == PassageKind::Preformatted)
            .then(|| preformatted::lines(self.document, block, self.html))
            .flatten();
        self.push(Node::Passage(Passage { kind, text, lines }));
    }

    /// The number of open containers that stay open for a chain of elements, and the number of elements they represent.
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
        let group = self.places.group(element);
        self.make_room_for(Some(group), false);
        if let Container::Cell { .. } = group {
            self.fill_up_to(Some(element));
        }
        let cells = if group == Container::Row && self.rows.insert(element) {
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

    /// Inserts missing containers: lists contain only items, tables only rows and captions, rows only cells.
    fn make_room_for(&mut self, child: Option<Container>, is_caption: bool) {
        loop {
            let between = match self.open.last().map(|open| open.group) {
                Some(Container::List { .. }) if child != Some(Container::Item) => Container::Item,
                Some(Container::Table) if child != Some(Container::Row) && !is_caption => {
                    Container::Row
                }
                Some(Container::Row) if !matches!(child, Some(Container::Cell { .. })) => {
                    Container::Cell { header: false }
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
                self.push(Node::Container(done.group, done.nodes));
            }
        }
    }

    /// Adds the empty cells of the open row before `cell`, or all remaining ones.
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
                .push(Node::Container(Container::Cell { header }, Vec::new()));
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
            .take(256)
            .collect()
    }
}
