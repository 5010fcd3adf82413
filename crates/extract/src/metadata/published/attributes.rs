//! Dates in attributes of the page's elements: `<time datetime>`, microdata, `RDFa`.

use super::labels::{DateLabel, label};
use super::{DateEvidence, LONGEST};
use crate::metadata::dates::{self, DateStamp};
use html::Time;

/// Maximum distance in bytes from the headline to a date that belongs to it.
const BEFORE_HEADLINE: u32 = 4_000;
const AFTER_HEADLINE: u32 = 12_000;

impl DateEvidence<'_> {
    /// The first element with that `itemprop` or `property`.
    pub(super) fn marked(&self, name: &str) -> Option<DateStamp> {
        let head = &self.document.head;
        let mut marked = head.times.iter().chain(&head.dates).filter(|time| {
            let mut names = self
                .document
                .attribute(time.itemprop)
                .split_ascii_whitespace();
            names.any(|prop| {
                let prop = prop.rsplit(':').next().unwrap_or(prop);
                prop.eq_ignore_ascii_case(name)
            })
        });
        marked.find_map(|time| self.time(time))
    }

    /// The first `<time>` near the headline that is not the date of a change.
    pub(super) fn of_time(&self) -> Option<DateStamp> {
        self.near(&self.document.head.times)
    }

    /// The same for other elements.
    pub(super) fn of_attribute(&self) -> Option<DateStamp> {
        self.near(&self.document.head.dates)
    }

    /// All dates in elements, at any distance.
    pub(super) fn all_times(&self) -> impl Iterator<Item = DateStamp> {
        let times = self.document.head.times.iter().take(MANY);
        times.filter_map(|time| dates::parse(self.document.attribute(time.datetime), self.order))
    }

    fn near(&self, times: &[Time]) -> Option<DateStamp> {
        let headline = self
            .headline
            .map_or(0, |block| self.document.blocks[block].offset);
        let near = times.iter().filter(|time| {
            let from = headline.saturating_sub(BEFORE_HEADLINE);
            headline == 0 || (from..headline + AFTER_HEADLINE).contains(&time.offset)
        });
        let dated = near.filter_map(|time| Some((time, self.time(time)?)));
        let mut dated = dated.filter(|(time, _)| label(self.before(time)) != DateLabel::Changed);
        let first = dated.next()?;
        // A date above the headline may belong to a teaser: prefer one below.
        let below = std::iter::once(first)
            .chain(dated)
            .find(|(time, _)| time.offset >= headline);
        Some(below.unwrap_or(first).1)
    }

    fn time(&self, time: &Time) -> Option<DateStamp> {
        let written = self.document.attribute(time.datetime);
        dates::parse(written, self.order).or_else(|| {
            let shown = time.text.of(&self.document.text);
            if shown.len() > LONGEST {
                return None;
            }
            dates::all_in(shown, self.order)
                .first()
                .map(|found| found.stamp)
        })
    }

    /// The end of the block's text before an element.
    fn before(&self, time: &Time) -> &str {
        let document = self.document;
        let at = document
            .blocks
            .partition_point(|block| block.text.end <= time.text.start);
        let block = document.blocks.get(at);
        let before = block.and_then(|block| {
            document
                .text
                .get(block.text.start as usize..time.text.start as usize)
        });
        let before = before.unwrap_or_default();
        &before[before.ceil_char_boundary(before.len().saturating_sub(LONGEST))..]
    }
}

/// Maximum number of elements from which the time zone is inferred.
const MANY: usize = 100;
