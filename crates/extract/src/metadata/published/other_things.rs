//! What on a page belongs to others than its article: comments, events, teasers. Their dates are not that of the page.

use std::sync::LazyLock;

use html::{Element, Meta, Tag, TextBlock, Time};

use super::{DateEvidence, dated_rows};
use crate::element_names::{NameWords, is_called, is_called_comments};
use crate::labels::title::{MAX_BLOCKS, MIN_TITLE_WORDS};
use crate::metadata::cards::is_card;
use crate::metadata::facts::is_front_page;
use crate::metadata::section::PATHS;
use crate::word_count::has_fair_words;

/// Maximum number of elements around a date that are tested.
const MAX_LEVELS: usize = 24;
/// Words in classes and ids of a path to the article.
static PATH: LazyLock<NameWords> = LazyLock::new(|| NameWords::new(&["breadcrumb", "breadcrumbs"]));
/// Words in classes and ids of a footer.
static FOOTER: LazyLock<NameWords> = LazyLock::new(|| NameWords::new(&["footer", "colophon"]));
/// Words in classes and ids of elements with dates of their own, in addition to those of comments.
static OTHERS: LazyLock<NameWords> =
    LazyLock::new(|| NameWords::new(&["related", "event", "events"]));

impl DateEvidence<'_> {
    /// Whether a block belongs to others.
    pub(super) fn is_block_of_others(&self, index: usize) -> bool {
        self.is_place_of_others(index, self.document.blocks[index].element)
    }

    /// Whether an element with a date in an attribute belongs to others.
    pub(super) fn is_time_of_others(&self, time: &Time) -> bool {
        self.is_tag_of_others(self.document.block_at(time.text.start), time.offset)
    }

    /// The same of a `<meta>` element: those of the head are the page's own.
    pub(super) fn is_meta_of_others(&self, meta: &Meta) -> bool {
        let blocks = &self.document.blocks;
        let block = blocks.partition_point(|block| block.offset <= meta.offset);
        self.is_tag_of_others(block, meta.offset)
    }

    /// Whether a tag at or before a block belongs to others.
    fn is_tag_of_others(&self, block: usize, offset: u32) -> bool {
        let elements = &self.document.elements;
        let before = elements.partition_point(|element| element.source.start <= offset);
        let mut around = u32::try_from(before).ok().and_then(|at| at.checked_sub(1));
        while let Some(at) = around
            && let Some(element) = elements.get(at as usize)
            && element.source.end <= offset
        {
            around = element.parent;
        }
        let blocks = self.document.blocks.len();
        around.is_some_and(|element| block < blocks && self.is_place_of_others(block, element))
    }

    /// Whether a place at or before a block is below the beginning of the text in a row of elements with dates of their own, in one such
    /// element, or in the card of another article.
    fn is_place_of_others(&self, block: usize, element: u32) -> bool {
        let around = || self.document.ancestors(element).take(MAX_LEVELS);
        self.is_below_text(block)
            && (self.is_in_row(block)
                || around().any(|element| self.is_of_others(element))
                || around()
                    .take_while(|element| !self.is_around_article(element))
                    .any(|element| is_card(self.document, element, MIN_TITLE_WORDS)))
    }

    /// Whether a block is below the last block of the text, or there are two paragraphs in succession between the headline and the
    /// block: teasers have titles between them.
    fn is_below_text(&self, index: usize) -> bool {
        let start = self.headline.unwrap_or(index).min(index);
        let is_paragraph = |block: &TextBlock| block.words >= 20;
        let mut pairs = self.document.blocks[start..index].windows(2);
        self.body.last().is_some_and(|last| *last < index)
            || pairs.any(|pair| pair.iter().all(is_paragraph))
    }

    /// Whether an element has a part of the text, or the headline or a copy of it.
    fn is_around_article(&self, element: &Element) -> bool {
        let blocks = self.document.blocks_within(element.source);
        let body = self.body.partition_point(|block| *block < blocks.start);
        let is_in_text = self.body.get(body).is_some_and(|at| blocks.contains(at));
        let text = |block: usize| self.document.text_of(&self.document.blocks[block]);
        let headline = self.headline.map(text);
        is_in_text
            || headline.is_some_and(|headline| { blocks }.any(|block| text(block) == headline))
    }

    /// Whether a block is in a row of dated neighbours.
    fn is_in_row(&self, index: usize) -> bool {
        let in_rows = self.known.in_rows.get_or_init(|| {
            let blocks = &self.document.blocks;
            let times = self.document.head.times.iter().take(MAX_BLOCKS);
            let of_times = times.map(|time| self.document.block_at(time.text.start));
            let in_text = (0..blocks.len().min(MAX_BLOCKS)).filter(|at| {
                let text = self.document.text_of(&blocks[*at]);
                !self.dates(*at).is_empty() && !has_fair_words(text, 31)
            });
            let mut dated: Vec<usize> = of_times.chain(in_text).collect();
            dated.sort_unstable();
            dated_rows::blocks_in_rows(self.document, &dated, self.headline)
        });
        in_rows.get(index).copied().unwrap_or_default()
    }

    /// Whether a block is the copyright line of the site: it has the sign of copyright and is below the text.
    pub(super) fn is_imprint(&self, index: usize) -> bool {
        let text = self.document.text_of(&self.document.blocks[index]);
        text.contains('©') && self.body.binary_search(&index).is_err() && self.is_below_text(index)
    }

    /// Whether an element is beside the name of the site above the headline: a bare day there is today's. The name in a path to the
    /// article is not that of the masthead.
    pub(super) fn is_in_masthead(&self, element: u32) -> bool {
        let headline = self.headline_offset();
        let elements = &self.document.elements;
        let names = self.known.names_of_site.get_or_init(|| {
            let anchors = self.document.head.anchors.iter();
            let links = anchors.filter(|anchor| {
                let text = anchor.text.of(&self.document.text);
                is_front_page(self.document.attribute(anchor.href), self.url)
                    && self.outlet.is_called(text)
            });
            let is_path = |element: &Element| {
                let is_called = |names| is_called(self.document, element, names);
                element.tag == Tag::Nav || is_called(&PATH) || is_called(&PATHS)
            };
            let apart = links.filter(|anchor| {
                let mut around = self.document.ancestors(anchor.element).take(MAX_LEVELS);
                !around.any(is_path)
            });
            let around = apart.filter_map(|anchor| elements.get(anchor.element as usize));
            let starts = around.map(|element| element.source.start);
            starts.take(20).collect()
        });
        let mut around = self.document.ancestors(element).take(MAX_LEVELS);
        around.any(|around| {
            around.source.end <= headline && names.iter().any(|name| around.source.contains(*name))
        })
    }

    /// Whether a block is in the footer of the page and not in that of an article.
    pub(super) fn is_in_footer(&self, index: usize) -> bool {
        let around = self.document.ancestors(self.document.blocks[index].element);
        let has_headline = |element: &Element| element.source.contains(self.headline_offset());
        let is_footer = |element: &Element| {
            element.tag == Tag::Footer
                || is_called(self.document, element, &FOOTER) && !has_headline(element)
        };
        let mut around = around.skip_while(|element| !is_footer(element));
        let is_inside = around.next().is_some();
        is_inside && !around.any(|outer| matches!(outer.tag, Tag::Article | Tag::Main))
    }

    /// Whether an element without the headline has dates of its own: comments, events, other articles, pictures.
    pub(super) fn is_of_others(&self, element: &Element) -> bool {
        if element.source.contains(self.headline_offset()) {
            return false;
        }
        let is_beside = [Tag::Aside, Tag::Nav, Tag::Figure, Tag::Figcaption].contains(&element.tag);
        is_beside
            || is_called_comments(self.document, element)
            || is_called(self.document, element, &OTHERS)
    }
}
