//! The front end against html5ever: the same text, unless the page has what we read otherwise on purpose
//! (see `crates/html/tests/it/differential`).
#![no_main]

#[path = "../../crates/html/tests/it/differential/classes.rs"]
mod classes;
#[path = "../../crates/html/tests/it/reference.rs"]
mod reference;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|html: &str| {
    let document = html::parse(html);
    let ours: Vec<String> = document
        .blocks
        .iter()
        .map(|block| reference::without_wraps(document.text_of(block)))
        .collect();
    let theirs = reference::blocks(html);
    if ours != theirs {
        assert!(classes::explained(html).is_some(), "{ours:?}\n{theirs:?}");
    }
});
