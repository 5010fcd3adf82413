//! The structure of the text: a tree of paragraphs, headings, lists, quotes, tables, captions and preformatted text.
//!
//! It follows the elements of the page, without `<div>`s, layout tables and elements without content. It adds no text: its
//! passages in order are the paragraphs of the text.

mod build;
mod placement;
mod preformatted;
pub mod render;
mod sentences;
mod tables;

pub use sentences::{TaggedSentence, tagged_sentences};
pub(crate) use tables::around as tables_around;

use serde::Serialize;

use html::Span;

/// The content of a page in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Structure {
    /// The outermost nodes.
    pub nodes: Vec<Node>,
}

/// A passage of text or a container of nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// One block of text.
    Passage(Passage),
    /// A list, a quote, a table, a figure or a part of these. Nested at most [`MAX_NESTING`] deep; deeper content is flattened.
    Container(Container, Vec<Node>),
}

/// Maximum nesting of containers.
pub const MAX_NESTING: usize = 32;

/// One block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Its kind.
    pub kind: PassageKind,
    /// Its byte range in [`Extraction::text`](crate::Extraction::text).
    pub text: Span,
    /// The text with its original line breaks and spaces, if these matter and are known.
    pub lines: Option<Box<str>>,
}

/// The kind of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PassageKind {
    /// Running text.
    Paragraph,
    /// A heading.
    Heading {
        /// 1 to 6, as in the page.
        level: u8,
    },
    /// The caption of a picture or a table.
    Caption,
    /// Text in which line breaks and spaces matter.
    Preformatted,
}

/// The kind of a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Container {
    /// A list of items.
    List {
        /// Whether the items are numbered.
        ordered: bool,
    },
    /// An entry of a list.
    Item,
    /// A quotation.
    Quote,
    /// A picture or the like with its caption.
    Figure,
    /// A data table with captions and rows. Layout tables are not part of the structure.
    Table,
    /// A row of cells.
    Row,
    /// A cell of a table, possibly empty.
    Cell {
        /// Whether it is a header cell.
        header: bool,
    },
}

/// A block of the text with its type: an entry of the flattened structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TypedBlock {
    /// Its type, by its kind or else by the innermost item, quote or cell around it.
    #[serde(rename = "type")]
    pub kind: BlockType,
    /// The level of a heading, 1 to 6, or the nesting depth of a list item, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// For a list item: whether the list is numbered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordered: Option<bool>,
    /// For a table cell: its row, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u32>,
    /// For a table cell: its column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// For a table cell: whether it is a header cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// Its byte range in the text.
    #[serde(skip)]
    pub text: Span,
}

/// The type of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BlockType {
    /// Running text.
    #[default]
    Paragraph,
    /// A heading.
    Heading,
    /// A paragraph of a list item.
    ListItem,
    /// A paragraph of a quotation.
    Quote,
    /// A paragraph of a table cell.
    TableCell,
    /// The caption of a picture or a table.
    Caption,
    /// Text in which line breaks and spaces matter.
    Preformatted,
}

/// The properties of the containers around a passage on which its type depends.
#[derive(Debug, Clone, Copy, Default)]
struct BlockContext {
    kind: BlockType,
    lists: u8,
    ordered: bool,
    row: u32,
    column: u32,
    header: bool,
}

impl Structure {
    /// All passages with their types, in reading order.
    pub fn blocks(&self) -> Vec<TypedBlock> {
        let mut blocks = Vec::new();
        flatten(&self.nodes, BlockContext::default(), &mut blocks);
        blocks
    }

    /// Calls `change` with each passage, in reading order.
    pub fn for_each_passage(&mut self, change: &mut impl FnMut(&mut Passage)) {
        visit(&mut self.nodes, change);
    }
}

fn visit(nodes: &mut [Node], change: &mut impl FnMut(&mut Passage)) {
    for node in nodes {
        match node {
            Node::Passage(passage) => change(passage),
            Node::Container(_, inner) => visit(inner, change),
        }
    }
}

fn flatten(nodes: &[Node], around: BlockContext, blocks: &mut Vec<TypedBlock>) {
    let (mut row, mut column) = (0, 0);
    for node in nodes {
        match node {
            Node::Passage(passage) => blocks.push(typed(passage, around)),
            Node::Container(group, inner) => {
                let mut here = around;
                match *group {
                    Container::List { ordered } => {
                        here.lists += 1;
                        here.ordered = ordered;
                    }
                    Container::Item => here.kind = BlockType::ListItem,
                    Container::Quote => here.kind = BlockType::Quote,
                    Container::Figure | Container::Table => {}
                    Container::Row => {
                        row += 1;
                        here.row = row;
                    }
                    Container::Cell { header } => {
                        column += 1;
                        here.kind = BlockType::TableCell;
                        (here.column, here.header) = (column, header);
                    }
                }
                flatten(inner, here, blocks);
            }
        }
    }
}

fn typed(passage: &Passage, around: BlockContext) -> TypedBlock {
    let (kind, level) = match passage.kind {
        PassageKind::Paragraph => (around.kind, None),
        PassageKind::Heading { level } => (BlockType::Heading, Some(level)),
        PassageKind::Caption => (BlockType::Caption, None),
        PassageKind::Preformatted => (BlockType::Preformatted, None),
    };
    let is_item = kind == BlockType::ListItem;
    let is_cell = kind == BlockType::TableCell;
    TypedBlock {
        kind,
        level: if is_item { Some(around.lists) } else { level },
        ordered: is_item.then_some(around.ordered),
        row: is_cell.then_some(around.row),
        column: is_cell.then_some(around.column),
        header: is_cell.then_some(around.header),
        text: passage.text,
    }
}
