//! Time spans of whole weeks for searches, from the newest backwards.

use chrono::{DateTime, TimeDelta, Utc};

use super::SearchCursor;

/// Length of the first span, in weeks.
const FIRST_WEEKS: i64 = 1;
/// Maximum length of the next span, as a multiple of all spans before it.
const GROWTH: i64 = 8;
/// Maximum length of a span whose weeks are listed as terms, in weeks.
const MAX_WEEKS: i64 = 64;
const WEEK: i64 = 7 * 86_400;

/// A time span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    /// Its first instant.
    pub(super) from: DateTime<Utc>,
    /// Its end, exclusive.
    pub(super) to: DateTime<Utc>,
    /// Its first and last week; `None` if there are too many.
    weeks: Option<(i64, i64)>,
}

impl Span {
    /// The span of all dates. Articles have dates of at most `now`.
    pub(super) fn whole(
        since: Option<DateTime<Utc>>,
        until: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Self {
        let all = Spans::new(since, until, None, now);
        Self {
            from: all.oldest,
            to: all.to,
            weeks: None,
        }
    }

    /// The terms of a query, once for each week, or once in all. An article is in one week. A single query for all
    /// weeks would take three times as long, since the index would look up the terms of each week for each article.
    pub(super) fn terms(&self, all: &str) -> Vec<String> {
        let Some((first, last)) = self.weeks else {
            return vec![all.to_owned()];
        };
        (first..=last)
            .map(|week| format!("{} & {all}", super::prepared::tag("week", week)))
            .collect()
    }
}

/// Spans from the newest backwards, each as long as the previous ones suggest is needed.
#[derive(Debug)]
pub(super) struct Spans {
    oldest: DateTime<Utc>,
    /// The end of the next span.
    to: DateTime<Utc>,
    /// Number of weeks of all previous spans.
    weeks: i64,
}

impl Spans {
    /// Spans that cover every date from `since` up to `until` and the cursor. Articles have dates of at most `now`.
    pub(super) fn new(
        since: Option<DateTime<Utc>>,
        until: Option<DateTime<Utc>>,
        after: Option<&SearchCursor>,
        now: DateTime<Utc>,
    ) -> Self {
        // the clock of the database may be ahead, and the date of the cursor is included
        let newest = now + TimeDelta::days(1);
        let newest = newest.min(until.unwrap_or(newest));
        let before = match after {
            Some(SearchCursor::Date(date, _)) => *date + TimeDelta::microseconds(1),
            Some(SearchCursor::Rank(_)) | None => newest,
        };
        Self {
            oldest: since.unwrap_or(DateTime::UNIX_EPOCH - TimeDelta::days(800_000)),
            to: newest.min(before),
            weeks: 0,
        }
    }

    /// Whether dates are left.
    pub(super) fn has_more(&self) -> bool {
        self.oldest < self.to
    }

    /// Before when dates are left.
    pub(super) fn reached(&self) -> DateTime<Utc> {
        self.to
    }

    /// The next span, if the previous ones contain fewer than `wanted` matches.
    pub(super) fn next(&mut self, found: usize, wanted: usize) -> Option<Span> {
        if !self.has_more() || found >= wanted {
            return None;
        }
        let found = i64::try_from(found).unwrap_or(i64::MAX);
        let missing = i64::try_from(wanted)
            .unwrap_or(i64::MAX)
            .saturating_sub(found);
        let weeks = match self.weeks {
            0 => FIRST_WEEKS,
            // a quarter more than needed if articles are spread evenly
            weeks => (missing.saturating_mul(weeks).saturating_mul(5))
                .checked_div(found.saturating_mul(4))
                .unwrap_or(i64::MAX)
                .saturating_add(1)
                .min(weeks.saturating_mul(GROWTH)),
        };
        let last = week(self.to - TimeDelta::microseconds(1));
        let first = if weeks > MAX_WEEKS {
            week(self.oldest)
        } else {
            (last - weeks + 1).max(week(self.oldest))
        };
        let span = Span {
            from: begin(first).max(self.oldest),
            to: self.to,
            weeks: (last - first < MAX_WEEKS).then_some((first, last)),
        };
        self.to = span.from;
        self.weeks += last - first + 1;
        Some(span)
    }
}

/// The week number of an instant, as in the index.
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

    /// The spans of a search that finds `found_in_each` matches in each.
    fn spans(mut spans: Spans, found_in_each: usize, wanted: usize) -> Vec<Span> {
        let mut all: Vec<Span> = Vec::new();
        while let Some(span) = spans.next(all.len() * found_in_each, wanted) {
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
        let in_wrong_order = Spans::new(Some(at(9)), Some(at(8)), None, at(10));
        assert!(spans(in_wrong_order, 0, 1).is_empty());
    }
}
