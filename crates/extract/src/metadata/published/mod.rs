//! The dates of publication and of the last change.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of a type with a lifetime is no function pointer for any lifetime"
)]

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

use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use url::Url;

use self::labels::DateLabel;
use self::selection::DateCandidate;
pub(super) use self::visible_text::Known;
use self::visible_text::SearchScope;
use super::authors::names::Outlet;
use super::dates::{self, DateStamp, Order};
use super::facts::MAX_VALUES;
use super::json_ld::Entity;
use super::rules::{Decided, Decision, Rule, RuleSet};
use super::{DatePrecision, FieldSource, PublicationDate};
use html::Meta;
use html::{Tag, TextDocument};

/// Maximum bytes of a text that is searched for dates.
const MAX_TEXT_BYTES: usize = 500;

/// The sources of the dates of a page.
pub(super) struct DateEvidence<'a> {
    pub document: &'a TextDocument,
    pub url: Option<&'a Url>,
    pub article: Option<&'a Entity>,
    pub entities: &'a [&'a Entity],
    pub outlet: &'a Outlet,
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
    /// The rules that are read.
    pub rules: RuleSet,
}

/// The block around which dates are searched for: a heading up to `<h3>` with the title, otherwise the headline.
pub(super) fn middle(
    document: &TextDocument,
    title: Option<usize>,
    headline: Option<usize>,
) -> Option<usize> {
    let is_heading = |block: &usize| {
        let element = document.blocks[*block].element;
        let mut around = document.ancestors(element).take(3);
        around.any(|around| matches!(around.tag, Tag::H1 | Tag::H2 | Tag::H3))
    };
    title.filter(is_heading).or(headline)
}

