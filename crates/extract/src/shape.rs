//! Measures of a whole page, for page classification: amount and distribution of text and links, positions of headline,
//! dates and content.
//!
//! Based on the block features of Kohlschütter et al. (WSDM 2010), summed over the page.

mod records;

pub use self::records::Records;

use crate::labels::title::MIN_TITLE_WORDS;
use crate::labels::{Label, Labels};
use crate::learned::features::{count, lexicon_hits};
use crate::lexicon::LexiconHits;
use html::{Counts, Element, Tag, TextBlock, TextDocument};
use text::ends_sentence;

/// Minimum words of a paragraph.
pub(crate) const MIN_PARAGRAPH_WORDS: u32 = 25;
/// Minimum link density of a linked headline.
const MIN_HEADLINE_LINK_DENSITY: f32 = 0.7;

/// Whether a block is a paragraph.
pub(crate) fn is_paragraph(block: &TextBlock) -> bool {
    block.words >= MIN_PARAGRAPH_WORDS && block.link_density() < 0.3
}

/// Measures of a page: counts, and shares between 0 and 1. Unknown values are −1.
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
    /// Share of the words in links.
    pub link_density: f32,
    /// The same for the content.
    pub content_link_density: f32,
    /// Words of the longest block.
    pub longest_block: f32,
    /// Paragraphs: blocks of at least 25 words, few of them linked.
    pub big_blocks: f32,
    /// Share of the page's words in paragraphs.
    pub big_share: f32,
    /// Share of the page's words in paragraphs that are not content.
    pub lost_share: f32,
    /// Words of the longest run of content; gaps of up to three boilerplate blocks are allowed.
    pub run_words: f32,
    /// Linked blocks long enough to be headlines.
    pub linked_headlines: f32,
    /// Share of the page's words in them.
    pub linked_share: f32,
    /// The highest probability of a block.
    pub highest: f32,
    /// Mean distance of the probabilities from 0 or 1, whichever is closer: 0 to 0.5.
    pub uncertainty: f32,
    /// Expected share of content words, by the probabilities.
    pub expected_share: f32,
    /// Position of the first content block, as a share of the blocks.
    pub content_begins: f32,
    /// Share of the blocks from the first to the last content block.
    pub content_span: f32,
    /// Share of content blocks in that span.
    pub content_density: f32,
    /// Share of the content blocks that end like a sentence.
    pub sentences: f32,
    /// Share of the content's words in list items.
    pub items_share: f32,
    /// Share of the content's words in cells of tables, without paragraphs: those are in the layout tables of old pages.
    pub table_share: f32,
    /// How the content is spread over elements alike.
    pub records: Records,
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
    /// Words of the block with the title; 0 if no step of the extractor found one.
    pub title_words: f32,
    /// Blocks from the headline to the first content block.
    pub from_headline: f32,
    /// Short blocks with a date.
    pub dates: f32,
    /// Blocks from the headline to the nearest date, if within eight.
    pub date_distance: f32,
    /// Whether a byline is within eight blocks of the headline.
    pub byline_near: f32,
    /// `<time>` elements.
    pub times: f32,
    /// Links, including hidden ones.
    pub links: f32,
    /// Short blocks with words of the lexica of the learned extractor, in the order of its columns: social networks, legal
    /// notices, subscription, related articles, picture credits, comments, advertising, bylines, consent to embedded
    /// content, contact.
    pub lexicon_blocks: [f32; 10],
    /// Counts of elements that indicate the purpose of the page.
    pub counts: Counts,
    /// Class and id of `<body>`, separated by a space.
    pub body: String,
}

impl Shape {
    /// Measures a page. Linear in its size.
    pub fn of(document: &TextDocument, labels: &Labels) -> Self {
        let mut sums = Sums::default();
        let label_of = labels.by_block();
        for (at, (block, label)) in std::iter::zip(&document.blocks, &label_of).enumerate() {
            let probability = labels.probabilities.get(at).copied();
            // on an unsure page the text includes doubtful blocks, which are not measured as content
            let is_sure = !labels.is_unsure.get(at).copied().unwrap_or_default();
            let is_content = *label == Label::Content && is_sure;
            sums.add(document, at, block, is_content, probability);
            sums.add_hits(at, lexicon_hits_of(document, labels, at, block));
            sums.is_content.push(is_content);
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

/// Sums over blocks.
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
    is_content: Vec<bool>,
    dated: Vec<usize>,
    signed: Vec<usize>,
    lexicon_blocks: [u32; LexiconHits::KINDS],
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
        let is_big = is_paragraph(block);
        if is_big {
            self.big_blocks += 1;
            self.big_words += words;
            self.lost_words += if is_content { 0 } else { words };
        }
        if words >= MIN_TITLE_WORDS && link_density > MIN_HEADLINE_LINK_DENSITY {
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
            self.linked_headings += u32::from(link_density > MIN_HEADLINE_LINK_DENSITY);
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
            self.table_words += if table && !is_big { words } else { 0 };
            self.sentences += u32::from(ends_sentence(text));
        } else {
            self.gap += 1;
            if self.gap > 3 {
                self.run = 0;
            }
        }
    }

    fn add_hits(&mut self, at: usize, hits: LexiconHits) {
        if hits.has_date() {
            self.dated.push(at);
        }
        if hits.has_byline() {
            self.signed.push(at);
        }
        for (sum, hit) in std::iter::zip(&mut self.lexicon_blocks, hits.kinds()) {
            *sum += u32::from(hit);
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
            distances.filter(|distance| *distance <= 8).min()
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
            records: Records::of(document, &self.is_content, &self.dated),
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
            lexicon_blocks: self.lexicon_blocks.map(|blocks| count(blocks as usize)),
            counts: document.counts,
            body: document.elements.first().map_or_else(String::new, |body| {
                [body.class, body.id]
                    .map(|name| document.attribute(name))
                    .join(" ")
            }),
        }
    }
}

/// The lexicon hits of a block, if it is short.
fn lexicon_hits_of(
    document: &TextDocument,
    labels: &Labels,
    at: usize,
    block: &TextBlock,
) -> LexiconHits {
    if block.text.len() >= 200 {
        LexiconHits::default()
    } else if labels.lexicon_hits.is_empty() && at < 1_000 {
        lexicon_hits(document.text_of(block))
    } else {
        labels.lexicon_hits.get(at).copied().unwrap_or_default()
    }
}

/// The level of the heading around a block (0 is `<h1>`, 1 is `<h2>`, 2 is `<h3>` to `<h6>`), and whether it is in a list
/// item or in a table.
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

#[cfg(test)]
mod tests {
    use crate::{Extractor, Filter, Input, Options, extract};

    /// All text of a page.
    static EVERYTHING: Extractor = Extractor {
        name: "everything",
        summary: "",
        source: "",
        steps: &[Filter::new("everything", |_, labels| labels.keep(|_| true))],
    };

    #[test]
    fn sentences_are_counted_in_all_scripts() {
        let options = Options::of(&EVERYTHING);
        let html = "<p>पुल बंद है।<p>هل أغلق الجسر؟<p>「橋は古い。」<p>It is old.<p>पुल";
        let shape = extract(&Input::new(html, None), &options).shape;
        assert!((shape.sentences - 0.8).abs() < 1e-6, "{}", shape.sentences);
    }
}
