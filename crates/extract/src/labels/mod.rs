//! The labels of blocks and the steps that set them.
//!
//! Blocks are immutable. Where boilerpipe modifies blocks, steps here modify [`BlockRun`]s. A run is initially one block;
//! fusion joins neighbouring runs and adds up their measurements, so that a step after a fusion measures the same "current
//! block" as in boilerpipe.

pub(crate) mod title;

use std::ops::Range;

use self::title::{title_block, without_permalink};
use crate::element_names::tag_of;
use crate::lexicon::LexiconHits;
use html::{Tag, TextBlock, TextDocument, is_ideograph, ratio};
use serde::{Deserialize, Serialize};
use text::ends_sentence;

/// The label of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// Part of the main text.
    Content,
    /// Everything else; the initial label of every block.
    #[default]
    Boilerplate,
}

impl Label {
    /// Content if a condition holds.
    pub fn content_if(condition: bool) -> Self {
        if condition {
            Self::Content
        } else {
            Self::Boilerplate
        }
    }
}

/// The labels of a document's blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct Labels {
    /// The runs that were not dropped, in reading order.
    pub runs: Vec<BlockRun>,
    /// The block with the title of the page, once it is known.
    pub title: Option<usize>,
    /// Whether a step has searched for the title.
    pub(crate) title_searched: bool,
    /// Which error weighs more, for steps that can favour one.
    pub mode: Mode,
    /// The probability of each block of being content; empty if no step computed any.
    pub probabilities: Vec<f32>,
    /// For each block: whether its probability is lower than that required on a page with certain text; empty if unknown.
    pub(crate) is_unsure: Vec<bool>,
    /// The lexicon hits of each block; empty if no step looked them up.
    pub(crate) lexicon_hits: Vec<LexiconHits>,
    /// For each block: whether it is dropped. A dropped block is boilerplate, even inside a run of content.
    dropped: Vec<bool>,
}

impl Labels {
    /// The initial labels: each block is a run, labelled boilerplate.
    pub fn new(document: &TextDocument) -> Self {
        let blocks = document.blocks.iter().enumerate();
        Self {
            runs: blocks
                .map(|(i, block)| BlockRun::of_block(i, block))
                .collect(),
            title: None,
            title_searched: false,
            mode: Mode::Balanced,
            probabilities: Vec::new(),
            is_unsure: Vec::new(),
            lexicon_hits: Vec::new(),
            dropped: vec![false; document.blocks.len()],
        }
    }

    /// Labels of which all are content.
    pub(crate) fn all_content(document: &TextDocument) -> Self {
        let mut labels = Self::new(document);
        labels.keep(|_| true);
        labels
    }

    /// The block with the title, as found by a step or by a search now.
    pub fn title_block(&self, document: &TextDocument) -> Option<usize> {
        if self.title_searched || self.title.is_some() {
            self.title
        } else {
            title_block(document)
        }
    }

