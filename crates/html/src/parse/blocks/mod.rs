//! Gathers the text between block-level tags into measured blocks.

mod char_class;
mod inline;
#[cfg(test)]
mod tests;
mod word_counts;

pub use self::char_class::{is_alphanumeric, is_ideograph};

use std::ops::Range;

use self::char_class::{CLASSES, Class, class_of};
use self::inline::Inline;
use self::word_counts::{BOLD, LINKED, Meter, Style};
use crate::document::{Element, TextBlock, TextDocument};
use crate::span::Span;
use crate::span::span;
use crate::tag::Tag;

/// Maximum elements, blocks and links per page; the rest is merged into the last ones or, for links, not recorded. Of 4,399
/// pages of many kinds, none has more than 6,740 elements, 2,734 blocks and 2,274 links.
pub(crate) const MAX_ENTRIES: usize = 1 << 18;

/// Blanks that begin a paragraph of Chinese text after a single line break.
const INDENTS: [&str; 2] = ["\u{3000}\u{3000}", "\u{2003}\u{2003}"];

/// The document under construction, and its current block.
pub(crate) struct BlockBuilder<'a> {
    html: &'a str,
    pub(crate) document: TextDocument,
    /// The block-level element that text now belongs to.
    element: u32,
    /// Number of links around the next text.
    links: u32,
    /// Number of `<b>` and `<strong>` elements around it.
    bold: u32,
    /// The current block; its text begins at `block.text.start` once there is any.
    block: TextBlock,
    meter: Meter,
    /// Links, line breaks and names of the current block.
    pub(crate) inline: Inline,
    has_text: bool,
    /// Whether white space was seen since the last character.
    space: bool,
    /// Whether it had a line break of the source.
    is_wrapped: bool,
    /// Number of line breaks seen since the last character, at most two.
    breaks: u8,
    /// The ends and starts of inline elements since the last character.
    edge: Edge,
}

/// What inline elements did between two characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    None,
    /// One began.
    Start,
    /// One ended.
    End,
    /// One ended and the next began.
    Joint,
}

