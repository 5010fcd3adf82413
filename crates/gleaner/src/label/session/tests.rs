use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use store::Judgement;

use super::*;
use crate::label::page::{PageItem, samples::item};

const fn second(n: u64) -> Duration {
    Duration::from_secs(n)
}

fn delivery(item: PageItem, behind: u64) -> Fetched<PageItem> {
    Fetched::Item {
        item: Box::new(item),
        behind,
    }
}

/// A session with this many pages and no more to come.
fn session(pages: i64) -> Session<PageItem> {
    let mut session = Session::new("ana", 10);
    session.resize(40, 3);
    assert!(session.wants_more());
    for number in 1..=pages {
        session.receive(delivery(item(number), 0), second(0));
    }
    session.receive(Fetched::BatchEnd, second(0));
    session.receive(Fetched::Exhausted, second(0));
    session
}

fn press(session: &mut Session<PageItem>, key: char, at: u64) -> Option<Effect<PageItem>> {
    let key = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
    session.press(key, second(at))
}

fn in_hand(session: &Session<PageItem>) -> Option<i64> {
    session.current.as_ref().map(|item| item.address.url_id)
}

/// What was saved: the page, news or not, its type.
fn saved(effect: Option<Effect<PageItem>>) -> (i64, bool, String) {
    match effect {
        Some(Effect::Write(Write::Save(_, marked))) => {
            let Judgement { is_news, page_type } = marked.judgement;
            (marked.address.url_id, is_news, page_type.unwrap())
        }
        other => panic!("{other:?} is no label"),
    }
}

#[test]
fn one_key_labels_and_the_next_page_is_there() {
    let mut session = session(3);
    assert_eq!(in_hand(&session), Some(1));
    let article = saved(press(&mut session, 'n', 2));
    assert_eq!(article, (1, true, "article".to_owned()));
    assert_eq!(in_hand(&session), Some(2));
    let other = saved(press(&mut session, 'X', 4));
    assert_eq!(other, (2, false, "other".to_owned()));
    assert_eq!(
        (
            session.count.session,
            session.count.all,
            session.remaining()
        ),
        (2, 12, 0)
    );
    assert_eq!(session.message, "other: Bridge 2 closed");
}

#[test]
fn the_page_type_is_chosen_from_a_list() {
    let mut session = session(3);
    assert_eq!(press(&mut session, 'p', 1), None);
    assert_eq!(session.overlay, Overlay::Answers);
    assert_eq!(press(&mut session, '7', 1), None);
    assert!(session.message.contains("no page type has the key 7"));
    let live = saved(press(&mut session, 'l', 1));
    assert_eq!(live, (1, true, "live_blog".to_owned()));
    assert_eq!(session.overlay, Overlay::None);
    press(&mut session, 'p', 2);
    let tag = saved(press(&mut session, 't', 2));
    assert_eq!(tag, (2, false, "tag".to_owned()));
    press(&mut session, 'p', 3);
    session.press(KeyEvent::from(KeyCode::Esc), second(3));
    assert_eq!(
        (session.overlay, in_hand(&session)),
        (Overlay::None, Some(3))
    );
}

#[test]
fn undo_goes_back_over_labels_and_skips() {
    let mut session = session(3);
    press(&mut session, 'n', 1);
    assert_eq!(press(&mut session, 's', 2), None);
    assert_eq!(in_hand(&session), Some(3));
    assert_eq!(
        press(&mut session, 'u', 3),
        None,
        "a skip is in no database"
    );
    assert_eq!(in_hand(&session), Some(2));
    let first = item(1).address;
    assert_eq!(
        press(&mut session, 'u', 4),
        Some(Effect::Write(Write::Undo(first)))
    );
    assert_eq!((in_hand(&session), session.remaining()), (Some(1), 2));
    assert_eq!((session.count.session, session.count.all), (0, 10));
    assert_eq!(press(&mut session, 'u', 5), None);
    assert_eq!(session.message, "nothing to undo");
}

#[test]
fn a_page_labelled_before_is_counted_once() {
    let mut session = Session::new("ana", 10);
    let mut known = item(1);
    known.previous = Some(Judgement {
        is_news: false,
        page_type: None,
    });
    session.receive(delivery(known, 0), second(0));
    press(&mut session, 'n', 1);
    assert_eq!((session.count.session, session.count.all), (1, 10));
    press(&mut session, 'u', 2);
    assert_eq!((session.count.session, session.count.all), (0, 10));
}

