//! Two articles beside each other.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use store::{Pair, PairAnswer, PairCandidate, PairKind, VersionText};

use crate::console::clean;
use crate::label::item::{Pane, TextLine};
use crate::label::wrap;

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
    pub(super) said: Option<PairAnswer>,
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
            said: candidate.said,
            texts: both.map(PairText::of),
        }
    }

    /// The texts beside each other, or one below the other.
    pub(super) fn lines(&self, pane: Pane, columns: usize) -> Vec<TextLine> {
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

    fn one(&self, text: &PairText, other: &PairText, columns: usize) -> Vec<TextLine> {
        let rows = text.rows(other, columns, self.kind).into_iter();
        let rows = rows.map(|(line, is_common)| {
            let mark = if is_common { COMMON } else { OWN };
            TextLine::plain(format!("{mark}{line}").trim_end().to_owned())
        });
        rows.collect()
    }
}

#[cfg(test)]
pub(super) mod samples {
    use super::*;

    fn text(id: &str, title: &str, hour: i64, text: &str) -> VersionText {
        VersionText {
            id: id.to_owned(),
            version: 1,
            site_id: format!("site-{id}"),
            url: format!("https://www.{id}.example/"),
            title: Some(title.to_owned()),
            text: text.to_owned(),
            at: DateTime::UNIX_EPOCH + chrono::TimeDelta::hours(hour),
            language: None,
        }
    }

    /// The pair with this number: two reports with a paragraph in common.
    pub(in crate::label) fn pair(kind: PairKind, number: i32) -> PairItem {
        let wire =
            "The bridge across the river stays closed until the engineers have looked at it.";
        let a = text(
            "a",
            &format!("Bridge {number} closed"),
            9,
            &format!("{wire}\nCyclists keep their lane."),
        );
        let b = text(
            "b",
            "\u{1b}[31mNo way across",
            7,
            &format!("{wire}\nBuses take the long way round."),
        );
        let candidate = PairCandidate {
            place: number,
            pair: Pair {
                a: format!("a{number}"),
                b: format!("b{number}"),
            },
            versions: [1, 1],
            said: None,
        };
        PairItem::of(kind, candidate, &a, &b)
    }
}

#[cfg(test)]
mod tests {
    use super::samples::pair;
    use super::*;

    fn shown(item: &PairItem, pane: Pane, columns: usize) -> Vec<String> {
        let rows = item.lines(pane, columns).into_iter();
        rows.map(|row| row.text).collect()
    }

    #[test]
    fn texts_stand_beside_each_other_the_earlier_one_left() {
        let rows = shown(&pair(PairKind::Copies, 1), Pane::Text, 93);
        assert_eq!(
            rows,
            [
                "  [31mNo way across                           │   Bridge 1 closed",
                "                                              │",
                "= The bridge across the river stays closed    │ = The bridge across the river stays closed",
                "= until the engineers have looked at it.      │ = until the engineers have looked at it.",
                "                                              │",
                "  Buses take the long way round.              │   Cyclists keep their lane.",
            ]
        );
    }

    #[test]
    fn where_there_is_no_room_one_stands_below_the_other() {
        let below = shown(&pair(PairKind::Copies, 1), Pane::Text, 50);
        assert_eq!(below, shown(&pair(PairKind::Copies, 1), Pane::Blocks, 50));
        assert_eq!(below.iter().filter(|row| row.starts_with("= ")).count(), 4);
        assert_eq!(below[0], "  [31mNo way across");
    }

    #[test]
    fn what_two_reports_have_in_common_is_not_marked_where_events_are_asked_for() {
        let rows = shown(&pair(PairKind::Stories, 1), Pane::Text, 93);
        assert!(rows.iter().all(|row| !row.contains("= ")), "{rows:?}");
    }
}
