//! Dates in attributes of the page's elements: `<time datetime>`, microdata, `RDFa`.

use super::labels::{DateLabel, label};
use super::{DateEvidence, MAX_TEXT_BYTES};
use crate::element_names::{is_one_of, name_parts, names_in};
use crate::metadata::DatePrecision;
use crate::metadata::authors::byline::begins_with_time_ago;
use crate::metadata::dates::{self, DateStamp};
use crate::metadata::facts::MAX_VALUES;
use html::Time;

/// Words in the class of an element named after a date.
const NAMES: [&str; 4] = ["date", "datetime", "time", "timestamp"];
/// Words in the class of an element with the date of publication, and of one with that of a change.
const PUBLISHED: [&str; 1] = ["published"];
const CHANGED: [&str; 2] = ["updated", "modified"];

impl DateEvidence<'_> {
    /// The date of the first element with that `itemprop` or `property`.
    pub(super) fn marked(&self, name: &str) -> Option<DateStamp> {
        let head = &self.document.head;
        let all = head.times.iter().chain(&head.dates);
        let mut marked = all.filter(|time| self.is_marked(time, name));
        marked.find_map(|time| Some(self.own(time)?.1))
    }

    fn is_marked(&self, time: &Time, name: &str) -> bool {
        let names = self.document.attribute(time.itemprop);
        names.split_ascii_whitespace().any(|prop| {
            let prop = prop.rsplit(':').next().unwrap_or(prop);
            prop.eq_ignore_ascii_case(name)
        })
    }

    /// The first element near the headline, other than `<time>`, with a date in an attribute that is not that of a change.
    pub(super) fn of_attribute(&self) -> Option<DateStamp> {
        let dates = self.document.head.dates.iter().copied();
        let dates: Vec<Time> = dates.filter(|date| self.is_of_text(date)).collect();
        self.near(&dates)
    }

    /// Whether the date in an attribute is that of what its element shows: it is in the form for machines, or the element is named
    /// after it or shows a time before now. Others are in titles of links and in calendars.
    fn is_of_text(&self, date: &Time) -> bool {
        let document = self.document;
        let written = document.attribute(date.datetime).trim_start();
        let shown = || {
            let block = document.blocks.get(document.block_at(date.text.start))?;
            let start = date.text.start.max(block.text.start) as usize;
            document.text.get(start..block.text.end as usize)
        };
        written.as_bytes().get(4) == Some(&b'-')
            || self.is_classed(date, &NAMES)
            || shown().is_some_and(begins_with_time_ago)
    }

    /// The dates of all `<time>` elements, at any distance.
    pub(super) fn all_times(&self) -> impl Iterator<Item = DateStamp> {
        let times = self.document.head.times.iter().take(MAX_VALUES);
        times.filter_map(|time| dates::parse(self.document.attribute(time.datetime), self.order))
    }

    /// The first `<time>` near the headline that is the date of a change, otherwise such another element.
    pub(super) fn of_changed_time(&self) -> Option<DateStamp> {
        let head = &self.document.head;
        let others = head.dates.iter().filter(|date| self.is_change(date));
        let mut near = self.near_headline(head.times.iter().chain(others));
        near.find_map(|(time, stamp)| {
            // further away, the word may belong to a headline
            (self.kind(time, 40) == DateLabel::Changed).then_some(stamp)
        })
    }

    /// What the date of an element is by its class, otherwise by the words in some bytes before it.
    fn kind(&self, time: &Time, bytes: usize) -> DateLabel {
        if self.is_change(time) {
            DateLabel::Changed
        } else {
            label(self.before(time, bytes))
        }
    }

    /// Whether an element is named after a change, and another near the headline after the publication: some pages name the only date
    /// `updated`.
    fn is_change(&self, time: &Time) -> bool {
        let names_publication = || {
            let head = &self.document.head;
            let all = head.times.iter().chain(&head.dates);
            let mut others = all.filter(|other| self.is_classed(other, &PUBLISHED));
            others.any(|other| self.near_headline(std::iter::once(other)).next().is_some())
        };
        self.is_classed(time, &CHANGED)
            && !self.is_classed(time, &PUBLISHED)
            && *self.known.names_publication.get_or_init(names_publication)
    }

    /// Whether the class of an element has one of some words.
    fn is_classed(&self, time: &Time, words: &[&str]) -> bool {
        let mut names = names_in(self.document, time.class).flat_map(name_parts);
        names.any(|name| is_one_of(name, words))
    }

    /// The date of the first element below the headline, else above it, that is not the date of a change or of something else.
    pub(super) fn near(&self, times: &[Time]) -> Option<DateStamp> {
        let own = self.near_headline(times.iter()).filter(|(time, stamp)| {
            let is_exact = stamp.precision <= DatePrecision::Minute;
            let is_own = match self.kind(time, MAX_TEXT_BYTES) {
                DateLabel::Published => true,
                DateLabel::None => is_exact || !self.is_in_masthead(time.element),
                DateLabel::Changed | DateLabel::Other => false,
            };
            is_own && !self.is_marked(time, "dateModified") && self.agrees_with_text(time, stamp)
        });
        let own: Vec<(&Time, DateStamp)> = own.collect();
        let headline = self.headline_offset();
        let below = own.iter().find(|(time, _)| time.offset >= headline);
        below.or(own.first()).map(|(_, stamp)| *stamp)
    }

    /// Whether the page shows no other day nearer below the headline than an element above it or in the text: such an element may be
    /// today's date, a teaser's or that of an event.
    fn agrees_with_text(&self, time: &Time, stamp: &DateStamp) -> bool {
        let at = self.document.block_at(time.text.start);
        let below = self.headline.unwrap_or_default() + 1;
        let end = if at < below {
            self.document.blocks.len()
        } else if self.body.iter().any(|text| (below..at).contains(text)) {
            at
        } else {
            below
        };
        let shown = self.of_text_within(below..end);
        shown.is_none_or(|shown| shown.local_day() == stamp.local_day())
    }

    /// The elements near the headline that have a date, without those of others.
    fn near_headline<'t>(
        &self,
        times: impl Iterator<Item = &'t Time>,
    ) -> impl Iterator<Item = (&'t Time, DateStamp)> {
        let headline = self.headline_offset();
        let from = headline.saturating_sub(4_000);
        let near = times
            .filter(move |time| headline == 0 || (from..headline + 12_000).contains(&time.offset));
        near.filter_map(|time| self.own(time))
    }

    /// An element with its date, if that does not belong to others.
    fn own<'t>(&self, time: &'t Time) -> Option<(&'t Time, DateStamp)> {
        let stamp = dates::parse(self.document.attribute(time.datetime), self.order)?;
        (!self.is_time_of_others(time)).then_some((time, stamp))
    }

    /// Byte offset of the headline in the page; 0 without a headline.
    pub(super) fn headline_offset(&self) -> u32 {
        let block = self.headline.map(|block| &self.document.blocks[block]);
        block.map_or(0, |block| block.offset)
    }

    /// The text between the start of the block or the previous `<time>` and the first number in an element: at most the last `bytes`
    /// bytes before the element.
    fn before(&self, time: &Time, bytes: usize) -> &str {
        let document = self.document;
        let times = &document.head.times;
        let previous = times.partition_point(|other| other.offset < time.offset);
        let previous = previous.checked_sub(1).and_then(|at| times.get(at));
        let block = document.blocks.get(document.block_at(time.text.start));
        let own = time.text.of(&document.text);
        let own = own.find(char::is_numeric).unwrap_or_default();
        let end = time.text.start as usize;
        let before = block.and_then(|block| {
            let from = previous.map_or(0, |other| other.text.end.min(time.text.start));
            let text = &document.text;
            let start = text.ceil_char_boundary(end.saturating_sub(bytes));
            text.get(start.max(block.text.start.max(from) as usize)..end + own)
        });
        before.unwrap_or_default()
    }
}