/// Reads a date from one kind of source.
type Reader = fn(&DateEvidence<'_>) -> Option<DateStamp>;

/// The rules for the first publication, the best first. Each gives a candidate.
pub(super) const RULES: &[Rule<Reader>] = &[
    Rule::new("date-json-ld", FieldSource::JsonLd, |all| all.of_article()),
    Rule::new("date-meta", FieldSource::Meta, |all| {
        all.meta(meta_names::PUBLISHED)
    }),
    Rule::new("date-microdata", FieldSource::Microdata, |all| {
        all.marked("datePublished")
    }),
    Rule::new("date-json-ld-page", FieldSource::JsonLd, |all| {
        all.of_page()
    }),
    Rule::new("date-labelled", FieldSource::Text, |all| {
        all.of_labelled(SearchScope::ByHeadline, DateLabel::Published)
    }),
    Rule::new("date-time-element", FieldSource::TimeTag, |all| {
        all.near(&all.document.head.times)
    }),
    Rule::new("date-address", FieldSource::Url, |all| {
        dates::url::day(all.url?)
    }),
    Rule::new("date-attribute", FieldSource::Microdata, |all| {
        all.of_attribute()
    }),
    Rule::new("date-title", FieldSource::Title, |all| all.of_title()),
    Rule::new("date-text", FieldSource::Text, |all| {
        all.of_text_within(0..all.document.blocks.len())
    }),
    Rule::new("date-earlier-change", FieldSource::Text, |all| {
        all.of_earlier_change()
    }),
    Rule::new("date-ambiguous-meta", FieldSource::Meta, |all| {
        all.meta(meta_names::AMBIGUOUS)
    }),
    Rule::new("date-dateline", FieldSource::Text, |all| all.of_dateline()),
];

/// The rules for a page whose candidates have no time of day. What they find is far from the headline and may be unrelated: the first
/// completes other dates, or is the last resort.
pub(super) const LAST: &[Rule<Reader>] = &[
    Rule::new("date-labelled-far", FieldSource::Text, |all| {
        all.of_labelled(SearchScope::Anywhere, DateLabel::Published)
    }),
    Rule::new("date-far", FieldSource::Text, |all| all.of_far()),
];

/// The rules for the last change, the best first.
pub(super) const MODIFIED: &[Rule<Reader>] = &[
    Rule::new("modified-json-ld", FieldSource::JsonLd, |all| {
        all.linked_modified()
    }),
    Rule::new("modified-meta", FieldSource::Meta, |all| {
        all.meta(meta_names::MODIFIED)
    }),
    Rule::new("modified-microdata", FieldSource::Microdata, |all| {
        all.marked("dateModified")
    }),
    Rule::new("modified-time-element", FieldSource::TimeTag, |all| {
        all.of_changed_time()
    }),
    Rule::new("modified-labelled", FieldSource::Text, |all| {
        all.of_change_near()
    }),
];

impl DateEvidence<'_> {
    /// The first publication, from the best source. If that states only the day, the time comes from a lesser source that
    /// agrees on the day; if it is in UTC, so does the time zone.
    pub(super) fn published(&self) -> Option<Decided<PublicationDate>> {
        let candidates = self.candidates();
        let first = selection::best(&candidates)?;
        let best = candidates.iter().fold(first, |best, other| {
            if refines(&best.stamp, &other.stamp) {
                *other
            } else {
                best
            }
        });
        let mut others: Vec<DateStamp> = candidates.iter().map(|other| other.stamp).collect();
        others.extend(self.all_meta(meta_names::PUBLISHED));
        others.extend(self.all_times());
        let stamp = time_zone::localised(best.stamp, &others).in_zone_of_site(self.time_zone);
        let others = candidates.iter().filter(|other| other.rule != best.rule);
        let others = others.map(|other| (other.rule, other.stamp));
        let decision = Decision::new(best.rule, best.source).rivalled(self.rules, others);
        let value = PublicationDate::new(stamp, best.source);
        Some(Decided { value, decision })
    }

    /// The last change: the first that is not before the publication. If that states only the day, the time comes from a lesser source
    /// that agrees on the day.
    pub(super) fn modified(
        &self,
        published: Option<&PublicationDate>,
    ) -> Option<Decided<DateTime<Utc>>> {
        let rules = MODIFIED.iter().filter(|rule| self.rules.has(rule.name));
        let changes = rules.filter_map(|rule| Some((rule, (rule.read)(self)?)));
        let mut changes = changes
            .map(|(rule, stamp)| (rule, stamp.in_zone_of_site(self.time_zone)))
            .filter(|(_, stamp)| published.is_none_or(|published| !is_before(stamp, published)));
        let first = changes.next()?;
        let finer = is_vague(&first.1)
            .then(|| changes.find(|(_, other)| refines(&first.1, other)))
            .flatten();
        let (rule, stamp) = finer.unwrap_or(first);
        let passed = finer.is_some().then_some(first);
        let others = passed.into_iter().chain(changes);
        let others = others.map(|(rule, stamp)| (rule.name, stamp));
        let decision = Decision::new(rule.name, rule.source).rivalled(self.rules, others);
        Some(Decided {
            value: stamp.at,
            decision,
        })
    }

    /// The date of each rule.
    fn candidates(&self) -> Vec<DateCandidate> {
        let read = |rule: &'static Rule<Reader>| {
            let stamp = self.rules.has(rule.name).then(|| (rule.read)(self))??;
            Some(DateCandidate {
                stamp,
                rule: rule.name,
                source: rule.source,
            })
        };
        let mut candidates: Vec<DateCandidate> = RULES.iter().filter_map(read).collect();
        let exact = |other: &DateCandidate| other.stamp.precision <= DatePrecision::Minute;
        if !candidates.iter().any(exact) {
            candidates.extend(LAST.iter().find_map(read));
        }
        candidates
    }

    /// The earlier of a date and a change far from the headline, since publication precedes changes; of one day, the change, which has
    /// a label.
    fn of_far(&self) -> Option<DateStamp> {
        let change = self.of_labelled(SearchScope::Anywhere, DateLabel::Changed);
        let far = [change, self.of_far_text()];
        far.into_iter().flatten().min_by_key(DateStamp::local_day)
    }

    fn meta(&self, names: &str) -> Option<DateStamp> {
        self.all_meta(names).next()
    }

    /// The dates in `<meta>` elements with these names, in the order of the names.
    fn all_meta(&self, names: &str) -> impl Iterator<Item = DateStamp> {
        names.split_ascii_whitespace().flat_map(move |name| {
            let metas = self.metas.iter();
            let same = metas.filter(move |meta| meta_names::is(&meta.name, name));
            let own = same.filter(move |meta| !self.is_meta_of_others(meta));
            own.filter_map(move |meta| dates::parse(&meta.content, self.order))
                .take(MAX_VALUES)
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

/// Whether a lesser source is more precise about the same day.
fn refines(best: &DateStamp, other: &DateStamp) -> bool {
    is_vague(best)
        && other.precision <= DatePrecision::Minute
        && best.local_day() == other.local_day()
        && !other.is_midnight()
}
