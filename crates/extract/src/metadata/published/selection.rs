//! Selects one of several dates.

use chrono::NaiveDate;

use super::DateStamp;
use crate::metadata::{DatePrecision, FieldSource};

/// A date with its source.
#[derive(Debug, Clone, Copy)]
pub(super) struct DateCandidate {
    pub stamp: DateStamp,
    pub rule: &'static str,
    pub source: FieldSource,
    pub kind: SourceKind,
}

/// Sources of different kinds are independent of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SourceKind {
    Linked,
    Meta,
    Visible,
    Url,
}

impl SourceKind {
    pub(super) fn of(source: FieldSource) -> Self {
        match source {
            FieldSource::JsonLd => Self::Linked,
            FieldSource::Meta => Self::Meta,
            FieldSource::Url => Self::Url,
            _ => Self::Visible,
        }
    }
}

/// Maximum hours from a displayed date to a change that has overwritten the metadata.
const MAX_OVERWRITTEN_HOURS: i64 = 7 * 24;
/// Maximum minutes between a publication and a change that are the same event.
const MAX_SAME_MINUTES: i64 = 10;
/// Minimum hours between two times that cannot be one instant in two time zones.
const MIN_APART_HOURS: i64 = 15;

/// The first candidate, unless two candidates of different kinds agree on another day that is not the day of the last
/// change.
pub(super) fn best(
    candidates: &[DateCandidate],
    modified: Option<DateStamp>,
) -> Option<DateCandidate> {
    let first = *candidates.first()?;
    let others = || {
        candidates.iter().filter(move |other| {
            other.kind != first.kind && other.stamp.precision < DatePrecision::Month
        })
    };
    let day = |candidate: &DateCandidate| candidate.stamp.local_day();
    let changed = modified.map(|stamp| stamp.local_day());
    // a page that overwrites its publication date with that of the last change may still display it
    let is_overwritten = modified.is_some_and(|modified| {
        let apart = (first.stamp.at - modified.at).num_minutes().abs();
        changed == Some(day(&first))
            && (apart <= MAX_SAME_MINUTES || first.stamp.precision > DatePrecision::Minute)
    });
    let shown = candidates.iter().find(|other| {
        let before = first.stamp.at - other.stamp.at;
        other.source == FieldSource::Text
            && other.stamp.precision <= DatePrecision::Minute
            && is_overwritten
            && (MIN_APART_HOURS..=MAX_OVERWRITTEN_HOURS).contains(&before.num_hours())
    });
    if let Some(shown) = shown {
        return Some(*shown);
    }
    let near = |one: NaiveDate, two: NaiveDate| (one - two).num_days().abs() <= 1;
    if others().any(|other| near(day(other), day(&first))) {
        return Some(first);
    }
    let agreed = others().find(|one| {
        changed != Some(day(one))
            && others().any(|other| other.kind != one.kind && day(other) == day(one))
    });
    Some(agreed.copied().unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::dates::{Order, parse};

    #[test]
    fn what_a_page_shows_is_older_than_a_change_that_has_overwritten_it() {
        let day = |shown: &str| {
            let changed = ("2024-05-09T09:49Z", SourceKind::Linked);
            voted(
                &[changed, (shown, SourceKind::Visible)],
                "2024-05-09T09:49Z",
            )
        };
        assert_eq!(day("2024-05-08 12:25"), "2024-05-08");
        assert_eq!(day("2024-05-08 23:49"), "2024-05-09");
        assert_eq!(day("2024-04-08 12:25"), "2024-05-09");
        assert_eq!(day("2024-05-08"), "2024-05-09");
    }

    #[test]
    fn a_publication_that_differs_from_the_change_is_not_overwritten() {
        let published = ("2024-05-09T09:49Z", SourceKind::Meta);
        let broadcast = ("2024-05-08 12:25", SourceKind::Visible);
        let changed = "2024-05-09T17:30Z";
        assert_eq!(voted(&[published, broadcast], changed), "2024-05-09");
    }

    fn voted(days: &[(&str, SourceKind)], modified: &str) -> String {
        let candidates: Vec<DateCandidate> = days
            .iter()
            .map(|(day, kind)| DateCandidate {
                stamp: parse(day, Order::DayFirst).unwrap(),
                rule: "date-text",
                source: FieldSource::Text,
                kind: *kind,
            })
            .collect();
        let modified = parse(modified, Order::DayFirst).unwrap();
        best(&candidates, Some(modified))
            .unwrap()
            .stamp
            .local_day()
            .to_string()
    }

    #[test]
    fn two_sources_that_agree_outvote_one() {
        use SourceKind::{Linked, Meta, Url, Visible};
        let linked = ("2024-05-03", Linked);
        let two = [linked, ("2024-05-09", Meta), ("2024-05-09", Visible)];
        assert_eq!(voted(&two, "2024-05-20"), "2024-05-09");
        assert_eq!(voted(&two, "2024-05-09"), "2024-05-03");
        let confirmed = [two[0], two[1], two[2], ("2024-05-02", Url)];
        assert_eq!(voted(&confirmed, "2024-05-20"), "2024-05-03");
        let same_kind = [linked, ("2024-05-09", Visible), ("2024-05-09", Visible)];
        assert_eq!(voted(&same_kind, "2024-05-20"), "2024-05-03");
    }
}
