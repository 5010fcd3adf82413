//! Spans of weeks, from the newest backwards.

use chrono::{DateTime, TimeDelta, Utc};

use super::SearchCursor;

/// Weeks of the first span.
const FIRST: i64 = 1;
/// How many times as long as all before it the next span may be.
const GROWTH: i64 = 8;
/// Longest span whose weeks are named, in weeks.
const LONGEST: i64 = 64;
const WEEK: i64 = 7 * 86_400;

/// A span of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    /// Its first instant.
    pub(super) from: DateTime<Utc>,
    /// Its end.
    pub(super) to: DateTime<Utc>,
    /// The weeks in which it lies; `None`: very many.
    weeks: Option<(i64, i64)>,
}

impl Span {
    /// The terms of a query in each of its weeks, or once. An article is in one week. All weeks in one query would take three times as
    /// long: the index reads what is wanted of each of them for each article.
    pub(super) fn terms(&self, all: &str) -> Vec<String> {
        let Some((first, last)) = self.weeks else {
            return vec![all.to_owned()];
        };
        (first..=last)
            .map(|week| format!("{} & {all}", super::prepared::tag("week", week)))
            .collect()
    }
}

/// Spans from the newest backwards, each as long as is needed by what those before it held.
#[derive(Debug)]
pub(super) struct Spans {
    oldest: DateTime<Utc>,
    /// Before which no span was given.
    to: DateTime<Utc>,
    /// Weeks of all spans given, on this page and those before.
    weeks: i64,
}

impl Spans {
    /// Spans that hold every date from `since` until both ends, the dates of articles being at most `now`.
    pub(super) fn new(
        since: Option<DateTime<Utc>>,
        until: Option<DateTime<Utc>>,
        after: Option<&SearchCursor>,
        now: DateTime<Utc>,
    ) -> Self {
        // the clock of the database may be ahead, and the date of the cursor is one of those wanted
        let newest = now + TimeDelta::days(1);
        let newest = newest.min(until.unwrap_or(newest));
        let (before, weeks) = match after {
            Some(SearchCursor::Date(date, _)) => (*date + TimeDelta::microseconds(1), 0),
            Some(SearchCursor::Before(date, weeks)) => (*date, i64::from(*weeks)),
            Some(SearchCursor::Rank(_)) | None => (newest, 0),
        };
        Self {
            oldest: since.unwrap_or(DateTime::UNIX_EPOCH - TimeDelta::days(800_000)),
            to: newest.min(before),
            weeks,
        }
    }

    /// Where the next page continues, if dates are left.
    pub(super) fn rest(&self) -> Option<SearchCursor> {
        let weeks = u32::try_from(self.weeks).unwrap_or(u32::MAX);
        self.has_more()
            .then_some(SearchCursor::Before(self.to, weeks))
    }

    /// Whether dates are left.
    pub(super) fn has_more(&self) -> bool {
        self.oldest < self.to
    }

    /// The next span, if `found` of all before it are fewer than `wanted`; at most `room` times as long as all before it.
    pub(super) fn next(&mut self, found: usize, wanted: usize, room: i64) -> Option<Span> {
        if !self.has_more() || found >= wanted {
            return None;
        }
        let found = i64::try_from(found).unwrap_or(i64::MAX);
        let missing = i64::try_from(wanted)
            .unwrap_or(i64::MAX)
            .saturating_sub(found);
        let weeks = match self.weeks {
            0 => FIRST,
            // a quarter more than it takes if articles are spread evenly
            weeks => (missing.saturating_mul(weeks).saturating_mul(5))
                .checked_div(found.saturating_mul(4))
                .unwrap_or(i64::MAX)
                .saturating_add(1)
                .min(weeks.saturating_mul(room.min(GROWTH))),
        };
        let last = week(self.to - TimeDelta::microseconds(1));
        let first = if weeks > LONGEST {
            week(self.oldest)
        } else {
            (last - weeks + 1).max(week(self.oldest))
        };
        let span = Span {
            from: begin(first).max(self.oldest),
            to: self.to,
            weeks: (last - first < LONGEST).then_some((first, last)),
        };
        self.to = span.from;
        self.weeks += last - first + 1;
        Some(span)
    }
}

/// The week of an instant, as the index counts them.
fn week(at: DateTime<Utc>) -> i64 {
    at.timestamp().div_euclid(WEEK)
}

fn begin(week: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(week * WEEK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(day)
    }

    /// The spans of a search that finds this many in each.
    fn spans(mut spans: Spans, found_in_each: usize, wanted: usize) -> Vec<Span> {
        let mut all: Vec<Span> = Vec::new();
        while let Some(span) = spans.next(all.len() * found_in_each, wanted, i64::MAX) {
            all.push(span);
            assert!(all.len() < 50);
        }
        all
    }

    #[test]
    fn spans_follow_each_other_without_a_gap_from_the_newest_to_the_oldest() {
        for (since, until, before) in [
            (None, None, None),
            (Some(at(20_000)), None, None),
            (Some(at(20_601)), Some(at(20_603)), None),
            (Some(at(-40_000)), Some(at(-30_000)), Some(at(-35_000))),
            (None, Some(at(-900_000)), None),
            (None, None, Some(at(20_622))),
        ] {
            for found in [0, 1, 1_000] {
                let after = before.map(|at| SearchCursor::Date(at, String::new()));
                let all = spans(
                    Spans::new(since, until, after.as_ref(), at(20_620)),
                    found,
                    1_000_000,
                );
                let newest = [Some(at(20_621)), until, before]
                    .into_iter()
                    .flatten()
                    .min();
                let Some(first) = all.first() else {
                    assert_eq!(until, Some(at(-900_000)));
                    continue;
                };
                assert!(
                    first.to >= newest.unwrap()
                        && first.to <= newest.unwrap() + TimeDelta::seconds(1)
                );
                assert!(all.is_sorted_by(|newer, older| newer.from == older.to && older.from < older.to));
                let oldest = all.last().unwrap().from;
                assert_eq!(oldest, since.unwrap_or(at(-800_000)));
                for span in &all {
                    let Some((first, last)) = span.weeks else {
                        continue;
                    };
                    assert!(begin(first) <= span.from && span.to <= begin(last + 1));
                }
            }
        }
    }

    #[test]
    fn a_span_is_as_long_as_is_needed() {
        let all = spans(Spans::new(None, None, None, at(20_620)), 2_000, 10_000);
        let weeks: Vec<_> = all.iter().map(|span| span.weeks).collect();
        assert_eq!(weeks[1].map(|(first, last)| last - first + 1), Some(6));
        let none = spans(Spans::new(None, None, None, at(20_620)), 0, 10_000);
        assert_eq!(none.len(), 3); // a week, eight weeks, and all
    }

    #[test]
    fn nothing_lies_between_times_in_the_wrong_order() {
        assert!(
            Spans::new(Some(at(9)), Some(at(8)), None, at(10))
                .next(0, 1, 1)
                .is_none()
        );
    }
}
