//! The part of the sheet in hand that is seen.

use super::Desk;
use crate::label::task::{Row, Side, Task};

/// Lines shown above the first content.
const BEFORE_CONTENT: usize = 2;

impl<T: Task> Desk<T> {
    /// Fits the text into so many columns and lines.
    pub(in crate::label) fn fit(&mut self, columns: usize, lines: usize) {
        if self.room != (columns, lines) {
            self.room = (columns, lines);
            self.lay_out();
        }
    }

    /// The lines that are seen.
    pub(in crate::label) fn seen(&self) -> &[Row] {
        let rows = self.rows.get(self.scroll..).unwrap_or_default();
        &rows[..rows.len().min(self.room.1)]
    }

    /// Lines above and below those that are seen.
    pub(in crate::label) fn unseen(&self) -> (usize, usize) {
        let below = self.rows.len().saturating_sub(self.scroll + self.room.1);
        (self.scroll, below)
    }

    /// Breaks the sheet in hand into lines. Text begins at its top; blocks shortly before the first that is content, as the
    /// menus above are those of every page of the site.
    pub(super) fn lay_out(&mut self) {
        let rows = self
            .now
            .as_ref()
            .map(|sheet| sheet.rows(self.side, self.room.0));
        self.rows = rows.unwrap_or_default();
        let content = self.rows.iter().position(|row| !row.is_faint);
        self.scroll = 0;
        if self.rows.len() > self.room.1 {
            self.scroll = content.unwrap_or(0).saturating_sub(BEFORE_CONTENT);
            self.scroll_by(0);
        }
    }

    pub(super) fn scroll_by(&mut self, lines: isize) {
        let last = self.rows.len().saturating_sub(self.room.1);
        self.scroll = self.scroll.saturating_add_signed(lines).min(last);
    }

    pub(super) fn turn_over(&mut self) {
        self.side = match self.side {
            Side::Text => Side::Blocks,
            Side::Blocks => Side::Text,
        };
        self.lay_out();
    }
}
