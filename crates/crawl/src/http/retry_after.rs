//! The `Retry-After` header: when a busy host may be requested again.

use std::time::Duration;

use chrono::{DateTime, Utc};
use reqwest::header::{self, HeaderMap};

use crate::http::date::http_date;
use crate::politeness::span;

/// Maximum `Retry-After` that is obeyed.
pub(crate) const MAX_RETRY_AFTER: Duration = Duration::from_hours(24);

/// The time that `Retry-After` names.
pub(crate) fn named_time(headers: &HeaderMap, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let value = headers.get(header::RETRY_AFTER)?;
    retry_after(value.to_str().ok()?, now)
}

/// Parses a `Retry-After`: seconds or a date (RFC 9110, section 10.2.3), or what servers write in their place. Bounded by
/// [`MAX_RETRY_AFTER`]; a past time becomes now.
fn retry_after(value: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let value = value.trim();
    let at = match wait(value) {
        Some(wait) => now + span(wait.min(MAX_RETRY_AFTER)),
        None => http_date(value).or_else(|| value.parse().ok())?,
    };
    Some(at.clamp(now, now + span(MAX_RETRY_AFTER)))
}

/// A span of time: `120`, `1.5`, `30s`, `2 minutes`. Of several values, the first counts.
fn wait(value: &str) -> Option<Duration> {
    let first = value.split([',', ';']).next()?.trim();
    let is_unit = |c: char| !c.is_ascii_digit() && c != '.';
    let (number, unit) = first.split_at(first.find(is_unit).unwrap_or(first.len()));
    let length = match unit.trim_start().to_ascii_lowercase().as_str() {
        "" | "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
        "h" | "hour" | "hours" => 3_600.0,
        _ => return None,
    };
    let seconds = number.parse::<f64>().ok()? * length;
    Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;

    #[test]
    fn retry_after_is_read_in_all_forms() {
        let now = Utc.with_ymd_and_hms(1994, 11, 6, 8, 49, 0).unwrap();
        let seconds = |value| retry_after(value, now).map(|at| (at - now).num_seconds());
        assert_eq!(seconds("120"), Some(120));
        assert_eq!(seconds(" 0 "), Some(0));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(37));
        assert_eq!(seconds("Sunday, 06-Nov-94 08:49:37 GMT"), Some(37));
        assert_eq!(seconds("Sun Nov  6 08:49:37 1994"), Some(37));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:00:00 GMT"), Some(0));
        assert_eq!(seconds("99999999999999999999999"), Some(86_400));
        assert_eq!(seconds("Sun, 06 Nov 2094 08:00:00 GMT"), Some(86_400));
        for (value, wanted) in [
            ("3600.0", 3_600),
            ("45s", 45),
            ("2 Minutes", 120),
            ("60, 60", 60),
            ("120; comment", 120),
            ("1994-11-06T08:50:00Z", 60),
            ("1994-11-06T09:51:00+01:00", 120),
        ] {
            assert_eq!(seconds(value), Some(wanted), "{value}");
        }
        assert_eq!(seconds("soon"), None);
        assert_eq!(seconds("3 days"), None);
        assert_eq!(seconds("1994"), Some(1_994));
        assert_eq!(seconds("1994-11"), None);
        assert_eq!(seconds(""), None);
        assert_eq!(seconds("-5"), None);
    }
}
