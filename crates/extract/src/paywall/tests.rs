use super::Sign;
use crate::{Extraction, Input, Options, extract};

fn paragraphs(count: usize) -> String {
    let one = |number: usize| {
        format!(
            "<p>The council of the town met for the {number}th time on Tuesday to talk about the bridge over the river, which has been closed to lorries since the flood of last spring, and about the money that a new one would cost.</p>"
        )
    };
    (0..count).map(one).collect()
}

const OFFER: &str = "<div class=paywall><h2>Subscribe to continue reading</h2><p>One month for one pound.</p><a href=/login>Already a subscriber? Sign in</a></div>";

fn read(json: &str, body: &str) -> Extraction {
    let json = format!(
        r#"<script type="application/ld+json">{{"@type":"NewsArticle","headline":"The bridge"{json}}}</script>"#
    );
    let html = format!(
        "<title>The bridge</title>{json}<main><article><h1>The bridge</h1>{body}</article></main><footer><p>About us</p></footer>"
    );
    extract(&Input::new(&html, None), &Options::default())
}

/// A page, which must or must not be taken for cut off.
#[track_caller]
fn truncated(wanted: Option<bool>, json: &str, body: &str) -> Extraction {
    let page = read(json, body);
    assert_eq!(page.truncated, wanted, "{:?} {body}", page.truncated_by);
    page
}

#[test]
fn a_short_text_before_an_offer_is_cut_off() {
    let page = truncated(Some(true), "", &format!("{}{OFFER}", paragraphs(3)));
    assert!(page.truncated_by.contains(&Sign::Sold));
    truncated(None, "", &paragraphs(3));
}

#[test]
fn the_length_of_a_text_without_blanks_is_that_of_one_with_blanks() {
    let paragraphs = |count: usize| -> String {
        let one = |number: usize| {
            format!(
                "<p>川にかかる古い橋は、昨年春の洪水のあと大型車の通行が止められており、町議会は火曜日、新しい橋の費用を{number}度話し合った。</p>"
            )
        };
        (0..count).map(one).collect()
    };
    let offer =
        "<div class=paywall><p>この記事は有料会員限定です。</p><a href=/login>ログイン</a></div>";
    truncated(Some(true), "", &format!("{}{offer}", paragraphs(5)));
    truncated(Some(false), "", &format!("{}{offer}", paragraphs(20)));
    // each character is a word of `wordCount`
    truncated(
        Some(false),
        r#","wordCount":300"#,
        &format!("{}{offer}", paragraphs(5)),
    );
}

#[test]
fn an_offer_of_something_else_cuts_no_text_off() {
    for other in [
        "<section class=comments><h4>Join in</h4><p>Already a subscriber? <a href=/login>Log in</a></section>",
        "<div id=newsletter-box><p>Already a subscriber? <a href=/login>Log in</a></div>",
        "<p>Comments are for subscribers only. Already a subscriber? <a href=/login>Log in</a></p>",
    ] {
        truncated(None, "", &format!("{}{other}", paragraphs(3)));
    }
}

#[test]
fn offers_are_known_in_many_languages() {
    for offer in [
        "<p>Suscríbete para seguir leyendo</p><p>Acceso ilimitado. ¿Ya eres suscriptor?</p>",
        "<p>Abbonati per continuare a leggere</p><p>Il primo mese a 1 euro.</p>",
        "<p>Tämä artikkeli on tilaajille</p><p>Tilaa ja jatka lukemista.</p>",
        "<p>Acest articol este rezervat abonaților</p><p><a href=/abo>Abonează-te</a></p>",
        "<p>A folytatáshoz jelentkezzen be</p><p><a href=/abo>Belépés</a></p>",
        "<p>سجل الدخول لمتابعة القراءة</p><p><a href=/abo>تسجيل الدخول</a></p>",
    ] {
        truncated(Some(true), "", &format!("{}{offer}", paragraphs(3)));
    }
    let own = "<p>El diario ofrece artículos gratuitos a las escuelas de la comarca.</p>";
    truncated(None, "", &format!("{}{own}", paragraphs(3)));
}

#[test]
fn a_long_text_above_an_offer_is_whole() {
    truncated(Some(false), "", &format!("{}{OFFER}", paragraphs(14)));
}

#[test]
fn a_reached_word_count_prevails_over_an_offer() {
    truncated(
        Some(false),
        r#","wordCount":115"#,
        &format!("{}{OFFER}", paragraphs(3)),
    );
    let page = truncated(
        Some(true),
        r#","wordCount":900"#,
        &format!("{}{OFFER}", paragraphs(3)),
    );
    assert!(page.truncated_by.contains(&Sign::Shorter));
}

#[test]
fn a_word_count_alone_does_not_cut_a_text_off() {
    truncated(None, r#","wordCount":900"#, &paragraphs(3));
    truncated(
        Some(true),
        r#","wordCount":900"#,
        &format!("{}<p>The mayor said that the town…</p>", paragraphs(3)),
    );
}

#[test]
fn a_page_without_text_gives_no_sign() {
    let empty = extract(&Input::new("", None), &Options::default());
    assert_eq!(empty.truncated, None);
}

#[test]
fn hostile_numbers_of_walls_are_read_in_time() {
    let walls = "<div class=paywall><p>Subscribe to continue".repeat(20_000);
    let page = read(
        "",
        &format!(
            "{}{walls}</div><p>The end of it is here, and it is a sentence.</p>",
            paragraphs(2)
        ),
    );
    assert!(page.truncated.is_some() || page.truncated_by.is_empty());
}
