//! What readers wrote below the text.

use super::{Ground, names};
use crate::document::{Element, Tag, TextDocument};
use crate::label::{Filter, Labels};

/// Adds the comments: what stands after the text in elements that are called so.
pub const COMMENTS: Filter = Filter {
    name: "with-comments",
    apply: add_comments,
};

/// A block with more of its words in links is a control: reply, report, share.
const LINKED: f32 = 0.5;

const NAMES: &[&str] = &[
    "comment",
    "comments",
    "commentlist",
    "commentlists",
    "commentarea",
    "commentbody",
    "commentsection",
    "kommentar",
    "kommentare",
    "kommentarliste",
    "leserkommentare",
    "leserkommentar",
    "usercomments",
    "commentaire",
    "commentaires",
    "comentario",
    "comentarios",
    "commento",
    "commenti",
    "reactie",
    "reacties",
    "disqus",
];
/// With one of these beside it, the name is that of a form, a link or a number.
const OTHERWISE: &[&str] = &[
    "form",
    "respond",
    "reply",
    "link",
    "links",
    "count",
    "counter",
    "number",
    "button",
    "btn",
    "icon",
    "policy",
    "rules",
    "teaser",
    "no",
    "closed",
    "open",
    "count",
    "login",
    "nav",
    "navigation",
    "pagination",
];

fn add_comments(document: &TextDocument, labels: &mut Labels) {
    let Some(ground) = Ground::of(document, labels) else {
        return;
    };
    let mut comments: Vec<bool> = Vec::with_capacity(document.elements.len());
    for (element, holds_content) in document.elements.iter().zip(&ground.holds_content) {
        let outer = element.parent.is_some_and(|outer| comments[outer as usize]);
        let is_control = matches!(element.tag, Tag::Form | Tag::Nav | Tag::Fieldset);
        comments.push(!is_control && (outer || !holds_content && is_called_so(document, element)));
    }
    let found: Vec<usize> = (*ground.content.start()..document.blocks.len())
        .filter(|&index| {
            let block = ground.block(index);
            comments[block.element as usize] && block.words > 0 && block.link_density() <= LINKED
        })
        .collect();
    ground.add(labels, found);
}

fn is_called_so(document: &TextDocument, element: &Element) -> bool {
    names::of(document, element).any(|name| {
        let parts = names::parts(name);
        let has = |list: &[&str]| parts.iter().any(|part| list.contains(&part.as_str()));
        has(NAMES) && !has(OTHERWISE)
    })
}
