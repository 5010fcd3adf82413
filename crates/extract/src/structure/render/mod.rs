//! Renders text and structure as HTML and Markdown. All text of the page is escaped, so the output has only the elements
//! written here.

mod html;
mod markdown;

pub use html::{escaped, html};
pub use markdown::markdown;

use crate::structure::{Node, Passage, PassageKind, Structure};

/// The article to render: headline, text and structure.
#[derive(Debug, Clone, Copy)]
pub struct Article<'a> {
    /// The headline, rendered as a heading of level 1. Headings in the text then begin at level 2.
    pub title: Option<&'a str>,
    /// The text that the spans of `structure` refer to.
    pub text: &'a str,
    /// The structure of the text.
    pub structure: &'a Structure,
}

impl<'a> Article<'a> {
    fn of(&self, passage: &Passage) -> &'a str {
        passage.text.of(self.text)
    }

    /// The rendered level of a heading.
    fn level(&self, level: u8) -> u8 {
        level.clamp(1 + u8::from(self.title.is_some()), 6)
    }

    /// Whether a passage repeats the headline.
    fn repeats_title(&self, passage: &Passage) -> bool {
        matches!(passage.kind, PassageKind::Heading { level: 1 })
            && self.title == Some(self.of(passage))
    }
}

/// The captions at the start of a container and the rest.
fn split_captions(nodes: &[Node]) -> (&[Node], &[Node]) {
    let end = nodes.iter().position(|node| !is_caption(node));
    nodes.split_at(end.unwrap_or(nodes.len()))
}

fn is_caption(node: &Node) -> bool {
    matches!(
        node,
        Node::Passage(Passage {
            kind: PassageKind::Caption,
            ..
        })
    )
}
