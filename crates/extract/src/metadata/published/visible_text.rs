//! Dates in the visible text, with those near the headline first.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::Range;

use html::Element;
use text::ends_sentence;

use super::labels::{DateLabel, label, label_around};
use super::{DateEvidence, MAX_TEXT_BYTES, meta_names};
use crate::element_names::AncestorSearch;
use crate::labels::title::MAX_BLOCKS;
use crate::metadata::DatePrecision;
use crate::metadata::dates::{self, DateStamp, FoundDate};
use crate::title_marks;
use crate::word_count::fair_words;

/// Number of blocks before and after the headline that are searched for a date.
const BLOCKS_BEFORE: usize = 4;
const BLOCKS_AFTER: usize = 12;
const NEAR_ABOVE: usize = 2;
const NEAR_BELOW: usize = 5;
/// Bytes before a date that are searched for its label; after it, twice as many.
const LABEL_BYTES: usize = 60;

/// Results shared by several searches of a page.
#[derive(Debug, Default)]
pub(in crate::metadata) struct Known {
    /// The dates of searched blocks with their kinds.
    dates: RefCell<HashMap<usize, Vec<(FoundDate, DateLabel)>>>,
    /// All blocks that may have a date of the page.
    dated: OnceCell<Vec<usize>>,
    /// Where the elements with a link to the front page under the name of the site begin.
    pub(super) names_of_site: OnceCell<Vec<u32>>,
    /// Whether an element near the headline is named after the publication.
    pub(super) names_publication: OnceCell<bool>,
    /// For each block, whether it is in a row of dated neighbours.
    pub(super) in_rows: OnceCell<Vec<bool>>,
}

/// The blocks to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchScope {
    ByHeadline,
    Anywhere,
}

