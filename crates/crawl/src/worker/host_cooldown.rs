//! When a host is due again after its crawl, and how long its cooldown lasts after failures.

use std::time::Duration;

use chrono::{DateTime, Utc};
use store::Outcome;

use crate::http::retry_after::MAX_RETRY_AFTER;
use crate::politeness::{back_off, pause, span};
use crate::worker::report::{EndReason, HostReport};

/// First and maximum cooldown of a host that refused or failed throughout. It doubles with each such crawl.
pub(crate) const FIRST_COOLDOWN: Duration = Duration::from_hours(1);
const MAX_COOLDOWN: Duration = Duration::from_hours(24);

/// When a released host is due again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cooldown {
    /// No request before this time. `None`: until something is due.
    pub(crate) until: Option<DateTime<Utc>>,
    /// Failed crawls in a row, including this one.
    pub(crate) failures: i16,
}

impl Cooldown {
    /// The cooldown after a crawl with this report and `before` failed ones. `failure` is the wait after a failure that lasts, `now` the
    /// database's time.
    pub(crate) fn after(
        report: &HostReport,
        before: i16,
        failure: Duration,
        now: DateTime<Utc>,
    ) -> Self {
        // A host that answers now and then fails all the same.
        let is_failing = matches!(report.ended, EndReason::Broken | EndReason::Failing);
        let before = if answered(report) && !is_failing {
            0
        } else {
            before
        };
        let failed = before.saturating_add(1);
        let failures = u32::from(failed.unsigned_abs());
        let rests = |until| Self {
            until: Some(until),
            failures: failed,
        };
        match report.ended {
            EndReason::Busy(until) | EndReason::Challenged(until) => rests(until),
            // A server that has failed may restart within seconds. One that has refused keeps refusing.
            EndReason::RobotsUnreachable | EndReason::Failing
                if report.count(Outcome::Refused) == 0 =>
            {
                rests(now + span(pause(failure, failures, MAX_COOLDOWN)))
            }
            EndReason::RobotsUnreachable
            | EndReason::Failing
            | EndReason::AddressRefused
            | EndReason::Broken => {
                rests(now + span(back_off(FIRST_COOLDOWN, failures, MAX_COOLDOWN)))
            }
            EndReason::TooEarly(until) | EndReason::QuotaExhausted(until) => Self {
                until: Some(until),
                failures: before,
            },
            EndReason::CrawlDelay => Self {
                until: Some(now + span(MAX_COOLDOWN)),
                failures: before,
            },
            EndReason::Done
            | EndReason::Stopped
            | EndReason::Budget
            | EndReason::Yielded
            | EndReason::LeaseLost => Self {
                until: None,
                failures: before,
            },
        }
    }
}

/// When a host that refused may be requested again: at the time it names, or after a back-off if it names none; the longer of both, if
/// it has failed `before` and answered nothing since. `failures` counts those of the URL in a row. `failure` is the first wait after
/// any other failure.
pub(crate) fn busy_until(
    outcome: Outcome,
    named: Option<DateTime<Utc>>,
    failures: u32,
    before: u32,
    failure: Duration,
    now: DateTime<Utc>,
) -> DateTime<Utc> {
    let wait = |refusals: u32| {
        now + span(match outcome {
            Outcome::Challenge => back_off(FIRST_COOLDOWN, refusals, MAX_RETRY_AFTER),
            _ => pause(failure, refusals, MAX_RETRY_AFTER),
        })
    };
    match named {
        Some(named) if before == 0 => named,
        Some(named) => named.max(wait(before)),
        None => wait(failures.max(before + 1)),
    }
}

/// Whether the host has answered, even if only with a 404.
pub(crate) fn answered(report: &HostReport) -> bool {
    let answers = [
        Outcome::Fetched,
        Outcome::NotModified,
        Outcome::Redirected,
        Outcome::NotFound,
    ];
    answers.iter().any(|&outcome| report.count(outcome) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{TimeDelta, TimeZone};

    const FAILURE: Duration = Duration::from_mins(10);

    fn report(ended: EndReason, outcomes: &[Outcome]) -> HostReport {
        let mut report = HostReport::new("a", "www.a.example");
        report.ended = ended;
        for &outcome in outcomes {
            *report.outcomes.entry(outcome).or_default() += 1;
        }
        report
    }

    #[test]
    fn the_cooldown_of_a_failing_host_doubles_up_to_a_day_from_seconds_unless_it_refused() {
        let now = Utc.with_ymd_and_hms(2026, 7, 1, 8, 0, 0).unwrap();
        let refused = [Outcome::Timeout, Outcome::Refused];
        let (of_fault, of_refusal) = ([10, 20, 40, 600], [3600, 7200, 14400, 28800]);
        for (failing, wanted) in [
            (report(EndReason::RobotsUnreachable, &[]), of_fault),
            (report(EndReason::Failing, &refused[..1]), of_fault),
            (report(EndReason::Failing, &refused), of_refusal),
            // although it answers
            (
                report(EndReason::Failing, &[Outcome::Fetched, refused[0]]),
                of_fault,
            ),
            (report(EndReason::Broken, &[Outcome::Fetched]), of_refusal),
        ] {
            let mut failures = 0;
            for seconds in wanted {
                let cooldown = Cooldown::after(&failing, failures, FAILURE, now);
                failures = cooldown.failures;
                assert_eq!((cooldown.until.unwrap() - now).num_seconds(), seconds);
            }
            let cooldown = Cooldown::after(&failing, i16::MAX, FAILURE, now);
            assert_eq!(cooldown.until, Some(now + TimeDelta::days(1)));
            assert_eq!(cooldown.failures, i16::MAX);
        }
        for (outcomes, failures) in [(&[][..], 5), (&[Outcome::NotModified], 0)] {
            let done = report(EndReason::Done, outcomes);
            let cooldown = Cooldown::after(&done, 5, FAILURE, now);
            assert_eq!((cooldown.until, cooldown.failures), (None, failures));
        }
    }

    #[test]
    fn a_host_that_is_busy_again_and_again_waits_longer_than_it_says() {
        let now = Utc.with_ymd_and_hms(2026, 7, 1, 8, 0, 0).unwrap();
        let seconds = |outcome, named: Option<i64>, failures, before| {
            let named = named.map(|seconds| now + TimeDelta::seconds(seconds));
            (busy_until(outcome, named, failures, before, FAILURE, now) - now).num_seconds()
        };
        let busy = |named, before| seconds(Outcome::Busy, named, 1, before);
        assert_eq!(busy(Some(5), 0), 5);
        assert_eq!(busy(Some(5), 1), 10);
        assert_eq!(busy(Some(5), 5), 1200);
        assert_eq!(busy(Some(86_400), 1), 86_400);
        let waits: Vec<i64> = (0..6).map(|before| busy(None, before)).collect();
        assert_eq!(waits, [10, 20, 40, 600, 1200, 2400]);
        assert_eq!(seconds(Outcome::Busy, None, 5, 0), 1200);
        assert_eq!(seconds(Outcome::Challenge, None, 1, 0), 3600);
        assert_eq!(seconds(Outcome::Challenge, None, 1, 1), 7200);
    }
}