#[test]
fn pages_are_asked_for_before_they_run_out_and_once_at_a_time() {
    let mut session = Session::<PageItem>::new("ana", 0);
    assert!(session.wants_more());
    assert!(!session.wants_more(), "they are on their way");
    assert_eq!(press(&mut session, 'n', 1), None);
    assert_eq!(session.message, "the next page is on its way");
    for number in 1..=8 {
        session.receive(delivery(item(number), 90), second(1));
    }
    session.receive(Fetched::BatchEnd, second(1));
    assert_eq!((session.remaining(), session.wants_more()), (97, false));
    press(&mut session, 'n', 2);
    press(&mut session, 'n', 3);
    assert!(session.wants_more(), "five are left");
    session.receive(Fetched::Exhausted, second(4));
    for at in 4..10 {
        press(&mut session, 'x', at);
    }
    assert_eq!(in_hand(&session), None);
    assert_eq!(press(&mut session, 'x', 11), None);
    assert_eq!(session.message, "there is nothing more to label");
    assert!(!session.wants_more());
    assert!(matches!(
        press(&mut session, 'u', 12),
        Some(Effect::Write(Write::Undo(_)))
    ));
}

#[test]
fn the_pace_leaves_breaks_out() {
    let mut session = session(4);
    assert_eq!(session.count.per_hour(), None);
    press(&mut session, 'n', 3);
    assert_eq!(session.count.per_hour(), Some(1200));
    press(&mut session, 'n', 3603);
    assert_eq!(session.count.spent, second(63));
    press(&mut session, 's', 3606);
    assert_eq!(session.count.spent, second(66), "to look and skip is work");
}

#[test]
fn scrolling_ends_at_both_ends() {
    let mut session = session(1);
    session.resize(20, 3);
    let (above, below) = session.hidden();
    assert_eq!((above, session.visible().len()), (0, 3));
    press(&mut session, 'k', 1);
    assert_eq!(session.hidden().0, 0);
    press(&mut session, 'j', 1);
    assert_eq!(session.hidden(), (1, below - 1));
    session.press(KeyEvent::from(KeyCode::PageDown), second(1));
    assert_eq!(session.hidden(), (3, below - 3));
    session.press(KeyEvent::from(KeyCode::End), second(1));
    assert_eq!(session.hidden(), (below, 0));
    press(&mut session, 'b', 1);
    assert_eq!(session.hidden().0, 0, "short blocks begin at their top");
}

#[test]
fn a_page_without_text_shows_its_blocks_and_one_without_both_says_so() {
    let mut bare = item(1);
    bare.text.clear();
    let rows = bare.rows(Pane::Text, 60);
    assert_eq!(rows[0].text, "(no text was found; these are its blocks)");
    assert_eq!(rows[1].text, "  0.02 Home Sport Weather");
    assert!(rows[2].text.starts_with("+ 0.97 The bridge"));
    bare.blocks.clear();
    assert_eq!(
        bare.rows(Pane::Blocks, 60)[0].text,
        "(the page has no text at all)"
    );
}

#[test]
fn only_plain_keys_label() {
    let mut session = session(2);
    for modifiers in [KeyModifiers::CONTROL, KeyModifiers::ALT] {
        let key = KeyEvent::new(KeyCode::Char('n'), modifiers);
        assert_eq!(session.press(key, second(1)), None);
    }
    assert_eq!(in_hand(&session), Some(1));
    press(&mut session, '?', 1);
    assert_eq!(session.overlay, Overlay::Help);
    assert_eq!(press(&mut session, 'n', 1), None, "it only closes the help");
    assert_eq!(press(&mut session, 'q', 1), Some(Effect::Quit));
    press(&mut session, 'p', 1);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(session.press(control_c, second(1)), Some(Effect::Quit));
    assert!(
        matches!(
            press(&mut session, 'o', 1),
            Some(Effect::Write(Write::Save(..)))
        ),
        "the key of a type"
    );
    let url = item(2).url;
    assert_eq!(press(&mut session, 'o', 1), Some(Effect::Open(vec![url])));
}
