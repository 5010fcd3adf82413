//! The computation of a crawl for each page between its arrival and the database, without waiting.
//!
//! `cargo bench -p crawl --bench links`. The pages are those that `bench/crawl.sh` crawls; times are per page.

#![expect(clippy::expect_used, reason = "a bench may fail when it is set up")]

use crawl::{CanonicalUrl, pattern_of};
use divan::{
    Bencher, black_box,
    counter::{BytesCount, ItemsCount},
};
use html::Decoded;
use testsite::bench_page;
use url::Url;

/// Pages of the site, by number; the first has the most links.
const PAGES: [usize; 3] = [0, 77, 4_000];

fn main() {
    divan::main();
}

fn page(number: usize) -> (Decoded, Url) {
    let url = format!("http://bench-000.localhost:8200/story/{number}");
    let page = html::decode(bench_page(number).as_bytes(), None);
    (page, Url::parse(&url).expect("a URL"))
}

/// Bytes to text.
#[divan::bench(args = PAGES)]
fn decode(bencher: Bencher, number: usize) {
    let (html, _) = page(number);
    bencher.counter(BytesCount::of_str(&html.text)).bench(|| {
        html::decode(
            black_box(html.text.as_bytes()),
            Some("text/html; charset=utf-8"),
        )
    });
}

/// Text to links, feeds and directives.
#[divan::bench(args = PAGES)]
fn links(bencher: Bencher, number: usize) {
    let (html, url) = page(number);
    bencher
        .counter(BytesCount::of_str(&html.text))
        .bench(|| html::links(black_box(&html), &url, "gleaner"));
}

/// The links of one page to canonical URLs.
#[divan::bench(args = PAGES)]
fn canonical(bencher: Bencher, number: usize) {
    let (html, url) = page(number);
    let found = html::links(&html, &url, "gleaner").links;
    bencher.counter(ItemsCount::new(found.len())).bench(|| {
        let spelt = found
            .iter()
            .filter_map(|link| CanonicalUrl::new(black_box(&link.url)).ok());
        spelt.map(|url| url.domain().len()).sum::<usize>()
    });
}

/// The patterns of the links of one page, as used by the budgets.
#[divan::bench(args = PAGES)]
fn pattern(bencher: Bencher, number: usize) {
    let (html, url) = page(number);
    let found = html::links(&html, &url, "gleaner").links;
    bencher.counter(ItemsCount::new(found.len())).bench(|| {
        found
            .iter()
            .map(|link| pattern_of(black_box(link.url.as_str())).len())
            .sum::<usize>()
    });
}
