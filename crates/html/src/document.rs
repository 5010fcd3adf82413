//! What a page is to every extractor: measured blocks of text, the elements around them, and the
//! facts the page states about itself.

use std::borrow::Cow;
use std::iter::successors;

use crate::boxes::TextBox;
use crate::head::Head;
use crate::span::Span;
use crate::tag::Tag;

/// A page in reading order. Immutable: labels are kept beside it, never inside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TextDocument {
    /// The content of `<title>`, whitespace folded.
    pub title: String,
    /// The text of all blocks, one line each: whitespace is folded inside a block, and `\n` separates
    /// blocks only.
    pub text: String,
    /// Where single line breaks stand in the text, as blanks inside blocks.
    pub line_ends: Vec<u32>,
    /// The blocks in reading order.
    pub blocks: Vec<TextBlock>,
    /// By block: where a browser drew it. Empty unless [`TextDocument::place`] was told.
    pub boxes: Vec<TextBox>,
    /// The block-level elements in the order of their start tags. The first is `<body>`, and an
    /// element's parent comes before it.
    pub elements: Vec<Element>,
    /// Attribute values, decoded, one after the other: see [`TextDocument::attribute`].
    pub attributes: String,
    /// What the page says about itself.
    pub head: Head,
    /// Counts of elements that indicate the purpose of the page.
    pub counts: Counts,
}

/// Numbers of start tags in the body, shown or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// `<article>`.
    pub articles: u32,
    /// `<img>`.
    pub images: u32,
    /// `<video>`.
    pub videos: u32,
    /// `<audio>`.
    pub audios: u32,
    /// `<iframe>`.
    pub frames: u32,
    /// `<form>`.
    pub forms: u32,
    /// `<input>`.
    pub inputs: u32,
    /// `<input type="password">`.
    pub passwords: u32,
}

impl TextDocument {
    /// The text of a block with its single line breaks.
    pub fn lines_of(&self, block: &TextBlock) -> Cow<'_, str> {
        let text = self.text_of(block);
        let inside = block.text.start..block.text.end;
        let first = self.line_ends.partition_point(|at| *at < inside.start);
        let ends = self.line_ends[first..].iter();
        let mut lines = Cow::Borrowed(text);
        for at in ends.take_while(|at| inside.contains(*at)) {
            let at = (at - inside.start) as usize;
            lines.to_mut().replace_range(at..=at, "\n");
        }
        lines
    }

    /// The text of a block. Never empty, no space at either end.
    #[inline]
    pub fn text_of(&self, block: &TextBlock) -> &str {
        block.text.of(&self.text)
    }

    /// The attribute value behind a span of an [`Element`], an anchor or a time.
    #[inline]
    pub fn attribute(&self, value: Span) -> &str {
        value.of(&self.attributes)
    }

    /// The element at that index and those around it, innermost first, `<body>` last.
    #[inline]
    pub fn ancestors(&self, element: u32) -> impl Iterator<Item = &Element> {
        successors(self.elements.get(element as usize), |inner| {
            self.elements.get(inner.parent? as usize)
        })
    }

    /// The blocks inside an element of that tag, at any depth.
    #[inline]
    pub fn blocks_in(&self, tag: Tag) -> impl Iterator<Item = &TextBlock> {
        self.blocks
            .iter()
            .filter(move |block| self.ancestors(block.element).any(|e| e.tag == tag))
    }
}

/// A run of text between two block-level tags, measured as in Kohlschütter et al., *Boilerplate
/// Detection using Shallow Text Features* (WSDM 2010), section 3.
///
/// A word is the text between blanks and has a letter or digit in it; a Chinese or Japanese
/// character, and a Thai, Lao, Khmer or Burmese letter with its vowel signs, counts as a word of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TextBlock {
    /// Where its text is in [`TextDocument::text`].
    pub text: Span,
    /// Number of words.
    pub words: u32,
    /// Number of words inside links.
    pub link_words: u32,
    /// Lines when wrapped at 80 columns, the last one left out if there are several; at least 1.
    pub wrapped_lines: u32,
    /// Words on those lines.
    pub words_in_wrapped_lines: u32,
    /// Block-level elements around the first character, and one more if that is in a link.
    pub tag_level: u16,
    /// Innermost block-level element: an index into [`TextDocument::elements`].
    pub element: u32,
    /// Where in the page its first piece of text begins, in bytes.
    pub offset: u32,
    /// Where in the page its last piece of text ends, in bytes.
    pub end_offset: u32,
    /// Links that begin in it, those without text among them; a link around several blocks begins in none of them.
    pub links: u16,
    /// Number of words inside `<b>` and `<strong>`.
    pub bold_words: u32,
    /// Line breaks between its words.
    pub line_breaks: u16,
    /// The classes and ids of the `<span>`, `<a>` and `<time>` elements that begin in it, blanks between, as far as they
    /// fit into 128 bytes; see [`TextDocument::attribute`].
    pub inline_class: Span,
}

/// From this text density on, a block is full text rather than a headline or a label.
const FULL_TEXT_DENSITY: f32 = 9.0;

impl TextBlock {
    /// Words inside links / words, from 0 to 1; 0 in a block without words.
    #[inline]
    pub fn link_density(&self) -> f32 {
        ratio(self.link_words, self.words)
    }

    /// Words per 80-column line.
    #[inline]
    pub fn text_density(&self) -> f32 {
        ratio(self.words_in_wrapped_lines, self.wrapped_lines)
    }

    /// Number of words if the block is full text, else 0.
    #[inline]
    pub fn full_text_words(&self) -> u32 {
        if self.text_density() >= FULL_TEXT_DENSITY {
            self.words
        } else {
            0
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of one block are far below 2^24, and a ratio needs no more"
)]
/// `part` of `whole`; 0 where there is nothing.
#[inline]
pub fn ratio(part: u32, whole: u32) -> f32 {
    if whole == 0 {
        0.0
    } else {
        part as f32 / whole as f32
    }
}

/// A block-level element that may hold text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Element {
    /// Its name.
    pub tag: Tag,
    /// Block-level elements around it; 0 for `<body>`.
    pub depth: u16,
    /// The element around it, as an index into [`TextDocument::elements`]; `None` for `<body>`.
    pub parent: Option<u32>,
    /// From its start tag to the end of its end tag, in bytes of the page.
    pub source: Span,
    /// Its `class`; see [`TextDocument::attribute`].
    pub class: Span,
    /// Its `id`; see [`TextDocument::attribute`].
    pub id: Span,
    /// Its `role`; see [`TextDocument::attribute`].
    pub role: Span,
    /// Its `itemprop`; see [`TextDocument::attribute`].
    pub itemprop: Span,
}
