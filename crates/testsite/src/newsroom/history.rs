//! The changes of each day on a site.

use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};

use super::{events, site::Site, state::Settings};
use crate::random::Random;

/// Number of articles whose text changes each day.
const UPDATED_PER_DAY: usize = 2;

/// What happened to an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArticleStatus {
    /// It is where it was published.
    Present,
    /// It answers 410.
    Withdrawn,
    /// Its first URL answers 301.
    Moved,
}

/// The changes of one day, as article numbers.
#[derive(Debug, Clone)]
pub(crate) struct Day {
    pub(crate) began: DateTime<Utc>,
    pub(crate) new: Range<usize>,
    pub(crate) updated: Vec<usize>,
    pub(crate) withdrawn: Option<usize>,
    pub(crate) moved: Option<usize>,
}

/// A site's articles after some days.
#[derive(Debug, Clone)]
pub(crate) struct History {
    /// Number of articles ever published; they are numbered from 0.
    pub(crate) count: usize,
    pub(crate) days: Vec<Day>,
}

impl History {
    /// The history of a site up to `day`; day 0 is the first.
    pub(crate) fn new(settings: &Settings, site: &Site, day: u32) -> Self {
        let mut history = Self {
            count: settings.articles_per_site,
            days: Vec::new(),
        };
        for day in 1..=day {
            let next = history.next_day(settings, site, day);
            history.count = next.new.end;
            history.days.push(next);
        }
        history
    }

    /// Draws the changes of the next day. Updates hit the newest half, so that a crawler sees them; withdrawals and moves hit any
    /// article.
    fn next_day(&self, settings: &Settings, site: &Site, day: u32) -> Day {
        let mut random = Random::new(settings.seed, &format!("{} day {day}", site.id));
        let mut taken: Vec<usize> = Vec::new();
        let mut draw = |from: usize| {
            for _ in 0..50 {
                let number = from + random.below(self.count - from);
                // Agency copy stays as it is, and so do reports of events and articles with a special role.
                let free = number % 10 != 1
                    && events::report(settings, site, number).is_none()
                    && site.paywalled_article != Some(number)
                    && site.pages_of(number) == 1;
                if free && self.status(number) == ArticleStatus::Present && !taken.contains(&number)
                {
                    taken.push(number);
                    return Some(number);
                }
            }
            None
        };
        let (withdrawn, moved) = (draw(0), draw(0));
        let drawn = (0..UPDATED_PER_DAY).filter_map(|_| draw(self.count / 2));
        let corrected = events::corrected(settings, site).filter(|_| day == 1);
        let updated = drawn.chain(corrected).collect();
        let Range { start, end } = settings.new_a_day;
        let new = start + random.below(end.saturating_sub(start));
        Day {
            began: settings.now + TimeDelta::days(i64::from(day) - 1),
            new: self.count..self.count + new,
            updated,
            withdrawn,
            moved,
        }
    }

    /// What has happened to an article until today.
    pub(crate) fn status(&self, number: usize) -> ArticleStatus {
        for day in &self.days {
            if day.withdrawn == Some(number) {
                return ArticleStatus::Withdrawn;
            }
            if day.moved == Some(number) {
                return ArticleStatus::Moved;
            }
        }
        ArticleStatus::Present
    }

    /// How often its text changed.
    pub(crate) fn revision(&self, number: usize) -> u32 {
        let updates = self.days.iter().filter(|day| day.updated.contains(&number));
        u32::try_from(updates.count()).unwrap_or(u32::MAX)
    }

    /// When its text changed last.
    pub(crate) fn modified(&self, number: usize) -> Option<DateTime<Utc>> {
        let last = self
            .days
            .iter()
            .rev()
            .find(|day| day.updated.contains(&number))?;
        Some(last.began + TimeDelta::minutes(12 * 60 + i64::try_from(number % 60).unwrap_or(0)))
    }

    /// When anything changed last: the newest article or update before `now`.
    pub(crate) fn changed(&self, settings: &Settings) -> DateTime<Utc> {
        let days = i64::try_from(self.days.len()).unwrap_or(0);
        settings.now + TimeDelta::days(days) - TimeDelta::minutes(5)
    }
}
