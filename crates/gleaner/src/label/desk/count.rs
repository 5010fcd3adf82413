//! The count of labels, and the pace.

use std::time::Duration;

/// Longer than this on one page is a break, and none of the work.
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// Labels made, and how fast.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::label) struct Count {
    /// By this person, with those of other days.
    pub(in crate::label) all: u64,
    /// In this session.
    pub(in crate::label) session: u64,
    /// Time at work in this session.
    pub(in crate::label) spent: Duration,
}

impl Count {
    /// Labels an hour; `None`: too early to say.
    pub(in crate::label) fn per_hour(&self) -> Option<u64> {
        let millis = u64::try_from(self.spent.as_millis()).ok()?;
        (self.session > 0 && millis > 0).then(|| self.session.saturating_mul(3_600_000) / millis)
    }

    /// Counts a label, the person's first of its page or another.
    pub(super) fn label(&mut self, is_first: bool) {
        self.session += 1;
        self.all += u64::from(is_first);
    }

    /// Takes a label out of the count.
    pub(super) fn take_back(&mut self, was_first: bool) {
        self.session = self.session.saturating_sub(1);
        self.all = self.all.saturating_sub(u64::from(was_first));
    }

    /// Counts time at work, without breaks.
    pub(super) fn work(&mut self, time: Duration) {
        self.spent += time.min(MAX_PAUSE);
    }
}
