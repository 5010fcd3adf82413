//! Small bar charts, as the path of an SVG.

use std::fmt::Write as _;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use super::format;

/// Width of a bar with the gap after it, and without.
const STEP: usize = 4;
const BAR: usize = 3;
/// Number of bars from the first report of a story to the last, and their height.
const REPORT_BARS: u16 = 24;
const REPORT_HEIGHT: usize = 24;

/// A bar chart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Bars {
    /// Width and height of the picture.
    pub(super) width: usize,
    pub(super) height: usize,
    /// The `d` of the path.
    pub(super) path: String,
    /// What it shows, in words.
    pub(super) label: String,
    /// The first and the last day that it shows.
    pub(super) days: Option<(NaiveDate, NaiveDate)>,
}

impl Bars {
    /// Creates a bar for each number. The largest is as high as the picture, and any positive one is visible.
    pub(super) fn new(numbers: &[i64], height: usize, label: String) -> Self {
        let max = numbers.iter().copied().max().unwrap_or(0).max(1);
        let mut path = String::new();
        for (at, &number) in numbers.iter().enumerate() {
            if number <= 0 {
                continue;
            }
            let scaled = i64::try_from(height)
                .unwrap_or(i64::MAX)
                .saturating_mul(number)
                / max;
            let tall = scaled.max(1);
            // Writing to a string does not fail.
            let _ = write!(path, "M{} {height}v-{tall}h{BAR}v{tall}z", at * STEP);
        }
        Self {
            width: (numbers.len() * STEP).max(1),
            height,
            path,
            label,
            days: None,
        }
    }

    /// The same with the first and the last day that it shows.
    pub(super) fn between(self, first: NaiveDate, last: NaiveDate) -> Self {
        Self {
            days: Some((first, last)),
            ..self
        }
    }
}

/// When a story was reported: a bar for each interval between the first report and the last. Times after `now` come from clocks that are
/// ahead, and count as now.
pub(super) fn timeline(dates: &[DateTime<Utc>], now: DateTime<Utc>) -> Bars {
    let dates: Vec<_> = dates.iter().map(|date| (*date).min(now)).collect();
    let mut counts = vec![0_i64; usize::from(REPORT_BARS)];
    let reports = format::count(&dates.len(), "report", "reports");
    if let (Some(from), Some(to)) = (dates.iter().min(), dates.iter().max()) {
        let span = (*to - *from).max(TimeDelta::hours(1)).num_seconds() + 1;
        for date in &dates {
            let index =
                usize::try_from((*date - *from).num_seconds() * i64::from(REPORT_BARS) / span);
            if let Some(count) = index.ok().and_then(|index| counts.get_mut(index)) {
                *count += 1;
            }
        }
        let (first, last) = (from.date_naive(), to.date_naive());
        let label = if first == last {
            format!("{reports} on {first}")
        } else {
            format!("{reports} from {first} to {last}")
        };
        return Bars::new(&counts, REPORT_HEIGHT, label).between(first, last);
    }
    Bars::new(&counts, REPORT_HEIGHT, reports)
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone as _;

    use super::*;

    #[test]
    fn the_largest_bar_is_the_highest_and_any_positive_one_is_visible() {
        let bars = Bars::new(&[0, 1, 1000], 20, String::new());
        assert_eq!(bars.path, "M4 20v-1h3v1zM8 20v-20h3v20z");
        assert_eq!((bars.width, bars.height), (12, 20));
        assert_eq!(Bars::new(&[], 20, String::new()).width, 1);
    }

    #[test]
    fn bars_are_as_high_as_there_are_reports() {
        let now = Utc.with_ymd_and_hms(2026, 11, 27, 12, 0, 0).unwrap();
        let hour = |hours| now - TimeDelta::hours(hours);
        let bars = timeline(&[hour(24), hour(24), hour(24), hour(0), hour(-5)], now);
        assert_eq!(bars.label, "5 reports from 2026-11-26 to 2026-11-27");
        // The first is full, the last has two thirds of it.
        assert_eq!(bars.path, "M0 24v-24h3v24zM92 24v-16h3v16z");
        assert_eq!(timeline(&[hour(2)], now).label, "1 report on 2026-11-27");
        assert_eq!(timeline(&[], now).path, "");
    }
}
