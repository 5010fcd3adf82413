//! Which of several dates is believed.

use chrono::NaiveDate;

use super::Stamp;
use crate::metadata::{Precision, Source};

/// A date and where it was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub stamp: Stamp,
    pub source: Source,
    pub kind: Kind,
}

/// Sources of different kinds are written independently of one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Linked,
    Meta,
    Visible,
    Url,
}

/// Hours before a change within which the page shows when it was first published.
const OVERWRITTEN: i64 = 7 * 24;
/// Hours apart at which two times are not of one instant in different time zones.
const ZONES: i64 = 15;

/// The first candidate, unless it stands alone against two of different kinds that agree with each other. Those are not
/// believed where their day is that of the last change.
pub(super) fn best(candidates: &[Candidate], modified: Option<NaiveDate>) -> Option<Candidate> {
    let first = *candidates.first()?;
    let others = || {
        candidates.iter().filter(move |other| {
            other.kind != first.kind && other.stamp.precision < Precision::Month
        })
    };
    let day = |candidate: &Candidate| candidate.stamp.local_day();
    // A page that overwrites the first day with that of the last change may still show it.
    let shown = candidates.iter().find(|other| {
        let before = first.stamp.at - other.stamp.at;
        other.source == Source::Text
            && other.stamp.precision <= Precision::Minute
            && modified == Some(day(&first))
            && (ZONES..=OVERWRITTEN).contains(&before.num_hours())
    });
    if let Some(shown) = shown {
        return Some(*shown);
    }
    let near = |one: NaiveDate, two: NaiveDate| (one - two).num_days().abs() <= 1;
    if others().any(|other| near(day(other), day(&first))) {
        return Some(first);
    }
    let agreed = others().find(|one| {
        modified != Some(day(one))
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
            let changed = ("2024-05-09T09:49Z", Kind::Linked);
            voted(&[changed, (shown, Kind::Visible)], "2024-05-09")
        };
        assert_eq!(day("2024-05-08 12:25"), "2024-05-08");
        assert_eq!(day("2024-05-08 23:49"), "2024-05-09");
        assert_eq!(day("2024-04-08 12:25"), "2024-05-09");
        assert_eq!(day("2024-05-08"), "2024-05-09");
    }

    fn voted(days: &[(&str, Kind)], modified: &str) -> String {
        let candidates: Vec<Candidate> = days
            .iter()
            .map(|(day, kind)| Candidate {
                stamp: parse(day, Order::DayFirst).unwrap(),
                source: Source::Text,
                kind: *kind,
            })
            .collect();
        let modified = parse(modified, Order::DayFirst).unwrap().local_day();
        best(&candidates, Some(modified))
            .unwrap()
            .stamp
            .local_day()
            .to_string()
    }

    #[test]
    fn two_kinds_that_agree_outvote_one_that_stands_alone() {
        use Kind::{Linked, Meta, Url, Visible};
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
