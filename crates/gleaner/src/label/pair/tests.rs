use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::*;
use crate::label::session::{Effect, Fetched, Overlay, Session, Write};
use crate::label::view;

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
fn pair(kind: PairKind, number: i32) -> PairItem {
    let wire = "The bridge across the river stays closed until the engineers have looked at it.";
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
        previous: None,
    };
    PairItem::of(kind, candidate, &a, &b)
}

fn shown(item: &PairItem, pane: Pane, columns: usize) -> Vec<String> {
    let rows = item.rows(pane, columns).into_iter();
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

fn session(kind: PairKind) -> Session<PairItem> {
    let mut session = Session::new("ana", 4);
    for number in 1..=3 {
        let item = Box::new(pair(kind, number));
        session.receive(Fetched::Item { item, behind: 0 }, Duration::ZERO);
    }
    session.receive(Fetched::Exhausted, Duration::ZERO);
    session
}

fn press(session: &mut Session<PairItem>, key: char) -> Option<Effect<PairItem>> {
    session.press(KeyEvent::from(KeyCode::Char(key)), Duration::from_secs(2))
}

fn saved(effect: Option<Effect<PairItem>>) -> (String, Option<bool>) {
    match effect {
        Some(Effect::Write(Write::Save(_, marked))) => (marked.pair.a, marked.same),
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
    assert_eq!(
        press(&mut session, 'b'),
        Some(Effect::Write(Write::Undo(first)))
    );
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
