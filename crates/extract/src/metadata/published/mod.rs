//! The dates of publication and of the last change.

mod attributes;
mod dated_rows;
mod json_ld;
mod labels;
mod meta_names;
mod other_things;
mod selection;
#[cfg(test)]
mod tests;
mod time_zone;
mod visible_text;

use std::collections::HashSet;

use chrono::{DateTime, Datelike, Duration, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use url::Url;

use self::selection::{DateCandidate, SourceKind};
pub(super) use self::visible_text::Known;
use super::dates::{self, DateStamp, Order};
use super::json_ld::Entity;
use super::{DatePrecision, FieldSource, PublicationDate};
use html::Meta;
use html::{Tag, TextDocument};

/// Maximum bytes of a text that is searched for dates.
const MAX_TEXT_BYTES: usize = 500;

/// Maximum number of `<meta>` elements of one name, and minimum number of days of those of a list.
const MAX_METAS: usize = 100;
const MIN_DAYS_OF_LIST: usize = 3;

/// Maximum number of ancestors of the headline's text that are searched for the heading.
const MAX_HEADING_LEVELS: usize = 3;

/// The sources of the dates of a page.
pub(super) struct DateEvidence<'a> {
    pub document: &'a TextDocument,
    pub url: Option<&'a Url>,
    /// The address that the page states as its own.
    pub canonical: Option<&'a Url>,
    pub article: Option<&'a Entity>,
    pub entities: &'a [&'a Entity],
    pub order: Order,
    /// The `<meta>` elements that may have a date.
    pub metas: Vec<&'a Meta>,
    /// The block around which dates are searched for.
    pub headline: Option<usize>,
    /// The blocks of the text, in page order; empty if they are not known.
    pub body: &'a [usize],
    /// The time zone of the site, for times without an offset.
    pub time_zone: Option<Tz>,
    /// Results shared by several searches.
    pub known: Known,
}

/// The block around which dates are searched for: a heading up to `<h3>` with the title, otherwise the headline.
pub(super) fn middle(
    document: &TextDocument,
    title: Option<usize>,
    headline: Option<usize>,
) -> Option<usize> {
    let is_heading = |block: &usize| {
        let element = document.blocks[*block].element;
        let mut around = document.ancestors(element).take(MAX_HEADING_LEVELS);
        around.any(|around| matches!(around.tag, Tag::H1 | Tag::H2 | Tag::H3))
    };
    title.filter(is_heading).or(headline)
}

/// Reads a date from one kind of source.
type Reader<Evidence> = fn(&Evidence) -> Option<DateStamp>;

