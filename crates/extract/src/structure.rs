//! The text as typed blocks: paragraphs, headings, lists, quotes, tables, captions, preformatted text.
//!
//! A tree of what the page's own elements say, as far as a reader sees it in the text: `<div>`s, layout tables and
//! whatever holds no content are not in it. It stands beside the text and adds none: read in order, its passages are
//! the paragraphs of the text.

mod build;
mod place;
mod preformatted;
pub mod render;
mod sentences;
mod tables;

pub use sentences::{TaggedSentence, tagged_sentences};
pub(crate) use tables::of_data as tables_of_data;

use serde::Serialize;

use html::Span;

/// The content of a page in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Structure {
    /// What stands outermost.
    pub nodes: Vec<Node>,
}

/// A passage of text, or a group of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// One block of text.
    Passage(Passage),
    /// A list, a quote, a table and their parts. Groups are nested up to [`MAX_NESTING`] deep; what is deeper in the page
    /// stands in the innermost of these.
    Group(Group, Vec<Node>),
}

/// Groups inside each other, at most.
pub const MAX_NESTING: usize = 32;

/// One block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// What it is.
    pub form: Form,
    /// Where it stands in [`Extraction::text`](crate::Extraction::text), in bytes.
    pub text: Span,
    /// The same text with its own line breaks and blanks, where these matter and could be told.
    pub lines: Option<Box<str>>,
}

/// What a passage is by itself, wherever it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Running text.
    Paragraph,
    /// A heading.
    Heading {
        /// 1 to 6, as in the page.
        level: u8,
    },
    /// The caption of a picture or a table.
    Caption,
    /// Text in which line breaks and blanks matter.
    Preformatted,
}

/// What passages stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Holds items.
    List {
        /// Whether they are numbered.
        ordered: bool,
    },
    /// An entry of a list.
    Item,
    /// A quotation.
    Quote,
    /// A picture or the like and its caption.
    Figure,
    /// Holds captions and rows. Only tables of data are tables here.
    Table,
    /// Holds cells.
    Row,
    /// A cell of a table; without passages where the page has none or none that is content.
    Cell {
        /// Whether it is the head of a row or column.
        header: bool,
    },
}

/// A block of the text and its type: the structure laid flat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TypedBlock {
    /// Its type: by its form, else by the innermost item, quote or cell it stands in.
    #[serde(rename = "type")]
    pub kind: BlockType,
    /// Of a heading: 1 to 6. Of a list item: 1, or more in a list inside a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Of a list item: whether the list is numbered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordered: Option<bool>,
    /// Of a table's cell: its row, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u32>,
    /// Of a table's cell: its column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// Of a table's cell: whether it is a head.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// Where it stands in the text, in bytes.
    #[serde(skip)]
    pub text: Span,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockType {
    /// Running text.
    #[default]
    Paragraph,
    /// A heading.
    Heading,
    /// A paragraph of an entry of a list.
    ListItem,
    /// A paragraph of a quotation.
    Quote,
    /// A paragraph of a cell of a table.
    TableCell,
    /// The caption of a picture or a table.
    Caption,
    /// Text in which line breaks and blanks matter.
    Preformatted,
}

/// The group a passage stands in, as far as its type asks.
#[derive(Debug, Clone, Copy, Default)]
struct Around {
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
        flatten(&self.nodes, Around::default(), &mut blocks);
        blocks
    }

    /// Shows all passages to `change`, in reading order: for who gives them another text.
    pub fn for_each_passage(&mut self, change: &mut impl FnMut(&mut Passage)) {
        visit(&mut self.nodes, change);
    }
}

fn visit(nodes: &mut [Node], change: &mut impl FnMut(&mut Passage)) {
    for node in nodes {
        match node {
            Node::Passage(passage) => change(passage),
            Node::Group(_, inner) => visit(inner, change),
        }
    }
}

fn flatten(nodes: &[Node], around: Around, blocks: &mut Vec<TypedBlock>) {
    let (mut row, mut column) = (0, 0);
    for node in nodes {
        match node {
            Node::Passage(passage) => blocks.push(typed(passage, around)),
            Node::Group(group, inner) => {
                let mut here = around;
                match *group {
                    Group::List { ordered } => {
                        here.lists += 1;
                        here.ordered = ordered;
                    }
                    Group::Item => here.kind = BlockType::ListItem,
                    Group::Quote => here.kind = BlockType::Quote,
                    Group::Figure | Group::Table => {}
                    Group::Row => {
                        row += 1;
                        here.row = row;
                    }
                    Group::Cell { header } => {
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

fn typed(passage: &Passage, around: Around) -> TypedBlock {
    let (kind, level) = match passage.form {
        Form::Paragraph => (around.kind, None),
        Form::Heading { level } => (BlockType::Heading, Some(level)),
        Form::Caption => (BlockType::Caption, None),
        Form::Preformatted => (BlockType::Preformatted, None),
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
