//! Properties that hold for every page.

#[path = "../../../html/tests/it/markup.rs"]
mod markup;

use extract::{Input, Mode, Options, extract, text_of};
use html::parse;
use methods::EXTRACTORS;
use proptest::collection::vec;
use proptest::prelude::*;

use self::markup::markup;

/// Markup around sentences, so that extractors find something to keep.
fn page() -> impl Strategy<Value = String> {
    let sentence = "<p>So many words are said here that <b>it</b> is <a href=x>text</a>, and it goes on, he said.</p>";
    let part = prop_oneof![
        1 => Just(sentence.to_owned()),
        1 => Just(format!("<div class=article-body>{}</div>", sentence.repeat(5))),
        1 => Just("<ul class=nav><li><a href=x>Home</a><li><a href=y>More</a></ul>".to_owned()),
        2 => vec(markup(), 1).prop_map(|parts| parts.concat()),
    ];
    vec(part, 0..12).prop_map(|parts| parts.concat())
}

/// Whether another text contains the paragraphs of a text in the same order.
fn is_in_order(text: &str, whole: &str) -> bool {
    let mut rest = whole;
    text.split("\n\n")
        .filter(|part| !part.is_empty())
        .all(|part| {
            rest.find(part).is_some_and(|at| {
                rest = &rest[at + part.len()..];
                true
            })
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn anything_is_read_by_every_extractor_in_the_order_of_the_page(html in page()) {
        let document = parse(&html);
        for extractor in EXTRACTORS {
            let labels = extractor.label(&document);
            let content: Vec<usize> = labels.content_blocks().collect();
            prop_assert!(content.is_sorted_by(|one, other| one < other), "{}", extractor.name);
            prop_assert!(content.last().is_none_or(|&last| last < document.blocks.len()));
            let text = text_of(&document, &labels);
            prop_assert!(is_in_order(&text, &document.text), "{}: {:?}", extractor.name, text);
            for run in &labels.runs {
                prop_assert!((0.0..=1.0).contains(&run.link_density()), "{}", extractor.name);
                prop_assert!((0.0..=81.0).contains(&run.text_density()), "{}", extractor.name);
            }
            let read = extract(&Input::new(&html, None), &Options::of(extractor));
            prop_assert_eq!(read.content_blocks, content.len(), "{}", extractor.name);
        }
        for mode in [Mode::Precision, Mode::Recall] {
            let options = Options { mode, ..Options::default() };
            let labels = options.label(&document);
            prop_assert!(is_in_order(&text_of(&document, &labels), &document.text));
        }
    }
}
