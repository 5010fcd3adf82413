//! Facts a page states about itself, raw: nothing is resolved, parsed or believed here.

use crate::span::Span;

/// What a page says of itself, gathered in the same pass as its blocks. In the order of the page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Head {
    /// `<meta>` elements that have a name and a content.
    pub meta: Vec<Meta>,
    /// `<link>` elements that have a `rel` and an `href`.
    pub links: Vec<HeadLink>,
    /// The bodies of `<script type="application/ld+json">`.
    pub json_ld: Vec<String>,
    /// `<html lang>`.
    pub lang: Option<String>,
    /// The first `<base href>`.
    pub base: Option<String>,
    /// `<a href>` and `<area href>`, also those in hidden parts of the page.
    pub anchors: Vec<Anchor>,
    /// `<time>` elements.
    pub times: Vec<Time>,
    /// The first `<img>` elements of the body that may be pictures of an article, by their size if they state one.
    pub images: Vec<ImageTag>,
    /// Other elements that have an ISO 8601 date in an attribute; their text is left empty.
    pub dates: Vec<Time>,
}

impl Head {
    /// The content of the first `<meta>` of that name, in lower case as in [`Meta::name`].
    pub fn meta(&self, name: &str) -> Option<&str> {
        self.meta_all(name).next()
    }

    /// The contents of all `<meta>` elements of that name.
    pub fn meta_all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.meta
            .iter()
            .filter(move |meta| meta.name == name)
            .map(|meta| meta.content.as_str())
    }

    /// The `<link>` elements that have `rel` (one word, lower case) among their relations.
    pub fn links_rel(&self, rel: &str) -> impl Iterator<Item = &HeadLink> {
        self.links
            .iter()
            .filter(move |link| link.rel.split_ascii_whitespace().any(|word| word == rel))
    }
}

/// A `<meta>` element. One that has both `name` and `property` appears once for each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Meta {
    /// Its `name`, `property`, `itemprop` or `http-equiv`, trimmed, in lower case.
    pub name: String,
    /// Its `content`, trimmed.
    pub content: String,
}

/// A `<link>` element.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct HeadLink {
    /// Its relations, in lower case, as written: words separated by blanks.
    pub rel: String,
    /// Where it leads, trimmed, not resolved.
    pub href: String,
    /// Its media type, in lower case; empty if not given.
    pub media_type: String,
    /// The language it leads to; empty if not given.
    pub hreflang: String,
}

/// A link of the page's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Anchor {
    /// Where it leads, not resolved; see [`TextDocument::attribute`](crate::TextDocument::attribute).
    pub href: Span,
    /// Its relations; see [`TextDocument::attribute`](crate::TextDocument::attribute).
    pub rel: Span,
    /// Its text in [`TextDocument::text`](crate::TextDocument::text); may have blanks at its ends,
    /// and is empty for a picture or in a hidden part of the page.
    pub text: Span,
    /// Innermost block-level element around it.
    pub element: u32,
    /// Whether it is where no text is shown.
    pub hidden: bool,
}

/// A `<time>` element, or another that has a date in an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Time {
    /// Its `datetime`, or the date of the other element; empty if not given; see [`TextDocument::attribute`](crate::TextDocument::attribute).
    pub datetime: Span,
    /// Its `itemprop` (of the other element also its `property`), such as `datePublished`; empty if not given.
    pub itemprop: Span,
    /// Its `class`; empty if not given.
    pub class: Span,
    /// Its text in [`TextDocument::text`](crate::TextDocument::text); may have blanks at its ends.
    pub text: Span,
    /// Innermost block-level element around it.
    pub element: u32,
    /// Where in the page its start tag begins, in bytes.
    pub offset: u32,
}

/// An `<img>` element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ImageTag {
    /// Where its largest version is, not resolved; see [`TextDocument::attribute`](crate::TextDocument::attribute).
    pub src: Span,
    /// Its `alt`; see [`TextDocument::attribute`](crate::TextDocument::attribute).
    pub alt: Span,
    /// Whether its stated size is larger than an icon's; false without one.
    pub states_size: bool,
    /// Innermost block-level element around it.
    pub element: u32,
    /// Where in the page its tag begins, in bytes.
    pub offset: u32,
}
