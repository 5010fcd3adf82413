//! The state of a labelling session and the keys that change it: no terminal, no database.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::item::{Action, Item, Pane, TextLine};

/// More items are requested when fewer than this are queued.
const LOW: usize = 6;
/// Items that undo can bring back.
const MAX_UNDO: usize = 200;

/// Lines shown above the first content.
const BEFORE_CONTENT: usize = 2;

/// A longer pause over one item is a break and does not count as work.
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// A change to the stored labels.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Write<T: Item> {
    /// Save the label of an item.
    Save(T::Key, Box<T::Label>),
    /// Undo the last label of an item in this session.
    Undo(T::Key),
}

/// The effect of a key outside the session.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Effect<T: Item> {
    /// Change the stored labels.
    Write(Write<T>),
    /// Show these URLs in a browser.
    Open(Vec<String>),
    /// End the session.
    Quit,
}

/// What the backend sends.
#[derive(Debug)]
pub(super) enum Fetched<T> {
    /// An item, and how many follow it.
    Item { item: Box<T>, behind: u64 },
    /// The requested batch is complete.
    BatchEnd,
    /// There are no more items.
    Exhausted,
}

/// The box over the item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Overlay {
    #[default]
    None,
    /// The list of answers, such as page types, of which one is chosen.
    Answers,
    Help,
}

/// An item that was labelled or skipped.
#[derive(Debug)]
struct PastItem<T> {
    item: T,
    is_labelled: bool,
}

/// The session of one person.
#[derive(Debug)]
pub(super) struct Session<T> {
    pub(super) who: String,
    pub(super) current: Option<T>,
    pub(super) overlay: Overlay,
    pub(super) pane: Pane,
    pub(super) count: LabelCount,
    /// The last action, or why it failed.
    pub(super) message: String,
    /// There are no more items.
    pub(super) exhausted: bool,
    queue: VecDeque<T>,
    history: Vec<PastItem<T>>,
    requested: bool,
    behind: u64,
    /// Lines of the current item, and the first of them that is shown.
    lines: Vec<TextLine>,
    scroll: usize,
    /// Columns and lines for the text.
    area: (usize, usize),
    /// When the current item was first shown.
    shown_at: Duration,
}

impl<T: Item> Session<T> {
    /// A session without items; `labelled` is the number of labels this person has made before.
    pub(super) fn new(who: &str, labelled: u64) -> Self {
        Self {
            who: who.to_owned(),
            count: LabelCount {
                all: labelled,
                ..LabelCount::default()
            },
            current: None,
            overlay: Overlay::default(),
            pane: Pane::default(),
            message: String::new(),
            exhausted: false,
            queue: VecDeque::new(),
            history: Vec::new(),
            requested: false,
            behind: 0,
            lines: Vec::new(),
            scroll: 0,
            area: (0, 0),
            shown_at: Duration::ZERO,
        }
    }

    /// Whether to request more items now: once for each batch.
    pub(super) fn wants_more(&mut self) -> bool {
        let asks = !self.requested && !self.exhausted && self.queue.len() < LOW;
        self.requested |= asks;
        asks
    }

    /// Takes in what the backend sent.
    pub(super) fn receive(&mut self, fetched: Fetched<T>, now: Duration) {
        match fetched {
            Fetched::Item { item, behind } => {
                self.queue.push_back(*item);
                self.behind = behind;
                if self.current.is_none() {
                    self.show_next(now);
                }
            }
            Fetched::BatchEnd => self.requested = false,
            Fetched::Exhausted => {
                self.exhausted = true;
                self.behind = 0;
            }
        }
    }

    /// Items after the current one.
    pub(super) fn remaining(&self) -> u64 {
        self.behind + self.queue.len() as u64
    }

    /// Shows the next item.
    fn show_next(&mut self, now: Duration) {
        self.current = self.queue.pop_front();
        self.overlay = Overlay::None;
        self.shown_at = now;
        self.lay_out();
    }

