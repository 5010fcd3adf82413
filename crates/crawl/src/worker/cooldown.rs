//! When a host is due again after its crawl, and how long it is left alone after failures.

use std::time::Duration;

use chrono::{DateTime, Utc};
use store::Outcome;

use crate::politeness::{back_off, span};
use crate::worker::report::{Ended, HostReport};

/// Cooldown of a host that failed throughout, or whose robots.txt cannot be fetched: the first one, and the
/// longest. It doubles with each such crawl.
const FIRST_COOLDOWN: Duration = Duration::from_hours(1);
const MAX_COOLDOWN: Duration = Duration::from_hours(24);

/// How a host is released.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cooldown {
    /// No request before then; `None`: until something is due.
    pub(crate) until: Option<DateTime<Utc>>,
    /// Failed crawls in a row, this one included.
    pub(crate) failures: i16,
}

impl Cooldown {
    /// After a crawl with this report and `before` failed ones. `now` is the database's time.
    pub(crate) fn after(report: &HostReport, before: i16, now: DateTime<Utc>) -> Self {
        let before = if answered(report) { 0 } else { before };
        let failed = before.saturating_add(1);
        let rest = back_off(
            FIRST_COOLDOWN,
            u32::from(failed.unsigned_abs()),
            MAX_COOLDOWN,
        );
        match report.ended {
            Ended::Busy(until) => Self {
                until: Some(until),
                failures: failed,
            },
            Ended::Failing | Ended::RobotsUnreachable => Self {
                until: Some(now + span(rest)),
                failures: failed,
            },
            Ended::TooEarly(until) | Ended::Rationed(until) => Self {
                until: Some(until),
                failures: before,
            },
            Ended::CrawlDelay => Self {
                until: Some(now + span(MAX_COOLDOWN)),
                failures: before,
            },
            Ended::Done | Ended::Stopped | Ended::Budget | Ended::Yielded | Ended::LeaseLost => {
                Self {
                    until: None,
                    failures: before,
                }
            }
        }
    }
}

/// Whether the host has given an answer, even if only that there is no such page.
fn answered(report: &HostReport) -> bool {
    let said = [
        Outcome::Fetched,
        Outcome::NotModified,
        Outcome::Redirected,
        Outcome::NotFound,
    ];
    said.iter().any(|&outcome| report.count(outcome) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{TimeDelta, TimeZone};

    fn report(ended: Ended, outcomes: &[Outcome]) -> HostReport {
        let mut report = HostReport::blank("a", "www.a.example");
        report.ended = ended;
        for &outcome in outcomes {
            *report.outcomes.entry(outcome).or_default() += 1;
        }
        report
    }

    #[test]
    fn a_host_that_keeps_failing_rests_twice_as_long_each_time_up_to_a_day() {
        let now = Utc.with_ymd_and_hms(2026, 7, 1, 8, 0, 0).unwrap();
        let failing = report(Ended::Failing, &[Outcome::ServerError]);
        let mut failures = 0;
        let mut hours = Vec::new();
        for _ in 0..7 {
            let rest = Cooldown::after(&failing, failures, now);
            failures = rest.failures;
            hours.push((rest.until.unwrap() - now).num_hours());
        }
        assert_eq!(hours, [1, 2, 4, 8, 16, 24, 24]);
        assert_eq!(Cooldown::after(&failing, i16::MAX, now).failures, i16::MAX);
    }

    #[test]
    fn an_answer_ends_the_row_of_failures() {
        let now = Utc.with_ymd_and_hms(2026, 7, 1, 8, 0, 0).unwrap();
        let done = report(Ended::Done, &[Outcome::NotModified]);
        let healed = Cooldown {
            until: None,
            failures: 0,
        };
        assert_eq!(Cooldown::after(&done, 5, now), healed);
        let broke_down = report(Ended::Failing, &[Outcome::Fetched, Outcome::Timeout]);
        let rest = Cooldown::after(&broke_down, 5, now);
        assert_eq!(
            (rest.failures, rest.until),
            (1, Some(now + TimeDelta::hours(1)))
        );
        let nothing_asked = report(Ended::Stopped, &[]);
        assert_eq!(Cooldown::after(&nothing_asked, 5, now).failures, 5);
    }
}
