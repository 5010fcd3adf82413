//! The page as every extractor sees it: measured text blocks, the elements around them, and the
//! metadata the page declares.

use std::borrow::Cow;
use std::iter::successors;
use std::ops::{AddAssign, Range};

use crate::boxes::TextBox;
use crate::head::Head;
use crate::span::Span;
use crate::tag::Tag;

/// A page in reading order. Immutable: labels are kept beside it, never inside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TextDocument {
    /// The content of `<title>`, whitespace folded, limited to 10,000 bytes.
    pub title: String,
    /// The text of all blocks, one line each: whitespace is folded inside a block, and `\n` separates
    /// blocks only.
    pub text: String,
    /// Byte offsets in the text of the blanks inside blocks that replace single line breaks.
    pub line_ends: Vec<u32>,
    /// Byte offsets in the text, inside blocks, of the characters or blanks between which an inline element ends and the next
    /// begins; in headings also of those where one begins or ends.
    pub joints: Vec<u32>,
    /// The blocks in reading order.
    pub blocks: Vec<TextBlock>,
    /// The inline elements with names that begin in the blocks, in the order of their start tags.
    pub inline: Vec<InlineElement>,
    /// The box of each block as a browser drew it. Empty unless set by [`TextDocument::set_boxes`].
    pub boxes: Vec<TextBox>,
    /// The block-level elements in the order of their start tags. The first is `<body>`, and an
    /// element's parent comes before it.
    pub elements: Vec<Element>,
    /// Decoded attribute values, concatenated; see [`TextDocument::attribute`].
    pub attributes: String,
    /// Metadata the page declares about itself.
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
    /// Bytes in `<noscript>`, also in the head.
    pub noscript_bytes: usize,
}

