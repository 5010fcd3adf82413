//! When it was published, and when changed: the two are kept apart.

mod attributes;
mod json_ld;
mod labels;
mod meta_names;
mod selection;
mod time_zone;
mod visible_text;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use url::Url;

use self::selection::{Candidate, Kind};
pub(super) use self::visible_text::Known;
use super::dates::{self, Order, Stamp};
use super::json_ld::Entity;
use super::{Precision, Published, Source};
use html::Meta;
use html::{Tag, TextDocument};

/// Bytes of a text that is searched for dates, at most.
const LONGEST: usize = 500;

/// Elements around the headline's text among which the heading is looked for.
const HEADING_DEPTH: usize = 3;

/// What the dates of a page are read from.
pub(super) struct Evidence<'a> {
    pub document: &'a TextDocument,
    pub url: Option<&'a Url>,
    pub article: Option<&'a Entity>,
    pub entities: &'a [&'a Entity],
    pub order: Order,
    /// The `<meta>` elements that may hold a date.
    pub metas: Vec<&'a Meta>,
    /// The block around which dates are looked for.
    pub headline: Option<usize>,
    /// What several searches ask for.
    pub known: Known,
}

/// The block around which dates are looked for: a heading up to `<h3>` that spells the title, else the headline.
pub(super) fn middle(
    document: &TextDocument,
    title: Option<usize>,
    headline: Option<usize>,
) -> Option<usize> {
    let is_heading = |block: &usize| {
        let element = document.blocks[*block].element;
        let mut around = document.ancestors(element).take(HEADING_DEPTH);
        around.any(|around| matches!(around.tag, Tag::H1 | Tag::H2 | Tag::H3))
    };
    title.filter(is_heading).or(headline)
}

/// Reads a date from one kind of source.
type Reader<Evidence> = fn(&Evidence) -> Option<Stamp>;

