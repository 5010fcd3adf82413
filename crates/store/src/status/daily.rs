//! Warnings from the counts and layouts of days. Pure functions.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike as _, NaiveDate, Weekday};

use crate::{Concern, LayoutSeen, SiteDay, Warning};

/// Number of days whose mean is compared with the last one.
const WINDOW: usize = 27;
/// Minimum number of crawled days before the mean of a site is meaningful.
pub(super) const MIN_DAYS: usize = 7;
/// Minimum number of days of one kind (working day or weekend) to compare days of that kind only.
const MIN_DAYS_OF_KIND: usize = 4;
/// A day counts as low from this many standard deviations below the mean.
const DEVIATIONS: f64 = 2.0;
/// Minimum standard deviation assumed: a site with the same number each day may miss one.
const MIN_DEVIATION: f64 = 0.5;
/// Minimum number of bits that differ between layouts of different templates; pages of one template stay below.
const MIN_DISTANCE: u32 = 16;
/// Minimum number of pages needed to compare layouts, before and now.
const MIN_PAGES_BEFORE: usize = 8;
const MIN_PAGES_NOW: usize = 5;

/// All warnings from daily counts and layouts, by site. `unread` are the days with pages not yet
/// extracted, whose article counts are therefore incomplete.
pub(super) fn warnings(
    days: &BTreeMap<String, Vec<SiteDay>>,
    unread: &BTreeSet<NaiveDate>,
    layouts: &BTreeMap<String, Vec<LayoutSeen>>,
    today: NaiveDate,
) -> Vec<Warning> {
    let worked = visited(days, today);
    let read = &worked - unread;
    let mut found = Vec::new();
    for (site_id, days) in days {
        let mut warn = |what| {
            found.push(Warning {
                site_id: site_id.clone(),
                what,
            });
        };
        let low = low("articles", &counted(days, &read, |day| day.articles))
            .or_else(|| low("answers", &counted(days, &worked, |day| day.answers)));
        low.into_iter().for_each(&mut warn);
        walls(days, &worked).into_iter().for_each(&mut warn);
        let layouts = layouts.get(site_id).map_or(&[][..], Vec::as_slice);
        layout(layouts).into_iter().for_each(&mut warn);
    }
    found
}

/// The full days on which any site was visited. Another day is our own failure.
pub(super) fn visited(
    days: &BTreeMap<String, Vec<SiteDay>>,
    today: NaiveDate,
) -> BTreeSet<NaiveDate> {
    let days = days.values().flatten();
    let visited = days.filter(|day| day.visits > 0 && day.day < today);
    visited.map(|day| day.day).collect()
}

/// The counts of each crawled day since the site's first one.
fn counted(
    days: &[SiteDay],
    worked: &BTreeSet<NaiveDate>,
    of: fn(&SiteDay) -> i64,
) -> Vec<(NaiveDate, i64)> {
    let by_day: BTreeMap<NaiveDate, i64> = days.iter().map(|day| (day.day, of(day))).collect();
    let Some((&first, _)) = by_day.first_key_value() else {
        return Vec::new();
    };
    worked
        .range(first..)
        .map(|day| (*day, by_day.get(day).copied().unwrap_or(0)))
        .collect()
}

/// Checks whether the last day is more than two standard deviations below the mean of those before it.
/// Weekends are compared with weekends, and working days with working days, if there are enough of them.
fn low(of: &'static str, counts: &[(NaiveDate, i64)]) -> Option<Concern> {
    let (&(day, count), before) = counts.split_last()?;
    let before = &before[before.len().saturating_sub(WINDOW)..];
    if before.len() < MIN_DAYS {
        return None;
    }
    let alike: Vec<i64> = before
        .iter()
        .filter(|(other, _)| is_weekend(*other) == is_weekend(day))
        .map(|&(_, count)| count)
        .collect();
    let compared = if alike.len() >= MIN_DAYS_OF_KIND {
        alike
    } else {
        before.iter().map(|&(_, count)| count).collect()
    };
    let (mean, deviation) = mean_and_deviation(&compared);
    #[expect(clippy::cast_precision_loss, reason = "pages of one day")]
    let is_low = (count as f64) < mean - DEVIATIONS * deviation.max(MIN_DEVIATION);
    is_low.then_some(Concern::Drop {
        of,
        day,
        count,
        mean,
        deviation,
        days: compared.len(),
    })
}

/// Mean and standard deviation of a sample.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of pages, far below 2^52"
)]
fn mean_and_deviation(counts: &[i64]) -> (f64, f64) {
    let n = counts.len() as f64;
    let mean = counts.iter().sum::<i64>() as f64 / n;
    let squares: f64 = counts.iter().map(|&c| (c as f64 - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0).max(1.0)).sqrt())
}

pub(super) fn is_weekend(day: NaiveDate) -> bool {
    matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
}

/// Checks whether most answers of the last crawled day were walls.
fn walls(days: &[SiteDay], worked: &BTreeSet<NaiveDate>) -> Option<Concern> {
    let last = worked.last()?;
    let day = days.iter().find(|day| day.day == *last)?;
    (day.walls > 4 && 2 * day.walls > day.answers).then_some(Concern::Walls {
        day: day.day,
        walls: day.walls,
        answers: day.answers,
    })
}

/// Checks whether the articles of the last two days that have any differ from all those before. A
/// site has several templates, so similarity to one earlier page is enough.
pub(super) fn layout(seen: &[LayoutSeen]) -> Option<Concern> {
    let last: Vec<NaiveDate> = {
        let days: BTreeSet<NaiveDate> = seen.iter().map(|seen| seen.day).collect();
        days.into_iter().rev().take(2).collect()
    };
    let since = *last.last()?;
    let (now, before): (Vec<&LayoutSeen>, Vec<&LayoutSeen>) =
        seen.iter().partition(|seen| seen.day >= since);
    if now.len() < MIN_PAGES_NOW || before.len() < MIN_PAGES_BEFORE {
        return None;
    }
    let nearest = |layout: u64| {
        let distances = before.iter().map(|old| (old.layout ^ layout).count_ones());
        distances.min().unwrap_or_default()
    };
    let mut distances: Vec<u32> = now.iter().map(|seen| nearest(seen.layout)).collect();
    distances.sort_unstable();
    let changed = distances
        .iter()
        .filter(|&&bits| bits >= MIN_DISTANCE)
        .count();
    (2 * changed > now.len()).then(|| Concern::Layout {
        since,
        changed,
        pages: now.len(),
        distance: distances[distances.len() / 2],
    })
}
