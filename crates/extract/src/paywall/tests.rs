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

#[test]
fn a_short_text_before_an_offer_is_cut_off() {
    let page = read("", &format!("{}{OFFER}", paragraphs(3)));
    assert_eq!(page.truncated, Some(true), "{:?}", page.truncated_by);
    assert!(page.truncated_by.contains(&Sign::Sold));
    let page = read("", &paragraphs(3));
    assert_eq!(page.truncated, None, "{:?}", page.truncated_by);
}

#[test]
fn a_long_text_above_an_offer_is_whole() {
    let page = read("", &format!("{}{OFFER}", paragraphs(14)));
    assert_eq!(page.truncated, Some(false), "{:?}", page.truncated_by);
}

#[test]
fn a_word_count_that_is_met_is_believed_more_than_an_offer() {
    let page = read(r#","wordCount":115"#, &format!("{}{OFFER}", paragraphs(3)));
    assert_eq!(page.truncated, Some(false), "{:?}", page.truncated_by);
    let page = read(r#","wordCount":900"#, &format!("{}{OFFER}", paragraphs(3)));
    assert_eq!(page.truncated, Some(true), "{:?}", page.truncated_by);
    assert!(page.truncated_by.contains(&Sign::Shorter));
}

#[test]
fn a_word_count_alone_does_not_cut_a_text_off() {
    let page = read(r#","wordCount":900"#, &paragraphs(3));
    assert_eq!(page.truncated, None, "{:?}", page.truncated_by);
    let page = read(
        r#","wordCount":900"#,
        &format!("{}<p>The mayor said that the town…</p>", paragraphs(3)),
    );
    assert_eq!(page.truncated, Some(true), "{:?}", page.truncated_by);
}

#[test]
fn a_page_without_text_tells_nothing() {
    assert_eq!(
        extract(&Input::new("", None), &Options::default()).truncated,
        None
    );
}

#[test]
fn an_offer_of_many_words_is_no_text() {
    let offer = OFFER.replace("One month for one pound.", "As a subscriber you read every story of the town and the valley, the long weekend features too, and you get the digital edition the evening before, with the archive back to the first volume. Whoever pays for a year in advance saves two months, and students read at half price.");
    let page = read(
        "",
        &format!(
            "{}{offer}{}",
            paragraphs(2),
            "<p>Your subscription pays for people who sit through meetings, read files and ring back when nobody else does.</p>"
        ),
    );
    assert_eq!(page.truncated, Some(true), "{:?}", page.truncated_by);
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
