//! Delays between requests, and back-off after failures.

use std::time::Duration;

use chrono::TimeDelta;

/// First pause after a failure that may pass, and the number of pauses in a row that are short: restarts and limits per minute end soon.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
pub(crate) const SHORT_PAUSES: u32 = 3;

/// The delay between requests to a host: the longer of ours and the one that the host asks for. `None` if it asks for
/// more than `max`; such a host is not crawled.
pub(crate) fn delay(
    ours: Duration,
    requested: Option<Duration>,
    max: Duration,
) -> Option<Duration> {
    match requested {
        Some(requested) if requested > max.max(ours) => None,
        Some(requested) => Some(requested.max(ours)),
        None => Some(ours),
    }
}

/// Exponential back-off after `failures` failures in a row: `first`, then twice as long each time, up to `max`.
pub(crate) fn back_off(first: Duration, failures: u32, max: Duration) -> Duration {
    let doublings = failures.saturating_sub(1).min(31);
    first.saturating_mul(1 << doublings).min(max)
}

/// The pause after `failures` failures in a row that may pass: of seconds, then of `lasting`, doubled each time, up to `max`. The first
/// is the shortest.
pub(crate) fn pause(lasting: Duration, failures: u32, max: Duration) -> Duration {
    let lasting = lasting.max(FIRST_PAUSE);
    match failures.saturating_sub(SHORT_PAUSES) {
        0 => back_off(FIRST_PAUSE, failures, lasting),
        further => back_off(lasting, further, max),
    }
}

/// Converts a duration to chrono's type; one out of range becomes a hundred years.
pub(crate) fn span(duration: Duration) -> TimeDelta {
    TimeDelta::from_std(duration).unwrap_or(TimeDelta::days(36_500))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let waits = [0, 1, 2, 3, 4, 5].map(|n| back_off(s(10), n, s(100)).as_secs());
        assert_eq!(waits, [10, 10, 20, 40, 80, 100]);
        assert_eq!(back_off(s(10), u32::MAX, s(100)), s(100));
        let pauses = [1, 3, 4, 5].map(|n| pause(s(0), n, s(100)).as_secs());
        assert_eq!(pauses, [10, 10, 10, 20]);
    }
}
