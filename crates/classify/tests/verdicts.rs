//! What a verdict says.

use classify::{Model, Page, PageType, classify};
use proptest::prelude::*;

fn article() -> String {
    "Der Rat von Neustadt hat am Freitag beschlossen, die alte Brücke über den Fluss zu sperren. \
     Die Bürgermeisterin sagte, die Sicherheit gehe vor.\n\n"
        .repeat(20)
}

#[test]
fn a_long_text_under_a_headline_is_an_article() {
    let text = article();
    let verdict = classify(
        Model::seven(),
        &Page {
            url: Some("https://morgenblatt.example/stadt/alte-bruecke-wird-gesperrt-4711"),
            title: "Alte Brücke wird für Autos gesperrt | Morgenblatt",
            text: &text,
            ..Page::default()
        },
    );
    assert!(verdict.is_article(), "{verdict:?}");
    assert_eq!(verdict.label_source, "model:seven-1");
    assert!(
        verdict.reason.starts_with("news score 0."),
        "{}",
        verdict.reason
    );
}

#[test]
fn a_line_of_text_on_a_front_is_rejected_with_its_reasons() {
    let page = Page {
        url: Some("https://morgenblatt.example/brueckenbau/"),
        title: "Brückenbau",
        text: "Alle Berichte im Überblick",
        ..Page::default()
    };
    let verdict = classify(Model::seven(), &page);
    assert_eq!(verdict.page_type, PageType::Other);
    assert!(verdict.reason.contains("< 0.50: "), "{}", verdict.reason);
    assert!(verdict.reason.contains("short text"), "{}", verdict.reason);
    assert!(
        verdict.reason.contains("URL ends with /"),
        "{}",
        verdict.reason
    );
}

#[test]
fn the_model_alone_does_not_know_the_rules() {
    let text = article();
    let page = Page {
        url: Some("https://morgenblatt.example/impressum"),
        title: "Wer wir sind und wie Sie uns erreichen | Morgenblatt",
        text: &text,
        ..Page::default()
    };
    let alone = Model::seven().verdict(&page);
    let both = classify(Model::seven(), &page);
    assert_eq!(alone.page_type, PageType::Article);
    assert_eq!(both.page_type, PageType::Legal);
    assert_eq!(both.label_source, "rule:legal");
    assert_eq!(both.reason, "the URL ends with impressum");
    assert_eq!(
        (both.news_score, both.features),
        (alone.news_score, alone.features)
    );
}

#[test]
fn a_threshold_of_ones_own_decides() {
    let text = article();
    let page = Page {
        text: &text,
        ..Page::default()
    };
    let mut strict = Model::seven().clone();
    strict.threshold = 1.0;
    assert!(!strict.verdict(&page).is_article());
}

proptest! {
    #[test]
    fn any_page_gets_one_verdict_with_one_line_of_reason(
        url in proptest::option::of("(https?://)?[a-z.]{0,12}(/[a-zÄ%0-9-]{0,9}){0,4}/?(\\?[a-z]=.?)?"),
        status in proptest::option::of(100..600_u16),
        title in "[\\PC\n]{0,60}",
        text in "[\\PC\n]{0,300}",
        html in "[\\PC\n]{0,100}",
        blocks in proptest::option::of(0..20_usize),
    ) {
        let page = Page {
            url: url.as_deref(),
            http_status: status,
            title: &title,
            text: &text,
            html: &html,
            blocks,
            metadata: None,
        };
        let verdict = classify(Model::seven(), &page);
        prop_assert!((0.0..=1.0).contains(&verdict.news_score));
        prop_assert!(!verdict.reason.is_empty() && !verdict.reason.contains('\n'), "{}", verdict.reason);
        prop_assert_eq!(classify(Model::seven(), &page), verdict);
    }
}
