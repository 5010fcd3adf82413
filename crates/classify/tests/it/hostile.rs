//! Adversarial pages: each is extracted and classified quickly.
//!
//! The time limit is for a debug build on a busy machine; quadratic code exceeds it by far.

#![expect(clippy::unwrap_used, reason = "a failing helper is a failing test")]

#[path = "../../../html/tests/it/hostile/inputs.rs"]
mod inputs;

use std::time::{Duration, Instant};

use classify::{Classifier, Page, classify};

/// Extracts and classifies a page.
fn read(name: &str, url: &str, html: &str) {
    let start = Instant::now();
    let parsed = url::Url::parse(url).unwrap();
    let input = extract::Input::new(html, Some(&parsed));
    let extraction = extract::extract(&input, &extract::Options::default());
    classify(
        &Classifier::default(),
        &Page::new(Some(url), None, html, &extraction),
    );
    let took = start.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?} for {name}");
}

#[test]
fn every_hostile_page_is_classified() {
    for (name, input) in inputs::inputs() {
        read(
            name,
            "https://news.example/2024/05/03/story",
            &input(4 << 10),
        );
    }
}

#[test]
fn a_title_and_a_url_of_many_words_are_compared_quickly() {
    let words = |count: u32| {
        let words: Vec<String> = (0..count).map(|n| format!("{n:x}word-")).collect();
        words.concat()
    };
    let url = format!("https://news.example/2024/{}", words(100_000));
    let html = format!("<title>{0}</title><h1>{0}</h1><p>x", words(200_000));
    read("many words", &url, &html);
}
