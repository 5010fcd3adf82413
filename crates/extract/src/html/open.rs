//! Start tags and the elements they open.

use super::attributes::{Attribute, Attributes};
use super::name::Name;
use super::tag::Tag;
use crate::document::Span;

/// A start tag as the tokenizer found it.
#[derive(Clone, Copy)]
pub(super) struct StartTag<'a> {
    pub(super) tag: Tag,
    pub(super) name: Name,
    pub(super) attributes: &'a Attributes,
    pub(super) self_closing: bool,
}

/// What is remembered of an element besides its name.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Traits {
    /// Its author hides it.
    pub(super) hidden: bool,
    pub(super) extent: Extent,
    /// Its `class` and `id` as written, if it is an inline element whose names are kept.
    pub(super) names: [Span; 2],
}

/// Whether the text of an element is recorded, and where: an index into the head's lists.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Extent {
    #[default]
    None,
    Link(usize),
    Time(usize),
}

/// An open element.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) tag: Tag,
    pub(super) name: Name,
    /// Tells apart elements of one name.
    pub(super) serial: u32,
    /// The innermost block-level element.
    pub(super) element: u32,
    /// It is that element itself.
    pub(super) is_block: bool,
    /// It and what is in it has no text to read.
    pub(super) is_skipped: bool,
    /// It is skipped only because its author hides it.
    pub(super) is_hidden: bool,
    pub(super) namespace: Namespace,
    pub(super) extent: Extent,
}

impl Open {
    #[inline]
    pub(super) fn is_foreign(&self) -> bool {
        self.namespace != Namespace::Html
    }
}

/// Whose rules hold inside an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Namespace {
    Html,
    /// Part of `<svg>` or `<math>`.
    Foreign,
    /// Part of those too, but HTML's rules hold again inside it.
    IntegrationPoint,
}

/// How far the page has come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    BeforeBody,
    Body,
    /// A page of frames has no body.
    Frameset,
}

impl StartTag<'_> {
    /// Whether it is an element of `<svg>` or `<math>` inside which HTML's rules hold again.
    pub(super) fn is_integration_point(&self, html: &str) -> bool {
        use Tag::{AnnotationXml, Desc, ForeignObject, Mi, Mn, Mo, Ms, Mtext, Title};
        match self.tag {
            ForeignObject | Desc | Title | Mi | Mo | Mn | Ms | Mtext => true,
            AnnotationXml => {
                let encoding = self.attributes.value(Attribute::Encoding).of(html);
                encoding.eq_ignore_ascii_case("text/html")
                    || encoding.eq_ignore_ascii_case("application/xhtml+xml")
            }
            _ => false,
        }
    }
}
