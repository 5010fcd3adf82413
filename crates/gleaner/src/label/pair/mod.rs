//! Pairs of articles as items: one text or two, one event or two.
//!
//! [`mod@draw`] draws a sample for a database, by [`lab::sampling`]; [`backend`] fetches its pairs; [`jsonl`] is a label
//! as JSON.

mod backend;
mod draw;
pub(crate) mod jsonl;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use store::{Pair, PairAnswer, PairCandidate, PairKind, PairLabel, VersionText};

use super::item::{Action, Item, Pane, TextLine};
use super::wrap;
use crate::console::clean;

pub(crate) use backend::label_pairs;
pub(crate) use draw::{DrawLimits, draw};

/// Bytes of a text that are shown.
const MAX_TEXT: usize = 100_000;
/// Columns of a text beside another; with fewer, one is below the other.
const MIN_COLUMNS: usize = 30;
/// Between two texts.
const GAP: &str = " │ ";
/// Before a line that both texts have, and before others.
const COMMON: &str = "= ";
const OWN: &str = "  ";

/// A pair of articles; every text is safe to print.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PairItem {
    pub(super) kind: PairKind,
    pub(super) pair: Pair,
    pub(super) versions: [i32; 2],
    /// What the same person said before.
    pub(super) previous: Option<PairAnswer>,
    /// The one that came first, and the other.
    pub(super) texts: [PairText; 2],
}

/// An article.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PairText {
    pub(super) site: String,
    pub(super) url: String,
    pub(super) title: String,
    pub(super) at: DateTime<Utc>,
    paragraphs: Vec<String>,
    /// Hashes of the word 3-grams of the whole text.
    grams: HashSet<u64>,
}

impl PairText {
    pub(super) fn of(article: &VersionText) -> Self {
        Self {
            site: clean::line(&article.site_id),
            url: clean::line(&article.url),
            title: clean::line(article.title.as_deref().unwrap_or("(no title)")),
            at: article.at,
            paragraphs: clean::paragraphs(&article.text, MAX_TEXT),
            grams: grams(&article.text).collect(),
        }
    }

    /// Its lines, each with whether the other text contains it too.
    fn rows(&self, other: &Self, columns: usize, kind: PairKind) -> Vec<(String, bool)> {
        let title = wrap::wrap(&self.title, columns).into_iter();
        let mut rows: Vec<(String, bool)> = title.map(|line| (line, false)).collect();
        for paragraph in &self.paragraphs {
            rows.push((String::new(), false));
            rows.extend(wrap::wrap(paragraph, columns).into_iter().map(|line| {
                let is_common = kind == PairKind::Copies && other.has(&line);
                (line, is_common)
            }));
        }
        if self.paragraphs.is_empty() {
            rows.push(("(the article has no text)".to_owned(), false));
        }
        rows
    }

    /// Whether this text contains most of a line; false for lines of fewer than three words.
    fn has(&self, line: &str) -> bool {
        let (mut here, mut all) = (0, 0);
        for gram in grams(line) {
            all += 1;
            here += usize::from(self.grams.contains(&gram));
        }
        all > 0 && here * 2 > all
    }
}

/// Hashes of the word 3-grams of a text, good for this process.
fn grams(text: &str) -> impl Iterator<Item = u64> {
    use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

    let normal = aggregate::normalise(&text[..text.floor_char_boundary(MAX_TEXT)]);
    let words: Vec<String> = normal.split_whitespace().map(str::to_owned).collect();
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let grams: Vec<u64> = words
        .windows(3)
        .map(|three| hasher.hash_one(three))
        .collect();
    grams.into_iter()
}

impl PairItem {
    /// Lays two articles beside each other; `first` is the one of the pair with the smaller id.
    pub(super) fn of(
        kind: PairKind,
        candidate: PairCandidate,
        first: &VersionText,
        second: &VersionText,
    ) -> Self {
        let mut both = [first, second];
        both.sort_by_key(|article| article.at);
        Self {
            kind,
            pair: candidate.pair,
            versions: candidate.versions,
            previous: candidate.previous,
            texts: both.map(PairText::of),
        }
    }

    fn one(&self, text: &PairText, other: &PairText, columns: usize) -> Vec<TextLine> {
        let rows = text.rows(other, columns, self.kind).into_iter();
        let rows = rows.map(|(line, is_common)| {
            let mark = if is_common { COMMON } else { OWN };
            TextLine::plain(format!("{mark}{line}").trim_end().to_owned())
        });
        rows.collect()
    }
}

/// An answer for people.
fn name(answer: PairAnswer) -> &'static str {
    match answer {
        PairAnswer::Same => "same",
        PairAnswer::Different => "different",
        PairAnswer::Unsure => "not sure",
    }
}

impl Item for PairItem {
    type Key = Pair;
    type Answer = PairAnswer;
    type Label = PairLabel;

