//! How long to wait: crawl delay, `Retry-After`, and back-off after failures.

use std::time::Duration;

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};

/// The longest `Retry-After` that is obeyed.
pub(crate) const MAX_RETRY_AFTER: Duration = Duration::from_hours(24);

/// The delay between requests to a host: the longer one of ours and of the one that the host asks for. `None`: it asks
/// for more than `most`, and is not crawled.
pub(crate) fn delay(ours: Duration, asked: Option<Duration>, most: Duration) -> Option<Duration> {
    match asked {
        Some(asked) if asked > most.max(ours) => None,
        Some(asked) => Some(asked.max(ours)),
        None => Some(ours),
    }
}

/// Parses a `Retry-After` in either form (RFC 9110, section 10.2.3): seconds, or a date in any of
/// the three spellings of section 5.6.7. Bounded by [`MAX_RETRY_AFTER`]; a past time is now.
pub(crate) fn retry_after(value: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let value = value.trim();
    let at = if value.bytes().all(|b| b.is_ascii_digit()) && !value.is_empty() {
        now + span(Duration::from_secs(value.parse().unwrap_or(u64::MAX)).min(MAX_RETRY_AFTER))
    } else {
        http_date(value)?
    };
    Some(at.clamp(now, now + span(MAX_RETRY_AFTER)))
}

fn http_date(value: &str) -> Option<DateTime<Utc>> {
    // The day of the week is ignored: it may be wrong.
    let date = value.split_once(", ").map_or(value, |(_, date)| date);
    if let Ok(at) = DateTime::parse_from_rfc2822(date) {
        return Some(at.to_utc());
    }
    ["%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"]
        .iter()
        .find_map(|form| NaiveDateTime::parse_from_str(value, form).ok())
        .map(|at| at.and_utc())
}

/// Exponential back-off after `failures` failures in a row: `first`, then twice as long each time, up to `most`.
pub(crate) fn back_off(first: Duration, failures: u32, most: Duration) -> Duration {
    let doublings = failures.saturating_sub(1).min(31);
    first.saturating_mul(1 << doublings).min(most)
}

/// A duration as chrono counts it; a hundred years where chrono cannot hold it.
pub(crate) fn span(duration: Duration) -> TimeDelta {
    TimeDelta::from_std(duration).unwrap_or(TimeDelta::days(36_500))
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

    #[test]
    fn a_crawl_delay_lengthens_ours_and_never_shrinks_it() {
        let s = Duration::from_secs;
        assert_eq!(delay(s(9), None, s(120)), Some(s(9)));
        assert_eq!(delay(s(9), Some(s(1)), s(120)), Some(s(9)));
        assert_eq!(delay(s(9), Some(s(30)), s(120)), Some(s(30)));
        assert_eq!(delay(s(9), Some(s(121)), s(120)), None);
        assert_eq!(delay(s(200), Some(s(150)), s(120)), Some(s(200)));
    }

    #[test]
    fn each_failure_doubles_the_wait_up_to_a_bound() {
        let s = Duration::from_secs;
        let waits: Vec<u64> = (0..6)
            .map(|n| back_off(s(10), n, s(100)).as_secs())
            .collect();
        assert_eq!(waits, [10, 10, 20, 40, 80, 100]);
        assert_eq!(back_off(s(10), u32::MAX, s(100)), s(100));
    }
}