    /// The blocks of a run that were not dropped.
    pub fn blocks_of(&self, run: &BlockRun) -> impl Iterator<Item = usize> + use<'_> {
        (run.first as usize..=run.last as usize).filter(|block| !self.dropped[*block])
    }

    /// The blocks labelled as content, in reading order.
    pub fn content_blocks(&self) -> impl Iterator<Item = usize> {
        self.runs
            .iter()
            .filter(|run| run.is_content())
            .flat_map(|run| self.blocks_of(run))
    }

    /// One label for each block.
    pub fn by_block(&self) -> Vec<Label> {
        let mut labels = vec![Label::Boilerplate; self.dropped.len()];
        for block in self.content_blocks() {
            labels[block] = Label::Content;
        }
        labels
    }

    /// Labels more blocks as content, except the headline.
    pub(crate) fn add(&mut self, document: &TextDocument, blocks: &[usize]) {
        let mut labels = self.by_block();
        let mut added = false;
        for block in blocks.iter().filter(|block| Some(**block) != self.title) {
            if let Some(label) = labels.get_mut(*block) {
                added |= *label != Label::Content;
                *label = Label::Content;
            }
        }
        if added {
            let fresh = Self::new(document);
            (self.runs, self.dropped) = (fresh.runs, fresh.dropped);
            for (run, label) in self.runs.iter_mut().zip(labels) {
                run.label = label;
            }
        }
    }

    /// The indices of the runs that begin in some blocks.
    pub(crate) fn runs_of(&self, blocks: &Range<usize>) -> Range<usize> {
        let runs = &self.runs;
        let place = |block: usize| runs.partition_point(|run| (run.first as usize) < block);
        place(blocks.start)..place(blocks.end)
    }

    /// Labels the runs that begin in some blocks.
    pub(crate) fn set(&mut self, blocks: &Range<usize>, label: Label) {
        let runs = self.runs_of(blocks);
        self.runs[runs].iter_mut().for_each(|run| run.label = label);
    }

    /// Drops one block, whatever the label of its run.
    pub fn drop_block(&mut self, block: usize) {
        self.dropped[block] = true;
    }

    /// Labels each run as content if `keep` accepts its first block, which is its only block before any fusion.
    pub fn keep(&mut self, keep: impl Fn(usize) -> bool) {
        for run in &mut self.runs {
            run.label = Label::content_if(keep(run.first as usize));
        }
    }

    /// Replaces the labels of all blocks and undoes all fusion and drops.
    pub fn choose(&mut self, document: &TextDocument, content: &[bool]) {
        self.dropped.fill(false);
        let blocks = document.blocks.iter().enumerate();
        let runs = blocks.map(|(i, block)| BlockRun {
            label: Label::content_if(content.get(i) == Some(&true)),
            ..BlockRun::of_block(i, block)
        });
        self.runs = runs.collect();
    }

    /// Drops the runs that `keep` rejects. Their blocks become boilerplate.
    pub fn retain(&mut self, keep: impl Fn(&BlockRun) -> bool) {
        let dropped = &mut self.dropped;
        self.runs.retain(|run| {
            let kept = keep(run);
            if !kept {
                dropped[run.first as usize..=run.last as usize].fill(true);
            }
            kept
        });
    }

    /// Joins each run with the previous one if `joins(before, run)` holds.
    pub fn fuse(&mut self, joins: impl Fn(&BlockRun, &BlockRun) -> bool) {
        self.runs.dedup_by(|run, before| {
            let join = joins(before, run);
            if join {
                before.absorb(run);
            }
            join
        });
    }

    /// Undoes all fusion: each block that was not dropped is a run again, with the label and flags of its run.
    pub fn split(&mut self, document: &TextDocument) {
        let mut runs = Vec::with_capacity(self.dropped.len());
        for run in &self.runs {
            runs.extend(self.blocks_of(run).map(|block| BlockRun {
                label: run.label,
                flags: run.flags,
                ..BlockRun::of_block(block, &document.blocks[block])
            }));
        }
        self.runs = runs;
    }
}

/// Which error weighs more when a label is uncertain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Both errors weigh the same: the best F1.
    #[default]
    Balanced,
    /// Avoids boilerplate at the cost of text.
    Precision,
    /// Avoids losing text at the cost of boilerplate.
    Recall,
}

/// Marks set by one step for a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RunFlags(u8);

impl RunFlags {
    /// No flags.
    pub const NONE: Self = Self(0);
    /// The text is the title of the page.
    pub const TITLE: Self = Self(1);
    /// The text indicates the end of the article ("Add your comment").
    pub const END: Self = Self(1 << 1);
    /// The longest run of content.
    pub const LARGEST: Self = Self(1 << 2);
    /// A run other than the longest, marked when the longest was chosen.
    pub const CANDIDATE: Self = Self(1 << 3);

    /// Whether all of `flags` are set.
    pub fn has(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Sets `flags`.
    pub fn add(&mut self, flags: Self) {
        self.0 |= flags.0;
    }
}

/// One block or several fused ones, with their summed measurements and a common label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockRun {
    /// Index of the first block.
    pub first: u32,
    /// Index of the last block. Blocks in between that were dropped before the fusion are not part of the run.
    pub last: u32,
    /// Number of words.
    pub words: u32,
    /// Words inside links.
    pub link_words: u32,
    /// Lines of 80 characters.
    pub wrapped_lines: u32,
    /// Words in those lines.
    pub words_in_wrapped_lines: u32,
    /// The smallest nesting depth of its blocks.
    pub tag_level: u16,
    /// Its label.
    pub label: Label,
    /// Marks of earlier steps.
    pub flags: RunFlags,
}

