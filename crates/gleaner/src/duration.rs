//! Durations as people type them: `90s`, `30m`, `8h`, `7d`.

use std::time::Duration;

use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};

/// The instant so long ago.
pub(crate) fn ago(duration: Duration) -> anyhow::Result<DateTime<Utc>> {
    Utc::now()
        .checked_sub_signed(TimeDelta::from_std(duration)?)
        .context("--since reaches back before time")
}

/// Reads a whole number and its unit: s, m, h, d or w.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim() {
        "s" => 1,
        "m" | "min" => 60,
        "h" => 3600,
        "d" => 86_400,
        "w" => 604_800,
        _ => return Err("write a number and its unit, such as 90s, 30m, 8h or 7d".to_owned()),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "write a number and its unit, such as 30m".to_owned())?;
    number
        .checked_mul(seconds)
        .map(Duration::from_secs)
        .ok_or_else(|| "that is longer than time".to_owned())
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
