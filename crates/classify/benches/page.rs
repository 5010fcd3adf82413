//! The cost of a verdict in addition to extraction, for pages of the newsroom: one of each type, in turn.
//!
//! `cargo bench -p gleaner-classify --bench page`. Divide by the number of pages, which is printed first.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a bench may fail when it is set up, and says what it does"
)]

extern crate gleaner_classify as classify;

use classify::trees::PageRow;
use classify::{Classifier, Evidence, Page, classify, rules};
use divan::{Bencher, black_box, counter::ItemsCount};
use extract::Extraction;
use testsite::{Settings, labelled_pages};

/// A page as it comes from extraction.
struct Read {
    url: String,
    html: String,
    extraction: Extraction,
}

fn main() {
    println!("{} pages", pages().len());
    divan::main();
}

fn pages() -> Vec<Read> {
    let pages = labelled_pages(Settings::default()).into_iter();
    let read = pages.map(|page| {
        let html = html::decode(&page.body, page.content_type.as_deref()).text;
        let url = url::Url::parse(&page.url).expect("the newsroom's URLs are valid");
        Read {
            extraction: extract::extract(
                &extract::Input::new(&html, Some(&url)),
                &extract::Options::default(),
            ),
            url: page.url,
            html,
        }
    });
    read.collect()
}

/// Runs `judge` over all pages.
fn over_pages<T>(bencher: Bencher, judge: impl Fn(&Page<'_>) -> T + Sync) {
    let pages = pages();
    bencher.counter(ItemsCount::new(pages.len())).bench(|| {
        for read in &pages {
            let page = Page::new(Some(&read.url), Some(200), &read.html, &read.extraction);
            black_box(judge(&page));
        }
    });
}

#[divan::bench(args = Classifier::BUILT_IN)]
fn verdict(bencher: Bencher, name: &str) {
    let model = Classifier::built_in(name).expect("it is built in");
    over_pages(bencher, |page| classify(&model, page));
}

#[divan::bench]
fn rules_alone(bencher: Bencher) {
    over_pages(bencher, |page| rules::first(&Evidence::of(page)).is_some());
}

#[divan::bench]
fn features_alone(bencher: Bencher) {
    over_pages(bencher, |page| PageRow::of(&Evidence::of(page)));
}

/// The part of the cost of extraction that serves the classifier.
#[divan::bench]
fn shape(bencher: Bencher) {
    let pages = pages();
    let labelled: Vec<_> = pages
        .iter()
        .map(|read| {
            let document = html::parse(&read.html);
            let labels = extract::Options::default().label(&document);
            (document, labels)
        })
        .collect();
    bencher.counter(ItemsCount::new(pages.len())).bench(|| {
        for (document, labels) in &labelled {
            black_box(extract::Shape::of(document, labels));
        }
    });
}
