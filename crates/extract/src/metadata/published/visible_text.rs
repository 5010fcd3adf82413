//! Dates in the visible text, with those near the headline first.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use html::{Element, Tag};
use text::ends_sentence;

use super::labels::{DateLabel, label};
use super::other_things::MIN_PARAGRAPH_WORDS;
use super::{DateEvidence, MAX_TEXT_BYTES};
use crate::element_names::AncestorSearch;
use crate::labels::title::MAX_BLOCKS;
use crate::metadata::DatePrecision;
use crate::metadata::authors::names::agency as as_agency;
use crate::metadata::dates::{self, DateStamp, FoundDate};
use crate::word_count::fair_words;

/// Number of blocks before and after the headline that are searched for a date.
const BLOCKS_BEFORE: usize = 4;
const BLOCKS_AFTER: usize = 12;
const NEAR_ABOVE: usize = 2;
const NEAR_BELOW: usize = 5;
/// Maximum words of such a block.
pub(super) const MAX_WORDS_NEAR: u32 = 30;
/// Maximum words of blocks elsewhere on the page.
const MAX_WORDS_FAR: u32 = 12;
/// Maximum words of such blocks with each ideograph as a word.
const MAX_IDEOGRAPHS: u32 = 2 * MAX_WORDS_NEAR;
/// Maximum words next to the date in a block that is a link. With more words it is a teaser.
const MAX_WORDS_IN_LINK: usize = 4;
/// Maximum letters next to a date in a sentence or an item of a list that only dates the page: `Stand: 3. Mai 2024.`
const MAX_LETTERS_IN_SENTENCE: usize = 6;
/// Minimum paragraphs of the text before a date between paragraphs: a date may follow the first, which is a standfirst.
const MIN_PARAGRAPHS_BEFORE: usize = 2;
/// Maximum bytes before the date of a dateline: `Berlin, 3. Mai 2024 – `.
const MAX_DATELINE_BYTES: usize = 28;
/// Bytes before a date that are searched for its label.
const LABEL_BYTES: usize = 60;
/// Maximum words of a label in the block above.
const MAX_LABEL_WORDS: u32 = 4;
/// Minimum link density of a teaser.
const MIN_TEASER_LINK_DENSITY: f32 = 0.5;
/// Number of bytes whose digits are counted in one `u8`.
const CHUNK_BYTES: usize = 64;

/// Results shared by several searches of a page.
#[derive(Debug, Default)]
pub(in crate::metadata) struct Known {
    /// The dates of searched blocks with their kinds.
    dates: RefCell<HashMap<usize, Vec<(FoundDate, DateLabel)>>>,
    /// All blocks that may have a date of the page.
    dated: OnceCell<Vec<usize>>,
    /// For each block, whether it is in a row of dated neighbours.
    pub(super) in_rows: OnceCell<Vec<bool>>,
}

/// The blocks to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SearchScope {
    ByHeadline,
    Anywhere,
}

