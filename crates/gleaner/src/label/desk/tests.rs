use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use store::Judgement;

use super::*;
use crate::label::sheet::{Sheet, samples::sheet};

const fn second(n: u64) -> Duration {
    Duration::from_secs(n)
}

fn delivery(sheet: Sheet, behind: u64) -> Delivery<Sheet> {
    Delivery::Sheet {
        sheet: Box::new(sheet),
        behind,
    }
}

/// A desk with so many pages, the last there are.
fn desk(pages: i64) -> Desk<Sheet> {
    let mut desk = Desk::new("ana", 10);
    desk.fit(40, 3);
    assert!(desk.asks_for_more());
    for number in 1..=pages {
        desk.take(delivery(sheet(number), 0), second(0));
    }
    desk.take(Delivery::Done, second(0));
    desk.take(Delivery::End, second(0));
    desk
}

fn press(desk: &mut Desk<Sheet>, key: char, at: u64) -> Option<WishOf<Sheet>> {
    let key = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
    desk.press(key, second(at))
}

fn in_hand(desk: &Desk<Sheet>) -> Option<i64> {
    desk.now.as_ref().map(|sheet| sheet.address.url_id)
}

/// What was saved: the page, news or not, its type.
fn saved(wish: Option<WishOf<Sheet>>) -> (i64, bool, String) {
    match wish {
        Some(Wish::Save(marked)) => {
            let Judgement { is_news, page_type } = marked.judgement;
            (marked.address.url_id, is_news, page_type.unwrap())
        }
        other => panic!("{other:?} is no label"),
    }
}

#[test]
fn one_key_labels_and_the_next_page_is_there() {
    let mut desk = desk(3);
    assert_eq!(in_hand(&desk), Some(1));
    let article = saved(press(&mut desk, 'n', 2));
    assert_eq!(article, (1, true, "article".to_owned()));
    assert_eq!(in_hand(&desk), Some(2));
    let other = saved(press(&mut desk, 'X', 4));
    assert_eq!(other, (2, false, "other".to_owned()));
    assert_eq!(
        (desk.count.session, desk.count.all, desk.to_go()),
        (2, 12, 0)
    );
    assert_eq!(desk.remark, "other: Bridge 2 closed");
}

#[test]
fn the_page_type_is_chosen_from_a_list() {
    let mut desk = desk(3);
    assert_eq!(press(&mut desk, 'p', 1), None);
    assert_eq!(desk.over, Over::Types);
    assert_eq!(press(&mut desk, '7', 1), None);
    assert!(desk.remark.contains("no page type has the key 7"));
    let live = saved(press(&mut desk, 'l', 1));
    assert_eq!(live, (1, true, "live_blog".to_owned()));
    assert_eq!(desk.over, Over::Nothing);
    press(&mut desk, 'p', 2);
    let tag = saved(press(&mut desk, 't', 2));
    assert_eq!(tag, (2, false, "tag".to_owned()));
    press(&mut desk, 'p', 3);
    desk.press(KeyEvent::from(KeyCode::Esc), second(3));
    assert_eq!((desk.over, in_hand(&desk)), (Over::Nothing, Some(3)));
}

#[test]
fn undo_goes_back_over_labels_and_skips() {
    let mut desk = desk(3);
    press(&mut desk, 'n', 1);
    assert_eq!(press(&mut desk, 's', 2), None);
    assert_eq!(in_hand(&desk), Some(3));
    assert_eq!(press(&mut desk, 'u', 3), None, "a skip is in no database");
    assert_eq!(in_hand(&desk), Some(2));
    let first = sheet(1).address;
    assert_eq!(press(&mut desk, 'u', 4), Some(Wish::Undo(first)));
    assert_eq!((in_hand(&desk), desk.to_go()), (Some(1), 2));
    assert_eq!((desk.count.session, desk.count.all), (0, 10));
    assert_eq!(press(&mut desk, 'u', 5), None);
    assert_eq!(desk.remark, "nothing to undo");
}

#[test]
fn a_page_labelled_before_is_counted_once() {
    let mut desk = Desk::new("ana", 10);
    let mut known = sheet(1);
    known.said = Some(Judgement {
        is_news: false,
        page_type: None,
    });
    desk.take(delivery(known, 0), second(0));
    press(&mut desk, 'n', 1);
    assert_eq!((desk.count.session, desk.count.all), (1, 10));
    press(&mut desk, 'u', 2);
    assert_eq!((desk.count.session, desk.count.all), (0, 10));
}

