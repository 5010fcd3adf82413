//! What can be said of two articles.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use store::{Pair, PairAnswer, PairKind};

use super::sheet::{PairSheet, Text};
use crate::label::task::{Action, Row, Side, Task};
use crate::label::wrap;

/// An answer for people.
fn name(answer: PairAnswer) -> &'static str {
    match answer {
        PairAnswer::Same => "same",
        PairAnswer::Different => "different",
        PairAnswer::Unsure => "not sure",
    }
}

/// A pair with what was just said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MarkedPair {
    pub(super) kind: PairKind,
    pub(super) pair: Pair,
    pub(super) versions: [i32; 2],
    pub(super) same: Option<bool>,
}

impl Task for PairSheet {
    type Key = Pair;
    type Answer = PairAnswer;
    type Label = MarkedPair;

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
        self.said.is_some()
    }

    fn label(&self, answer: PairAnswer) -> MarkedPair {
        MarkedPair {
            kind: self.kind,
            pair: self.pair.clone(),
            versions: self.versions,
            same: answer.same(),
        }
    }

    fn rows(&self, side: Side, columns: usize) -> Vec<Row> {
        self.lines(side, columns)
    }

    /// The question, and where the two are from. What the code makes of them is not told: it would be an answer.
    fn head(&self, width: usize) -> Vec<Line<'static>> {
        let question = match self.kind {
            PairKind::Copies => "Are these one text: the same, cut, or edited?",
            PairKind::Stories => "Do these tell of one event?",
        };
        let said = self
            .said
            .map_or_else(String::new, |said| format!("  (you said {})", name(said)));
        let from = |text: &Text| {
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
            't' => Action::TurnOver,
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

    fn keys(side: Side) -> String {
        let turn = match side {
            Side::Text => "below each other",
            Side::Blocks => "beside each other",
        };
        format!(
            " s same  d different  ? not sure  n next  b back  o open  t {turn}  h help  q quit"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyEvent};

    use super::*;
    use crate::label::desk::{Delivery, Desk, Over, Wish, WishOf};
    use crate::label::pair::sheet::samples::pair;
    use crate::label::view;

    fn desk(kind: PairKind) -> Desk<PairSheet> {
        let mut desk = Desk::new("ana", 4);
        for number in 1..=3 {
            let sheet = Box::new(pair(kind, number));
            desk.take(Delivery::Sheet { sheet, behind: 0 }, Duration::ZERO);
        }
        desk.take(Delivery::End, Duration::ZERO);
        desk
    }

    fn press(desk: &mut Desk<PairSheet>, key: char) -> Option<WishOf<PairSheet>> {
        desk.press(KeyEvent::from(KeyCode::Char(key)), Duration::from_secs(2))
    }

    fn saved(wish: Option<WishOf<PairSheet>>) -> (String, Option<bool>) {
        match wish {
            Some(Wish::Save(marked)) => (marked.pair.a, marked.same),
            other => panic!("{other:?} is no label"),
        }
    }

    #[test]
    fn one_key_says_same_different_or_not_sure() {
        let mut desk = desk(PairKind::Copies);
        assert_eq!(saved(press(&mut desk, 's')), ("a1".to_owned(), Some(true)));
        assert_eq!(saved(press(&mut desk, 'd')), ("a2".to_owned(), Some(false)));
        assert_eq!(desk.remark, "different: [31mNo way across");
        assert_eq!(saved(press(&mut desk, '?')), ("a3".to_owned(), None));
        assert_eq!((desk.count.all, desk.count.session), (7, 3));
        assert_eq!(press(&mut desk, 's'), None);
        assert_eq!(desk.remark, "there is nothing more to label");
    }

    #[test]
    fn back_takes_the_last_label_back_and_next_leaves_none() {
        let mut desk = desk(PairKind::Stories);
        press(&mut desk, 's');
        assert_eq!(press(&mut desk, 'n'), None);
        assert_eq!(desk.count.session, 1);
        assert_eq!(press(&mut desk, 'b'), None, "a skip is in no database");
        let first = pair(PairKind::Stories, 1).pair;
        assert_eq!(press(&mut desk, 'b'), Some(Wish::Undo(first)));
        assert_eq!(desk.count.all, 4);
        assert_eq!(saved(press(&mut desk, 'd')), ("a1".to_owned(), Some(false)));
    }

    #[test]
    fn keys_of_pages_are_not_those_of_pairs() {
        let mut desk = desk(PairKind::Copies);
        for key in ['x', 'p', 'a', 'l'] {
            assert_eq!(press(&mut desk, key), None);
            assert_eq!(desk.remark, format!("{key} is no key here; h shows them"));
        }
        press(&mut desk, 'h');
        assert_eq!(desk.over, Over::Help);
        assert_eq!(press(&mut desk, 's'), None, "it only closes the help");
        let both = ["https://www.b.example/", "https://www.a.example/"];
        let open = Wish::Open(both.map(str::to_owned).to_vec());
        assert_eq!(press(&mut desk, 'o'), Some(open));
        assert_eq!(press(&mut desk, 'q'), Some(Wish::Quit));
    }

    fn drawn(desk: &mut Desk<PairSheet>, width: u16, height: u16) -> String {
        let (columns, lines) = view::room::<PairSheet>(width, height);
        desk.fit(columns, lines);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view::draw(frame, desk)).unwrap();
        let lines = terminal.backend().to_string();
        let lines = lines.lines();
        let lines = lines.map(|line| line.trim_matches('"').trim_end().to_owned() + "\n");
        lines.collect()
    }

    #[test]
    fn two_texts_and_the_question() {
        let mut desk = desk(PairKind::Copies);
        press(&mut desk, 's');
        insta::assert_snapshot!(drawn(&mut desk, 100, 16));
    }

    #[test]
    fn the_help_of_pairs() {
        let mut desk = desk(PairKind::Stories);
        press(&mut desk, 'h');
        insta::assert_snapshot!(drawn(&mut desk, 100, 20));
    }

    #[test]
    fn no_window_is_too_small_for_two() {
        let mut desk = desk(PairKind::Copies);
        for (width, height) in [(1, 1), (5, 3), (20, 8), (300, 2)] {
            drawn(&mut desk, width, height);
        }
    }
}
