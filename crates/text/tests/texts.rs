//! Sentences and offsets of texts in several languages, and of hostile ones.

extern crate gleaner_text as text;

use std::collections::BTreeSet;

use proptest::prelude::*;
use text::{ends_sentence, paragraphs, sentences, token_count, tokens};

/// One sentence per line; empty lines separate texts.
const TEXTS: [(&str, &str); 6] = [
    ("de", include_str!("texts/de.txt")),
    ("en", include_str!("texts/en.txt")),
    ("fr", include_str!("texts/fr.txt")),
    ("es", include_str!("texts/es.txt")),
    ("zh", include_str!("texts/zh.txt")),
    ("ja", include_str!("texts/ja.txt")),
];

#[test]
fn a_sentence_ends_with_a_stop_of_its_script() {
    for text in [
        "Es regnete.",
        "« Oui ! »",
        "He said: “So it is.” ",
        "(See below.)",
        "And then…",
        "雨だ。",
        "「雨だ。」",
        "真的？",
        "पुल बंद है।",
        "پل بند ہے۔",
        "هل أغلق الجسر؟",
    ] {
        assert!(ends_sentence(text), "{text}");
    }
    for text in [
        "",
        " ",
        "»",
        "The old bridge",
        "By Jane Doe,",
        "Author:",
        "橋の話",
    ] {
        assert!(!ends_sentence(text), "{text}");
    }
}

#[test]
fn sentences_of_six_languages_end_where_readers_expect() {
    let mut failed = Vec::new();
    for (language, texts) in TEXTS {
        let (mut right, mut found, mut wanted) = (0, 0, 0);
        let blank = if matches!(language, "zh" | "ja") {
            ""
        } else {
            " "
        };
        for lines in texts.trim().split("\n\n") {
            let gold: BTreeSet<&str> = lines.lines().collect();
            let text = lines.lines().collect::<Vec<_>>().join(blank);
            let cut = sentences(&text, Some(language));
            let cut: BTreeSet<&str> = cut.iter().map(|sentence| sentence.span.of(&text)).collect();
            right += cut.intersection(&gold).count();
            found += cut.len();
            wanted += gold.len();
            for wrong in cut.difference(&gold) {
                failed.push(format!("{language}: {wrong}"));
            }
        }
        let f1 = 2000 * right / (found + wanted);
        println!("sentences_{language}={right}/{wanted} f1={f1}");
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Checks what must hold for every text.
fn check(text: &str) {
    let part = |span: text::Span| {
        let counted = text[..span.start_byte].chars().count();
        assert_eq!(span.start, counted);
        assert_eq!(span.end, counted + span.of(text).chars().count());
        assert_eq!(span.of(text), span.of(text).trim());
        assert!(span.start < span.end);
        span.start_byte..span.end_byte
    };
    let paragraphs = paragraphs(text);
    let mut rebuilt = String::new();
    for range in paragraphs.iter().map(|span| part(*span)) {
        let between = &text[rebuilt.len()..range.start];
        assert!(between.trim().is_empty());
        rebuilt += between;
        rebuilt += &text[range];
    }
    assert!(text[rebuilt.len()..].trim().is_empty());
    let mut rebuilt = String::new();
    let mut seen = BTreeSet::new();
    for sentence in sentences(text, None) {
        let around = paragraphs[sentence.paragraph];
        let range = part(sentence.span);
        assert!(around.start_byte <= range.start && range.end <= around.end_byte);
        let between = &text[rebuilt.len()..range.start];
        assert!(between.trim().is_empty());
        rebuilt += between;
        rebuilt += &text[range];
        seen.insert(sentence.paragraph);
    }
    assert!(text[rebuilt.len()..].trim().is_empty());
    assert_eq!(
        seen.len(),
        paragraphs.len(),
        "a paragraph without a sentence"
    );
    let mut last = 0;
    for (start, token) in tokens(text) {
        assert!(last <= start && text[last..start].trim().is_empty());
        assert_eq!(&text[start..start + token.len()], token);
        last = start + token.len();
    }
    assert!(text[last..].trim().is_empty());
}

proptest! {
    #[test]
    fn sentences_and_what_is_between_them_are_the_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn sentences_of_random_text_cover_it_too(parts in prop::collection::vec(
        prop::sample::select(vec![
            "Dr.", "z. B.", "3.", "12.", "U.S.", "„Ja!“", "»", "«", "…", "... ", " ", "\n", "\n\n", "\r\n \r\n", "。", "」と", "Haus",
            "The", "etc.", "é", "e\u{301}", "🙂", "\u{202e}", "\0", "!?", "\u{a0}", "\u{200b}", "II.", "p.m.", "-", "(", ") ", "No.",
        ]), 0..60,
    )) {
        check(&parts.concat());
    }
}

#[test]
fn hostile_texts_take_no_longer_than_their_length() {
    let long = |part: &str| part.repeat(100_000 / part.len());
    for part in [
        "word ", "x", ".", ". ", "Dr. ", "1. ", "a.", "A. ", "…", "… ", "…\"", "! » ", ") ", "\0",
        "\u{202e}", "字", "\n", "\n\n", "U.S. ", "!", "e\u{301}", "12. 12", "z. B. ", "…»", "« ",
    ] {
        check_whole(&long(part));
    }
    for text in ["", " ", "\n \n", "\u{feff}", ".", "\0"] {
        check(text);
    }
}

/// The cheap part of [`check`].
fn check_whole(text: &str) {
    let found = sentences(text, None);
    let bytes = found
        .iter()
        .map(|sentence| sentence.span.of(text).trim().len());
    assert!(bytes.sum::<usize>() <= text.len());
    assert!(token_count(text) <= text.chars().count());
}

#[test]
fn a_token_has_no_white_space_before_it() {
    // UAX 29 attaches marks and format characters to what precedes them, even to blanks.
    let text = "ein \u{ad}Wort \u{301}hier";
    let found: Vec<(usize, &str)> = tokens(text).collect();
    assert!(
        found
            .iter()
            .all(|(at, token)| text[*at..].starts_with(token))
    );
    assert!(found.iter().all(|(_, token)| token.trim() == *token));
}