    /// Counts the time since the current item was shown as work.
    fn count_time(&mut self, now: Duration) {
        self.count.work(now.saturating_sub(self.shown_at));
        self.shown_at = now;
    }

    /// Moves the current item to the history and shows the next. Returns it, if there was one.
    fn set_aside(&mut self, is_labelled: bool, now: Duration) -> Option<&T> {
        let Some(item) = self.current.take() else {
            self.explain_empty();
            return None;
        };
        self.count_time(now);
        if self.history.len() == MAX_UNDO {
            self.history.remove(0);
        }
        self.history.push(PastItem { item, is_labelled });
        self.show_next(now);
        self.history.last().map(|past| &past.item)
    }

    fn explain_empty(&mut self) {
        self.message = if self.exhausted {
            "there is nothing more to label".to_owned()
        } else {
            format!("the next {} is on its way", T::NOUN)
        };
    }

    /// Labels the current item.
    fn answer(&mut self, answer: T::Answer, now: Duration) -> Option<Effect<T>> {
        let who = self.who.clone();
        let item = self.set_aside(true, now)?;
        let (key, is_new) = (item.key(), !item.is_labelled());
        let label = item.label(answer, &who);
        let message = format!("{}: {}", T::name(answer), item.heading());
        self.count.label(is_new);
        self.message = message;
        Some(Effect::Write(Write::Save(key, Box::new(label))))
    }

    /// Skips the current item for this session.
    fn skip(&mut self, now: Duration) {
        if let Some(item) = self.set_aside(false, now) {
            self.message = format!("skipped: {}", item.heading());
        }
    }

    /// Brings the last item back and takes back its label.
    fn undo(&mut self, now: Duration) -> Option<Effect<T>> {
        let Some(PastItem { item, is_labelled }) = self.history.pop() else {
            "nothing to undo".clone_into(&mut self.message);
            return None;
        };
        self.count_time(now);
        if let Some(later) = self.current.take() {
            self.queue.push_front(later);
        }
        let key = item.key();
        if is_labelled {
            self.count.take_back(!item.is_labelled());
        }
        self.message = format!("back again: {}", item.heading());
        self.queue.push_front(item);
        self.show_next(now);
        is_labelled.then_some(Effect::Write(Write::Undo(key)))
    }
}

/// The keys.
impl<T: Item> Session<T> {
    /// Handles a key.
    pub(super) fn press(&mut self, key: KeyEvent, now: Duration) -> Option<Effect<T>> {
        let code = match key.code {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            code => code,
        };
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (code == KeyCode::Char('c')).then_some(Effect::Quit);
        }
        if key.modifiers.contains(KeyModifiers::ALT) {
            return None;
        }
        match self.overlay {
            Overlay::None => self.press_on_item(code, now),
            Overlay::Answers => self.press_in_list(code, now),
            Overlay::Help => {
                self.overlay = Overlay::None;
                None
            }
        }
    }

    fn press_on_item(&mut self, code: KeyCode, now: Duration) -> Option<Effect<T>> {
        let page = isize::try_from(self.area.1).unwrap_or(isize::MAX).max(2) - 1;
        match code {
            KeyCode::Char('q') => return Some(Effect::Quit),
            KeyCode::Backspace => return self.undo(now),
            KeyCode::Char('j') | KeyCode::Down => self.scroll_by(1),
            KeyCode::Char('k') | KeyCode::Up => self.scroll_by(-1),
            KeyCode::Char(' ') | KeyCode::PageDown => self.scroll_by(page),
            KeyCode::PageUp => self.scroll_by(-page),
            KeyCode::Home => self.scroll_by(isize::MIN),
            KeyCode::End => self.scroll_by(isize::MAX),
            KeyCode::Char(letter) => match T::action(letter) {
                Some(action) => return self.perform(action, now),
                None => {
                    self.message = format!("{letter} is no key here; {} shows them", T::HELP_KEY);
                }
            },
            _ => {}
        }
        None
    }

    fn perform(&mut self, action: Action<T::Answer>, now: Duration) -> Option<Effect<T>> {
        match action {
            Action::Answer(answer) => return self.answer(answer, now),
            Action::Undo => return self.undo(now),
            Action::Open => match &self.current {
                Some(item) => return Some(Effect::Open(item.addresses())),
                None => self.explain_empty(),
            },
            Action::Choose if self.current.is_none() => self.explain_empty(),
            Action::Choose => self.overlay = Overlay::Answers,
            Action::Help => self.overlay = Overlay::Help,
            Action::Skip => self.skip(now),
            Action::SwitchPane => self.switch_pane(),
        }
        None
    }

    fn press_in_list(&mut self, code: KeyCode, now: Duration) -> Option<Effect<T>> {
        match code {
            KeyCode::Char(letter) => match T::choice(letter) {
                Some(answer) => return self.answer(answer, now),
                None => self.message = format!("no page type has the key {letter}; Esc goes back"),
            },
            KeyCode::Esc | KeyCode::Backspace => self.overlay = Overlay::None,
            _ => {}
        }
        None
    }
}

