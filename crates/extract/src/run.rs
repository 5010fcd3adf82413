//! Blocks as the steps see them: alone, or fused with their neighbours.

use crate::label::Label;
use html::{TextBlock, ratio};

/// Remarks of one step to a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks(u8);

impl Marks {
    /// None at all.
    pub const NONE: Self = Self(0);
    /// The text is the title of the page.
    pub const TITLE: Self = Self(1);
    /// The text stands where articles end ("Add your comment").
    pub const END: Self = Self(1 << 1);
    /// The longest run of content.
    pub const LARGEST: Self = Self(1 << 2);
    /// Content, had it not been for the longest run.
    pub const CANDIDATE: Self = Self(1 << 3);

    /// Whether all of `marks` are set.
    pub fn has(self, marks: Self) -> bool {
        self.0 & marks.0 == marks.0
    }

    /// Sets `marks`.
    pub fn add(&mut self, marks: Self) {
        self.0 |= marks.0;
    }
}

/// One block, or several that were fused: their sums, and a common label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Index of the first block.
    pub first: u32,
    /// Index of the last block. Blocks in between that were dropped before the fusion are not part of the run.
    pub last: u32,
    /// Words.
    pub words: u32,
    /// Words inside links.
    pub link_words: u32,
    /// Lines of 80 characters.
    pub wrapped_lines: u32,
    /// Words in those lines.
    pub words_in_wrapped_lines: u32,
    /// The smallest nesting depth of its blocks.
    pub tag_level: u16,
    /// What it is taken for.
    pub label: Label,
    /// Remarks.
    pub marks: Marks,
}

impl Run {
    /// Stands for the missing neighbour of the first and the last run.
    pub const EMPTY: Self = Self {
        first: 0,
        last: 0,
        words: 0,
        link_words: 0,
        wrapped_lines: 1,
        words_in_wrapped_lines: 0,
        tag_level: 0,
        label: Label::Boilerplate,
        marks: Marks::NONE,
    };

    pub(crate) fn of_block(index: usize, block: &TextBlock) -> Self {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        Self {
            first: index,
            last: index,
            words: block.words,
            link_words: block.link_words,
            wrapped_lines: block.wrapped_lines,
            words_in_wrapped_lines: block.words_in_wrapped_lines,
            tag_level: block.tag_level,
            label: Label::Boilerplate,
            marks: Marks::NONE,
        }
    }

    /// Whether it is labelled content.
    pub fn is_content(&self) -> bool {
        self.label == Label::Content
    }

    /// Share of the words that stand inside links, 0 to 1.
    pub fn link_density(&self) -> f32 {
        ratio(self.link_words, self.words)
    }

    /// Words to a line of 80 characters.
    pub fn text_density(&self) -> f32 {
        if self.wrapped_lines == 0 {
            return ratio(self.words, 1);
        }
        ratio(self.words_in_wrapped_lines, self.wrapped_lines)
    }

    /// Takes the following run in.
    pub(crate) fn absorb(&mut self, next: &Self) {
        self.last = next.last;
        self.words += next.words;
        self.link_words += next.link_words;
        self.wrapped_lines += next.wrapped_lines;
        self.words_in_wrapped_lines += next.words_in_wrapped_lines;
        self.tag_level = self.tag_level.min(next.tag_level);
        self.marks.add(next.marks);
        if next.is_content() {
            self.label = Label::Content;
        }
    }
}
