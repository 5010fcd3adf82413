//! The text with its structure, as HTML and as Markdown. Everything of the page is escaped: what comes out has the
//! elements written here and no others.

mod html;
mod markdown;

pub use html::{escaped, html};
pub use markdown::markdown;

use crate::structure::{Form, Node, Passage, Structure};

/// A text that is to be shown: headline, text and structure of one page.
#[derive(Debug, Clone, Copy)]
pub struct Article<'a> {
    /// The headline, shown as a heading of level 1; those of the text begin at level 2 then.
    pub title: Option<&'a str>,
    /// The text that the spans of `structure` lead into.
    pub text: &'a str,
    /// Its passages.
    pub structure: &'a Structure,
}

impl<'a> Article<'a> {
    fn of(&self, passage: &Passage) -> &'a str {
        passage.text.of(self.text)
    }

    /// The level at which a heading of the text is shown.
    fn level(&self, level: u8) -> u8 {
        level.clamp(1 + u8::from(self.title.is_some()), 6)
    }

    /// Whether a passage only says the headline again.
    fn repeats_title(&self, passage: &Passage) -> bool {
        matches!(passage.form, Form::Heading { level: 1 }) && self.title == Some(self.of(passage))
    }
}

/// The captions that a group begins with, and what follows them.
fn split_captions(nodes: &[Node]) -> (&[Node], &[Node]) {
    let end = nodes.iter().position(|node| !is_caption(node));
    nodes.split_at(end.unwrap_or(nodes.len()))
}

fn is_caption(node: &Node) -> bool {
    matches!(
        node,
        Node::Passage(Passage {
            form: Form::Caption,
            ..
        })
    )
}
