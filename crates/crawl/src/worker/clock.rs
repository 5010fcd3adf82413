//! Two clocks: our own monotonic one, which also counts while the machine sleeps, and the database's, which
//! all workers share. The local wall clock never decides when a request may start.

use std::time::Duration;

use chrono::{DateTime, Utc};
use rustix::time::{ClockId, clock_gettime};

use crate::politeness::span;

/// A moment of our own clock, counted from the machine's start. Unlike [`std::time::Instant`] it counts time
/// in which the machine was suspended, so that a worker knows after a suspend that its lease has expired.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(Duration);

#[cfg(target_os = "linux")]
const CLOCK: ClockId = ClockId::Boottime;
#[cfg(not(target_os = "linux"))]
const CLOCK: ClockId = ClockId::Monotonic;

impl Moment {
    pub(crate) fn now() -> Self {
        let time = clock_gettime(CLOCK);
        let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
        let nanos = u32::try_from(time.tv_nsec).unwrap_or_default();
        Self(Duration::new(seconds, nanos))
    }

    pub(crate) fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }

    /// From `earlier` to this one; zero if that came later.
    pub(crate) fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    pub(crate) fn elapsed(self) -> Duration {
        Self::now().since(self)
    }

    /// How long until then; zero if it has passed.
    pub(crate) fn left(self) -> Duration {
        self.since(Self::now())
    }
}

/// The database's clock, as estimated from one answer. The error is at most the round trip of that
/// question, and always on the late side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DatabaseClock {
    asked: Moment,
    answered: Moment,
    said: DateTime<Utc>,
}

impl DatabaseClock {
    /// From a question sent at `asked` and answered right now.
    pub(crate) fn new(asked: Moment, said: DateTime<Utc>) -> Self {
        Self {
            asked,
            answered: Moment::now(),
            said,
        }
    }

    /// The time there at a moment here, at the latest.
    pub(crate) fn at(&self, moment: Moment) -> DateTime<Utc> {
        self.said + span(moment.since(self.asked))
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.at(Moment::now())
    }

    /// The moment here by which it is `at` there for sure.
    pub(crate) fn moment(&self, at: DateTime<Utc>) -> Moment {
        self.answered
            .after((at - self.said).to_std().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn a_time_of_the_database_is_never_taken_for_an_earlier_one() {
        let asked = Moment::now();
        std::thread::sleep(Duration::from_millis(5));
        // A database whose clock is a day ahead.
        let said = Utc::now() + TimeDelta::days(1);
        let clock = DatabaseClock::new(asked, said);
        let then = said + TimeDelta::milliseconds(30);
        assert!(clock.moment(then).left() > Duration::from_millis(20));
        assert!(clock.now() >= said + TimeDelta::milliseconds(5));
        assert!(clock.at(clock.moment(then)) >= then);
        let past = clock.moment(said - TimeDelta::hours(1));
        assert!(past.left().is_zero() && past <= Moment::now());
    }
}
