//! What is labelled next, and what was done so far. Knows neither the database nor the pages.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

use store::{Address, LabelCandidate, PageLabel, Pair, PairCandidate, PairLabel};

/// Maximum number of items that undo can bring back.
const MAX_UNDO: usize = 200;
/// Maximum number of items that are remembered in order not to be offered again.
const MAX_SHOWN: usize = 10_000;

/// Something to label.
pub(super) trait Item: Debug + Clone {
    /// Identifies an item.
    type Key: Debug + Clone + PartialEq;
    /// A label of an item.
    type Label: Debug + Clone;

    fn key(&self) -> Self::Key;
    /// What messages call it.
    fn name(&self) -> String;
}

impl Item for LabelCandidate {
    type Key = Address;
    type Label = PageLabel;

    fn key(&self) -> Address {
        self.address
    }

    fn name(&self) -> String {
        self.url.clone()
    }
}

impl Item for PairCandidate {
    type Key = Pair;
    type Label = PairLabel;

    fn key(&self) -> Pair {
        self.pair.clone()
    }

    fn name(&self) -> String {
        format!("pair {}", self.place)
    }
}

/// What was done with an item.
#[derive(Debug, Clone)]
pub(super) enum Done<L> {
    Skipped,
    /// Labelled, with the label that was replaced.
    Labelled(Option<L>),
}

/// The state of the work on one kind of items.
#[derive(Debug)]
pub(super) struct LabelSession<T: Item> {
    /// What is to be labelled; the queue starts anew when that changes.
    question: String,
    queue: VecDeque<T>,
    /// Number of items behind those of the queue.
    behind: u64,
    shown: VecDeque<T::Key>,
    /// The items that were labelled or skipped.
    history: VecDeque<(T, Done<T::Label>)>,
    /// The last action.
    message: String,
    labels: u64,
}

/// The progress of the work.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// Labels since the server started.
    pub(super) now: u64,
    /// Remaining items, including the current one.
    pub(super) remaining: u64,
    /// The last action; empty if there was none.
    pub(super) message: String,
    /// Whether there is something to undo.
    pub(super) can_undo: bool,
}

impl<T: Item> Default for LabelSession<T> {
    fn default() -> Self {
        Self {
            question: String::new(),
            queue: VecDeque::new(),
            behind: 0,
            shown: VecDeque::new(),
            history: VecDeque::new(),
            message: String::new(),
            labels: 0,
        }
    }
}

impl<T: Item> LabelSession<T> {
    /// The next item to label; `None` if the queue must be filled.
    pub(super) fn next(&mut self, question: &str) -> Option<T> {
        if self.question != question {
            question.clone_into(&mut self.question);
            self.queue.clear();
            self.behind = 0;
        }
        self.queue.front().cloned()
    }

    /// Fills the queue with the first of `all` items.
    pub(super) fn fill(&mut self, items: Vec<T>, all: u64) {
        self.behind = all.saturating_sub(items.len() as u64);
        self.queue = items.into();
    }

    /// The keys of the items that were shown and are not offered again.
    pub(super) fn shown(&self) -> Vec<T::Key> {
        self.shown.iter().cloned().collect()
    }

    /// Finds an item in the queue.
    pub(super) fn find(&self, is_wanted: impl Fn(&T) -> bool) -> Option<T> {
        self.queue.iter().find(|item| is_wanted(item)).cloned()
    }

    /// Removes an item from the queue so that it is not offered again.
    pub(super) fn skip(&mut self, key: &T::Key) {
        self.queue.retain(|item| item.key() != *key);
        if self.shown.len() == MAX_SHOWN {
            self.shown.pop_front();
        }
        self.shown.push_back(key.clone());
    }

    pub(super) fn progress(&self) -> Progress {
        Progress {
            now: self.labels,
            remaining: self.queue.len() as u64 + self.behind,
            message: self.message.clone(),
            can_undo: !self.history.is_empty(),
        }
    }

    /// Records what was done with an item.
    pub(super) fn record(&mut self, item: T, done: Done<T::Label>, message: String) {
        self.skip(&item.key());
        if let Done::Labelled(_) = done {
            self.labels += 1;
        }
        self.message = message;
        if self.history.len() == MAX_UNDO {
            self.history.pop_front();
        }
        self.history.push_back((item, done));
    }

    /// The item whose label undo takes back, with the label that was replaced; `None` if the last item was skipped.
    pub(super) fn last_labelled(&self) -> Option<(T, Option<T::Label>)> {
        match self.history.back()? {
            (_, Done::Skipped) => None,
            (item, Done::Labelled(before)) => Some((item.clone(), before.clone())),
        }
    }

    /// Brings the last item back; the caller has already undone its label.
    pub(super) fn undo(&mut self) {
        let Some((item, done)) = self.history.pop_back() else {
            "Nothing to undo".clone_into(&mut self.message);
            return;
        };
        self.message = format!("Undone: {}", item.name());
        if let Done::Labelled(_) = done {
            self.labels = self.labels.saturating_sub(1);
        }
        let key = item.key();
        self.shown.retain(|shown| *shown != key);
        self.queue.retain(|item| item.key() != key);
        self.queue.push_front(item);
    }
}

/// A session that requests share.
#[derive(Debug)]
pub(super) struct SharedSession<T: Item>(Mutex<LabelSession<T>>);

impl<T: Item> Default for SharedSession<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Item> SharedSession<T> {
    /// Calls `work` with the session.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut LabelSession<T>) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Item for u32 {
        type Key = u32;
        type Label = char;

        fn key(&self) -> u32 {
            *self
        }

        fn name(&self) -> String {
            self.to_string()
        }
    }

    #[test]
    fn undone_items_come_first() {
        let mut session = LabelSession::<u32>::default();
        assert_eq!(session.next("a"), None);
        session.fill(vec![1, 2, 3], 10);
        session.record(1, Done::Labelled(None), "news".to_owned());
        session.record(2, Done::Skipped, "skipped".to_owned());
        assert_eq!(session.next("a"), Some(3));
        let progress = session.progress();
        assert_eq!((progress.now, progress.remaining), (1, 8));
        assert_eq!(session.shown(), [1, 2]);
        session.undo();
        session.undo();
        assert!(!session.progress().can_undo && session.shown().is_empty());
        session.undo();
        assert_eq!(session.next("a"), Some(1));
        assert_eq!(session.progress().message, "Nothing to undo");
        assert_eq!(session.next("b"), None, "another question, another queue");
    }
}
