use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::*;
use crate::label::desk::Delivery;
use crate::label::sheet::{Sheet, samples::sheet};

fn desk() -> Desk<Sheet> {
    let mut desk = Desk::new("ana", 124);
    for number in 1..=3 {
        let sheet = Box::new(sheet(number));
        let behind = 1_209;
        desk.take(Delivery::Sheet { sheet, behind }, Duration::ZERO);
    }
    desk.take(Delivery::Done, Duration::ZERO);
    desk
}

fn press(desk: &mut Desk<Sheet>, keys: &str) {
    for key in keys.chars() {
        desk.press(KeyEvent::from(KeyCode::Char(key)), Duration::from_secs(3));
    }
}

fn drawn(desk: &mut Desk<Sheet>, width: u16, height: u16) -> String {
    let (columns, lines) = room::<Sheet>(width, height);
    desk.fit(columns, lines);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, desk)).unwrap();
    let lines = terminal.backend().to_string();
    let lines = lines
        .lines()
        .map(|line| line.trim_matches('"').trim_end().to_owned() + "\n");
    lines.collect()
}

#[test]
fn a_page_with_its_verdict_the_count_and_the_keys() {
    let mut desk = desk();
    press(&mut desk, "n");
    insta::assert_snapshot!(drawn(&mut desk, 100, 18));
}

#[test]
fn the_blocks_of_a_page() {
    let mut desk = desk();
    press(&mut desk, "b");
    insta::assert_snapshot!(drawn(&mut desk, 70, 12));
}

#[test]
fn the_list_of_types_lies_over_the_page() {
    let mut desk = desk();
    press(&mut desk, "p");
    insta::assert_snapshot!(drawn(&mut desk, 110, 20));
}

#[test]
fn the_help_lies_over_the_page() {
    let mut desk = desk();
    press(&mut desk, "?");
    insta::assert_snapshot!(drawn(&mut desk, 110, 22));
}

#[test]
fn an_empty_desk_says_what_it_waits_for() {
    let mut desk = Desk::<Sheet>::new("ana", 0);
    assert!(drawn(&mut desk, 80, 12).contains("The next page is on its way"));
    desk.take(Delivery::End, Duration::ZERO);
    insta::assert_snapshot!(drawn(&mut desk, 80, 12));
}

#[test]
fn no_window_is_too_small() {
    let mut desk = desk();
    for keys in ["", "b", "p"] {
        press(&mut desk, keys);
        for (width, height) in [(1, 1), (5, 3), (20, 8), (300, 2)] {
            drawn(&mut desk, width, height);
        }
    }
}
