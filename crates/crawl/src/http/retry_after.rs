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

/// Parses a `Retry-After` in either form (RFC 9110, section 10.2.3): seconds or a date. Bounded by
/// [`MAX_RETRY_AFTER`]; a past time becomes now.
fn retry_after(value: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let value = value.trim();
    let at = if value.bytes().all(|b| b.is_ascii_digit()) && !value.is_empty() {
        now + span(Duration::from_secs(value.parse().unwrap_or(u64::MAX)).min(MAX_RETRY_AFTER))
    } else {
        http_date(value)?
    };
    Some(at.clamp(now, now + span(MAX_RETRY_AFTER)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;

    #[test]
    fn retry_after_is_read_in_both_forms() {
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
        assert_eq!(seconds("soon"), None);
        assert_eq!(seconds(""), None);
        assert_eq!(seconds("-5"), None);
    }
}
