//! The keys of the desk.

use std::time::Duration;

use classify::PageType;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Desk, Over, Wish};
use crate::label::keys;

impl Desk {
    /// What a key does.
    pub(in crate::label) fn press(&mut self, key: KeyEvent, now: Duration) -> Option<Wish> {
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

    fn press_on_page(&mut self, code: KeyCode, now: Duration) -> Option<Wish> {
        let page = isize::try_from(self.room.1).unwrap_or(isize::MAX).max(2) - 1;
        match code {
            KeyCode::Char('n') => return self.judge(PageType::Article, now),
            KeyCode::Char('x') => return self.judge(PageType::Other, now),
            KeyCode::Char('u') | KeyCode::Backspace => return self.undo(now),
            KeyCode::Char('q') => return Some(Wish::Quit),
            KeyCode::Char('o') => match &self.now {
                Some(sheet) => return Some(Wish::Open(sheet.url.clone())),
                None => self.nothing_here(),
            },
            KeyCode::Char('p') if self.now.is_none() => self.nothing_here(),
            KeyCode::Char('p') => self.over = Over::Types,
            KeyCode::Char('?' | 'h') => self.over = Over::Help,
            KeyCode::Char('s') => self.skip(now),
            KeyCode::Char('b') => self.turn_over(),
            KeyCode::Char('j') | KeyCode::Down => self.scroll_by(1),
            KeyCode::Char('k') | KeyCode::Up => self.scroll_by(-1),
            KeyCode::Char(' ') | KeyCode::PageDown => self.scroll_by(page),
            KeyCode::PageUp => self.scroll_by(-page),
            KeyCode::Home => self.scroll_by(isize::MIN),
            KeyCode::End => self.scroll_by(isize::MAX),
            KeyCode::Char(letter) => self.remark = format!("{letter} is no key here; ? shows them"),
            _ => {}
        }
        None
    }

    fn press_on_types(&mut self, code: KeyCode, now: Duration) -> Option<Wish> {
        match code {
            KeyCode::Char(letter) => match keys::page_type(letter) {
                Some(page_type) => return self.judge(page_type, now),
                None => self.remark = format!("no page type has the key {letter}; Esc goes back"),
            },
            KeyCode::Esc | KeyCode::Backspace => self.over = Over::Nothing,
            _ => {}
        }
        None
    }
}
