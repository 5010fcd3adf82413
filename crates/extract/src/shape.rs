//! The shape of a page: how much text it has in which pieces, how much of it is linked, where headline, dates and content
//! stand. Page classification draws on it.
//!
//! After the block features of Kohlschütter et al. (WSDM 2010), added up over the page.

use crate::extractors::learned::features::{count, says};
use crate::labels::{Label, Labels};
use crate::lexicon::Says;
use html::{Counts, Element, Tag, TextBlock, TextDocument};

/// From so many words on, with few of them linked, a block is a paragraph rather than a label.
const BIG: u32 = 25;
/// What a big block may have in links.
const BIG_LINKED: f32 = 0.3;
/// A linked block of so many words may be a headline.
const HEADLINE_WORDS: u32 = 5;
/// What such a block has in links, at least.
const LINKED: f32 = 0.7;
/// Blocks of boilerplate that a run of content may have in between.
const GAP: u32 = 3;
/// How far from the headline a date or a byline may stand, in blocks.
const NEAR: usize = 8;
/// Longest text that is looked at for what it says, in bytes.
const SHORT: usize = 200;
/// Blocks looked at if no step of the extractor has.
const MOST_READ: usize = 1_000;

/// Measures of a page. Counts are counts, shares lie between 0 and 1; −1 is what cannot be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Blocks.
    pub blocks: f32,
    /// Words.
    pub words: f32,
    /// Blocks of content.
    pub content_blocks: f32,
    /// Words of content.
    pub content_words: f32,
    /// Share of the words that stand in links.
    pub link_density: f32,
    /// The same for the content.
    pub content_link_density: f32,
    /// Words of the longest block.
    pub longest_block: f32,
    /// Paragraphs: blocks of 25 words and more, few of them linked.
    pub big_blocks: f32,
    /// Share of the page's words that stand in paragraphs.
    pub big_share: f32,
    /// Share of the page's words that stand in paragraphs and are no content.
    pub lost_share: f32,
    /// Words of the longest run of content, with no more than three blocks of boilerplate in a row.
    pub run_words: f32,
    /// Linked blocks long enough to be headlines.
    pub linked_headlines: f32,
    /// Share of the page's words that stand in them.
    pub linked_share: f32,
    /// The highest probability of a block.
    pub highest: f32,
    /// Mean distance of the probabilities from certainty, 0 to 0.5.
    pub uncertainty: f32,
    /// Share of the words that is content by probability.
    pub expected_share: f32,
    /// Where the content begins, as a share of the blocks.
    pub content_begins: f32,
    /// Share of the blocks between the first and the last of content.
    pub content_span: f32,
    /// Share of content among these.
    pub content_density: f32,
    /// Share of the content's blocks that end like a sentence.
    pub sentences: f32,
    /// Share of the content's words that stand in list items.
    pub items_share: f32,
    /// Share of the content's words that stand in tables.
    pub table_share: f32,
    /// Blocks in `<h1>`.
    pub h1: f32,
    /// Words of the longest of them.
    pub h1_words: f32,
    /// Blocks in `<h2>`.
    pub h2: f32,
    /// Blocks in `<h3>` to `<h6>`.
    pub h3: f32,
    /// Headings of any level that are linked.
    pub linked_headings: f32,
    /// Headings inside the content.
    pub content_headings: f32,
    /// Words of the block that spells the title; 0 if no step of the extractor has found one.
    pub title_words: f32,
    /// Blocks from the headline to the first of content.
    pub from_headline: f32,
    /// Short blocks with a date.
    pub dates: f32,
    /// Blocks from the headline to the nearest date within eight.
    pub date_distance: f32,
    /// Whether a byline stands within eight blocks of the headline.
    pub byline_near: f32,
    /// `<time>` elements.
    pub times: f32,
    /// Links, those that are not shown among them.
    pub links: f32,
    /// Short blocks with words of the lexica of the learned extractor, in the order of its columns: social networks, legal
    /// notices, subscription, related articles, credits of pictures, comments, advertising, bylines, consent to embedded
    /// content, contact.
    pub says: [f32; 10],
    /// Elements that tell what the page is for.
    pub counts: Counts,
    /// Class and id of `<body>`, a blank between.
    pub body: String,
}

