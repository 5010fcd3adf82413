//! The rank of a story.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// An article of a story; copies are included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoryArticle {
    /// The story.
    pub story: String,
    /// The article.
    pub article: String,
    /// Headline.
    pub title: Option<String>,
    /// The section that its page names.
    pub section: Option<String>,
    /// Its publisher, so that outlets of one publisher count once.
    pub owner: String,
    /// The article, or the leader it is a copy of: all copies of one text count once, for the owner that published first.
    pub text: String,
    /// When it was published, else first seen.
    pub when: DateTime<Utc>,
}

/// The rank of a story: the score is the product of breadth, recency and burst.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StoryRank {
    /// The sort key of stories, highest first.
    pub score: f64,
    /// Number of publishers with a text of their own.
    pub owners: usize,
    /// Binary logarithm of one more than `owners`.
    pub breadth: f64,
    /// 1 at the time of its last text, halved every [`HALF_LIFE`] since.
    pub recency: f64,
    /// 1 plus half the binary logarithm of the last day's texts over those of a usual day of the two weeks before, one added to each;
    /// 1 to [`MAX_BURST`].
    pub burst: f64,
}

/// The time after which a story's recency is halved.
pub const HALF_LIFE: TimeDelta = TimeDelta::hours(18);

/// Maximum burst.
pub const MAX_BURST: f64 = 4.0;

/// Number of days that the last day is compared with.
const HISTORY: i32 = 14;

/// The rank of a story at a time. Dates in the future count as now.
pub fn story_rank(reports: &[StoryArticle], now: DateTime<Utc>) -> StoryRank {
    // Each text once, at its earliest, with its first owner.
    let mut texts: BTreeMap<&str, (DateTime<Utc>, &str)> = BTreeMap::new();
    for report in reports {
        let first = (report.when.min(now), report.owner.as_str());
        texts
            .entry(&report.text)
            .and_modify(|known| *known = first.min(*known))
            .or_insert(first);
    }
    let Some(last) = texts.values().map(|first| first.0).max() else {
        return StoryRank::default();
    };
    let mut owners: Vec<&str> = texts.values().map(|first| first.1).collect();
    owners.sort_unstable();
    owners.dedup();
    let age = |when: DateTime<Utc>| seconds(now - when);
    let day = seconds(TimeDelta::days(1));
    let today = texts.values().filter(|first| age(first.0) < day).count();
    let before = texts
        .values()
        .filter(|first| age(first.0) >= day && age(first.0) < day * f64::from(HISTORY + 1))
        .count();
    let breadth = (count(owners.len()) + 1.0).log2();
    let recency = 0.5_f64.powf(age(last) / seconds(HALF_LIFE));
    let usual = count(before) / f64::from(HISTORY);
    // One is added on both sides: the first article of a story is not yet a burst.
    let burst = ((count(today) + 1.0) / (usual + 1.0)).log2().max(0.0) / 2.0 + 1.0;
    let burst = burst.min(MAX_BURST);
    StoryRank {
        score: breadth * recency * burst,
        owners: owners.len(),
        breadth,
        recency,
        burst,
    }
}

fn seconds(span: TimeDelta) -> f64 {
    span.as_seconds_f64()
}

#[expect(clippy::cast_precision_loss, reason = "articles of a story are few")]
fn count(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::<Utc>::UNIX_EPOCH + TimeDelta::days(20_000)
    }

    fn report(owner: &str, text: &str, hours_ago: i64) -> StoryArticle {
        StoryArticle {
            owner: owner.to_owned(),
            text: text.to_owned(),
            when: now() - TimeDelta::hours(hours_ago),
            ..StoryArticle::default()
        }
    }

    #[test]
    fn outlets_of_one_publisher_and_copies_count_once() {
        let alone = story_rank(&[report("a", "1", 1)], now());
        let copied = [("a", 1), ("b", 0), ("c", 0)].map(|(owner, at)| report(owner, "1", at));
        assert_eq!(story_rank(&copied, now()), alone);
        assert_eq!(alone.owners, 1);
        let house = story_rank(&[report("a", "1", 1), report("a", "2", 1)], now());
        assert_eq!((house.owners, house.breadth), (1, 1.0));
        let two = story_rank(&[report("a", "1", 1), report("b", "2", 1)], now());
        assert!(two.score > house.score);
    }

    #[test]
    fn a_story_loses_rank_with_age_and_gains_with_a_burst() {
        let fresh = story_rank(&[report("a", "1", 0)], now());
        let stale = story_rank(&[report("a", "1", 18)], now());
        assert!((stale.recency - 0.5).abs() < 1e-9 && stale.score < fresh.score);
        let steady: Vec<StoryArticle> = (0..15)
            .map(|d| report("a", &d.to_string(), d * 24))
            .collect();
        let sudden: Vec<StoryArticle> = (0..15).map(|d| report("a", &d.to_string(), d)).collect();
        assert!(story_rank(&sudden, now()).burst > story_rank(&steady, now()).burst);
    }

    #[test]
    fn empty_and_future_stories_are_ranked() {
        assert_eq!(story_rank(&[], now()), StoryRank::default());
        let future = story_rank(&[report("a", "1", -1_000_000)], now());
        assert!((future.recency - 1.0).abs() < 1e-9);
    }
}