impl DateEvidence<'_> {
    /// The first publication, from the best source. If that states only the day, the time comes from a lesser source that
    /// agrees on the day; if it is in UTC, so does the time zone.
    pub(super) fn published(&self) -> Option<PublicationDate> {
        let candidates = self.candidates();
        let modified = self.modified_stamps().next().map(|(stamp, _)| stamp);
        let first = selection::best(&candidates, modified)?;
        let best = candidates.iter().fold(first, |best, other| {
            if refines(&best.stamp, &other.stamp) {
                *other
            } else {
                best
            }
        });
        let mut others: Vec<DateStamp> = candidates.iter().map(|other| other.stamp).collect();
        others.extend(self.all_meta(&meta_names::PUBLISHED));
        others.extend(self.all_times());
        let days: Vec<NaiveDate> = candidates
            .iter()
            .filter(|other| other.stamp.precision == DatePrecision::Day)
            .map(|other| other.stamp.local_day())
            .collect();
        let stamp =
            time_zone::localised(best.stamp, &others, &days).in_zone_of_site(self.time_zone);
        Some(PublicationDate::new(stamp, best.source))
    }

    /// The last change and its source: the first that is not before the publication. If that states only the day, the time
    /// comes from a lesser source that agrees on the day.
    pub(super) fn modified(
        &self,
        published: Option<&PublicationDate>,
    ) -> Option<(DateTime<Utc>, FieldSource)> {
        let shown: [(FieldSource, Reader<Self>); 2] = [
            (FieldSource::TimeTag, Self::of_changed_time),
            (FieldSource::Text, Self::of_change_near),
        ];
        let shown = shown.into_iter();
        let shown = shown.filter_map(|(source, read)| Some((read(self)?, source)));
        let later = std::iter::once_with(|| {
            let published = published?;
            Some((self.of_change_that_day(published)?, FieldSource::Text))
        });
        let changes = self.modified_stamps().chain(shown).chain(later.flatten());
        let mut changes = changes
            .map(|(stamp, source)| (stamp.in_zone_of_site(self.time_zone), source))
            .filter(|(stamp, _)| published.is_none_or(|published| !is_before(stamp, published)));
        let (stamp, source) = changes.next()?;
        let finer = is_vague(&stamp).then(|| changes.find(|(other, _)| refines(&stamp, other)));
        let (stamp, source) = finer.flatten().unwrap_or((stamp, source));
        Some((stamp.at, source))
    }

    /// The last change as stated by each kind of machine-readable data, the best kind first.
    fn modified_stamps(&self) -> impl Iterator<Item = (DateStamp, FieldSource)> {
        let sources: [(FieldSource, Reader<Self>); 3] = [
            (FieldSource::JsonLd, Self::linked_modified),
            (FieldSource::Meta, |all| all.meta(&meta_names::MODIFIED)),
            (FieldSource::Microdata, |all| all.marked("dateModified")),
        ];
        let sources = sources.into_iter();
        sources.filter_map(|(source, read)| Some((read(self)?, source)))
    }

    /// The date of each kind of source, the best kind first.
    fn candidates(&self) -> Vec<DateCandidate> {
        use FieldSource as S;
        let sources: [(FieldSource, SourceKind, Reader<Self>); 13] = [
            (S::JsonLd, SourceKind::Linked, Self::of_article),
            (S::Meta, SourceKind::Meta, |all| {
                all.meta(&meta_names::PUBLISHED)
            }),
            (S::Microdata, SourceKind::Visible, |all| {
                all.marked("datePublished")
            }),
            (S::JsonLd, SourceKind::Linked, Self::of_page),
            (S::Text, SourceKind::Visible, Self::of_label),
            (S::TimeTag, SourceKind::Visible, Self::of_time),
            (S::Url, SourceKind::Url, |all| {
                all.url.and_then(dates::url::day)
            }),
            (S::Microdata, SourceKind::Visible, Self::of_attribute),
            (S::Title, SourceKind::Visible, Self::of_title),
            (S::Text, SourceKind::Visible, Self::of_text_near),
            (S::Meta, SourceKind::Meta, Self::of_ambiguous),
            (S::Text, SourceKind::Visible, Self::of_dateline),
            (S::Url, SourceKind::Url, |all| {
                all.url
                    .and_then(dates::url::of)
                    .or_else(|| all.canonical.and_then(dates::url::day))
            }),
        ];
        let mut candidates: Vec<DateCandidate> = sources
            .iter()
            .filter_map(|(source, kind, read)| {
                Some(DateCandidate {
                    stamp: read(self)?,
                    source: *source,
                    kind: *kind,
                })
            })
            .collect();
        // a date far from the headline may be unrelated: it only completes other dates, or is the last resort
        let exact = |other: &DateCandidate| other.stamp.precision <= DatePrecision::Minute;
        if !candidates.iter().any(exact) {
            let last = self.of_far_label().or_else(|| self.of_far());
            candidates.extend(last.map(|stamp| DateCandidate {
                stamp,
                source: S::Text,
                kind: SourceKind::Visible,
            }));
        }
        candidates
    }

    /// The date of a change near the headline; otherwise the earlier of a date and a change far from it, since publication
    /// precedes changes.
    fn of_far(&self) -> Option<DateStamp> {
        self.of_change_near().or_else(|| {
            let far = [self.of_far_text(), self.of_far_change()];
            far.into_iter().flatten().min_by_key(DateStamp::local_day)
        })
    }

    /// The date of a `<meta>` element with an ambiguous name, or of an earlier change.
    fn of_ambiguous(&self) -> Option<DateStamp> {
        let some = self.meta(&meta_names::AMBIGUOUS)?;
        let change = self.of_change_near();
        Some(
            change
                .filter(|change| change.local_day() < some.local_day())
                .unwrap_or(some),
        )
    }

    fn meta(&self, names: &[&str]) -> Option<DateStamp> {
        self.all_meta(names).next()
    }

    /// The dates in `<meta>` elements with these names, in the order of the names. Elements of one name with many days are from
    /// the items of a list.
    fn all_meta(&self, names: &[&str]) -> impl Iterator<Item = DateStamp> {
        names.iter().flat_map(|name| {
            let same = self
                .metas
                .iter()
                .filter(|meta| meta_names::is(&meta.name, name));
            let same = same.filter_map(|meta| dates::parse(&meta.content, self.order));
            let stamps: Vec<DateStamp> = same.take(MAX_METAS).collect();
            let days: HashSet<NaiveDate> = stamps.iter().map(DateStamp::local_day).collect();
            // the first post of a thread is the earliest
            let first = stamps.first().map(DateStamp::local_day);
            let is_list = days.len() >= MIN_DAYS_OF_LIST && first.as_ref() != days.iter().min();
            stamps.into_iter().filter(move |_| !is_list)
        })
    }
}