impl Shape {
    /// Measures a page. Linear in its size.
    pub fn of(document: &TextDocument, labels: &Labels) -> Self {
        let mut sums = Sums::default();
        let label_of = labels.by_block();
        for (at, (block, label)) in std::iter::zip(&document.blocks, &label_of).enumerate() {
            let probability = labels.probabilities.get(at).copied();
            sums.add(document, at, block, *label == Label::Content, probability);
            sums.hear(at, says_of(document, labels, at, block));
        }
        sums.shape(document, labels)
    }
}

impl Default for Shape {
    fn default() -> Self {
        Self::of(
            &TextDocument::default(),
            &Labels::new(&TextDocument::default()),
        )
    }
}

/// What is added up block by block.
#[derive(Default)]
struct Sums {
    words: u32,
    link_words: u32,
    content_blocks: u32,
    content_words: u32,
    content_link_words: u32,
    longest_block: u32,
    big_blocks: u32,
    big_words: u32,
    lost_words: u32,
    run: u32,
    gap: u32,
    run_words: u32,
    linked_headlines: u32,
    linked_words: u32,
    highest: f32,
    uncertainty: f32,
    expected_words: f32,
    first: Option<usize>,
    last: usize,
    sentences: u32,
    item_words: u32,
    table_words: u32,
    headings: [u32; 3],
    h1_words: u32,
    h1_at: Option<usize>,
    linked_headings: u32,
    content_headings: u32,
    dated: Vec<usize>,
    signed: Vec<usize>,
    says: [u32; Says::KINDS],
}

impl Sums {
    fn add(
        &mut self,
        document: &TextDocument,
        at: usize,
        block: &TextBlock,
        is_content: bool,
        probability: Option<f32>,
    ) {
        let words = block.words;
        let link_density = block.link_density();
        self.words += words;
        self.link_words += block.link_words;
        self.longest_block = self.longest_block.max(words);
        let is_big = words >= BIG && link_density < BIG_LINKED;
        if is_big {
            self.big_blocks += 1;
            self.big_words += words;
            self.lost_words += if is_content { 0 } else { words };
        }
        if words >= HEADLINE_WORDS && link_density > LINKED {
            self.linked_headlines += 1;
            self.linked_words += words;
        }
        let probability = probability.unwrap_or(if is_content { 1.0 } else { 0.0 });
        self.highest = self.highest.max(probability);
        self.uncertainty += probability.min(1.0 - probability);
        self.expected_words += probability * count(words as usize);
        let (heading, item, table) = around(document, block);
        if let Some(level) = heading {
            self.headings[level] += 1;
            self.linked_headings += u32::from(link_density > LINKED);
            self.content_headings += u32::from(is_content);
            if level == 0 && words > self.h1_words {
                self.h1_words = words;
                self.h1_at = Some(at);
            }
        }
        let text = document.text_of(block);
        if is_content {
            self.content_blocks += 1;
            self.content_words += words;
            self.content_link_words += block.link_words;
            self.first.get_or_insert(at);
            self.last = at;
            self.run += words;
            self.gap = 0;
            self.run_words = self.run_words.max(self.run);
            self.item_words += if item { words } else { 0 };
            self.table_words += if table { words } else { 0 };
            let end = text.trim_end_matches(['"', '“', '”', '’', '»', ')']);
            self.sentences += u32::from(end.ends_with(['.', '!', '?', '…', '。', '！', '？']));
        } else {
            self.gap += 1;
            if self.gap > GAP {
                self.run = 0;
            }
        }
    }

    fn hear(&mut self, at: usize, says: Says) {
        if says.has_date() {
            self.dated.push(at);
        }
        if says.has_byline() {
            self.signed.push(at);
        }
        for (sum, says) in std::iter::zip(&mut self.says, says.kinds()) {
            *sum += u32::from(says);
        }
    }

