#![doc = include_str!("../README.md")]

mod boxes;
#[cfg(test)]
mod cases;
mod css;
mod decode;
mod document;
mod head;
mod links;
mod name;
mod parse;
mod references;
mod span;
mod tag;
mod text;
mod wrappers;

pub use boxes::TextBox;
pub use css::Selectors;
pub use decode::{Decoded, decode};
pub use document::{Counts, Element, InlineElement, TextBlock, TextDocument, ratio};
pub use head::{Anchor, Head, HeadLink, ImageTag, Meta, Time};
pub use links::{Link, PageLinks, links};
pub use parse::{
    MAX_BYTES, Match, attributes_at, is_alphanumeric, is_ideograph, parse, parse_matching,
};
pub use references::{plain_ampersands, refresh_target, without_feed_scheme};
pub use span::Span;
pub use tag::Tag;
pub use text::{decode_attribute, fold};