impl TextDocument {
    /// The text of a block with its single line breaks, and with one at each joint where no blank separates two words; see
    /// [`TextDocument::joints`].
    pub fn lines_of(&self, block: &TextBlock) -> Cow<'_, str> {
        let text = self.text_of(block);
        let mut lines = Cow::Borrowed(text);
        for at in inside(&self.line_ends, block) {
            lines.to_mut().replace_range(at..=at, "\n");
        }
        let is_glued = |at: &usize| {
            text[..*at].ends_with(char::is_alphanumeric)
                && text[*at..].starts_with(char::is_alphanumeric)
        };
        let mut glued = inside(&self.joints, block).filter(is_glued).peekable();
        if glued.peek().is_none() {
            return lines;
        }
        let mut split = String::with_capacity(text.len() + 8);
        let mut from = 0;
        for at in glued {
            split.push_str(&lines[from..at]);
            split.push('\n');
            from = at;
        }
        split.push_str(&lines[from..]);
        Cow::Owned(split)
    }

    /// The joints of a block, as offsets in its text; see [`TextDocument::joints`].
    pub fn joints_of(&self, block: &TextBlock) -> impl Iterator<Item = usize> {
        inside(&self.joints, block)
    }

    /// The inline elements with names that begin in a block, with the text from there to the next joint.
    pub fn inline_of(&self, block: &TextBlock) -> impl Iterator<Item = (&InlineElement, &str)> {
        let (start, end) = (block.text.start, block.text.end);
        let first = self.inline.partition_point(|inner| inner.start < start);
        let inside = self.inline[first..].iter();
        let inside = inside.take_while(move |inner| inner.start < end);
        inside.map(move |inner| {
            let next = self.joints.partition_point(|at| *at <= inner.start);
            let end = self.joints.get(next).map_or(end, |at| end.min(*at));
            let text = Span {
                start: inner.start,
                end,
            };
            (inner, text.of(&self.text).trim())
        })
    }

    /// The line breaks of a block that are blanks in its text, as offsets in it; see [`TextDocument::line_ends`].
    pub fn line_ends_of(&self, block: &TextBlock) -> impl Iterator<Item = usize> {
        inside(&self.line_ends, block)
    }

    /// The text of a block. Never empty, no space at either end.
    #[inline]
    pub fn text_of(&self, block: &TextBlock) -> &str {
        block.text.of(&self.text)
    }

    /// The attribute value that a span of an [`Element`], an anchor or a time refers to.
    #[inline]
    pub fn attribute(&self, value: Span) -> &str {
        value.of(&self.attributes)
    }

    /// The element at an index and its ancestors, innermost first and `<body>` last.
    #[inline]
    pub fn ancestors(&self, element: u32) -> impl Iterator<Item = &Element> {
        successors(self.elements.get(element as usize), |inner| {
            self.elements.get(inner.parent? as usize)
        })
    }

    /// The blocks that begin inside a part of the page, usually [`Element::source`], by index.
    #[inline]
    pub fn blocks_within(&self, source: Span) -> Range<usize> {
        let before = |place: u32| self.blocks.partition_point(|block| block.offset < place);
        before(source.start)..before(source.end)
    }

    /// The block that has a place in the text, or the next one, by index.
    #[inline]
    pub fn block_at(&self, text: u32) -> usize {
        self.blocks.partition_point(|block| block.text.end <= text)
    }

    /// For each element: the sum of some values, one for each block, over the blocks in it, at any depth.
    pub fn sums<T: AddAssign + Copy + Default>(
        &self,
        of_blocks: impl IntoIterator<Item = T>,
    ) -> Vec<T> {
        let mut sums = vec![T::default(); self.elements.len()];
        for (block, value) in self.blocks.iter().zip(of_blocks) {
            sums[block.element as usize] += value;
        }
        // the element around comes first
        for at in (0..sums.len()).rev() {
            if let Some(around) = self.elements[at].parent {
                let own = sums[at];
                sums[around as usize] += own;
            }
        }
        sums
    }

    /// For each element: whether it or one around it is wanted.
    pub fn inherited(&self, is_wanted: impl Fn(usize, &Element) -> bool) -> Vec<bool> {
        let mut inherited: Vec<bool> = Vec::with_capacity(self.elements.len());
        for (at, element) in self.elements.iter().enumerate() {
            // the element around comes first
            let is_inside = element
                .parent
                .is_some_and(|outer| inherited[outer as usize]);
            inherited.push(is_inside || is_wanted(at, element));
        }
        inherited
    }

    /// Records where the blocks were drawn, given the page's pieces of text in reading order. See [`TextDocument::boxes`].
    pub fn set_boxes(&mut self, pieces: &[TextBox]) {
        if pieces.is_empty() {
            self.boxes = Vec::new();
            return;
        }
        let blocks = self.blocks.iter();
        self.boxes = blocks
            .map(|block| TextBox::around(block.offset, block.end_offset, pieces))
            .collect();
    }
}

/// Those of some sorted places in the text that are inside a block, as offsets in its text.
fn inside(places: &[u32], block: &TextBlock) -> impl Iterator<Item = usize> {
    let (start, end) = (block.text.start, block.text.end);
    let first = places.partition_point(|at| *at < start);
    let after = places[first..].iter().take_while(move |at| **at < end);
    after.map(move |at| (at - start) as usize)
}

