//! Pages as items: news or not, and the page type.

mod backend;
pub(crate) mod jsonl;
mod keys;

use chrono::Utc;
use classify::PageType;
use extract::Label;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use store::{Address, Judgement, LabelCandidate, PageKey, PageLabel, Prediction, StoredPage};

use self::keys::{TYPES, meaning, name};
use super::item::{Action, Item, Pane, TextLine};
use super::wrap;
use crate::console::clean;
use crate::reading::{self, Judge};
pub(crate) use backend::label_pages;

/// Bytes of a text that are shown; more is not needed to tell news from other pages.
const MAX_TEXT: usize = 100_000;
/// Blocks that are shown, and bytes of each.
const MAX_BLOCKS: usize = 1_000;
const MAX_BLOCK: usize = 5_000;

/// A page; every text is safe to print.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PageItem {
    pub(super) address: Address,
    pub(super) page: PageKey,
    pub(super) site: String,
    pub(super) url: String,
    pub(super) title: String,
    pub(super) prediction: Prediction,
    pub(super) reason: String,
    /// The label the same person gave it before.
    pub(super) previous: Option<Judgement>,
    pub(super) text: Vec<String>,
    pub(super) blocks: Vec<PageBlock>,
}

/// A block with the judgement of the extractor.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PageBlock {
    pub(super) is_content: bool,
    pub(super) probability: Option<f32>,
    pub(super) text: String,
}

impl PageItem {
    /// Reads a page. Its text is what the extractor takes from the page alone.
    pub(super) fn read(candidate: LabelCandidate, page: &StoredPage, judge: &Judge) -> Self {
        let html = html::decode(&page.body, page.content_type.as_deref()).text;
        let url = reading::parsed(Some(&page.url));
        let input = extract::Input::new(&html, url.as_ref());
        let extraction = extract::extract(&input, &judge.options);
        let explained = extract::explain(&input, &judge.options);
        let blocks = explained.blocks.iter().map(|block| PageBlock {
            is_content: block.label == Label::Content,
            probability: block.probability,
            text: clean::line(&block.text[..block.text.floor_char_boundary(MAX_BLOCK)]),
        });
        let said = extraction.metadata;
        let title = said
            .title
            .or(said.title_page)
            .or_else(|| page.title_feed.clone());
        Self {
            address: candidate.address,
            page: candidate.page,
            site: clean::line(&candidate.site_id),
            url: clean::line(&page.url),
            title: clean::line(&title.unwrap_or_default()),
            prediction: candidate.prediction,
            reason: clean::line(&candidate.reason),
            previous: candidate.previous,
            text: clean::paragraphs(&extraction.text, MAX_TEXT),
            blocks: blocks.take(MAX_BLOCKS).collect(),
        }
    }
}

impl PageBlock {
    /// The block in lines: `+` for content, its probability, its text.
    fn rows(&self, columns: usize) -> Vec<TextLine> {
        let mark = if self.is_content { '+' } else { ' ' };
        let head = self
            .probability
            .map_or_else(|| format!("{mark} "), |p| format!("{mark} {p:.2} "));
        let lines = wrap::wrap(&self.text, columns.saturating_sub(head.len()));
        let rows = lines
            .into_iter()
            .enumerate()
            .map(|(number, line)| TextLine {
                text: match number {
                    0 => head.clone() + &line,
                    _ => " ".repeat(head.len()) + &line,
                },
                is_faint: !self.is_content,
            });
        rows.collect()
    }
}

impl Item for PageItem {
    type Key = Address;
    type Answer = PageType;
    type Label = PageLabel;

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
        self.previous.is_some()
    }

    fn label(&self, page_type: PageType, who: &str) -> PageLabel {
        PageLabel {
            address: self.address,
            page: self.page,
            who: who.to_owned(),
            at: Utc::now(),
            judgement: Judgement {
                is_news: page_type.is_article(),
                page_type: Some(page_type.as_str().to_owned()),
            },
            prediction: Some(self.prediction.clone()),
        }
    }

    /// A page without text shows its blocks instead.
    fn rows(&self, pane: Pane, columns: usize) -> Vec<TextLine> {
        match pane {
            Pane::Text if !self.text.is_empty() => {
                let paragraphs = self.text.iter().map(|text| wrap::wrap(text, columns));
                let rows = paragraphs
                    .map(|lines| lines.into_iter().map(TextLine::plain).collect::<Vec<_>>());
                rows.collect::<Vec<_>>()
                    .join(&TextLine::plain(String::new()))
            }
            _ if self.blocks.is_empty() => vec![TextLine::faint("(the page has no text at all)")],
            Pane::Text => {
                let mut rows = vec![TextLine::faint("(no text was found; these are its blocks)")];
                rows.extend(self.blocks.iter().flat_map(|block| block.rows(columns)));
                rows
            }
            Pane::Blocks => {
                let rows = self.blocks.iter().flat_map(|block| block.rows(columns));
                rows.collect()
            }
        }
    }

    /// Title, address, and what the code makes of the page.
    fn head(&self, width: usize) -> Vec<Line<'static>> {
        let title = if self.title.is_empty() {
            "(no title)"
        } else {
            &self.title
        };
        let prediction = &self.prediction;
        let is_news = prediction.page_type.parse().is_ok_and(PageType::is_article);
        let color = if is_news { Color::Green } else { Color::Yellow };
        let said = self.previous.as_ref().map_or_else(String::new, |said| {
            let by_type = said.page_type.as_deref().map(name);
            let plain = if said.is_news { "news" } else { "not news" };
            format!("you said {}; ", by_type.as_deref().unwrap_or(plain))
        });
        let guessed = format!(" {} {:.3}", name(&prediction.page_type), prediction.score);
        let because = format!("  {said}{}: {}", prediction.source, self.reason);
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
            'b' => Action::SwitchPane,
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

    fn keys(pane: Pane) -> String {
        let other = match pane {
            Pane::Text => "blocks",
            Pane::Blocks => "text",
        };
        format!(" n news  x no news  p type  s skip  u undo  o open  b {other}  ? help  q quit")
    }
}

#[cfg(test)]
pub(super) mod samples {
    use store::PageKey;

    use super::*;

    /// The page of a newspaper with this number.
    pub(in crate::label) fn item(number: i64) -> PageItem {
        let block = |is_content, probability, text: &str| PageBlock {
            is_content,
            probability: Some(probability),
            text: text.to_owned(),
        };
        let lead = "The bridge across the river stays closed until the engineers have looked at it, the council \
                    decided on Monday after a debate of four hours.";
        PageItem {
            address: Address {
                host_id: 1,
                url_id: number,
            },
            page: PageKey {
                fetched_at: chrono::DateTime::UNIX_EPOCH,
                page_id: number,
            },
            site: "morning".to_owned(),
            url: format!("https://www.morning.example/bridge-{number}.html"),
            title: format!("Bridge {number} closed"),
            prediction: Prediction {
                version: "gleaner 1, seven 1".to_owned(),
                page_type: "article".to_owned(),
                source: "model:seven".to_owned(),
                score: 0.53,
            },
            reason: "much text in few links".to_owned(),
            previous: None,
            text: vec![lead.to_owned(), "Nobody was hurt.".to_owned()],
            blocks: vec![
                block(false, 0.02, "Home Sport Weather"),
                block(true, 0.97, lead),
                block(true, 0.81, "Nobody was hurt."),
                block(false, 0.11, "Imprint"),
            ],
        }
    }
}
