//! The desk: what lies on it, and what a key does. Pure: it is told the time, and says what it wants done.

mod count;
mod keyboard;
#[cfg(test)]
mod tests;
mod window;

use std::collections::VecDeque;
use std::time::Duration;

pub(super) use count::Count;

use super::task::{Row, Side, Task};

/// Fewer waiting sheets than this, and more are asked for.
const LOW: usize = 6;
/// Sheets that can be taken up again.
const MAX_UNDO: usize = 200;

/// What the desk wants done.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Wish<L, K> {
    /// Keep this label.
    Save(Box<L>),
    /// Take back the last label of this task.
    Undo(K),
    /// Show these addresses in a browser.
    Open(Vec<String>),
    /// Go home.
    Quit,
}

/// What a desk with such tasks wants done.
pub(super) type WishOf<T> = Wish<<T as Task>::Label, <T as Task>::Key>;

/// What comes to the desk.
#[derive(Debug)]
pub(super) enum Delivery<T> {
    /// A task; so many are left behind it.
    Sheet { sheet: Box<T>, behind: u64 },
    /// All that was asked for has come.
    Done,
    /// No more will come.
    End,
}

/// What lies over the task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Over {
    #[default]
    Nothing,
    /// The list of answers, such as page types, of which one is chosen.
    Types,
    Help,
}

/// A task that was dealt with.
#[derive(Debug)]
struct Past<T> {
    sheet: T,
    is_labelled: bool,
}

/// The desk of one person in one session.
#[derive(Debug)]
pub(super) struct Desk<T> {
    pub(super) who: String,
    pub(super) now: Option<T>,
    pub(super) over: Over,
    pub(super) side: Side,
    pub(super) count: Count,
    /// What was done last, or why something was not.
    pub(super) remark: String,
    /// No more tasks will come.
    pub(super) at_end: bool,
    waiting: VecDeque<T>,
    past: Vec<Past<T>>,
    asked: bool,
    behind: u64,
    /// Lines of the sheet in hand, and of those the first that is shown.
    rows: Vec<Row>,
    scroll: usize,
    /// Columns and lines for the text.
    room: (usize, usize),
    /// When the task in hand came up.
    since: Duration,
}

impl<T: Task> Desk<T> {
    /// An empty desk; `labelled` are this person's labels so far.
    pub(super) fn new(who: &str, labelled: u64) -> Self {
        Self {
            who: who.to_owned(),
            count: Count {
                all: labelled,
                ..Count::default()
            },
            now: None,
            over: Over::default(),
            side: Side::default(),
            remark: String::new(),
            at_end: false,
            waiting: VecDeque::new(),
            past: Vec::new(),
            asked: false,
            behind: 0,
            rows: Vec::new(),
            scroll: 0,
            room: (0, 0),
            since: Duration::ZERO,
        }
    }

    /// Whether more tasks should be fetched now; says so once for each delivery.
    pub(super) fn asks_for_more(&mut self) -> bool {
        let asks = !self.asked && !self.at_end && self.waiting.len() < LOW;
        self.asked |= asks;
        asks
    }

    /// Takes what has come.
    pub(super) fn take(&mut self, delivery: Delivery<T>, now: Duration) {
        match delivery {
            Delivery::Sheet { sheet, behind } => {
                self.waiting.push_back(*sheet);
                self.behind = behind;
                if self.now.is_none() {
                    self.turn_up(now);
                }
            }
            Delivery::Done => self.asked = false,
            Delivery::End => {
                self.at_end = true;
                self.behind = 0;
            }
        }
    }

    /// Tasks after the one in hand.
    pub(super) fn to_go(&self) -> u64 {
        self.behind + self.waiting.len() as u64
    }

    /// Puts the next sheet into the hand.
    fn turn_up(&mut self, now: Duration) {
        self.now = self.waiting.pop_front();
        self.over = Over::Nothing;
        self.since = now;
        self.lay_out();
    }

    /// Counts the time since the task in hand came up as work.
    fn clock_in(&mut self, now: Duration) {
        self.count.work(now.saturating_sub(self.since));
        self.since = now;
    }

    /// Lays the task in hand aside and turns up the next; gives it if there was one.
    fn lay_aside(&mut self, is_labelled: bool, now: Duration) -> Option<&T> {
        let Some(sheet) = self.now.take() else {
            self.nothing_here();
            return None;
        };
        self.clock_in(now);
        if self.past.len() == MAX_UNDO {
            self.past.remove(0);
        }
        self.past.push(Past { sheet, is_labelled });
        self.turn_up(now);
        self.past.last().map(|past| &past.sheet)
    }

    fn nothing_here(&mut self) {
        self.remark = if self.at_end {
            "there is nothing more to label".to_owned()
        } else {
            format!("the next {} is on its way", T::NOUN)
        };
    }

    /// Labels the task in hand.
    fn judge(&mut self, answer: T::Answer, now: Duration) -> Option<WishOf<T>> {
        let sheet = self.lay_aside(true, now)?;
        let (label, is_new) = (sheet.label(answer), !sheet.is_labelled());
        let remark = format!("{}: {}", T::name(answer), sheet.heading());
        self.count.label(is_new);
        self.remark = remark;
        Some(Wish::Save(Box::new(label)))
    }

    /// Passes the task in hand over, for this session.
    fn skip(&mut self, now: Duration) {
        if let Some(sheet) = self.lay_aside(false, now) {
            self.remark = format!("skipped: {}", sheet.heading());
        }
    }

    /// Takes the last task up again, and back what was said of it.
    fn undo(&mut self, now: Duration) -> Option<WishOf<T>> {
        let Some(Past { sheet, is_labelled }) = self.past.pop() else {
            "nothing to undo".clone_into(&mut self.remark);
            return None;
        };
        self.clock_in(now);
        if let Some(later) = self.now.take() {
            self.waiting.push_front(later);
        }
        let key = sheet.key();
        if is_labelled {
            self.count.take_back(!sheet.is_labelled());
        }
        self.remark = format!("back again: {}", sheet.heading());
        self.waiting.push_front(sheet);
        self.turn_up(now);
        is_labelled.then_some(Wish::Undo(key))
    }
}
