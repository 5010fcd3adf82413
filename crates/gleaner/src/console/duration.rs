//! Parses and formats durations for people: `90s`, `30m`, `8h`, `7d`.

use std::time::Duration;

use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};

/// The time a duration ago.
pub(crate) fn ago(duration: Duration) -> anyhow::Result<DateTime<Utc>> {
    Utc::now()
        .checked_sub_signed(TimeDelta::from_std(duration)?)
        .context("--since goes too far back")
}

/// Parses whole numbers with units: s, m, h, d or w.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text.trim())
        .map_err(|_| "write a number and its unit, such as 90s, 30m, 8h or 7d".to_owned())
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

    #[test]
    fn durations_are_read_with_their_unit() {
        assert_eq!(parse("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse("7d"), Ok(Duration::from_hours(7 * 24)));
        assert!(parse("7").is_err());
        assert!(parse("d").is_err());
        assert!(parse("99999999999999999999d").is_err());
    }
}
