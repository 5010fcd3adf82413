//! The keys of the desk.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Desk, Over, Wish, WishOf};
use crate::label::task::{Action, Task};

impl<T: Task> Desk<T> {
    /// What a key does.
    pub(in crate::label) fn press(&mut self, key: KeyEvent, now: Duration) -> Option<WishOf<T>> {
        let code = match key.code {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            code => code,
        };
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (code == KeyCode::Char('c')).then_some(Wish::Quit);
        }
        if key.modifiers.contains(KeyModifiers::ALT) {
            return None;
        }
        match self.over {
            Over::Nothing => self.press_on_page(code, now),
            Over::Types => self.press_on_types(code, now),
            Over::Help => {
                self.over = Over::Nothing;
                None
            }
        }
    }

    fn press_on_page(&mut self, code: KeyCode, now: Duration) -> Option<WishOf<T>> {
        let page = isize::try_from(self.room.1).unwrap_or(isize::MAX).max(2) - 1;
        match code {
            KeyCode::Char('q') => return Some(Wish::Quit),
            KeyCode::Backspace => return self.undo(now),
            KeyCode::Char('j') | KeyCode::Down => self.scroll_by(1),
            KeyCode::Char('k') | KeyCode::Up => self.scroll_by(-1),
            KeyCode::Char(' ') | KeyCode::PageDown => self.scroll_by(page),
            KeyCode::PageUp => self.scroll_by(-page),
            KeyCode::Home => self.scroll_by(isize::MIN),
            KeyCode::End => self.scroll_by(isize::MAX),
            KeyCode::Char(letter) => match T::action(letter) {
                Some(action) => return self.act(action, now),
                None => {
                    self.remark = format!("{letter} is no key here; {} shows them", T::HELP_KEY);
                }
            },
            _ => {}
        }
        None
    }

    fn act(&mut self, action: Action<T::Answer>, now: Duration) -> Option<WishOf<T>> {
        match action {
            Action::Answer(answer) => return self.judge(answer, now),
            Action::Undo => return self.undo(now),
            Action::Open => match &self.now {
                Some(sheet) => return Some(Wish::Open(sheet.addresses())),
                None => self.nothing_here(),
            },
            Action::Choose if self.now.is_none() => self.nothing_here(),
            Action::Choose => self.over = Over::Types,
            Action::Help => self.over = Over::Help,
            Action::Skip => self.skip(now),
            Action::TurnOver => self.turn_over(),
        }
        None
    }

    fn press_on_types(&mut self, code: KeyCode, now: Duration) -> Option<WishOf<T>> {
        match code {
            KeyCode::Char(letter) => match T::choice(letter) {
                Some(answer) => return self.judge(answer, now),
                None => self.remark = format!("no page type has the key {letter}; Esc goes back"),
            },
            KeyCode::Esc | KeyCode::Backspace => self.over = Over::Nothing,
            _ => {}
        }
        None
    }
}
