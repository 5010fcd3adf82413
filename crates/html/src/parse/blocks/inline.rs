//! What a block holds besides its words: links, line breaks, and the names of its inline elements.

use crate::document::{InlineElement, TextBlock, TextDocument};
use crate::span::Span;
use crate::span::span;
use crate::text::decode_attribute;

/// Maximum bytes of names kept per block.
const MAX_NAMES: usize = 128;

/// What was seen since the last block ended.
#[derive(Default)]
pub(crate) struct Inline {
    links: u16,
    line_breaks: u16,
    /// Line breaks since the last character.
    breaks: u16,
    names: String,
    /// The inline elements with names, whose spans are still offsets in `names`.
    elements: Vec<InlineElement>,
    /// The names of an earlier block: the next ones are often the same.
    last: Span,
}

impl Inline {
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.links = 0;
        self.line_breaks = 0;
        self.breaks = 0;
        self.names.clear();
        self.elements.clear();
    }

    pub(crate) fn begin_link(&mut self) {
        self.links = self.links.saturating_add(1);
    }

    pub(crate) fn break_line(&mut self) {
        self.breaks = self.breaks.saturating_add(1);
    }

    /// Whether nothing followed the last line break yet.
    pub(crate) fn begins_line(&self) -> bool {
        self.breaks > 0
    }

    /// Continues with text after white space. Returns whether the white space had a line break in it.
    #[inline]
    pub(crate) fn go_on(&mut self) -> bool {
        let breaks = std::mem::take(&mut self.breaks);
        self.line_breaks = self.line_breaks.saturating_add(breaks);
        breaks > 0
    }

    /// Records the names of an inline element that begins at `start` in the text, given the positions of its attribute values.
    #[inline]
    pub(crate) fn name(&mut self, values: [Span; 3], html: &str, start: u32) {
        let before = self.names.len();
        for value in values {
            if !value.is_empty() && self.names.len() < MAX_NAMES {
                self.add(value.of(html));
            }
        }
        if self.names.len() > before {
            let names = span(before, self.names.len());
            self.elements.push(InlineElement { start, names });
        }
    }

    fn add(&mut self, value: &str) {
        // a value may be a megabyte long and reopened in every block
        let value = &value[..value.floor_char_boundary(512)];
        let value = decode_attribute(value);
        let value = value.trim_ascii();
        let room = MAX_NAMES.saturating_sub(self.names.len() + 1);
        let names = match value.get(..value.floor_char_boundary(room)) {
            Some(cut) if cut.len() < value.len() => {
                // not in the middle of a name
                let blank = value.as_bytes()[..=cut.len()]
                    .iter()
                    .rposition(u8::is_ascii_whitespace);
                cut[..blank.unwrap_or(0)].trim_ascii_end()
            }
            _ => value,
        };
        if !names.is_empty() {
            if !self.names.is_empty() {
                self.names.push(' ');
            }
            self.names.push_str(names);
        }
    }

    /// Writes everything into the block that ends, and starts over.
    #[inline]
    pub(crate) fn finish(&mut self, block: &mut TextBlock, document: &mut TextDocument) {
        let attributes = &mut document.attributes;
        block.links = self.links;
        block.line_breaks = self.line_breaks;
        block.inline_class = Span::default();
        if !self.names.is_empty() {
            if self.last.of(attributes) != self.names {
                let start = attributes.len();
                attributes.push_str(&self.names);
                self.last = span(start, attributes.len());
            }
            block.inline_class = self.last;
            let shown = self.elements.iter().map(|inner| InlineElement {
                // not on the line break before the block
                start: inner.start.max(block.text.start),
                names: Span {
                    start: self.last.start + inner.names.start,
                    end: self.last.start + inner.names.end,
                },
            });
            document.inline.extend(shown);
        }
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    /// Per block: text, links, bold words, line breaks, names of inline elements.
    fn blocks(html: &str) -> Vec<(String, u16, u32, u16, String)> {
        let document = parse(html);
        let blocks = document.blocks.iter();
        blocks
            .map(|b| {
                (
                    document.text_of(b).to_owned(),
                    b.links,
                    b.bold_words,
                    b.line_breaks,
                    document.attribute(b.inline_class).to_owned(),
                )
            })
            .collect()
    }

    fn names(html: &str) -> Vec<String> {
        blocks(html).into_iter().map(|block| block.4).collect()
    }

    #[test]
    fn single_line_breaks_are_known_inside_blocks() {
        let document =
            parse("<p>first</p><p>By <b>Jane</b><br> Doe<br/>Editor<br><br>Next <br></p>");
        let lines: Vec<String> = document
            .blocks
            .iter()
            .map(|block| document.lines_of(block).into_owned())
            .collect();
        assert_eq!(lines, ["first", "By Jane\nDoe\nEditor", "Next"]);
        assert_eq!(document.text, "first\nBy Jane Doe Editor\nNext");
    }

    #[test]
    fn links_count_where_they_begin() {
        let links = |html| -> Vec<u16> { blocks(html).iter().map(|block| block.1).collect() };
        let html =
            "<p><a href=a>one</a> two <a href=b>three</a> <a href=c><img></a></p><p>four</p>";
        assert_eq!(links(html), [3, 0]);
        assert_eq!(
            links("<p><a name=a>no link</a> <a href=b hidden>none</a></p>"),
            [0]
        );
        assert_eq!(
            links("<a href=x><h2>Headline</h2><p>Teaser</p></a>"),
            [0, 0]
        );
        assert_eq!(links("<div><a href=x><img></a></div><p>text</p>"), [0]);
    }

    #[test]
    fn bold_words_are_those_in_b_and_strong() {
        let html = "<p>a <b>b c</b> <strong>d<em> e</em></strong> f</p><strong><p>g h</p></strong><p>i</p>";
        let bold: Vec<u32> = blocks(html).iter().map(|block| block.2).collect();
        assert_eq!(bold, [4, 2, 0]);
        let linked = parse("<p><b><a href=x>a</a> b</b> <a href=y>c</a>").blocks[0];
        assert_eq!(
            (linked.words, linked.link_words, linked.bold_words),
            (3, 2, 2)
        );
    }

    #[test]
    fn line_breaks_count_between_words_only() {
        let breaks = |html| -> Vec<u16> { blocks(html).iter().map(|block| block.3).collect() };
        assert_eq!(breaks("<p><br>a<br>b <br> c<br></p><p>d</p>"), [2, 0]);
        assert_eq!(breaks("a<br><br>b<br>c<br> <br><br>d"), [0, 1, 0]);
    }

    #[test]
    fn inline_elements_give_their_names_to_the_block_they_begin_in() {
        assert_eq!(
            names(
                "<div class=z><a class='x y' id=i>text</a></div><p>t<time class=u>1</time><b class=v></b></p>"
            ),
            ["x y i", "u"]
        );
        let rdfa = "<p><span property='schema:author'>a</span> <time rel='sioc:has_creator'>b</time> <a rel=author href=x>c</a>";
        assert_eq!(names(rdfa), ["schema:author sioc:has_creator"]);
        assert_eq!(names("<span class=a></span><p>b</p>"), [""]);
        assert_eq!(names("<p>a<span class=b hidden>c</span></p>"), [""]);
        assert_eq!(names("<p>a<span class='b&amp;c'></p>"), ["b&c"]);
    }

    #[test]
    fn a_reopened_link_keeps_its_names() {
        assert_eq!(names("<p><a href=x class=c>a<p>b"), ["c", "c"]);
    }

    #[test]
    fn names_are_cut_between_words() {
        let html = format!(
            "<p><span class='{}' id='{}'>a",
            "word ".repeat(40),
            "x".repeat(9)
        );
        let names = names(&html);
        assert_eq!(names[0], "word ".repeat(25).trim_end());
    }
}
