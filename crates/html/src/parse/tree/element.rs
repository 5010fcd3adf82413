//! Start tags and the elements they open.

use crate::name::Name;
use crate::parse::attributes::{Attribute, Attributes};
use crate::parse::tree::style::Hiding;
use crate::span::Span;
use crate::tag::{FOREIGN, SCOPE, SPECIAL, Tag};

/// A start tag as the tokenizer found it.
#[derive(Clone, Copy)]
pub(crate) struct StartTag<'a> {
    pub(crate) tag: Tag,
    pub(crate) name: Name,
    pub(crate) attributes: &'a Attributes,
    pub(crate) self_closing: bool,
}

/// What is kept of an element besides its name.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Traits {
    pub(crate) hiding: Hiding,
    /// Whether it is a template whose content a browser shows in its place (declarative shadow DOM).
    pub(crate) is_shadow: bool,
    pub(crate) extent: Extent,
    /// Its `class`, its `id` and the property of the author as written, if it is an inline element whose names are kept.
    pub(crate) names: [Span; 3],
}

/// Whether the text of an element is recorded, and where: an index into the head's lists.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Extent {
    #[default]
    None,
    Link(usize),
    Time(usize),
}

/// An open element.
#[derive(Clone, Copy)]
pub(crate) struct Open {
    pub(crate) tag: Tag,
    pub(crate) name: Name,
    /// Distinguishes elements of the same name.
    pub(crate) serial: u32,
    /// The innermost block-level element.
    pub(crate) element: u32,
    /// Whether it is that element itself.
    pub(crate) is_block: bool,
    /// Whether it and its content have no readable text.
    pub(crate) is_skipped: bool,
    /// Whether it is skipped only because its author hides it.
    pub(crate) is_hidden: bool,
    pub(crate) namespace: Namespace,
    pub(crate) extent: Extent,
    /// Its `class` as written.
    pub(crate) class: Span,
    /// Its `itemprop` as written.
    pub(crate) itemprop: Span,
    /// Its `itemtype` as written.
    pub(crate) itemtype: Span,
}

impl Open {
    #[inline]
    pub(crate) fn is_foreign(&self) -> bool {
        self.namespace != Namespace::Html
    }

    /// Whether it is in the standard's "special" category.
    #[inline]
    pub(crate) fn is_special(&self) -> bool {
        self.is_one_of(SPECIAL)
    }

    /// Whether it bounds the search of "has an element in scope".
    #[inline]
    pub(crate) fn is_scope(&self) -> bool {
        self.is_one_of(SCOPE)
    }

    #[inline]
    fn is_one_of(&self, traits: u16) -> bool {
        match self.namespace {
            Namespace::Html => self.tag.is(traits) && !self.tag.is(FOREIGN),
            Namespace::IntegrationPoint => true,
            Namespace::Foreign => self.tag == Tag::AnnotationXml,
        }
    }
}

/// Whose rules apply inside an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Namespace {
    Html,
    /// Part of `<svg>` or `<math>`.
    Foreign,
    /// Also part of those, but HTML's rules apply again inside it.
    IntegrationPoint,
}

/// The part of the page that is being parsed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    BeforeBody,
    Body,
    /// A page of frames has no body.
    Frameset,
}

impl StartTag<'_> {
    /// Whether it is an element of `<svg>` or `<math>`, whichever is around it, inside which HTML's rules apply again.
    pub(crate) fn is_integration_point(&self, around: Tag, html: &str) -> bool {
        use Tag::{AnnotationXml, Desc, ForeignObject, Mi, Mn, Mo, Ms, Mtext, Title};
        match self.tag {
            ForeignObject | Desc | Title => around == Tag::Svg,
            Mi | Mo | Mn | Ms | Mtext => around == Tag::Math,
            AnnotationXml if around == Tag::Math => {
                let encoding = self.attributes.value(Attribute::Encoding).of(html);
                encoding.eq_ignore_ascii_case("text/html")
                    || encoding.eq_ignore_ascii_case("application/xhtml+xml")
            }
            _ => false,
        }
    }
}