/// A run of text between two block-level tags, measured as in Kohlschütter et al., *Boilerplate
/// Detection using Shallow Text Features* (WSDM 2010), section 3.
///
/// A word is text between blanks that contains a letter or digit; a Chinese or Japanese
/// character, and a Thai, Lao, Khmer or Burmese letter with its vowel signs, counts as a word of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TextBlock {
    /// Span of its text in [`TextDocument::text`].
    pub text: Span,
    /// Number of words.
    pub words: u32,
    /// Number of words inside links.
    pub link_words: u32,
    /// Number of lines when wrapped at 80 columns, without the last if there are several; at least 1.
    pub wrapped_lines: u32,
    /// Number of words on those lines.
    pub words_in_wrapped_lines: u32,
    /// Number of block-level elements around the first character, plus one if it is in a link.
    pub tag_level: u16,
    /// Index of the innermost block-level element in [`TextDocument::elements`].
    pub element: u32,
    /// Byte offset in the page at which its first piece of text begins.
    pub offset: u32,
    /// Byte offset in the page at which its last piece of text ends.
    pub end_offset: u32,
    /// Number of links that begin in it, including those without text; a link around several blocks begins in none of them.
    pub links: u16,
    /// Number of words inside `<b>` and `<strong>`.
    pub bold_words: u32,
    /// Number of line breaks between its words.
    pub line_breaks: u16,
    /// The classes and ids, and a property of the author, of the `<span>`, `<a>` and `<time>` elements that begin in it,
    /// separated by blanks and limited to 128 bytes; see [`TextDocument::attribute`].
    pub inline_class: Span,
}

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
        if self.text_density() >= 9.0 {
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
/// `part` divided by `whole`; 0 if `whole` is 0.
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
    /// Number of block-level elements around it; 0 for `<body>`.
    pub depth: u16,
    /// Index of its parent in [`TextDocument::elements`]; `None` for `<body>`.
    pub parent: Option<u32>,
    /// From its start tag to the end of its end tag, in bytes of the page.
    pub source: Span,
    /// Its `class`, limited to 8 kB like its other names; see [`TextDocument::attribute`].
    pub class: Span,
    /// Its `id`; see [`TextDocument::attribute`].
    pub id: Span,
    /// Its `role`; see [`TextDocument::attribute`].
    pub role: Span,
    /// Its `itemprop`; see [`TextDocument::attribute`].
    pub itemprop: Span,
    /// Its `data-testid`, `data-cy`, `data-component` or the like, which names an element whose classes are hashes; see
    /// [`TextDocument::attribute`].
    pub data_name: Span,
}

/// An inline element whose names are kept: `<span>`, `<a>` or `<time>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct InlineElement {
    /// Byte offset in [`TextDocument::text`] of its text or of the blank before it.
    pub start: u32,
    /// Its names, part of [`TextBlock::inline_class`].
    pub names: Span,
}

#[cfg(test)]
mod tests {
    use crate::parse;

    #[test]
    fn inline_elements_have_their_names_and_text() {
        let document = parse(
            "<p>x<p><span class=desk>Politics</span> <span class='a b' id=i>By <a class=n>Jane Doe</a></span> <time class=t>3 May</time>\
             <p>no<i class=k>names</i><span class=last>here</span>",
        );
        let inline = |block: usize| {
            let inner = document.inline_of(&document.blocks[block]);
            let inner = inner.map(|(inner, text)| (document.attribute(inner.names).trim(), text));
            inner.collect::<Vec<_>>()
        };
        assert_eq!(inline(0), []);
        assert_eq!(
            inline(1),
            [
                ("desk", "Politics"),
                ("a b i", "By Jane Doe"),
                ("n", "Jane Doe"),
                ("t", "3 May")
            ]
        );
        assert_eq!(inline(2), [("last", "here")]);
    }

    #[test]
    fn an_element_has_what_those_in_it_have_and_inherits_from_those_around_it() {
        let document = parse("<div>eins <p>zwei drei</p><div><p>vier</p></div></div><p>five</p>");
        // body, div, p, div, p, p
        let words = document.blocks.iter().map(|block| block.words);
        assert_eq!(document.sums(words), [5, 4, 2, 1, 1, 1]);
        let inner = [false, false, false, true, true, false];
        assert_eq!(document.inherited(|element, _| element == 3), inner);
    }

    #[test]
    fn a_data_attribute_names_an_element() {
        let document = parse("<div class=x1 data-testid='a&amp;b'><p data-cy=c>x");
        let names = document.ancestors(document.blocks[0].element);
        let names = names.map(|element| document.attribute(element.data_name));
        assert_eq!(names.collect::<Vec<_>>(), ["c", "a&b", ""]);
    }
}
