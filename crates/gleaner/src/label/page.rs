//! A page as a task: news or not, and its type.

use classify::PageType;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use store::{Address, Guess, Judgement, PageKey};

use super::keys::{self, TYPES, meaning, name};
use super::sheet::Sheet;
use super::task::{Action, Row, Side, Task};
use super::wrap;

/// A page with what was just said of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Marked {
    pub(super) address: Address,
    pub(super) page: PageKey,
    pub(super) judgement: Judgement,
    pub(super) guess: Guess,
}

impl Task for Sheet {
    type Key = Address;
    type Answer = PageType;
    type Label = Marked;

    const NOUN: &'static str = "page";
    /// Text is easier to read in lines that are not too long.
    const MAX_COLUMNS: u16 = 110;
    const HELP_KEY: char = '?';
    const HELP: &'static [(&'static str, &'static str)] = &[
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

    fn key(&self) -> Address {
        self.address
    }

    fn heading(&self) -> &str {
        if self.title.is_empty() {
            &self.url
        } else {
            &self.title
        }
    }

    fn origin(&self) -> &str {
        &self.site
    }

    fn addresses(&self) -> Vec<String> {
        vec![self.url.clone()]
    }

    fn is_labelled(&self) -> bool {
        self.said.is_some()
    }

    fn label(&self, page_type: PageType) -> Marked {
        Marked {
            address: self.address,
            page: self.page,
            judgement: Judgement {
                is_news: page_type.is_article(),
                page_type: Some(page_type.as_str().to_owned()),
            },
            guess: self.guess.clone(),
        }
    }

    fn rows(&self, side: Side, columns: usize) -> Vec<Row> {
        self.lines(side, columns)
    }

    /// Title, address, and what the code makes of the page.
    fn head(&self, width: usize) -> Vec<Line<'static>> {
        let title = if self.title.is_empty() {
            "(no title)"
        } else {
            &self.title
        };
        let guess = &self.guess;
        let is_news = guess.page_type.parse().is_ok_and(PageType::is_article);
        let color = if is_news { Color::Green } else { Color::Yellow };
        let said = self.said.as_ref().map_or_else(String::new, |said| {
            let by_type = said.page_type.as_deref().map(name);
            let plain = if said.is_news { "news" } else { "not news" };
            format!("you said {}; ", by_type.as_deref().unwrap_or(plain))
        });
        let guessed = format!(" {} {:.3}", name(&guess.page_type), guess.score);
        let because = format!("  {said}{}: {}", guess.source, self.reason);
        let left = width.saturating_sub(wrap::width(&guessed));
        vec![
            Line::styled(
                format!(" {}", wrap::cut(title, width)),
                Style::new().add_modifier(Modifier::BOLD),
            ),
            Line::styled(
                format!(" {}", wrap::cut(&self.url, width)),
                Style::new().fg(Color::Cyan),
            ),
            Line::from(vec![
                Span::styled(guessed, Style::new().fg(color).add_modifier(Modifier::BOLD)),
                Span::raw(wrap::cut(&because, left)),
            ]),
        ]
    }

    fn name(page_type: PageType) -> String {
        name(page_type.as_str())
    }

    fn action(key: char) -> Option<Action<PageType>> {
        Some(match key {
            'n' => Action::Answer(PageType::Article),
            'x' => Action::Answer(PageType::Other),
            'p' => Action::Choose,
            's' => Action::Skip,
            'u' => Action::Undo,
            'o' => Action::Open,
            'b' => Action::TurnOver,
            '?' | 'h' => Action::Help,
            _ => return None,
        })
    }

    fn choice(key: char) -> Option<PageType> {
        keys::page_type(key)
    }

    /// The page types in two columns, down the first and then the second.
    fn choices() -> Vec<String> {
        let cell = |(key, page_type): (char, PageType)| {
            format!(
                "{key}  {:<14} {:<29}",
                name(page_type.as_str()),
                meaning(page_type)
            )
        };
        let (left, right) = TYPES.split_at(TYPES.len().div_ceil(2));
        let rows =
            std::iter::zip(left, right).map(|(left, right)| cell(*left) + " " + &cell(*right));
        rows.collect()
    }

    fn keys(side: Side) -> String {
        let other = match side {
            Side::Text => "blocks",
            Side::Blocks => "text",
        };
        format!(" n news  x no news  p type  s skip  u undo  o open  b {other}  ? help  q quit")
    }
}