impl DateEvidence<'_> {
    /// A date near the headline that is labelled as publication.
    pub(super) fn of_label(&self) -> Option<DateStamp> {
        self.of_labelled(SearchScope::ByHeadline, DateLabel::Published)
    }

    /// A date near the headline without a label.
    pub(super) fn of_text_near(&self) -> Option<DateStamp> {
        // a longer block may be a caption with the date of the picture
        self.plain_near(|_| true)
    }

    /// The same, below the headline.
    pub(super) fn of_text_below(&self) -> Option<DateStamp> {
        self.plain_near(|index| Some(index) > self.headline)
    }

    fn plain_near(&self, is_searched: impl Fn(usize) -> bool) -> Option<DateStamp> {
        let near = |words| {
            self.search(SearchScope::ByHeadline, |evidence, index| {
                is_searched(index).then(|| evidence.plain(index, words))?
            })
        };
        near(MAX_WORDS_FAR).or_else(|| near(MAX_WORDS_NEAR))
    }

    /// The date of a dateline near the headline.
    pub(super) fn of_dateline(&self) -> Option<DateStamp> {
        self.search(SearchScope::ByHeadline, Self::dateline)
    }

    /// A date anywhere that is labelled as publication.
    pub(super) fn of_far_label(&self) -> Option<DateStamp> {
        self.of_labelled(SearchScope::Anywhere, DateLabel::Published)
    }

    /// A date anywhere in a very short block.
    pub(super) fn of_far_text(&self) -> Option<DateStamp> {
        self.search(SearchScope::Anywhere, |evidence, index| {
            let stamp = evidence.plain(index, MAX_WORDS_FAR)?;
            evidence.is_of_page(index, &stamp).then_some(stamp)
        })
    }

    /// Whether a date is not that of the site: a bare day in a footer is, while software writes one with a time.
    fn is_of_page(&self, index: usize, stamp: &DateStamp) -> bool {
        stamp.precision <= DatePrecision::Minute || !self.is_in_footer(index)
    }

    /// The date of a change near the headline.
    pub(super) fn of_change_near(&self) -> Option<DateStamp> {
        self.of_labelled(SearchScope::ByHeadline, DateLabel::Changed)
    }

    /// The date of a change anywhere.
    pub(super) fn of_far_change(&self) -> Option<DateStamp> {
        self.of_labelled(SearchScope::Anywhere, DateLabel::Changed)
    }

    /// Searches a part of the page block by block, without what belongs to others.
    fn search(
        &self,
        place: SearchScope,
        read: impl Fn(&Self, usize) -> Option<DateStamp>,
    ) -> Option<DateStamp> {
        let blocks = &self.document.blocks;
        let mut indices: Box<dyn Iterator<Item = usize>> = match (place, self.headline) {
            (SearchScope::ByHeadline, None) => return None,
            (SearchScope::ByHeadline, Some(at)) => {
                // the nearest first, those below before those above
                let below = |from: usize, to: usize| {
                    (at + from).min(blocks.len())..(at + to).min(blocks.len())
                };
                let above =
                    |from: usize, to: usize| (at.saturating_sub(to)..at.saturating_sub(from)).rev();
                let near = below(0, NEAR_BELOW).chain(above(0, NEAR_ABOVE));
                let rest = below(NEAR_BELOW, BLOCKS_AFTER).chain(above(NEAR_ABOVE, BLOCKS_BEFORE));
                Box::new(near.chain(rest))
            }
            (SearchScope::Anywhere, _) => Box::new(self.dated().iter().copied()),
        };
        indices.find_map(|index| read(self, index).filter(|_| !self.is_block_of_others(index)))
    }

    /// All blocks that may have a date of the page, in search order.
    fn dated(&self) -> &[usize] {
        self.known.dated.get_or_init(|| {
            let is_of_others = |element: &Element| self.is_of_others(element);
            let mut others = AncestorSearch::new(self.document, usize::MAX, is_of_others);
            // blocks before the headline belong to the site or to another article
            let (at, end) = (self.headline.unwrap_or(0), self.document.blocks.len());
            let all = (at..end).chain(0..at).take(MAX_BLOCKS);
            let dated = all.filter(|index| {
                let block = &self.document.blocks[*index];
                may_contain_date(self.document.text_of(block))
                    && others.find(block.element).is_none()
            });
            dated.collect()
        })
    }

    fn of_labelled(&self, place: SearchScope, wanted: DateLabel) -> Option<DateStamp> {
        self.search(place, |evidence, index| {
            let mut found = evidence.dates(index).into_iter();
            let (date, _) = found.find(|(_, kind)| *kind == wanted)?;
            evidence
                .is_of_page(index, &date.stamp)
                .then_some(date.stamp)
        })
    }

    fn plain(&self, index: usize, most_words: u32) -> Option<DateStamp> {
        let block = &self.document.blocks[index];
        if self.words(index) > most_words {
            return None;
        }
        let (date, kind) = self.first_unchanged(index)?;
        let text = self.document.text_of(block);
        let beside = || {
            let words = |text: &str| text.split_whitespace().count();
            words(&text[..date.start]) + words(&text[date.end..])
        };
        let teaser = block.link_density() > MIN_TEASER_LINK_DENSITY
            && block.links < 2
            && beside() > MAX_WORDS_IN_LINK;
        // below the page, a date with a time is written by software
        let is_exact = || date.stamp.precision <= DatePrecision::Minute;
        let is_beside =
            || self.is_beside_page(index) && !(self.headline < Some(index) && is_exact());
        let is_own = kind == DateLabel::Published
            || kind == DateLabel::None && !self.is_of_event(index, &date) && !is_beside();
        (is_own && !teaser).then_some(date.stamp)
    }

    /// Whether a date in the text is that of an event: in a sentence or an item of a list, or alone between paragraphs.
    fn is_of_event(&self, index: usize, date: &FoundDate) -> bool {
        let block = &self.document.blocks[index];
        let text = self.document.text_of(block);
        let beside = text[..date.start].chars().chain(text[date.end..].chars());
        let letters = beside.filter(|c| c.is_alphabetic()).count();
        self.is_in_sentence(index, letters)
            || self.body.binary_search(&index).is_ok()
                && if letters > MAX_LETTERS_IN_SENTENCE {
                    self.is_item(index)
                } else {
                    self.is_between_paragraphs(index)
                }
    }

    /// Whether a block of the text is a sentence, given the number of letters beside its date.
    pub(super) fn is_in_sentence(&self, index: usize, letters: usize) -> bool {
        letters > MAX_LETTERS_IN_SENTENCE
            && self.body.binary_search(&index).is_ok()
            && ends_sentence(self.document.text_of(&self.document.blocks[index]))
    }

    /// Whether a block has several paragraphs of the text before it, and one after it.
    fn is_between_paragraphs(&self, index: usize) -> bool {
        let at = self.body.partition_point(|block| *block < index);
        let is_paragraph = |block: &&usize| {
            let block = &self.document.blocks[**block];
            block.words >= MIN_PARAGRAPH_WORDS && ends_sentence(self.document.text_of(block))
        };
        let mut before = self.body[..at].iter().filter(is_paragraph);
        before.nth(MIN_PARAGRAPHS_BEFORE - 1).is_some()
            && self.body[at..].iter().any(|block| is_paragraph(&block))
    }

    /// Whether a block is an item of a list that is not above the text.
    fn is_item(&self, index: usize) -> bool {
        let element = self.document.blocks[index].element;
        let mut around = self.document.ancestors(element);
        around.next().is_some_and(|element| element.tag == Tag::Li)
            && self.body.first().is_some_and(|first| *first < index)
    }

    /// Whether a block is outside the outermost element with the headline and the text that is not the whole page.
    fn is_beside_page(&self, index: usize) -> bool {
        let middle = self.body.get(self.body.len() / 2);
        let Some((headline, text)) = self.headline.zip(middle) else {
            return false;
        };
        let element = self.document.blocks[headline].element;
        let around = self.document.ancestors(element);
        let around = around.map(|element| self.document.blocks_within(element.source));
        let page = around
            .filter(|blocks| blocks.contains(text) && blocks.len() < self.document.blocks.len())
            .last();
        page.is_some_and(|blocks| !blocks.contains(&index))
    }

    /// The first date of a block, or the earlier one that follows the date of a change without a label.
    fn first_unchanged(&self, index: usize) -> Option<(FoundDate, DateLabel)> {
        let mut dates = self.dates(index).into_iter();
        let first = dates.next()?;
        let is_earlier = |(date, kind): &(FoundDate, DateLabel)| {
            *kind == DateLabel::None && date.stamp.local_day() <= first.0.stamp.local_day()
        };
        let next = || dates.next().filter(is_earlier);
        let earlier = (first.1 == DateLabel::Changed).then(next).flatten();
        Some(earlier.unwrap_or(first))
    }

    /// The date of a dateline, which is separated from the text after it: `Berlin, 3. Mai 2024 – Der Rat`.
    fn dateline(&self, index: usize) -> Option<DateStamp> {
        let text = self.document.text_of(&self.document.blocks[index]);
        let start = &text[..text.floor_char_boundary(3 * MAX_DATELINE_BYTES)];
        if !may_contain_date(start) || self.is_item(index) {
            return None;
        }
        let found = dates::all_in(start, self.order).into_iter().next()?;
        let after = start[found.end..].trim_start();
        let agency = after
            .strip_prefix('(')
            .and_then(|inside| inside.split_once(')'));
        let set_off = after.starts_with(['-', '–', '—', ')', ':', '|', '/', '.'])
            || agency.is_some_and(|(inside, _)| as_agency(inside).is_some());
        (found.start <= MAX_DATELINE_BYTES && set_off && after != ".").then_some(found.stamp)
    }

    /// Number of words of a block, with half a word per ideograph.
    fn words(&self, index: usize) -> u32 {
        let block = &self.document.blocks[index];
        // most blocks are too long or too short for the difference to matter
        if !(MAX_WORDS_FAR..=MAX_IDEOGRAPHS).contains(&block.words) {
            return block.words;
        }
        let words = fair_words(self.document.text_of(block));
        u32::try_from(words).map_or(block.words, |words| words.min(block.words))
    }

    /// The dates of a block with their kinds.
    fn dates(&self, index: usize) -> Vec<(FoundDate, DateLabel)> {
        let text = self.document.text_of(&self.document.blocks[index]);
        if text.len() > MAX_TEXT_BYTES || !may_contain_date(text) {
            return Vec::new();
        }
        let mut known = self.known.dates.borrow_mut();
        let read = || self.read_dates(index, text);
        known.entry(index).or_insert_with(read).clone()
    }

    fn read_dates(&self, index: usize, text: &str) -> Vec<(FoundDate, DateLabel)> {
        let dates = dates::all_in(text, self.order);
        let mut from = 0;
        let kinds = dates.into_iter().map(|found| {
            let start = text.floor_char_boundary(found.start.saturating_sub(LABEL_BYTES));
            let kind = match label(&text[start.max(from)..found.start]) {
                DateLabel::None if from == 0 => self.label_above(index),
                kind => kind,
            };
            from = found.end;
            (found, kind)
        });
        kinds.collect()
    }

    /// The kind of a date by the block above: `Erschienen am:`.
    fn label_above(&self, index: usize) -> DateLabel {
        self.above(index).map_or(DateLabel::None, label)
    }

    /// The text of the block above, if it is as short as a label.
    fn above(&self, index: usize) -> Option<&str> {
        let above = self.document.blocks.get(index.checked_sub(1)?)?;
        let text = self.document.text_of(above);
        (above.words <= MAX_LABEL_WORDS && !may_contain_date(text)).then_some(text)
    }
}

