//! The session drawn on the terminal.

#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::item::Item;
use super::session::{Overlay, Session};
use super::wrap;

/// Lines above the text, and below.
const HEAD: u16 = 5;
const FOOT: u16 = 3;

/// Columns and lines of the text on a screen of this size.
pub(super) fn text_area<T: Item>(width: u16, height: u16) -> (usize, usize) {
    let columns = width.saturating_sub(2).min(T::MAX_COLUMNS);
    let lines = height.saturating_sub(HEAD + FOOT);
    (usize::from(columns), usize::from(lines))
}

/// Draws the session.
pub(super) fn draw<T: Item>(frame: &mut Frame<'_>, session: &Session<T>) {
    let area = frame.area();
    let width = usize::from(area.width.saturating_sub(2));
    let mut lines = head(session, width);
    let rule = "─".repeat(usize::from(area.width));
    let (above, below) = session.hidden();
    lines.push(Line::styled(rule.clone(), faint()));
    lines.extend(session.visible().iter().map(|row| {
        let style = if row.is_faint { faint() } else { Style::new() };
        Line::styled(format!(" {}", row.text), style)
    }));
    frame.render_widget(Paragraph::new(lines), area);
    let foot = Rect {
        y: area.bottom().saturating_sub(FOOT),
        height: FOOT.min(area.height),
        ..area
    };
    frame.render_widget(Clear, foot);
    let more = match (above, below) {
        (0, 0) => String::new(),
        (above, below) => format!(" {above} lines above, {below} below "),
    };
    let rule = rule.chars().skip(wrap::width(&more)).collect::<String>() + &more;
    let keys = Line::from(T::keys(session.pane));
    let foot_lines = vec![
        Line::styled(rule, faint()),
        Line::from(format!(" {}", wrap::cut(&session.message, width))),
        keys.style(Style::new().add_modifier(Modifier::BOLD)),
    ];
    frame.render_widget(Paragraph::new(foot_lines), foot);
    match session.overlay {
        Overlay::None => {}
        Overlay::Answers => popup(frame, " What is it? One key; Esc goes back ", &T::choices()),
        Overlay::Help => popup(frame, " Keys ", &help::<T>()),
    }
}

fn faint() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

/// The item, and the count.
fn head<T: Item>(session: &Session<T>, width: usize) -> Vec<Line<'static>> {
    let mut lines = match &session.current {
        Some(item) => item.head(width),
        None if session.exhausted => vec![
            Line::raw(" There is nothing more to label."),
            Line::raw(" q quits; `gleaner label export` writes the labels to a file."),
            Line::default(),
        ],
        None => vec![
            Line::raw(format!(" The next {} is on its way …", T::NOUN)),
            Line::default(),
            Line::default(),
        ],
    };
    lines.push(Line::styled(
        format!(" {}", wrap::cut(&counted(session), width)),
        faint(),
    ));
    lines
}

fn counted<T: Item>(session: &Session<T>) -> String {
    let count = &session.count;
    let origin = session.current.as_ref().map_or("", |item| item.origin());
    let pace = count
        .per_hour()
        .map_or_else(String::new, |pace| format!(", {pace} an hour"));
    let dot = if origin.is_empty() { "" } else { " · " };
    format!(
        "{origin}{dot}{}: {} labelled, {} now{pace} · {} to go",
        session.who,
        count.all,
        count.session,
        session.remaining()
    )
}

/// A box in the middle.
fn popup(frame: &mut Frame<'_>, title: &str, lines: &[String]) {
    let area = frame.area();
    let widest = lines
        .iter()
        .map(|line| wrap::width(line))
        .max()
        .unwrap_or(0);
    let widest = widest.max(wrap::width(title)) + 4;
    let width = u16::try_from(widest).unwrap_or(u16::MAX).min(area.width);
    let height = u16::try_from(lines.len() + 2)
        .unwrap_or(u16::MAX)
        .min(area.height);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let lines: Vec<Line<'_>> = lines
        .iter()
        .map(|line| Line::raw(format!(" {line}")))
        .collect();
    frame.render_widget(Clear, place);
    frame.render_widget(
        Paragraph::new(lines).block(Block::bordered().title(title)),
        place,
    );
}

fn help<T: Item>() -> Vec<String> {
    let rows = T::HELP
        .iter()
        .map(|(key, meaning)| format!("{key:<16} {meaning}"));
    rows.collect()
}