impl BlockBuilder<'_> {
    pub(crate) fn new(html: &str) -> BlockBuilder<'_> {
        let mut document = TextDocument::default();
        document.text.reserve(html.len() / 16);
        document.elements.push(Element {
            tag: Tag::Body,
            depth: 0,
            parent: None,
            source: span(0, html.len()),
            class: Span::default(),
            id: Span::default(),
            role: Span::default(),
            itemprop: Span::default(),
            data_name: Span::default(),
        });
        BlockBuilder {
            html,
            document,
            element: 0,
            links: 0,
            bold: 0,
            block: TextBlock::default(),
            meter: Meter::EMPTY,
            inline: Inline::default(),
            has_text: false,
            space: false,
            is_wrapped: false,
            breaks: 0,
            edge: Edge::None,
        }
    }

    /// The position of the next character in the text, before any separator that is added with it.
    #[inline]
    pub(crate) fn position(&self) -> u32 {
        span(0, self.document.text.len()).end
    }

    /// Whether the current block has any text yet.
    pub(crate) fn has_text(&self) -> bool {
        self.has_text
    }

    /// The text of the current block so far.
    pub(crate) fn begun(&self) -> &str {
        let start = self.block.text.start as usize;
        if self.has_text {
            &self.document.text[start..]
        } else {
            ""
        }
    }

    /// Ends the current block; the last block a page may have takes the rest of its text.
    #[inline]
    pub(crate) fn end_block(&mut self) {
        if self.document.blocks.len() + 1 < MAX_ENTRIES {
            self.finish_block();
        } else {
            self.breaks = 0;
            self.soft_break();
        }
    }

    /// Ends the page, and with it the current block.
    pub(crate) fn finish(mut self) -> TextDocument {
        self.finish_block();
        self.document
    }

    #[inline]
    fn finish_block(&mut self) {
        self.breaks = 0;
        self.space = false;
        self.is_wrapped = false;
        if !self.has_text {
            self.inline.clear();
            return;
        }
        self.has_text = false;
        self.block.text.end = self.position();
        self.meter.finish(&mut self.block);
        self.inline.finish(&mut self.block, &mut self.document);
        self.document.blocks.push(self.block);
    }

    /// Assigns the text from here on to an element.
    #[inline]
    pub(crate) fn enter(&mut self, element: u32) {
        if self.element != element {
            self.end_block();
            self.element = element;
        }
    }

    /// Adds an element inside another and enters it.
    pub(crate) fn open(&mut self, mut element: Element, parent: u32) -> u32 {
        self.end_block();
        self.element = parent;
        if self.document.elements.len() < MAX_ENTRIES {
            self.element = span(0, self.document.elements.len()).end;
            element.parent = Some(parent);
            element.depth = self.document.elements[parent as usize].depth + 1;
            self.document.elements.push(element);
        }
        self.element
    }

    /// Marks the start or end of an inline element: line breaks on both sides of it do not add up.
    #[inline]
    pub(crate) fn inline_edge(&mut self) {
        self.breaks = 0;
    }

    /// Marks the start of an inline element.
    #[inline]
    pub(crate) fn inline_start(&mut self) {
        self.inline_edge();
        self.edge = match self.edge {
            Edge::End | Edge::Joint => Edge::Joint,
            _ => Edge::Start,
        };
    }

    /// Marks the end of an inline element.
    #[inline]
    pub(crate) fn inline_end(&mut self) {
        self.inline_edge();
        if self.edge != Edge::Joint {
            self.edge = Edge::End;
        }
    }

    /// Records where the next character begins if it is in the next of two inline elements, or if one begins or ends inside a
    /// heading.
    fn join(&mut self) {
        let element = &self.document.elements[self.element as usize];
        if self.edge == Edge::Joint || element.tag.is_heading() {
            let at = self.position();
            self.document.joints.push(at);
        }
    }

    /// One `<br>` is white space, two in a row end the block.
    pub(crate) fn line_break(&mut self) {
        self.breaks += 1;
        if self.breaks >= 2 {
            self.end_block();
            self.breaks = 1;
        } else {
            self.soft_break();
            if self.has_text {
                self.inline.break_line();
            }
        }
    }

    pub(crate) fn enter_link(&mut self) {
        self.links += 1;
        self.inline.begin_link();
    }

    /// Whether the next text is inside a link.
    pub(crate) fn is_in_link(&self) -> bool {
        self.links > 0
    }

    pub(crate) fn leave_link(&mut self) {
        self.links = self.links.saturating_sub(1);
    }

    pub(crate) fn enter_bold(&mut self) {
        self.bold += 1;
    }

    pub(crate) fn leave_bold(&mut self) {
        self.bold = self.bold.saturating_sub(1);
    }

    #[inline]
    fn soft_break(&mut self) {
        self.space = true;
        self.meter.end_word();
    }

    /// Adds white space.
    #[inline]
    pub(crate) fn blank(&mut self, text: &str) {
        if text.bytes().any(|byte| byte != 0) {
            self.soft_break();
            self.is_wrapped |= text.contains('\n');
        }
    }

    /// Adds text with its white space folded. `source` is its range in the page, with entities.
    pub(crate) fn text(&mut self, text: &str, source: Range<usize>) {
        let bytes = text.as_bytes();
        let mut ink_end = 0;
        let style = if self.links > 0 { LINKED } else { 0 } | if self.bold > 0 { BOLD } else { 0 };
        let mut i = 0;
        while i < bytes.len() {
            match CLASSES[bytes[i] as usize] {
                Class::Space => {
                    self.soft_break();
                    self.is_wrapped |= bytes[i] == b'\n';
                    i += 1;
                }
                Class::Nul => i += 1,
                Class::NotAscii if class_of(char_at(text, i)) == Class::Nul => {
                    i += char_at(text, i).len_utf8();
                }
                Class::NotAscii if class_of(char_at(text, i)) == Class::Space => {
                    if self.inline.begins_line()
                        && INDENTS.iter().any(|wide| text[i..].starts_with(wide))
                    {
                        self.end_block();
                    }
                    self.soft_break();
                    i += char_at(text, i).len_utf8();
                }
                _ => {
                    if self.has_text {
                        if self.edge != Edge::None {
                            self.join();
                        }
                        if self.space {
                            self.separate(char_at(text, i));
                        }
                    } else {
                        // an entity may be longer or shorter than its character
                        let at = (source.start + i).min(source.end - 1);
                        self.begin_block(self.html.floor_char_boundary(at));
                    }
                    self.space = false;
                    self.is_wrapped = false;
                    self.breaks = 0;
                    self.edge = Edge::None;
                    let end = self.measure(text, i, style);
                    self.document.text.push_str(&text[i..end]);
                    i = end;
                    ink_end = end;
                }
            }
        }
        if ink_end > 0 {
            let end = source.end.saturating_sub(bytes.len() - ink_end);
            let end = end.max(self.block.offset as usize + 1);
            self.block.end_offset = span(0, self.html.ceil_char_boundary(end)).end;
        }
    }

    /// Adds the blank before the next character, unless the source only wraps a line of Chinese or Japanese there.
    ///
    /// Source: *CSS Text Module Level 3*, 4.1.3 (segment break transformation rules).
    fn separate(&mut self, next: char) {
        let is_line = self.inline.go_on();
        if is_line {
            let at = self.position();
            self.document.line_ends.push(at);
        }
        let is_wrap = self.is_wrapped && !is_line && self.edge != Edge::Joint;
        // a short line is one of several, such as names and dates
        let is_long = || {
            let block = &self.document.text[self.block.text.start as usize..];
            let line = block.chars().rev().take(12);
            line.clone().count() == 12 && line.clone().all(|c| c != ' ') && block.ends_with(is_wide)
        };
        if !(is_wrap && is_wide(next) && is_long()) {
            self.document.text.push(' ');
        }
    }

    /// Measures a run of characters up to white space that has to be folded; returns its end.
    #[inline]
    fn measure(&mut self, text: &str, start: usize, style: Style) -> usize {
        let bytes = text.as_bytes();
        let mut i = start;
        while i < bytes.len() {
            match CLASSES[bytes[i] as usize] {
                // one space before another character is kept as it is
                Class::Space if bytes[i] == b' ' && is_ink(bytes.get(i + 1)) => {
                    self.meter.end_word();
                    i += 1;
                }
                Class::Space | Class::Nul => break,
                Class::NotAscii => {
                    let character = char_at(text, i);
                    match class_of(character) {
                        Class::Space | Class::Nul => break,
                        class => self.meter.take(class, style),
                    }
                    i += character.len_utf8();
                }
                Class::Letter => {
                    let start = i;
                    while i < bytes.len() && CLASSES[bytes[i] as usize] == Class::Letter {
                        i += 1;
                    }
                    self.meter.take_letters(i - start, style);
                }
                class => {
                    self.meter.take(class, style);
                    i += 1;
                }
            }
        }
        i
    }

    /// Begins a block whose first character is at `at` in the page.
    fn begin_block(&mut self, at: usize) {
        self.meter = Meter::EMPTY;
        if !self.document.text.is_empty() {
            self.document.text.push('\n');
        }
        let start = self.position();
        self.block.text = Span { start, end: start };
        self.block.offset = span(0, at).end;
        self.block.element = self.element;
        let depth = self.document.elements[self.element as usize].depth;
        self.block.tag_level = depth + u16::from(self.links > 0);
        self.has_text = true;
    }
}

/// Whether a character is of a script that is written without blanks between words, and is as wide as an ideograph.
fn is_wide(character: char) -> bool {
    matches!(character, '\u{3001}'..='\u{312f}' | '\u{ff01}'..='\u{ff9f}')
        || is_ideograph(character) && character > '\u{3000}'
}

/// Whether it is a visible ASCII character.
#[inline]
fn is_ink(byte: Option<&u8>) -> bool {
    byte.is_some_and(|&byte| {
        !matches!(
            CLASSES[byte as usize],
            Class::Space | Class::Nul | Class::NotAscii
        )
    })
}

#[inline]
fn char_at(text: &str, at: usize) -> char {
    text[at..].chars().next().unwrap_or('\0')
}