impl DateEvidence<'_> {
    /// A date near the headline without a label, in some blocks.
    pub(super) fn of_text_within(&self, blocks: Range<usize>) -> Option<DateStamp> {
        self.search(SearchScope::ByHeadline, |evidence, index| {
            blocks.contains(&index).then(|| evidence.plain(index))?
        })
    }

    /// The date of a dateline near the headline.
    pub(super) fn of_dateline(&self) -> Option<DateStamp> {
        self.search(SearchScope::ByHeadline, Self::dateline)
    }

    /// A date anywhere in a very short block.
    pub(super) fn of_far_text(&self) -> Option<DateStamp> {
        self.search(SearchScope::Anywhere, |evidence, index| {
            let stamp = evidence.plain(index)?;
            evidence.is_of_page(index, &stamp).then_some(stamp)
        })
    }

    /// Whether a date is not that of the site: a bare day in a footer is, while software writes one with a time.
    fn is_of_page(&self, index: usize, stamp: &DateStamp) -> bool {
        stamp.precision <= DatePrecision::Minute
            || !self.is_in_footer(index) && !self.is_imprint(index)
    }

    /// The date of a change near the headline.
    pub(super) fn of_change_near(&self) -> Option<DateStamp> {
        self.of_labelled(SearchScope::ByHeadline, DateLabel::Changed)
    }

    /// The date that is a whole part of the page's title: `Neue Brücke | DW | 03.05.2024`.
    pub(super) fn of_title(&self) -> Option<DateStamp> {
        let parts = title_marks::parts(&self.document.title).filter(|part| may_contain_date(part));
        parts.filter_map(|part| self.whole(part)).last()
    }

    fn whole(&self, part: &str) -> Option<DateStamp> {
        let found = dates::all_in(part, self.order).into_iter().next()?;
        let mut beside = part[..found.start].chars().chain(part[found.end..].chars());
        (!beside.any(char::is_alphanumeric)).then_some(found.stamp)
    }

    /// The date of a change near the headline, if a `<meta>` element with an ambiguous name has a later day: that is of another change.
    pub(super) fn of_earlier_change(&self) -> Option<DateStamp> {
        let stated = self.meta(meta_names::AMBIGUOUS)?;
        let change = self.of_change_near()?;
        (change.local_day() < stated.local_day()).then_some(change)
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

    pub(super) fn of_labelled(&self, place: SearchScope, wanted: DateLabel) -> Option<DateStamp> {
        self.search(place, |evidence, index| {
            let mut found = evidence.dates(index).into_iter();
            let (date, _) = found.find(|(_, kind)| *kind == wanted)?;
            let is_own = wanted == DateLabel::Published || evidence.is_of_page(index, &date.stamp);
            is_own.then_some(date.stamp)
        })
    }

    /// The first date of a short block, if it is neither a change nor in a sentence or a teaser.
    fn plain(&self, index: usize) -> Option<DateStamp> {
        let (date, kind) = self.dates(index).into_iter().next()?;
        let block = &self.document.blocks[index];
        let text = self.spaced(index);
        let beside = [&text[..date.start], &text[date.end..]];
        let words = beside.map(fair_words).into_iter().sum::<usize>();
        let is_teaser = block.link_density() > 0.5 && words > 5;
        let is_own = match kind {
            DateLabel::Published => true,
            DateLabel::None => {
                let is_of_site = || self.is_in_masthead(block.element) || self.is_imprint(index);
                !self.is_in_sentence(index, beside)
                    && (date.stamp.precision <= DatePrecision::Minute || !is_of_site())
            }
            DateLabel::Changed | DateLabel::Other => false,
        };
        let is_short = words <= 13 || words <= 26 && self.is_alone_in_line(index, &date, &text);
        (is_own && !is_teaser && is_short).then_some(date.stamp)
    }

    /// Whether a date is alone in its line but for a day of the week: old pages have the headline and the date in one block.
    fn is_alone_in_line(&self, index: usize, date: &FoundDate, text: &str) -> bool {
        let block = &self.document.blocks[index];
        // with blanks between words that touched, places are others
        if text.len() != self.document.text_of(block).len() {
            return false;
        }
        let ends: Vec<usize> = self.document.line_ends_of(block).collect();
        let before = ends.iter().rfind(|at| **at < date.start);
        let after = ends.iter().find(|at| **at >= date.end);
        let start = before.map_or(0, |at| at + 1);
        let end = after.copied().unwrap_or(text.len());
        let beside = [&text[start..date.start], &text[date.end..end]];
        let words = beside.map(fair_words).into_iter().sum::<usize>();
        words <= 2
    }

    /// The text of a block with a blank between two words of elements that touch: `<b>Jane Doe</b><i>May 3, 2024</i>`.
    fn spaced(&self, index: usize) -> Cow<'_, str> {
        let block = &self.document.blocks[index];
        let text = self.document.text_of(block);
        let is_glued = |at: &usize| {
            text[..*at].ends_with(char::is_lowercase) && text[*at..].starts_with(char::is_uppercase)
        };
        let mut spaced = Cow::Borrowed(text);
        let glued: Vec<usize> = self.document.joints_of(block).filter(is_glued).collect();
        for at in glued.into_iter().rev() {
            spaced.to_mut().insert(at, ' ');
        }
        spaced
    }

    /// Whether a block of the text is a sentence, given the texts beside its date: the date is that of an event.
    fn is_in_sentence(&self, index: usize, beside: [&str; 2]) -> bool {
        let letters = beside.into_iter().flat_map(str::chars);
        // `Am 3. Mai 2024.`
        letters.filter(|c| c.is_alphabetic()).count() > 6
            && self.body.binary_search(&index).is_ok()
            && ends_sentence(self.document.text_of(&self.document.blocks[index]))
    }

    /// The date of a dateline, which is separated from the text after it: `Berlin, 3. Mai 2024 – Der Rat`.
    fn dateline(&self, index: usize) -> Option<DateStamp> {
        let text = self.document.text_of(&self.document.blocks[index]);
        let bytes_of_place = 28;
        let start = &text[..text.floor_char_boundary(3 * bytes_of_place)];
        if !may_contain_date(start) || self.is_imprint(index) {
            return None;
        }
        let found = dates::all_in(start, self.order).into_iter().next()?;
        let after = start[found.end..].trim_start();
        let is_set_off =
            after != "." && after.starts_with(['-', '–', '—', ')', ':', '|', '/', '.']);
        (found.start <= bytes_of_place && is_set_off).then_some(found.stamp)
    }

    /// The dates of a block with their kinds.
    pub(super) fn dates(&self, index: usize) -> Vec<(FoundDate, DateLabel)> {
        if !may_contain_date(self.document.text_of(&self.document.blocks[index])) {
            return Vec::new();
        }
        let mut known = self.known.dates.borrow_mut();
        let read = || self.read_dates(index, &self.spaced(index));
        known.entry(index).or_insert_with(read).clone()
    }

    fn read_dates(&self, index: usize, text: &str) -> Vec<(FoundDate, DateLabel)> {
        let dates = dates::all_in(text, self.order);
        let mut from = 0;
        let kinds = dates.iter().enumerate().map(|(at, found)| {
            let start = text.floor_char_boundary(found.start.saturating_sub(LABEL_BYTES));
            let next = dates.get(at + 1).map_or(text.len(), |next| next.start);
            let to = text.floor_char_boundary(next.min(found.end + 2 * LABEL_BYTES));
            let before = &text[start.max(from)..found.start];
            let kind = match label_around(before, &text[found.end..to]) {
                DateLabel::None if from == 0 => self.label_above(index),
                kind => kind,
            };
            from = found.end;
            (*found, kind)
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
        (above.words <= 4 && !may_contain_date(text)).then_some(text)
    }
}

/// Whether a text is short and has three digits or the Chinese word for a year. Most texts have neither.
fn may_contain_date(text: &str) -> bool {
    // first bytes of Arabic, Persian, Indian, Thai and full-width digits
    let is_digit = |byte: &u8| byte.is_ascii_digit() || matches!(byte, 0xd9 | 0xdb | 0xe0 | 0xef);
    text.len() <= MAX_TEXT_BYTES
        && (text.bytes().filter(is_digit).nth(2).is_some() || text.contains('年'))
}

#[cfg(test)]
mod tests {
    use super::may_contain_date;

    #[test]
    fn texts_that_cannot_be_dates_are_not_parsed() {
        for text in [
            "03.05.24",
            "3 mai 24",
            "２０２４年５月３日",
            "二〇二四年五月三日",
            "١٤٠٣/٢/١٤",
            "๓ พ.ค. ๒๕๖๗",
        ] {
            assert!(may_contain_date(text), "{text}");
        }
        for text in ["Seite 3 von 7", "1,5 Prozent", "", &"2024 ".repeat(200)] {
            assert!(!may_contain_date(text), "{text}");
        }
    }
}