impl BlockRun {
    /// Stands in for the missing neighbour of the first and the last run.
    pub const EMPTY: Self = Self {
        first: 0,
        last: 0,
        words: 0,
        link_words: 0,
        wrapped_lines: 1,
        words_in_wrapped_lines: 0,
        tag_level: 0,
        label: Label::Boilerplate,
        flags: RunFlags::NONE,
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
            flags: RunFlags::NONE,
        }
    }

    /// Whether it is labelled as content.
    pub fn is_content(&self) -> bool {
        self.label == Label::Content
    }

    /// Share of the words inside links, 0 to 1.
    pub fn link_density(&self) -> f32 {
        ratio(self.link_words, self.words)
    }

    /// Words per line of 80 characters.
    pub fn text_density(&self) -> f32 {
        if self.wrapped_lines == 0 {
            return ratio(self.words, 1);
        }
        ratio(self.words_in_wrapped_lines, self.wrapped_lines)
    }

    /// Joins the following run to this one.
    pub(crate) fn absorb(&mut self, next: &Self) {
        self.last = next.last;
        self.words += next.words;
        self.link_words += next.link_words;
        self.wrapped_lines += next.wrapped_lines;
        self.words_in_wrapped_lines += next.words_in_wrapped_lines;
        self.tag_level = self.tag_level.min(next.tag_level);
        self.flags.add(next.flags);
        if next.is_content() {
            self.label = Label::Content;
        }
    }
}

/// Number of words of the content in some runs.
pub(crate) fn content_words(runs: &[BlockRun]) -> u32 {
    let content = runs.iter().filter(|run| run.is_content());
    content.map(|run| run.words).sum()
}

/// The paragraphs of a block, apart at the line breaks after long lines that end a sentence.
pub(crate) fn paragraphs<'a>(
    document: &'a TextDocument,
    block: &TextBlock,
) -> impl Iterator<Item = &'a str> {
    let tag = tag_of(document, block.element);
    let text = document.text_of(block);
    let bare = if tag.is_heading() {
        without_permalink(text)
    } else {
        text
    };
    let text = if bare.is_empty() { text } else { bare };
    let is_folded = tag != Tag::Pre;
    let mut ends = document
        .line_ends_of(block)
        .filter(move |end| is_folded && *end < text.len());
    let (mut line, mut next) = (0, Some(0));
    std::iter::from_fn(move || {
        let start = next?;
        let end = ends.find(|end| {
            let columns = text[line..*end].chars();
            let columns = columns.map(|c| 1 + usize::from(is_ideograph(c)));
            // longer than a line of a poem or an address
            let is_long = columns.sum::<usize>() >= 120;
            let is_paragraph = is_long && ends_sentence(&text[line..*end]);
            line = end + 1;
            is_paragraph
        });
        // a blank separates them
        next = end.map(|end| end + 1);
        Some(&text[start..end.unwrap_or(text.len())])
    })
}

/// The content blocks as text, one paragraph per block, or per line of a block if its lines are long.
pub fn text_of(document: &TextDocument, labels: &Labels) -> String {
    // reserve space for all blocks and separators, so that a long text is not reallocated as it grows
    let lengths = labels
        .content_blocks()
        .map(|block| document.blocks[block].text.len() + 2);
    let mut text = String::with_capacity(lengths.sum());
    for block in labels.content_blocks() {
        for paragraph in paragraphs(document, &document.blocks[block]) {
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(paragraph);
        }
    }
    text
}

/// One step of an extractor.
#[derive(Clone, Copy)]
pub struct Filter {
    /// Its name in `explain`.
    pub name: &'static str,
    /// The step itself.
    pub apply: fn(&TextDocument, &mut Labels),
}

impl Filter {
    /// A step with its name in `explain`.
    pub const fn new(name: &'static str, apply: fn(&TextDocument, &mut Labels)) -> Self {
        Self { name, apply }
    }
}

impl std::fmt::Debug for Filter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use html::parse;

    use super::{Labels, text_of};

    #[test]
    fn marks_of_permalinks_are_no_text_wherever_their_lines_break() {
        let long = format!("{}ends.", "The council has met about the bridge ".repeat(4));
        for (heading, expected) in [
            ("<h2>The bridge<br>¶<br>¶</h2>", "The bridge"),
            ("<h2>The bridge <a href=#b>#</a></h2>", "The bridge"),
            ("<h2>¶</h2>", "¶"),
            (&format!("<h2>{long}<br>#</h2>"), &long),
            (
                &format!("<h2>{long}<br>¶<br>{long}</h2>"),
                &format!("{long}\n\n¶ {long}"),
            ),
            ("<h2>In C#</h2>", "In C#"),
        ] {
            let document = parse(heading);
            let labels = Labels::all_content(&document);
            assert_eq!(text_of(&document, &labels), expected, "{heading}");
        }
    }
}
