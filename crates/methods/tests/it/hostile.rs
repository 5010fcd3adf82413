//! Adversarial pages: every extractor processes each of them quickly.
//!
//! The time limit is for a debug build on a busy machine; quadratic code exceeds it by far.

#[path = "../../../html/tests/it/hostile/inputs.rs"]
mod inputs;

use std::time::{Duration, Instant};

use extract::text_of;
use html::{TextBox, parse};
use methods::EXTRACTORS;

const MAX_TIME: Duration = Duration::from_secs(20);

/// Runs every extractor on every page, each about `size` bytes long.
fn read_all(size: usize) {
    for (name, input) in inputs::inputs() {
        let html = input(size);
        let start = Instant::now();
        let document = parse(&html);
        for extractor in EXTRACTORS {
            let text = text_of(&document, &extractor.label(&document));
            // two bytes separate paragraphs, one byte separates blocks
            let most = document.text.len() + document.blocks.len();
            assert!(text.len() <= most, "{name}: {}", extractor.name);
        }
        let took = start.elapsed();
        assert!(took < MAX_TIME, "{took:?} for {name}");
    }
}

#[test]
fn every_extractor_reads_every_hostile_page() {
    read_all(4 << 10);
}

#[test]
#[ignore = "minutes long; a smaller one is in the suite, `just slow` runs this one"]
fn every_extractor_reads_every_large_hostile_page() {
    read_all(128 << 10);
}

#[test]
fn a_page_whose_every_block_is_drawn_elsewhere_is_read_quickly() {
    let mut document = parse(
        &"<p>Hier stehen zwölf Wörter, damit dieser Absatz als laufender Text gelesen wird.</p>"
            .repeat(240_000),
    );
    let mut place = 0;
    let scattered = document.blocks.iter().map(|block| {
        place += 1;
        TextBox {
            start: block.offset,
            end: block.end_offset,
            x: place * 7_919 % 1_000_003,
            y: place,
            width: 300,
            height: 18,
            font_size: place.unsigned_abs(),
            color: place.to_be_bytes()[1..].try_into().unwrap(),
            ..TextBox::default()
        }
    });
    let scattered: Vec<TextBox> = scattered.collect();
    let start = Instant::now();
    document.set_boxes(&scattered);
    methods::by_name("visual").unwrap().label(&document);
    let took = start.elapsed();
    assert!(took < MAX_TIME, "{took:?}");
}
