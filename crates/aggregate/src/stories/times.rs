//! How long a story goes on.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The span within which reports belong to one event whatever lies between them.
pub(super) const MAX_SPAN: TimeDelta = TimeDelta::days(10);

/// After that, the time before a report within which there must be [`MIN_BEFORE`] others.
const DENSE: TimeDelta = TimeDelta::days(2);

/// See [`DENSE`].
const MIN_BEFORE: usize = 2;

/// When the articles of a group were published, in ascending order. Of its settled articles, which no longer move, only the first and the
/// last [`MIN_BEFORE`] are kept.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Times {
    all: Vec<DateTime<Utc>>,
    /// When the last settled article was published.
    settled: Option<DateTime<Utc>>,
}

impl Times {
    pub(super) fn of(when: DateTime<Utc>) -> Self {
        Self {
            all: vec![when],
            settled: None,
        }
    }

    pub(super) fn first(&self) -> Option<DateTime<Utc>> {
        self.all.first().copied()
    }

    pub(super) fn last(&self) -> Option<DateTime<Utc>> {
        self.all.last().copied()
    }

    /// Whether it is of settled articles.
    pub(super) fn is_settled(&self) -> bool {
        self.settled.is_some()
    }

    /// With articles that are not settled.
    pub(super) fn with(mut self, others: impl IntoIterator<Item = DateTime<Utc>>) -> Self {
        self.all.extend(others);
        self.all.sort_unstable();
        self
    }

    pub(super) fn join(&self, other: &Self) -> Self {
        let mut all = [self.all.as_slice(), &other.all].concat();
        all.sort_unstable();
        Self {
            all,
            settled: self.settled.max(other.settled),
        }
    }

    /// Settles the articles.
    pub(super) fn settle(mut self) -> Self {
        self.settled = self.last();
        let end = self.all.len().saturating_sub(MIN_BEFORE).max(1);
        self.all
            .drain(1.min(self.all.len())..end.min(self.all.len()));
        self
    }

    /// Whether a story of these articles goes on with another.
    pub(super) fn accept(&self, when: DateTime<Utc>) -> bool {
        let since = self.first().map_or(when, |first| first.min(when));
        let until = self.last().map_or(when, |last| last.max(when));
        let before = self
            .all
            .iter()
            .filter(|other| **other <= when && when - **other <= DENSE);
        until - since <= MAX_SPAN || before.count() >= MIN_BEFORE
    }

    /// Whether they may be one story: it spans no more than [`MAX_SPAN`], or each later report continues a chain of dense days. Otherwise all
    /// reports on one person would become one story.
    pub(super) fn is_one_story(&self) -> bool {
        let (Some(first), Some(last)) = (self.first(), self.last()) else {
            return true;
        };
        last - first <= MAX_SPAN
            || self.all.iter().enumerate().all(|(at, when)| {
                let before = at.checked_sub(MIN_BEFORE).and_then(|at| self.all.get(at));
                *when - first <= MAX_SPAN
                    || self.settled.is_some_and(|settled| *when <= settled)
                    || before.is_some_and(|before| *when - *before <= DENSE)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stray_article_does_not_close_a_dense_story() {
        let stray = times((0..9).map(|day| day * 24).chain([290]));
        let hour = |hour| DateTime::UNIX_EPOCH + TimeDelta::hours(hour);
        assert!(!stray.accept(hour(300)));
        assert!(stray.with([hour(298)]).accept(hour(300)));
        assert!(times([0, 24]).accept(hour(239)) && !times([0, 24]).accept(hour(241)));
    }

    fn times(hours: impl IntoIterator<Item = i64>) -> Times {
        let times = hours
            .into_iter()
            .map(|hour| Times::of(DateTime::UNIX_EPOCH + TimeDelta::hours(hour)));
        times.fold(Times::default(), |sum, time| sum.join(&time))
    }

    #[test]
    fn a_story_goes_on_for_ten_days_and_then_only_while_its_days_are_dense() {
        assert!(times([]).is_one_story());
        assert!(times([0, 240]).is_one_story());
        assert!(!times([0, 120, 241]).is_one_story());
        // A report each day, for a month.
        assert!(times((0..30).map(|day| day * 24)).is_one_story());
        // One every second day.
        assert!(!times((0..15).map(|day| day * 48)).is_one_story());
        // 27 reports on one person in forty days.
        assert!(!times((0..27).map(|report| report * 37)).is_one_story());
    }

    #[test]
    fn settled_articles_keep_what_the_next_report_is_compared_with() {
        let dense = times((0..15).map(|day| day * 24));
        let settled = dense.settle();
        assert_eq!(
            settled,
            Times {
                all: times([0, 13 * 24, 14 * 24]).all,
                settled: settled.last()
            }
        );
        assert!(settled.is_settled() && settled.is_one_story());
        assert!(settled.join(&times([15 * 24])).is_one_story());
        assert!(!settled.join(&times([16 * 24])).is_one_story());
        for few in [times([]), times([1]), times([1, 2])] {
            assert_eq!(few.clone().settle().all, few.all);
        }
    }
}
