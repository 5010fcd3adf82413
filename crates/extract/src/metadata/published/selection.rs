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
}

/// Sources of different kinds are independent of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SourceKind {
    Linked,
    Meta,
    Visible,
    Url,
}

impl DateCandidate {
    fn kind(&self) -> SourceKind {
        match self.source {
            FieldSource::JsonLd => SourceKind::Linked,
            FieldSource::Meta => SourceKind::Meta,
            FieldSource::Url => SourceKind::Url,
            _ => SourceKind::Visible,
        }
    }
}

/// The first candidate, unless two candidates of different kinds agree on another day.
pub(super) fn best(candidates: &[DateCandidate]) -> Option<DateCandidate> {
    let first = *candidates.first()?;
    let others = || {
        candidates
            .iter()
            .filter(move |other| other.kind() != first.kind())
    };
    let day = |candidate: &DateCandidate| candidate.stamp.local_day();
    let near = |one: NaiveDate, two: NaiveDate| (one - two).num_days().abs() <= 1;
    if others().any(|other| near(day(other), day(&first))) {
        return Some(first);
    }
    let agreed = others()
        .find(|one| others().any(|other| other.kind() != one.kind() && day(other) == day(one)));
    Some(agreed.copied().unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::dates::{Order, parse};

    fn voted(days: &[(&str, FieldSource)]) -> String {
        let candidates: Vec<DateCandidate> = days
            .iter()
            .map(|(day, source)| DateCandidate {
                stamp: parse(day, Order::DayFirst).unwrap(),
                rule: "date-text",
                source: *source,
            })
            .collect();
        best(&candidates).unwrap().stamp.local_day().to_string()
    }

    #[test]
    fn two_sources_that_agree_outvote_one() {
        use FieldSource::{JsonLd, Meta, Text, TimeTag, Url};
        let linked = ("2024-05-03", JsonLd);
        let two = [linked, ("2024-05-09", Meta), ("2024-05-09", Text)];
        assert_eq!(voted(&two), "2024-05-09");
        let confirmed = [two[0], two[1], two[2], ("2024-05-02", Url)];
        assert_eq!(voted(&confirmed), "2024-05-03");
        let same_kind = [linked, ("2024-05-09", Text), ("2024-05-09", TimeTag)];
        assert_eq!(voted(&same_kind), "2024-05-03");
    }
}
