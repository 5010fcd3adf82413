//! The answers about two articles, and their keys.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use store::{Pair, PairAnswer, PairKind};

use super::item::{PairItem, PairText};
use crate::label::item::{Action, Item, Pane, TextLine};
use crate::label::wrap;

/// An answer for people.
fn name(answer: PairAnswer) -> &'static str {
    match answer {
        PairAnswer::Same => "same",
        PairAnswer::Different => "different",
        PairAnswer::Unsure => "not sure",
    }
}

/// A label that was just given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewPairLabel {
    pub(super) kind: PairKind,
    pub(super) pair: Pair,
    pub(super) versions: [i32; 2],
    pub(super) same: Option<bool>,
}

impl Item for PairItem {
    type Key = Pair;
    type Answer = PairAnswer;
    type Label = NewPairLabel;

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

    fn label(&self, answer: PairAnswer) -> NewPairLabel {
        NewPairLabel {
            kind: self.kind,
            pair: self.pair.clone(),
            versions: self.versions,
            same: answer.same(),
        }
    }

    fn rows(&self, pane: Pane, columns: usize) -> Vec<TextLine> {
        self.lines(pane, columns)
    }

    /// The question, and where the two are from. The verdict of the code is not shown: it would suggest an answer.
    fn head(&self, width: usize) -> Vec<Line<'static>> {
        let question = match self.kind {
            PairKind::Copies => "Are these one text: the same, cut, or edited?",
            PairKind::Stories => "Do these tell of one event?",
        };
        let said = self
            .said
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyEvent};

    use super::*;
    use crate::label::pair::item::samples::pair;
    use crate::label::session::{Effect, EffectOf, Fetched, Overlay, Session};
    use crate::label::view;

    fn session(kind: PairKind) -> Session<PairItem> {
        let mut session = Session::new("ana", 4);
        for number in 1..=3 {
            let item = Box::new(pair(kind, number));
            session.receive(Fetched::Item { item, behind: 0 }, Duration::ZERO);
        }
        session.receive(Fetched::Exhausted, Duration::ZERO);
        session
    }

    fn press(session: &mut Session<PairItem>, key: char) -> Option<EffectOf<PairItem>> {
        session.press(KeyEvent::from(KeyCode::Char(key)), Duration::from_secs(2))
    }

    fn saved(effect: Option<EffectOf<PairItem>>) -> (String, Option<bool>) {
        match effect {
            Some(Effect::Save(marked)) => (marked.pair.a, marked.same),
            other => panic!("{other:?} is no label"),
        }
    }

    #[test]
    fn one_key_says_same_different_or_not_sure() {
        let mut session = session(PairKind::Copies);
        assert_eq!(
            saved(press(&mut session, 's')),
            ("a1".to_owned(), Some(true))
        );
        assert_eq!(
            saved(press(&mut session, 'd')),
            ("a2".to_owned(), Some(false))
        );
        assert_eq!(session.message, "different: [31mNo way across");
        assert_eq!(saved(press(&mut session, '?')), ("a3".to_owned(), None));
        assert_eq!((session.count.all, session.count.session), (7, 3));
        assert_eq!(press(&mut session, 's'), None);
        assert_eq!(session.message, "there is nothing more to label");
    }

    #[test]
    fn back_takes_the_last_label_back_and_next_leaves_none() {
        let mut session = session(PairKind::Stories);
        press(&mut session, 's');
        assert_eq!(press(&mut session, 'n'), None);
        assert_eq!(session.count.session, 1);
        assert_eq!(press(&mut session, 'b'), None, "a skip is in no database");
        let first = pair(PairKind::Stories, 1).pair;
        assert_eq!(press(&mut session, 'b'), Some(Effect::Undo(first)));
        assert_eq!(session.count.all, 4);
        assert_eq!(
            saved(press(&mut session, 'd')),
            ("a1".to_owned(), Some(false))
        );
    }

    #[test]
    fn keys_of_pages_are_not_those_of_pairs() {
        let mut session = session(PairKind::Copies);
        for key in ['x', 'p', 'a', 'l'] {
            assert_eq!(press(&mut session, key), None);
            assert_eq!(
                session.message,
                format!("{key} is no key here; h shows them")
            );
        }
        press(&mut session, 'h');
        assert_eq!(session.overlay, Overlay::Help);
        assert_eq!(press(&mut session, 's'), None, "it only closes the help");
        let both = ["https://www.b.example/", "https://www.a.example/"];
        let open = Effect::Open(both.map(str::to_owned).to_vec());
        assert_eq!(press(&mut session, 'o'), Some(open));
        assert_eq!(press(&mut session, 'q'), Some(Effect::Quit));
    }

    fn drawn(session: &mut Session<PairItem>, width: u16, height: u16) -> String {
        let (columns, lines) = view::text_area::<PairItem>(width, height);
        session.resize(columns, lines);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view::draw(frame, session)).unwrap();
        let lines = terminal.backend().to_string();
        let lines = lines.lines();
        let lines = lines.map(|line| line.trim_matches('"').trim_end().to_owned() + "\n");
        lines.collect()
    }

    #[test]
    fn two_texts_and_the_question() {
        let mut session = session(PairKind::Copies);
        press(&mut session, 's');
        insta::assert_snapshot!(drawn(&mut session, 100, 16));
    }

    #[test]
    fn the_help_of_pairs() {
        let mut session = session(PairKind::Stories);
        press(&mut session, 'h');
        insta::assert_snapshot!(drawn(&mut session, 100, 20));
    }

    #[test]
    fn no_window_is_too_small_for_two() {
        let mut session = session(PairKind::Copies);
        for (width, height) in [(1, 1), (5, 3), (20, 8), (300, 2)] {
            drawn(&mut session, width, height);
        }
    }
}
