//! How long a story may last.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The span within which reports belong to one event whatever lies between them.
pub(super) const MAX_SPAN: TimeDelta = TimeDelta::days(10);

/// After that, the time before a report within which there must be [`MIN_BEFORE`] others.
const DENSE: TimeDelta = TimeDelta::days(2);

/// See [`DENSE`].
const MIN_BEFORE: usize = 2;

/// When the articles of a group were published, in ascending order. Of its frozen articles, which no longer move, only the first and the
/// last [`MIN_BEFORE`] are kept.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Times {
    all: Vec<DateTime<Utc>>,
    /// When the last frozen article was published.
    frozen_until: Option<DateTime<Utc>>,
}

impl Times {
    pub(super) fn of(when: DateTime<Utc>) -> Self {
        Self {
            all: vec![when],
            frozen_until: None,
        }
    }

    pub(super) fn first(&self) -> Option<DateTime<Utc>> {
        self.all.first().copied()
    }

    pub(super) fn last(&self) -> Option<DateTime<Utc>> {
        self.all.last().copied()
    }

    /// Whether they are those of frozen articles.
    pub(super) fn is_frozen(&self) -> bool {
        self.frozen_until.is_some()
    }

    /// The times with those of other articles, which are not frozen.
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
            frozen_until: self.frozen_until.max(other.frozen_until),
        }
    }

    /// The times of the articles once they are frozen.
    pub(super) fn freeze(mut self) -> Self {
        self.frozen_until = self.last();
        let end = self.all.len().saturating_sub(MIN_BEFORE).max(1);
        self.all
            .drain(1.min(self.all.len())..end.min(self.all.len()));
        self
    }

    /// The time between the last article of the earlier group and the first of the later one; zero if they overlap.
    pub(super) fn gap(&self, other: &Self) -> TimeDelta {
        let after = |one: &Self, other: &Self| match (one.last(), other.first()) {
            (Some(last), Some(first)) => first - last,
            _ => TimeDelta::zero(),
        };
        after(self, other)
            .max(after(other, self))
            .max(TimeDelta::zero())
    }

    /// Whether there are enough articles in the time before another.
    pub(super) fn are_dense_before(&self, when: DateTime<Utc>) -> bool {
        let is_before = |other: &&DateTime<Utc>| **other <= when && when - **other <= DENSE;
        self.all.iter().filter(is_before).count() >= MIN_BEFORE
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
                    || self.frozen_until.is_some_and(|until| *when <= until)
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
        assert!(!stray.are_dense_before(hour(300)));
        assert!(stray.with([hour(298)]).are_dense_before(hour(300)));
    }

    fn times(hours: impl IntoIterator<Item = i64>) -> Times {
        let times = hours
            .into_iter()
            .map(|hour| Times::of(DateTime::UNIX_EPOCH + TimeDelta::hours(hour)));
        times.fold(Times::default(), |sum, time| sum.join(&time))
    }

    #[test]
    fn a_gap_is_the_time_in_which_neither_group_has_an_article() {
        let hours = |one: &[i64], other: &[i64]| {
            let [one, other] = [one, other].map(|hours| times(hours.iter().copied()));
            assert_eq!(one.gap(&other), other.gap(&one));
            one.gap(&other).num_hours()
        };
        assert_eq!(hours(&[0, 10], &[50, 60]), 40);
        assert_eq!(hours(&[0, 100], &[50, 60]), 0);
        assert_eq!(hours(&[], &[50]), 0);
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
    fn frozen_articles_keep_what_the_next_report_is_compared_with() {
        let dense = times((0..15).map(|day| day * 24));
        let frozen = dense.freeze();
        assert_eq!(
            frozen,
            Times {
                all: times([0, 13 * 24, 14 * 24]).all,
                frozen_until: frozen.last()
            }
        );
        assert!(frozen.is_frozen() && frozen.is_one_story());
        assert!(frozen.join(&times([15 * 24])).is_one_story());
        assert!(!frozen.join(&times([16 * 24])).is_one_story());
        for few in [times([]), times([1]), times([1, 2])] {
            assert_eq!(few.clone().freeze().all, few.all);
        }
    }
}
