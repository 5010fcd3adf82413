//! When a host is due again after its crawl, and how long its cooldown lasts after failures.

use std::time::Duration;

use chrono::{DateTime, Utc};
use store::Outcome;

use crate::http::retry_after::MAX_RETRY_AFTER;
use crate::politeness::{back_off, span};
use crate::worker::report::{EndReason, HostReport};

/// First and maximum cooldown of a host that failed throughout. It doubles with each such crawl.
const FIRST_COOLDOWN: Duration = Duration::from_hours(1);
const MAX_COOLDOWN: Duration = Duration::from_hours(24);
/// First cooldowns of a host whose robots.txt cannot be fetched, in minutes. They are short, since the cause may be temporary: a
/// newly registered name, a restarting server. Later ones double from [`FIRST_COOLDOWN`].
const ROBOTS_COOLDOWNS: [u64; 3] = [1, 5, 15];
/// First pause of a host that is busy and names no time. It doubles for this number of refusals in a row, since most such hosts count
/// requests per second or minute; then follow those of a failure.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
pub(crate) const SHORT_PAUSES: u32 = 3;

/// When a released host is due again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cooldown {
    /// No request before this time. `None`: until something is due.
    pub(crate) until: Option<DateTime<Utc>>,
    /// Failed crawls in a row, including this one.
    pub(crate) failures: i16,
}

impl Cooldown {
    /// The cooldown after a crawl with this report and `before` failed ones. `now` is the database's time.
    pub(crate) fn after(report: &HostReport, before: i16, now: DateTime<Utc>) -> Self {
        let broken = report.ended == EndReason::Broken;
        let before = if answered(report) && !broken {
            0
        } else {
            before
        };
        let failed = before.saturating_add(1);
        let wait = back_off(
            FIRST_COOLDOWN,
            u32::from(failed.unsigned_abs()),
            MAX_COOLDOWN,
        );
        match report.ended {
            EndReason::Busy(until) | EndReason::Challenged(until) => Self {
                until: Some(until),
                failures: failed,
            },
            EndReason::RobotsUnreachable => Self {
                until: Some(now + span(robots_cooldown(failed.unsigned_abs()))),
                failures: failed,
            },
            EndReason::Failing | EndReason::AddressRefused | EndReason::Broken => Self {
                until: Some(now + span(wait)),
                failures: failed,
            },
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

/// The cooldown after this number of failed crawls in a row, the last of which failed because of robots.txt.
fn robots_cooldown(failures: u16) -> Duration {
    if let Some(&minutes) = ROBOTS_COOLDOWNS.get(usize::from(failures.saturating_sub(1))) {
        return Duration::from_mins(minutes);
    }
    let beyond = usize::from(failures).saturating_sub(ROBOTS_COOLDOWNS.len());
    let beyond = u32::try_from(beyond).unwrap_or(u32::MAX);
    back_off(FIRST_COOLDOWN, beyond, MAX_COOLDOWN)
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
            _ if refusals <= SHORT_PAUSES => back_off(FIRST_PAUSE, refusals, failure),
            _ => back_off(failure, refusals - SHORT_PAUSES, MAX_RETRY_AFTER),
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

    fn report(ended: EndReason, outcomes: &[Outcome]) -> HostReport {
        let mut report = HostReport::new("a", "www.a.example");
        report.ended = ended;
        for &outcome in outcomes {
            *report.outcomes.entry(outcome).or_default() += 1;
        }
        report
    }

    #[test]
    fn the_cooldown_of_a_failing_host_doubles_up_to_a_day() {
        let now = Utc.with_ymd_and_hms(2026, 7, 1, 8, 0, 0).unwrap();
        let failing = report(EndReason::Failing, &[Outcome::ServerError]);
        let mut failures = 0;
        let mut hours = Vec::new();
        for _ in 0..7 {
            let cooldown = Cooldown::after(&failing, failures, now);
            failures = cooldown.failures;
            hours.push((cooldown.until.unwrap() - now).num_hours());
        }
        assert_eq!(hours, [1, 2, 4, 8, 16, 24, 24]);
        assert_eq!(Cooldown::after(&failing, i16::MAX, now).failures, i16::MAX);
    }

    #[test]
    fn a_host_that_is_busy_again_and_again_waits_longer_than_it_says() {
        let now = Utc.with_ymd_and_hms(2026, 7, 1, 8, 0, 0).unwrap();
        let failure = Duration::from_mins(10);
        let seconds = |outcome, named: Option<i64>, failures, before| {
            let named = named.map(|seconds| now + TimeDelta::seconds(seconds));
            (busy_until(outcome, named, failures, before, failure, now) - now).num_seconds()
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

    #[test]
    fn a_robots_txt_that_cannot_be_fetched_is_requested_again_after_minutes_and_then_ever_later() {
        let now = Utc.with_ymd_and_hms(2026, 7, 1, 8, 0, 0).unwrap();
        let closed = report(EndReason::RobotsUnreachable, &[]);
        let mut failures = 0;
        let mut minutes = Vec::new();
        for _ in 0..9 {
            let cooldown = Cooldown::after(&closed, failures, now);
            failures = cooldown.failures;
            minutes.push((cooldown.until.unwrap() - now).num_minutes());
        }
        assert_eq!(minutes, [1, 5, 15, 60, 120, 240, 480, 960, 1440]);
    }

    #[test]
    fn a_host_whose_crawl_breaks_waits_longer_each_time_although_it_answers() {
        let now = Utc.with_ymd_and_hms(2026, 7, 1, 8, 0, 0).unwrap();
        let broken = report(EndReason::Broken, &[Outcome::Fetched]);
        let cooldown = Cooldown::after(&broken, 2, now);
        assert_eq!(cooldown.failures, 3);
        assert_eq!((cooldown.until.unwrap() - now).num_hours(), 4);
    }

    #[test]
    fn an_answer_ends_the_row_of_failures() {
        let now = Utc.with_ymd_and_hms(2026, 7, 1, 8, 0, 0).unwrap();
        let done = report(EndReason::Done, &[Outcome::NotModified]);
        let reset = Cooldown {
            until: None,
            failures: 0,
        };
        assert_eq!(Cooldown::after(&done, 5, now), reset);
        let broken = report(EndReason::Failing, &[Outcome::Fetched, Outcome::Timeout]);
        let cooldown = Cooldown::after(&broken, 5, now);
        assert_eq!(
            (cooldown.failures, cooldown.until),
            (1, Some(now + TimeDelta::hours(1)))
        );
        let no_request = report(EndReason::Stopped, &[]);
        assert_eq!(Cooldown::after(&no_request, 5, now).failures, 5);
    }
}
