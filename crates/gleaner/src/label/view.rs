//! The desk drawn.

#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::desk::{Desk, Over};
use super::task::Task;
use super::wrap;

/// Lines above the text, and below.
const HEAD: u16 = 5;
const FOOT: u16 = 3;

/// Columns and lines that the text has on a screen of this size.
pub(super) fn room<T: Task>(width: u16, height: u16) -> (usize, usize) {
    let columns = width.saturating_sub(2).min(T::MAX_COLUMNS);
    let lines = height.saturating_sub(HEAD + FOOT);
    (usize::from(columns), usize::from(lines))
}

/// Draws the desk.
pub(super) fn draw<T: Task>(frame: &mut Frame<'_>, desk: &Desk<T>) {
    let area = frame.area();
    let width = usize::from(area.width.saturating_sub(2));
    let mut lines = head(desk, width);
    let rule = "─".repeat(usize::from(area.width));
    let (above, below) = desk.unseen();
    lines.push(Line::styled(rule.clone(), faint()));
    lines.extend(desk.seen().iter().map(|row| {
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
    let keys = Line::from(T::keys(desk.side));
    let foot_lines = vec![
        Line::styled(rule, faint()),
        Line::from(format!(" {}", wrap::cut(&desk.remark, width))),
        keys.style(Style::new().add_modifier(Modifier::BOLD)),
    ];
    frame.render_widget(Paragraph::new(foot_lines), foot);
    match desk.over {
        Over::Nothing => {}
        Over::Types => over(frame, " What is it? One key; Esc goes back ", &T::choices()),
        Over::Help => over(frame, " Keys ", &help::<T>()),
    }
}

fn faint() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

/// What the task is, and the count.
fn head<T: Task>(desk: &Desk<T>, width: usize) -> Vec<Line<'static>> {
    let mut lines = match &desk.now {
        Some(sheet) => sheet.head(width),
        None if desk.at_end => vec![
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
        format!(" {}", wrap::cut(&counted(desk), width)),
        faint(),
    ));
    lines
}

fn counted<T: Task>(desk: &Desk<T>) -> String {
    let count = &desk.count;
    let origin = desk.now.as_ref().map_or("", |sheet| sheet.origin());
    let pace = count
        .per_hour()
        .map_or_else(String::new, |pace| format!(", {pace} an hour"));
    let dot = if origin.is_empty() { "" } else { " · " };
    format!(
        "{origin}{dot}{}: {} labelled, {} now{pace} · {} to go",
        desk.who,
        count.all,
        count.session,
        desk.to_go()
    )
}

/// A box in the middle.
fn over(frame: &mut Frame<'_>, title: &str, lines: &[String]) {
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

fn help<T: Task>() -> Vec<String> {
    let rows = T::HELP
        .iter()
        .map(|(key, meaning)| format!("{key:<16} {meaning}"));
    rows.collect()
}