#[test]
fn pages_are_asked_for_before_they_run_out_and_once_at_a_time() {
    let mut desk = Desk::<Sheet>::new("ana", 0);
    assert!(desk.asks_for_more());
    assert!(!desk.asks_for_more(), "they are on their way");
    assert_eq!(press(&mut desk, 'n', 1), None);
    assert_eq!(desk.remark, "the next page is on its way");
    for number in 1..=8 {
        desk.take(delivery(sheet(number), 90), second(1));
    }
    desk.take(Delivery::Done, second(1));
    assert_eq!((desk.to_go(), desk.asks_for_more()), (97, false));
    press(&mut desk, 'n', 2);
    press(&mut desk, 'n', 3);
    assert!(desk.asks_for_more(), "five are left");
    desk.take(Delivery::End, second(4));
    for at in 4..10 {
        press(&mut desk, 'x', at);
    }
    assert_eq!(in_hand(&desk), None);
    assert_eq!(press(&mut desk, 'x', 11), None);
    assert_eq!(desk.remark, "there is nothing more to label");
    assert!(!desk.asks_for_more());
    assert!(matches!(press(&mut desk, 'u', 12), Some(Wish::Undo(_))));
}

#[test]
fn the_pace_leaves_breaks_out() {
    let mut desk = desk(4);
    assert_eq!(desk.count.per_hour(), None);
    press(&mut desk, 'n', 3);
    assert_eq!(desk.count.per_hour(), Some(1200));
    press(&mut desk, 'n', 3603);
    assert_eq!(desk.count.spent, second(63));
    press(&mut desk, 's', 3606);
    assert_eq!(desk.count.spent, second(66), "to look and skip is work");
}

#[test]
fn scrolling_ends_at_both_ends() {
    let mut desk = desk(1);
    desk.fit(20, 3);
    let (above, below) = desk.unseen();
    assert_eq!((above, desk.seen().len()), (0, 3));
    press(&mut desk, 'k', 1);
    assert_eq!(desk.unseen().0, 0);
    press(&mut desk, 'j', 1);
    assert_eq!(desk.unseen(), (1, below - 1));
    desk.press(KeyEvent::from(KeyCode::PageDown), second(1));
    assert_eq!(desk.unseen(), (3, below - 3));
    desk.press(KeyEvent::from(KeyCode::End), second(1));
    assert_eq!(desk.unseen(), (below, 0));
    press(&mut desk, 'b', 1);
    assert_eq!(desk.unseen().0, 0, "short blocks begin at their top");
}

#[test]
fn a_page_without_text_shows_its_blocks_and_one_without_both_says_so() {
    let mut bare = sheet(1);
    bare.text.clear();
    let rows = bare.lines(Side::Text, 60);
    assert_eq!(rows[0].text, "(no text was found; these are its blocks)");
    assert_eq!(rows[1].text, "  0.02 Home Sport Weather");
    assert!(rows[2].text.starts_with("+ 0.97 The bridge"));
    bare.blocks.clear();
    assert_eq!(
        bare.lines(Side::Blocks, 60)[0].text,
        "(the page has no text at all)"
    );
}

#[test]
fn only_plain_keys_label() {
    let mut desk = desk(2);
    for modifiers in [KeyModifiers::CONTROL, KeyModifiers::ALT] {
        let key = KeyEvent::new(KeyCode::Char('n'), modifiers);
        assert_eq!(desk.press(key, second(1)), None);
    }
    assert_eq!(in_hand(&desk), Some(1));
    press(&mut desk, '?', 1);
    assert_eq!(desk.over, Over::Help);
    assert_eq!(press(&mut desk, 'n', 1), None, "it only closes the help");
    assert_eq!(press(&mut desk, 'q', 1), Some(Wish::Quit));
    press(&mut desk, 'p', 1);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(desk.press(control_c, second(1)), Some(Wish::Quit));
    assert!(
        matches!(press(&mut desk, 'o', 1), Some(Wish::Save(_))),
        "the key of a type"
    );
    let url = sheet(2).url;
    assert_eq!(press(&mut desk, 'o', 1), Some(Wish::Open(vec![url])));
}
