//! Two clocks: the machine's boot clock, which is monotonic and also runs while the machine is suspended, and the
//! database's, which all workers share. The local wall clock never decides when a request may start.

use std::time::Duration;

use chrono::{DateTime, Utc};
use rustix::time::{ClockId, clock_gettime};

use crate::politeness::span;

/// An instant of the machine's boot clock. Unlike [`std::time::Instant`] it includes time in which the machine was
/// suspended, so that a worker knows after a suspend that its lease has expired.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BootInstant(Duration);

#[cfg(target_os = "linux")]
const CLOCK: ClockId = ClockId::Boottime;
#[cfg(not(target_os = "linux"))]
const CLOCK: ClockId = ClockId::Monotonic;

impl BootInstant {
    pub(crate) fn now() -> Self {
        let time = clock_gettime(CLOCK);
        let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
        let nanos = u32::try_from(time.tv_nsec).unwrap_or_default();
        Self(Duration::new(seconds, nanos))
    }

    pub(crate) fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }

    /// The time since `earlier`; zero if that is later.
    pub(crate) fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    pub(crate) fn elapsed(self) -> Duration {
        Self::now().since(self)
    }

    /// The time until this instant; zero if it has passed.
    pub(crate) fn left(self) -> Duration {
        self.since(Self::now())
    }
}

/// The database's clock, estimated from one query. The error is at most the round trip of the query, and the estimate
/// is never early.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DatabaseClock {
    sent: BootInstant,
    received: BootInstant,
    time: DateTime<Utc>,
}

impl DatabaseClock {
    /// An estimate from a query sent at `sent`, answered just now, that returned `time`.
    pub(crate) fn new(sent: BootInstant, time: DateTime<Utc>) -> Self {
        Self {
            sent,
            received: BootInstant::now(),
            time,
        }
    }

    /// The latest time that the database's clock may show at `instant`.
    pub(crate) fn at(&self, instant: BootInstant) -> DateTime<Utc> {
        self.time + span(instant.since(self.sent))
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.at(BootInstant::now())
    }

    /// The instant at which the database's clock certainly shows `at`.
    pub(crate) fn instant_of(&self, at: DateTime<Utc>) -> BootInstant {
        self.received
            .after((at - self.time).to_std().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn a_time_of_the_database_is_never_taken_for_an_earlier_one() {
        let sent = BootInstant::now();
        std::thread::sleep(Duration::from_millis(5));
        // A database whose clock is a day ahead.
        let time = Utc::now() + TimeDelta::days(1);
        let clock = DatabaseClock::new(sent, time);
        let then = time + TimeDelta::milliseconds(30);
        assert!(clock.instant_of(then).left() > Duration::from_millis(20));
        assert!(clock.now() >= time + TimeDelta::milliseconds(5));
        assert!(clock.at(clock.instant_of(then)) >= then);
        let past = clock.instant_of(time - TimeDelta::hours(1));
        assert!(past.left().is_zero() && past <= BootInstant::now());
    }
}