    const NOUN: &'static str = "pair";
    /// Two texts beside each other.
    const MAX_COLUMNS: u16 = 200;
    const HELP_KEY: char = 'h';
    const HELP: &'static [(&'static str, &'static str)] = &[
        (
            "s",
            "same: one text, cut or edited or not; of stories, one event",
        ),
        ("d", "different: two texts, or two events"),
        ("?", "not sure: not asked again, and counted neither way"),
        ("n", "next: not now, and not again before the next start"),
        (
            "b u Backspace",
            "back: the last pair comes back, its label goes; again and again",
        ),
        ("o", "open both addresses in the browser"),
        ("t", "turn: one text below the other, or beside each other"),
        ("j k ↓ ↑", "scroll by a line"),
        ("Space PgDn PgUp", "scroll by a page; Home and End"),
        ("h", "this help; any key closes it"),
        ("q Ctrl-C", "quit; every label is saved at once"),
        ("", "a line with = stands in the other text too"),
    ];

    fn key(&self) -> Pair {
        self.pair.clone()
    }

    fn heading(&self) -> &str {
        &self.texts[0].title
    }

    fn origin(&self) -> &str {
        self.kind.as_str()
    }

    fn addresses(&self) -> Vec<String> {
        self.texts.iter().map(|text| text.url.clone()).collect()
    }

    fn is_labelled(&self) -> bool {
        self.previous.is_some()
    }

    fn label(&self, answer: PairAnswer, who: &str) -> PairLabel {
        PairLabel {
            kind: self.kind,
            pair: self.pair.clone(),
            versions: self.versions,
            who: who.to_owned(),
            same: answer.same(),
            at: Some(Utc::now()),
        }
    }

    /// The texts beside each other, or one below the other.
    fn rows(&self, pane: Pane, columns: usize) -> Vec<TextLine> {
        let [first, second] = &self.texts;
        let half = columns.saturating_sub(wrap::width(GAP)) / 2;
        if pane == Pane::Blocks || half < MIN_COLUMNS {
            let columns = columns.saturating_sub(COMMON.len());
            let mut rows = self.one(first, second, columns);
            rows.push(TextLine::faint(&"─".repeat(columns)));
            rows.extend(self.one(second, first, columns));
            return rows;
        }
        let own = half - COMMON.len();
        let left = first.rows(second, own, self.kind);
        let right = second.rows(first, own, self.kind);
        let cell = |row: Option<&(String, bool)>| {
            let (line, is_common) = row.map_or(("", false), |row| (row.0.as_str(), row.1));
            let mark = if is_common { COMMON } else { OWN };
            format!("{mark}{line}")
        };
        let rows = (0..left.len().max(right.len())).map(|at| {
            let (left, right) = (cell(left.get(at)), cell(right.get(at)));
            let space = " ".repeat(half.saturating_sub(wrap::width(&left)));
            TextLine::plain(format!("{left}{space}{GAP}{right}").trim_end().to_owned())
        });
        rows.collect()
    }

    /// The question, and where the two are from. The verdict of the code is not shown: it would suggest an answer.
    fn head(&self, width: usize) -> Vec<Line<'static>> {
        let question = match self.kind {
            PairKind::Copies => "Are these one text: the same, cut, or edited?",
            PairKind::Stories => "Do these tell of one event?",
        };
        let said = self
            .previous
            .map_or_else(String::new, |said| format!("  (you said {})", name(said)));
        let from = |text: &PairText| {
            let at = text.at.format("%Y-%m-%d %H:%M");
            let line = format!("{at}  {}  {}", text.site, text.url);
            Line::styled(
                format!(" {}", wrap::cut(&line, width)),
                Style::new().fg(Color::Cyan),
            )
        };
        let [first, second] = &self.texts;
        vec![
            Line::styled(
                format!(" {}", wrap::cut(&format!("{question}{said}"), width)),
                Style::new().add_modifier(Modifier::BOLD),
            ),
            from(first),
            from(second),
        ]
    }

    fn name(answer: PairAnswer) -> String {
        name(answer).to_owned()
    }

    fn action(key: char) -> Option<Action<PairAnswer>> {
        Some(match key {
            's' => Action::Answer(PairAnswer::Same),
            'd' => Action::Answer(PairAnswer::Different),
            '?' => Action::Answer(PairAnswer::Unsure),
            'n' => Action::Skip,
            'b' | 'u' => Action::Undo,
            'o' => Action::Open,
            't' => Action::SwitchPane,
            'h' => Action::Help,
            _ => return None,
        })
    }

    /// All answers have a key of their own.
    fn choice(_: char) -> Option<PairAnswer> {
        None
    }

    fn choices() -> Vec<String> {
        Vec::new()
    }

    fn keys(pane: Pane) -> String {
        let turn = match pane {
            Pane::Text => "below each other",
            Pane::Blocks => "beside each other",
        };
        format!(
            " s same  d different  ? not sure  n next  b back  o open  t {turn}  h help  q quit"
        )
    }
}
