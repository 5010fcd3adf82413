use chrono::{TimeDelta, Utc};

use super::*;
use crate::tests::made::url;

/// How many shingles of the second page are new after the first.
fn new_after(first: &str, second: &str) -> usize {
    let mut known = KnownText::default();
    known.insert(&shingles(first));
    known.insert(&shingles(second))
}

const STORY: &str = "<p>Der Rat der Stadt tagt heute Abend im neuen Saal, und wer etwas sagen will, \
    meldet sich vorher am Eingang an oder schreibt noch am Nachmittag einen Brief.";

#[test]
fn a_text_is_new_once_whatever_its_markup() {
    assert_eq!(new_after("", STORY), 25);
    let wrapped = format!("<body class=a>{}</body>", STORY.to_uppercase());
    assert_eq!(new_after(STORY, &wrapped), 0);
    let scripted = format!("<STYLE>p {{}}</STYLE><Script>let x;</Script>{STORY}");
    assert_eq!(shingles(&scripted), shingles(STORY));
}

#[test]
fn dates_numbers_addresses_scripts_and_styles_are_no_text() {
    for noise in [
        "<h1>Termine am 3. 5. 2027</h1><td>1<td>2<td>3<td>4<td>5",
        "<a href='/ein/weg/der/immer/weiter/geht'>1</a>",
        "<script>let a = 'one two three four five six';</script>",
        "<style>one two three four five six</style><!-- one two three four -->",
        "https://a.example/ein-langer-weg/zu-noch-einem/ort",
    ] {
        assert_eq!(new_after("", noise), 0, "{noise}");
    }
}

#[test]
fn json_ld_and_meta_elements_are_text_and_so_is_a_script_without_spaces() {
    let text = "one two three four five";
    for page in [
        format!("<script type='application/ld+json'>{{\"articleBody\": \"{text}\"}}</script>"),
        format!("<meta name=description content=\"{text}\">"),
        "<p>議会は新しい".to_owned(),
    ] {
        assert!(new_after("", &page) >= 2, "{page}");
    }
}

#[test]
fn markup_that_is_cut_off_is_read_to_its_end() {
    for page in [
        "<",
        "<!--",
        "<script",
        "<script>",
        "<style>x",
        "a<b",
        "<p>ß<",
        "<ſcript>ſ",
    ] {
        shingles(page);
    }
}

#[test]
fn what_brings_nothing_is_given_up_and_one_new_page_is_enough_to_go_on() {
    let day = |n: u32| url(&format!("/kalender/{n}"));
    let (detector, now) = (TrapDetector::default(), Utc::now());
    for n in 0..PER_PATTERN {
        assert!(!detector.is_given_up(&day(n), now));
        detector.count(&day(n), n == 7, now);
    }
    for n in 0..8 {
        assert!(!detector.is_given_up(&day(n), now));
        detector.count(&day(n), false, now);
    }
    assert!(detector.is_given_up(&day(1_000), now));
    let tomorrow = now + TimeDelta::days(1);
    assert!(!detector.is_given_up(&day(1_000), tomorrow));
    for other in [
        "/artikel/der-rat-tagt-heute",
        "https://b.example/kalender/1",
    ] {
        assert!(!detector.is_given_up(&url(other), now), "{other}");
    }
    detector.count(&day(0), true, now);
    assert!(!detector.is_given_up(&day(1_000), now));
    assert_eq!(detector.given_up.load(Ordering::Relaxed), 0);
}

#[test]
fn a_calendar_does_not_close_the_articles_at_its_path() {
    for (calendar, article) in [
        ("/index.php?view=month&day=", "/index.php?id=7"),
        ("/?kalender=1&tag=", "/?p=7"),
        ("/portal.asp?agenda=", "/portal.asp?noticia=7"),
    ] {
        let (detector, now) = (TrapDetector::default(), Utc::now());
        for n in 0..PER_PATTERN {
            detector.count(&url(&format!("{calendar}{n}")), false, now);
        }
        assert!(detector.is_given_up(&url(&format!("{calendar}99")), now));
        assert!(!detector.is_given_up(&url(article), now), "{article}");
        for n in PER_PATTERN..PER_PATH {
            detector.count(&url(&format!("{calendar}{n}&filter{n}=1&x=1")), false, now);
        }
        assert!(detector.is_given_up(&url(article), now), "{article}");
        detector.reset(&url(article), now);
        assert!(!detector.is_given_up(&url(article), now), "announced");
    }
}

#[test]
fn a_page_that_the_site_announces_opens_its_host_again() {
    let (detector, now) = (TrapDetector::default(), Utc::now());
    for n in 1..=PER_HOST {
        detector.count(&url(&"x".repeat(n as usize)), false, now);
    }
    let other = url("/one/other-page");
    assert!(detector.is_given_up(&other, now));
    detector.reset(&url("/news"), now);
    assert!(!detector.is_given_up(&other, now));
}
