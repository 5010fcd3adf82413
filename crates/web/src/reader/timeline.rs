//! A bar chart of when a story was reported.

use chrono::{DateTime, TimeDelta, Utc};

use super::chart::Bars;
use super::format;

/// Number of bars from the first report to the last.
const BARS: u16 = 24;
const HEIGHT: usize = 24;

/// A bar for each interval between the first report and the last. Times after `now` come from clocks that are ahead, and count as
/// now.
pub(super) fn timeline(dates: &[DateTime<Utc>], now: DateTime<Utc>) -> Bars {
    let dates: Vec<_> = dates.iter().map(|date| (*date).min(now)).collect();
    let mut counts = vec![0_i64; usize::from(BARS)];
    let reports = format::count(&dates.len(), "report", "reports");
    if let (Some(from), Some(to)) = (dates.iter().min(), dates.iter().max()) {
        let span = (*to - *from).max(TimeDelta::hours(1)).num_seconds() + 1;
        for date in &dates {
            let index = usize::try_from((*date - *from).num_seconds() * i64::from(BARS) / span);
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
        return Bars::new(&counts, HEIGHT, label).between(first, last);
    }
    Bars::new(&counts, HEIGHT, reports)
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone as _;

    use super::*;

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
