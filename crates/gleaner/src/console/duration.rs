//! Parses and formats durations for people, such as `90s`, `30m`, `8h` and `7d`, and the times of options.

use std::time::Duration;

use chrono::{DateTime, Utc};
use store::SearchQuery;

/// Parses whole numbers with units: s, m, h, d or w.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text.trim())
        .map_err(|_| "write a number and its unit, such as 90s, 30m, 8h or 7d".to_owned())
}

/// Parses the start of a period, as `since:` of a search: a day as its beginning in UTC, a time, or a duration back from now.
pub(crate) fn since(text: &str) -> Result<DateTime<Utc>, String> {
    time(text).map(|(begin, _)| begin)
}

/// Parses the end of a period in the same way; that of a day is its end in UTC.
pub(crate) fn until(text: &str) -> Result<DateTime<Utc>, String> {
    time(text).map(|(_, end)| end)
}

fn time(text: &str) -> Result<(DateTime<Utc>, DateTime<Utc>), String> {
    SearchQuery::time(text.trim(), Utc::now()).map_err(|error| error.to_string())
}

/// Formats a duration in seconds, in its largest unit.
pub(crate) fn describe(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7_200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3_600.0),
        _ => format!("{:.1} d", seconds / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn durations_are_read_with_their_unit() {
        assert_eq!(parse("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse("7d"), Ok(Duration::from_hours(7 * 24)));
        assert!(parse("7").is_err());
        assert!(parse("d").is_err());
        assert!(parse("99999999999999999999d").is_err());
    }

    #[test]
    fn a_period_is_of_days_times_or_some_time_ago() {
        let day = since("2026-11-01").unwrap();
        assert_eq!(day.to_rfc3339(), "2026-11-01T00:00:00+00:00");
        let day = until("2026-11-01").unwrap();
        assert_eq!(day.to_rfc3339(), "2026-11-02T00:00:00+00:00");
        let at = since("2026-11-24T11:00:00+01:00").unwrap();
        assert_eq!(at.to_rfc3339(), "2026-11-24T10:00:00+00:00");
        let week = since("7d").unwrap();
        let left = Utc::now() - TimeDelta::days(7) - week;
        assert!(left.abs() < TimeDelta::minutes(1), "{left}");
        assert!(since("soon").unwrap_err().contains("a day such as"));
    }
}