    fn shape(self, document: &TextDocument, labels: &Labels) -> Shape {
        let blocks = document.blocks.len();
        let share = |part: u32, whole: u32| count(part as usize) / count(whole.max(1) as usize);
        let of_blocks = |part: usize| count(part) / count(blocks.max(1));
        let headline = labels.title.or(self.h1_at);
        let nearest = |blocks: &[usize]| -> Option<usize> {
            let at = headline?;
            let distances = blocks.iter().map(|block| block.abs_diff(at));
            distances.filter(|distance| *distance <= NEAR).min()
        };
        let span = self.first.map_or(0, |first| self.last + 1 - first);
        Shape {
            blocks: count(blocks),
            words: count(self.words as usize),
            content_blocks: count(self.content_blocks as usize),
            content_words: count(self.content_words as usize),
            link_density: share(self.link_words, self.words),
            content_link_density: share(self.content_link_words, self.content_words),
            longest_block: count(self.longest_block as usize),
            big_blocks: count(self.big_blocks as usize),
            big_share: share(self.big_words, self.words),
            lost_share: share(self.lost_words, self.words),
            run_words: count(self.run_words as usize),
            linked_headlines: count(self.linked_headlines as usize),
            linked_share: share(self.linked_words, self.words),
            highest: self.highest,
            uncertainty: self.uncertainty / count(blocks.max(1)),
            expected_share: self.expected_words / count(self.words.max(1) as usize),
            content_begins: self.first.map_or(1.0, of_blocks),
            content_span: of_blocks(span),
            content_density: count(self.content_blocks as usize) / count(span.max(1)),
            sentences: share(self.sentences, self.content_blocks),
            items_share: share(self.item_words, self.content_words),
            table_share: share(self.table_words, self.content_words),
            h1: count(self.headings[0] as usize),
            h1_words: count(self.h1_words as usize),
            h2: count(self.headings[1] as usize),
            h3: count(self.headings[2] as usize),
            linked_headings: count(self.linked_headings as usize),
            content_headings: count(self.content_headings as usize),
            title_words: labels
                .title
                .and_then(|at| document.blocks.get(at))
                .map_or(0.0, |block| count(block.words as usize)),
            from_headline: match (headline, self.first) {
                (Some(headline), Some(first)) if first >= headline => count(first - headline),
                (Some(headline), Some(first)) => -1.0 - count(headline - first),
                _ => -1.0,
            },
            dates: count(self.dated.len()),
            date_distance: nearest(&self.dated).map_or(-1.0, count),
            byline_near: f32::from(u8::from(nearest(&self.signed).is_some())),
            times: count(document.head.times.len()),
            links: count(document.head.anchors.len()),
            says: self.says.map(|blocks| count(blocks as usize)),
            counts: document.counts,
            body: document.elements.first().map_or_else(String::new, |body| {
                [body.class, body.id]
                    .map(|name| document.attribute(name))
                    .join(" ")
            }),
        }
    }
}

/// What a block says, if it is short.
fn says_of(document: &TextDocument, labels: &Labels, at: usize, block: &TextBlock) -> Says {
    if block.text.len() >= SHORT {
        Says::default()
    } else if labels.says.is_empty() && at < MOST_READ {
        says(document.text_of(block))
    } else {
        labels.says.get(at).copied().unwrap_or_default()
    }
}

/// The level of the heading that a block stands in (0 is `<h1>`, 2 all from `<h3>` on), and whether it stands in a list
/// item and in a table.
fn around(document: &TextDocument, block: &TextBlock) -> (Option<usize>, bool, bool) {
    let level = |element: &Element| match element.tag {
        Tag::H1 => Some(0),
        Tag::H2 => Some(1),
        tag if tag.is_heading() => Some(2),
        _ => None,
    };
    let (mut heading, mut item, mut table) = (None, false, false);
    for element in document.ancestors(block.element).take(4) {
        heading = heading.or_else(|| level(element));
        item |= element.tag == Tag::Li;
        table |= matches!(element.tag, Tag::Td | Tag::Th);
    }
    (heading, item, table)
}
