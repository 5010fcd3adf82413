//! The desk drawn.

#[cfg(test)]
mod tests;

use classify::PageType;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::desk::{Desk, Over};
use super::keys::{TYPES, meaning, name};
use super::sheet::{Sheet, Side};
use super::wrap;

/// Lines above the text, and below.
const HEAD: u16 = 5;
const FOOT: u16 = 3;
/// Text is easier to read in lines that are not too long.
const MAX_COLUMNS: u16 = 110;

const HELP: [(&str, &str); 12] = [
    ("n", "news: an article"),
    ("x", "not news: anything else (type other)"),
    (
        "p",
        "choose the page type from a list; says news or not by itself",
    ),
    ("s", "skip: not now, and not again before the next start"),
    (
        "u",
        "undo: the last page comes back, its label goes; again and again",
    ),
    ("o", "open the address in the browser"),
    (
        "b",
        "the blocks of the page instead of its text: + is content, with its probability",
    ),
    ("j k ↓ ↑", "scroll by a line"),
    ("Space PgDn PgUp", "scroll by a page; Home and End"),
    ("?", "this help; any key closes it"),
    ("Esc", "closes the list of types"),
    ("q Ctrl-C", "quit; every label is saved at once"),
];

/// Columns and lines that the text has on a screen of this size.
pub(super) fn room(width: u16, height: u16) -> (usize, usize) {
    let columns = width.saturating_sub(2).min(MAX_COLUMNS);
    let lines = height.saturating_sub(HEAD + FOOT);
    (usize::from(columns), usize::from(lines))
}

/// Draws the desk.
pub(super) fn draw(frame: &mut Frame<'_>, desk: &Desk) {
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
    let keys = Line::from(
        " n news  x no news  p type  s skip  u undo  o open  b ".to_owned()
            + other_side(desk)
            + "  ? help  q quit",
    );
    let foot_lines = vec![
        Line::styled(rule, faint()),
        Line::from(format!(" {}", wrap::cut(&desk.remark, width))),
        keys.style(Style::new().add_modifier(Modifier::BOLD)),
    ];
    frame.render_widget(Paragraph::new(foot_lines), foot);
    match desk.over {
        Over::Nothing => {}
        Over::Types => over(frame, " What is it? One key; Esc goes back ", &types()),
        Over::Help => over(frame, " Keys ", &help()),
    }
}

fn faint() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

fn other_side(desk: &Desk) -> &'static str {
    match desk.side {
        Side::Text => "blocks",
        Side::Blocks => "text",
    }
}

/// Title, address, what the code makes of the page, and the count.
fn head(desk: &Desk, width: usize) -> Vec<Line<'static>> {
    let mut lines = match &desk.now {
        Some(sheet) => of_page(sheet, width),
        None if desk.at_end => vec![
            Line::raw(" There is nothing more to label."),
            Line::raw(" q quits; `gleaner label export` writes the labels to a file."),
            Line::default(),
        ],
        None => vec![
            Line::raw(" The next page is on its way …"),
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

fn of_page(sheet: &Sheet, width: usize) -> Vec<Line<'static>> {
    let title = if sheet.title.is_empty() {
        "(no title)"
    } else {
        &sheet.title
    };
    let guess = &sheet.guess;
    let is_news = guess.page_type.parse().is_ok_and(PageType::is_article);
    let color = if is_news { Color::Green } else { Color::Yellow };
    let said = sheet.said.as_ref().map_or_else(String::new, |said| {
        let by_type = said.page_type.as_deref().map(name);
        let plain = if said.is_news { "news" } else { "not news" };
        format!("you said {}; ", by_type.as_deref().unwrap_or(plain))
    });
    let guessed = format!(" {} {:.3}", name(&guess.page_type), guess.score);
    let because = format!("  {said}{}: {}", guess.source, sheet.reason);
    let left = width.saturating_sub(wrap::width(&guessed));
    vec![
        Line::styled(
            format!(" {}", wrap::cut(title, width)),
            Style::new().add_modifier(Modifier::BOLD),
        ),
        Line::styled(
            format!(" {}", wrap::cut(&sheet.url, width)),
            Style::new().fg(Color::Cyan),
        ),
        Line::from(vec![
            Span::styled(guessed, Style::new().fg(color).add_modifier(Modifier::BOLD)),
            Span::raw(wrap::cut(&because, left)),
        ]),
    ]
}

fn counted(desk: &Desk) -> String {
    let count = &desk.count;
    let site = desk.now.as_ref().map_or("", |sheet| &sheet.site);
    let pace = count
        .per_hour()
        .map_or_else(String::new, |pace| format!(", {pace} an hour"));
    let dot = if site.is_empty() { "" } else { " · " };
    format!(
        "{site}{dot}{}: {} labelled, {} now{pace} · {} to go",
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

/// The page types in two columns, down the first and then the second.
fn types() -> Vec<String> {
    let cell = |(key, page_type): (char, PageType)| {
        format!(
            "{key}  {:<14} {:<29}",
            name(page_type.as_str()),
            meaning(page_type)
        )
    };
    let (left, right) = TYPES.split_at(TYPES.len().div_ceil(2));
    let rows = std::iter::zip(left, right).map(|(left, right)| cell(*left) + " " + &cell(*right));
    rows.collect()
}

fn help() -> Vec<String> {
    let rows = HELP
        .iter()
        .map(|(key, meaning)| format!("{key:<16} {meaning}"));
    rows.collect()
}
