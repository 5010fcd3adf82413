//! The desk: what lies on it, and what a key does. Pure: it is told the time, and says what it wants done.

mod count;
mod keyboard;
#[cfg(test)]
mod tests;
mod window;

use std::collections::VecDeque;
use std::time::Duration;

use classify::PageType;
use store::{Address, Guess, Judgement, PageKey};

pub(super) use count::Count;

use super::keys;
use super::sheet::{Row, Sheet, Side};

/// Fewer waiting sheets than this, and more are asked for.
const LOW: usize = 6;
/// Sheets that can be taken up again.
const MAX_UNDO: usize = 200;

/// What the desk wants done.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Wish {
    /// Keep this label.
    Save(Box<Marked>),
    /// Take back the last label of this page.
    Undo(Address),
    /// Show this address in a browser.
    Open(String),
    /// Go home.
    Quit,
}

/// A page with what was just said of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Marked {
    pub(super) address: Address,
    pub(super) page: PageKey,
    pub(super) judgement: Judgement,
    pub(super) guess: Guess,
}

/// What comes to the desk.
#[derive(Debug)]
pub(super) enum Delivery {
    /// A page; so many are left behind it.
    Sheet { sheet: Box<Sheet>, behind: u64 },
    /// All that was asked for has come.
    Done,
    /// No more will come.
    End,
}

/// What lies over the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Over {
    #[default]
    Nothing,
    /// The list of page types, of which one is chosen.
    Types,
    Help,
}

/// A page that was dealt with.
#[derive(Debug)]
struct Past {
    sheet: Sheet,
    is_labelled: bool,
}

/// The desk of one person in one session.
#[derive(Debug, Default)]
pub(super) struct Desk {
    pub(super) who: String,
    pub(super) now: Option<Sheet>,
    pub(super) over: Over,
    pub(super) side: Side,
    pub(super) count: Count,
    /// What was done last, or why something was not.
    pub(super) remark: String,
    /// No more pages will come.
    pub(super) at_end: bool,
    waiting: VecDeque<Sheet>,
    past: Vec<Past>,
    asked: bool,
    behind: u64,
    /// Lines of the sheet in hand, and of those the first that is shown.
    rows: Vec<Row>,
    scroll: usize,
    /// Columns and lines for the text.
    room: (usize, usize),
    /// When the page in hand came up.
    since: Duration,
}

impl Desk {
    /// An empty desk; `labelled` are this person's labels so far.
    pub(super) fn new(who: &str, labelled: u64) -> Self {
        Self {
            who: who.to_owned(),
            count: Count {
                all: labelled,
                ..Count::default()
            },
            ..Self::default()
        }
    }

    /// Whether more pages should be fetched now; says so once for each delivery.
    pub(super) fn asks_for_more(&mut self) -> bool {
        let asks = !self.asked && !self.at_end && self.waiting.len() < LOW;
        self.asked |= asks;
        asks
    }

    /// Takes what has come.
    pub(super) fn take(&mut self, delivery: Delivery, now: Duration) {
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

    /// Pages after the one in hand.
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

    /// Counts the time since the page in hand came up as work.
    fn clock_in(&mut self, now: Duration) {
        self.count.work(now.saturating_sub(self.since));
        self.since = now;
    }

    /// Lays the page in hand aside and turns up the next; gives it if there was one.
    fn lay_aside(&mut self, is_labelled: bool, now: Duration) -> Option<&Sheet> {
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
            "the next page is on its way".to_owned()
        };
    }

    /// Labels the page in hand.
    fn judge(&mut self, page_type: PageType, now: Duration) -> Option<Wish> {
        let judgement = Judgement {
            is_news: page_type.is_article(),
            page_type: Some(page_type.as_str().to_owned()),
        };
        let sheet = self.lay_aside(true, now)?;
        let is_new = sheet.said.is_none();
        let title = sheet.heading().to_owned();
        let marked = Marked {
            address: sheet.address,
            page: sheet.page,
            judgement,
            guess: sheet.guess.clone(),
        };
        self.count.label(is_new);
        self.remark = format!("{}: {title}", keys::name(page_type.as_str()));
        Some(Wish::Save(Box::new(marked)))
    }

    /// Passes the page in hand over, for this session.
    fn skip(&mut self, now: Duration) {
        if let Some(sheet) = self.lay_aside(false, now) {
            self.remark = format!("skipped: {}", sheet.heading());
        }
    }

    /// Takes the last page up again, and back what was said of it.
    fn undo(&mut self, now: Duration) -> Option<Wish> {
        let Some(Past { sheet, is_labelled }) = self.past.pop() else {
            "nothing to undo".clone_into(&mut self.remark);
            return None;
        };
        self.clock_in(now);
        if let Some(later) = self.now.take() {
            self.waiting.push_front(later);
        }
        let address = sheet.address;
        if is_labelled {
            self.count.take_back(sheet.said.is_none());
        }
        self.remark = format!("back again: {}", sheet.heading());
        self.waiting.push_front(sheet);
        self.turn_up(now);
        is_labelled.then_some(Wish::Undo(address))
    }
}
