//! Selects one of several dates.

use chrono::NaiveDate;

use super::DateStamp;
use crate::metadata::FieldSource;

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

/// The first candidate, unless two candidates of different kinds agree on another day.
pub(super) fn best(candidates: &[DateCandidate]) -> Option<DateCandidate> {
    let first = *candidates.first()?;
    let others = || {
        candidates
            .iter()
            .filter(move |other| other.kind != first.kind)
    };
    let day = |candidate: &DateCandidate| candidate.stamp.local_day();
    let near = |one: NaiveDate, two: NaiveDate| (one - two).num_days().abs() <= 1;
    if others().any(|other| near(day(other), day(&first))) {
        return Some(first);
    }
    let agreed =
        others().find(|one| others().any(|other| other.kind != one.kind && day(other) == day(one)));
    Some(agreed.copied().unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::dates::{Order, parse};

    fn voted(days: &[(&str, SourceKind)]) -> String {
        let candidates: Vec<DateCandidate> = days
            .iter()
            .map(|(day, kind)| DateCandidate {
                stamp: parse(day, Order::DayFirst).unwrap(),
                rule: "date-text",
                source: FieldSource::Text,
                kind: *kind,
            })
            .collect();
        best(&candidates).unwrap().stamp.local_day().to_string()
    }

    #[test]
    fn two_sources_that_agree_outvote_one() {
        use SourceKind::{Linked, Meta, Url, Visible};
        let linked = ("2024-05-03", Linked);
        let two = [linked, ("2024-05-09", Meta), ("2024-05-09", Visible)];
        assert_eq!(voted(&two), "2024-05-09");
        let confirmed = [two[0], two[1], two[2], ("2024-05-02", Url)];
        assert_eq!(voted(&confirmed), "2024-05-03");
        let same_kind = [linked, ("2024-05-09", Visible), ("2024-05-09", Visible)];
        assert_eq!(voted(&same_kind), "2024-05-03");
    }
}
