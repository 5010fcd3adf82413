//! Metadata a page declares about itself, raw: not resolved, parsed or trusted.

use crate::span::Span;

/// Metadata a page declares about itself, collected in the same pass as its blocks, in page order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Head {
    /// `<meta>` elements that have a name and a content.
    pub meta: Vec<Meta>,
    /// `<link>` elements that have a `rel` and an `href`.
    pub links: Vec<HeadLink>,
    /// The bodies of `<script type="application/ld+json">`.
    pub json_ld: Vec<String>,
    /// Where in the page the bodies of the first other long scripts are, some of which have the state of the page as JSON.
    pub scripts: Vec<Span>,
    /// The values of the first `itemtype` attributes: microdata.
    pub item_types: Vec<String>,
    /// `<html lang>`.
    pub lang: Option<String>,
    /// The first `<base href>`.
    pub base: Option<String>,
    /// `<a href>` and `<area href>`, also those in hidden parts of the page.
    pub anchors: Vec<Anchor>,
    /// The `src` of the first `<frame>` and `<iframe>` elements, not resolved; see
    /// [`TextDocument::attribute`](crate::TextDocument::attribute).
    pub frames: Vec<Span>,
    /// `<time>` elements.
    pub times: Vec<Time>,
    /// Where in the page each `<input type="email">` begins.
    pub emails: Vec<u32>,
    /// The first `<img>` and `<amp-img>` elements of the body that may be images of an article, judged by their size if they state one.
    pub images: Vec<ImageTag>,
    /// Other elements that have an ISO 8601 date in an attribute, or that are named as dates and have a year in their title; their text is
    /// left empty.
    pub dates: Vec<Time>,
}

impl Head {
    /// The content of the first `<meta>` with a name, given in lower case as in [`Meta::name`].
    pub fn meta(&self, name: &str) -> Option<&str> {
        self.meta_all(name).next()
    }

    /// The contents of all `<meta>` elements with a name.
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
    /// Its `name`, `property`, `itemprop` or `http-equiv`, trimmed, in lower case; `author` for the name of the author in microdata.
    pub name: String,
    /// Its `content`, or its `datetime` if it has none, trimmed.
    pub content: String,
    /// Byte offset of its tag in the page.
    pub offset: u32,
}

/// A `<link>` element.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct HeadLink {
    /// Its relations in lower case, separated by blanks.
    pub rel: String,
    /// Its target, trimmed but not resolved.
    pub href: String,
    /// Its media type, in lower case; empty if not given.
    pub media_type: String,
    /// The language of its target; empty if not given.
    pub hreflang: String,
}

/// A link in the body of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Anchor {
    /// Its target, not resolved; see [`TextDocument::attribute`](crate::TextDocument::attribute).
    pub href: Span,
    /// Its relations; see [`TextDocument::attribute`](crate::TextDocument::attribute).
    pub rel: Span,
    /// Its text in [`TextDocument::text`](crate::TextDocument::text); may have blanks at its ends,
    /// and is empty for a picture or in a hidden part of the page.
    pub text: Span,
    /// Index of the innermost block-level element around it.
    pub element: u32,
    /// Whether it is in a hidden part of the page.
    pub hidden: bool,
}

/// A `<time>` element, or another that has a date in an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Time {
    /// Its `datetime`, a date in its title, or the date of the other element; empty if not given; see [`TextDocument::attribute`](crate::TextDocument::attribute).
    pub datetime: Span,
    /// Its `itemprop` (of the other element also its `property`), such as `datePublished`; empty if not given.
    pub itemprop: Span,
    /// Its `class`; empty if not given.
    pub class: Span,
    /// Its text in [`TextDocument::text`](crate::TextDocument::text); may have blanks at its ends.
    pub text: Span,
    /// Index of the innermost block-level element around it.
    pub element: u32,
    /// Byte offset of its start tag in the page.
    pub offset: u32,
}

/// An `<img>` or `<amp-img>` element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ImageTag {
    /// The URL of its largest version, not resolved; see [`TextDocument::attribute`](crate::TextDocument::attribute).
    pub src: Span,
    /// The URL of the same picture in a `<source>` before it or a `<noscript>` after it, for one that is a placeholder; empty without
    /// one.
    pub fallback: Span,
    /// Its `alt`; see [`TextDocument::attribute`](crate::TextDocument::attribute).
    pub alt: Span,
    /// Whether its stated size is larger than an icon's; false without one.
    pub states_size: bool,
    /// Index of the innermost block-level element around it.
    pub element: u32,
    /// Byte offset of its tag in the page.
    pub offset: u32,
}