impl Evidence<'_> {
    /// First publication, from the best source there is. Of a source that gives only the day, the time is filled in from a
    /// lesser one that agrees on the day; of one in UTC, the time zone likewise.
    pub(super) fn published(&self) -> Option<Published> {
        let candidates = self.candidates();
        let modified = self.modified_stamp().map(|(stamp, _)| stamp.local_day());
        let first = selection::best(&candidates, modified)?;
        let best = candidates.iter().fold(first, |best, other| {
            if refines(&best.stamp, &other.stamp) {
                *other
            } else {
                best
            }
        });
        let mut others: Vec<Stamp> = candidates.iter().map(|other| other.stamp).collect();
        others.extend(self.all_meta(&meta_names::PUBLISHED));
        others.extend(self.all_times());
        let days: Vec<NaiveDate> = candidates
            .iter()
            .filter(|other| other.stamp.precision == Precision::Day)
            .map(|other| other.stamp.local_day())
            .collect();
        let stamp = time_zone::localised(best.stamp, &others, &days);
        Some(Published {
            at: stamp.at,
            offset_minutes: stamp.offset_minutes,
            precision: stamp.precision,
            source: best.source,
        })
    }

    /// Last change, and where it was found.
    pub(super) fn modified(&self) -> Option<(DateTime<Utc>, Source)> {
        let shown = || Some((self.of_change()?, Source::Text));
        let (stamp, source) = self.modified_stamp().or_else(shown)?;
        Some((stamp.at, source))
    }

    /// Last change, as stated for machines.
    fn modified_stamp(&self) -> Option<(Stamp, Source)> {
        let linked = || Some((self.linked_modified()?, Source::JsonLd));
        let stated = || Some((self.meta(&meta_names::MODIFIED)?, Source::Meta));
        let marked = || Some((self.marked("dateModified")?, Source::Microdata));
        linked().or_else(stated).or_else(marked)
    }

    /// What each kind of source says, the best kind first.
    fn candidates(&self) -> Vec<Candidate> {
        use Source as S;
        let sources: [(Source, Kind, Reader<Self>); 14] = [
            (S::JsonLd, Kind::Linked, Self::of_article),
            (S::Meta, Kind::Meta, |all| all.meta(&meta_names::PUBLISHED)),
            (S::Microdata, Kind::Visible, |all| {
                all.marked("datePublished")
            }),
            (S::JsonLd, Kind::Linked, Self::of_page),
            (S::Text, Kind::Visible, Self::of_label),
            (S::TimeTag, Kind::Visible, Self::of_time),
            (S::Url, Kind::Url, |all| all.url.and_then(dates::url::day)),
            (S::Microdata, Kind::Visible, Self::of_attribute),
            (S::Title, Kind::Visible, Self::of_title),
            (S::Text, Kind::Visible, Self::of_text_near),
            (S::Meta, Kind::Meta, Self::of_some_day),
            (S::Text, Kind::Visible, Self::of_dateline),
            (S::Url, Kind::Url, |all| all.url.and_then(dates::url::of)),
            (S::JsonLd, Kind::Linked, Self::of_broken_data),
        ];
        let mut candidates: Vec<Candidate> = sources
            .iter()
            .filter_map(|(source, kind, read)| {
                Some(Candidate {
                    stamp: read(self)?,
                    source: *source,
                    kind: *kind,
                })
            })
            .collect();
        // Far from the headline a date may be of anything: it fills in what others leave open, or is taken for want of better.
        let exact = |other: &Candidate| other.stamp.precision <= Precision::Minute;
        if !candidates.iter().any(exact) {
            let last = self.of_far_label().or_else(|| self.of_far());
            candidates.extend(last.map(|stamp| Candidate {
                stamp,
                source: S::Text,
                kind: Kind::Visible,
            }));
        }
        candidates
    }

    /// A date far from the headline, or that of a change, whichever is earlier: nothing is published after it was changed.
    fn of_far(&self) -> Option<Stamp> {
        let far = [self.of_far_text(), self.of_change()];
        far.into_iter().flatten().min_by_key(Stamp::local_day)
    }

    /// Of a `<meta>` element that does not say which day it holds, or of a change that is earlier.
    fn of_some_day(&self) -> Option<Stamp> {
        let some = self.meta(&meta_names::SOME_DAY)?;
        let change = self.of_change_near();
        Some(
            change
                .filter(|change| change.local_day() < some.local_day())
                .unwrap_or(some),
        )
    }

    fn meta(&self, names: &[&str]) -> Option<Stamp> {
        self.all_meta(names).next()
    }

    /// The dates in `<meta>` elements of these names, in the order of the names.
    fn all_meta(&self, names: &[&str]) -> impl Iterator<Item = Stamp> {
        names.iter().flat_map(|name| {
            let same = self
                .metas
                .iter()
                .filter(|meta| meta_names::is(&meta.name, name));
            same.filter_map(|meta| dates::parse(&meta.content, self.order))
        })
    }
}

/// The `<meta>` elements that may hold a date: few do, and each is compared with many names.
pub(super) fn metas(document: &TextDocument) -> Vec<&Meta> {
    let may_hold_date = |meta: &&Meta| {
        let content = meta.content.as_bytes();
        let may_count = |byte: &u8| byte.is_ascii_digit() || !byte.is_ascii();
        (6..=80).contains(&content.len()) && content.iter().any(may_count)
    };
    document.head.meta.iter().filter(may_hold_date).collect()
}

/// Whether a lesser source tells more of the same day, or of the same month, than one that knows no more.
fn refines(best: &Stamp, other: &Stamp) -> bool {
    let (best_day, other_day) = (best.local_day(), other.local_day());
    if best.precision == Precision::Month {
        let months = |day: NaiveDate| (day.year(), day.month());
        return other.precision < Precision::Month && months(best_day) == months(other_day);
    }
    let vague = best.precision > Precision::Minute || best.is_midnight();
    vague && other.precision <= Precision::Minute && best_day == other_day && !other.is_midnight()
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn the_date_of_a_change_has_its_source() {
        for (html, source) in [
            (
                "<meta property=article:modified_time content=2024-05-04T10:00:00Z>",
                Source::Meta,
            ),
            (
                "<p>x <time itemprop=dateModified datetime=2024-05-04>4.5.</time>",
                Source::Microdata,
            ),
            (
                "<h1>Neue Brücke gebaut</h1><p>Aktualisiert am 4. Mai 2024</p>",
                Source::Text,
            ),
        ] {
            let read =
                crate::extract(&crate::Input::new(html, None), &crate::Options::default()).metadata;
            assert!(read.date_modified.is_some(), "{html}");
            assert_eq!(read.sources["date_modified"], source);
        }
    }
}