/// The `<meta>` elements that may have a date: a prefilter, since each is compared with many names.
pub(super) fn metas(document: &TextDocument) -> Vec<&Meta> {
    let may_contain_date = |meta: &&Meta| {
        let content = meta.content.as_bytes();
        let may_count = |byte: &u8| byte.is_ascii_digit() || !byte.is_ascii();
        (6..=80).contains(&content.len()) && content.iter().any(may_count)
    };
    document.head.meta.iter().filter(may_contain_date).collect()
}

impl PublicationDate {
    /// A date as stated by a source. A day has no instant and no offset: it is kept as that day in UTC, so that its date in UTC is the
    /// day that the page states.
    pub(super) fn new(stamp: DateStamp, source: FieldSource) -> Self {
        let precision = precision(&stamp, source);
        let is_day = precision >= DatePrecision::Day;
        Self {
            at: if is_day {
                stamp.local_day().and_time(NaiveTime::MIN).and_utc()
            } else {
                stamp.at
            },
            offset_minutes: stamp.offset_minutes.filter(|_| !is_day),
            precision,
            source,
        }
    }
}

/// The precision of a date. In machine-readable data, midnight means that only the day is known.
fn precision(stamp: &DateStamp, source: FieldSource) -> DatePrecision {
    let is_data = matches!(
        source,
        FieldSource::JsonLd | FieldSource::Meta | FieldSource::Microdata | FieldSource::TimeTag
    );
    if is_data && stamp.is_midnight() {
        stamp.precision.max(DatePrecision::Day)
    } else {
        stamp.precision
    }
}

/// Whether a change is before the publication: on an earlier day, or on the same day without a time. Times on one day may be
/// from different clocks.
fn is_before(change: &DateStamp, published: &PublicationDate) -> bool {
    let day = local_day(published);
    let is_vague = is_vague(change);
    change.at < published.at && (change.local_day() < day || change.local_day() == day && is_vague)
}

/// The day in the time zone in which the publication was written.
fn local_day(published: &PublicationDate) -> NaiveDate {
    let minutes = published.offset_minutes.unwrap_or(0).into();
    (published.at + Duration::minutes(minutes)).date_naive()
}

/// Whether the time of day is unknown.
fn is_vague(stamp: &DateStamp) -> bool {
    stamp.precision > DatePrecision::Minute || stamp.is_midnight()
}

/// Whether a lesser source is more precise about the same day or month.
fn refines(best: &DateStamp, other: &DateStamp) -> bool {
    let (best_day, other_day) = (best.local_day(), other.local_day());
    if best.precision == DatePrecision::Month {
        let months = |day: NaiveDate| (day.year(), day.month());
        return other.precision < DatePrecision::Month && months(best_day) == months(other_day);
    }
    is_vague(best)
        && other.precision <= DatePrecision::Minute
        && best_day == other_day
        && !other.is_midnight()
}
