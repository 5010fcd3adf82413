use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::*;
use crate::label::page::{PageItem, samples::item};
use crate::label::session::Fetched;

fn session() -> Session<PageItem> {
    let mut session = Session::new("ana", 124);
    for number in 1..=3 {
        let item = Box::new(item(number));
        let behind = 1_209;
        session.receive(Fetched::Item { item, behind }, Duration::ZERO);
    }
    session.receive(Fetched::BatchEnd, Duration::ZERO);
    session
}

fn press(session: &mut Session<PageItem>, keys: &str) {
    for key in keys.chars() {
        session.press(KeyEvent::from(KeyCode::Char(key)), Duration::from_secs(3));
    }
}

fn drawn(session: &mut Session<PageItem>, width: u16, height: u16) -> String {
    let (columns, lines) = text_area::<PageItem>(width, height);
    session.resize(columns, lines);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, session)).unwrap();
    let lines = terminal.backend().to_string();
    let lines = lines
        .lines()
        .map(|line| line.trim_matches('"').trim_end().to_owned() + "\n");
    lines.collect()
}

#[test]
fn a_page_with_its_verdict_the_count_and_the_keys() {
    let mut session = session();
    press(&mut session, "n");
    insta::assert_snapshot!(drawn(&mut session, 100, 18));
}

#[test]
fn the_blocks_of_a_page() {
    let mut session = session();
    press(&mut session, "b");
    insta::assert_snapshot!(drawn(&mut session, 70, 12));
}

#[test]
fn the_list_of_types_lies_over_the_page() {
    let mut session = session();
    press(&mut session, "p");
    insta::assert_snapshot!(drawn(&mut session, 110, 20));
}

#[test]
fn the_help_lies_over_the_page() {
    let mut session = session();
    press(&mut session, "?");
    insta::assert_snapshot!(drawn(&mut session, 110, 22));
}

#[test]
fn an_empty_session_says_what_it_waits_for() {
    let mut session = Session::<PageItem>::new("ana", 0);
    assert!(drawn(&mut session, 80, 12).contains("The next page is on its way"));
    session.receive(Fetched::Exhausted, Duration::ZERO);
    insta::assert_snapshot!(drawn(&mut session, 80, 12));
}

#[test]
fn no_window_is_too_small() {
    let mut session = session();
    for keys in ["", "b", "p"] {
        press(&mut session, keys);
        for (width, height) in [(1, 1), (5, 3), (20, 8), (300, 2)] {
            drawn(&mut session, width, height);
        }
    }
}