/// Whether a text has a number that may be a year, or three that may be a date: three short ones, or two beside a year of another
/// calendar. Most texts have neither.
pub(super) fn may_contain_date(text: &str) -> bool {
    // first bytes of Arabic, Persian, Devanagari and full-width digits
    let is_other = |byte: &u8| matches!(byte, 0xd9 | 0xdb | 0xe0 | 0xef);
    let bytes = text.as_bytes();
    let is_digit = |byte: &u8| u8::from(byte.is_ascii_digit() | is_other(byte));
    // small sums, so that the compiler vectorises the loop
    let digits = |bytes: &[u8]| usize::from(bytes.iter().map(is_digit).sum::<u8>());
    if bytes.chunks(CHUNK_BYTES).map(digits).sum::<usize>() < 3 {
        return false;
    }
    if bytes.iter().any(is_other) {
        return true;
    }
    let mut numbers = bytes.split(|byte| !byte.is_ascii_digit());
    let mut short = 0;
    // the short numbers right before, and the numbers since one that may be a year
    let (mut before, mut after_year) = (0, usize::MAX);
    let mut may_date = |number: &[u8]| match number.len() {
        0 => false,
        1..=2 => {
            short += 1;
            before += 1;
            after_year = after_year.saturating_add(1);
            short == 3 || after_year == 2
        }
        length => {
            let may_be_year = length <= 4;
            let is_date = may_be_year && before >= 2;
            (before, after_year) = (0, if may_be_year { 0 } else { usize::MAX });
            is_date || length == 4 && (number.starts_with(b"19") || number.starts_with(b"20"))
        }
    };
    numbers.any(&mut may_date)
}

#[cfg(test)]
mod tests {
    use super::may_contain_date;

    #[test]
    fn texts_that_cannot_be_dates_are_not_parsed() {
        let long = "ein Wort ".repeat(8) + "2024";
        for text in [
            "03.05.24",
            "5/3/24",
            "3. Mai 2024",
            "2024年5月3日",
            "٣ مايو ٢٠٢٤",
            "２０２４年５月３日",
            "民國113年5月16日",
            "20/05/2567",
            "1403/02/14",
            &long,
        ] {
            assert!(may_contain_date(text), "{text}");
        }
        for text in [
            "Tel. 0800 123456",
            "Seite 3 von 7",
            "1,5 Prozent",
            "1,500 Euro",
            "",
        ] {
            assert!(!may_contain_date(text), "{text}");
        }
    }
}
