//! Integration tests of the public interface. One binary, so that it is linked only once.

extern crate gleaner_extract as extract;

mod hostile;
mod inclusions;
mod pages;
mod structure;

/// All text of a page.
static EVERYTHING: extract::Extractor = extract::Extractor {
    name: "everything",
    summary: "every block",
    source: "these tests",
    steps: &[extract::Filter::new("everything", |_, labels| {
        labels.keep(|_| true);
    })],
};