/// The part of the text that is visible.
impl<T: Item> Session<T> {
    /// Lays the text out anew if its area has changed.
    pub(super) fn resize(&mut self, columns: usize, lines: usize) {
        if self.area != (columns, lines) {
            self.area = (columns, lines);
            self.lay_out();
        }
    }

    /// The visible lines.
    pub(super) fn visible(&self) -> &[TextLine] {
        let rows = self.lines.get(self.scroll..).unwrap_or_default();
        &rows[..rows.len().min(self.area.1)]
    }

    /// How many lines are hidden above and below.
    pub(super) fn hidden(&self) -> (usize, usize) {
        let below = self.lines.len().saturating_sub(self.scroll + self.area.1);
        (self.scroll, below)
    }

    /// Breaks the current item into lines. Text begins at its top, blocks shortly before the first that is content: the
    /// menus above are the same on every page of the site.
    fn lay_out(&mut self) {
        let rows = self
            .current
            .as_ref()
            .map(|item| item.rows(self.pane, self.area.0));
        self.lines = rows.unwrap_or_default();
        let content = self.lines.iter().position(|row| !row.is_faint);
        self.scroll = 0;
        if self.lines.len() > self.area.1 {
            self.scroll = content.unwrap_or(0).saturating_sub(BEFORE_CONTENT);
            self.scroll_by(0);
        }
    }

    fn scroll_by(&mut self, lines: isize) {
        let last = self.lines.len().saturating_sub(self.area.1);
        self.scroll = self.scroll.saturating_add_signed(lines).min(last);
    }

    fn switch_pane(&mut self) {
        self.pane = match self.pane {
            Pane::Text => Pane::Blocks,
            Pane::Blocks => Pane::Text,
        };
        self.lay_out();
    }
}

/// Labels made, and how fast.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct LabelCount {
    /// By this person, in all sessions.
    pub(super) all: u64,
    /// In this session.
    pub(super) session: u64,
    /// Time at work in this session.
    pub(super) spent: Duration,
}

impl LabelCount {
    /// Labels an hour; `None`: too early to say.
    pub(super) fn per_hour(&self) -> Option<u64> {
        let millis = u64::try_from(self.spent.as_millis()).ok()?;
        (self.session > 0 && millis > 0).then(|| self.session.saturating_mul(3_600_000) / millis)
    }

    /// Counts a label; `is_first`: the person has not labelled the item before.
    fn label(&mut self, is_first: bool) {
        self.session += 1;
        self.all += u64::from(is_first);
    }

    /// Takes a label out of the count.
    fn take_back(&mut self, was_first: bool) {
        self.session = self.session.saturating_sub(1);
        self.all = self.all.saturating_sub(u64::from(was_first));
    }

    /// Counts time at work, without breaks.
    fn work(&mut self, time: Duration) {
        self.spent += time.min(MAX_PAUSE);
    }
}
