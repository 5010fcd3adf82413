//! Speed of the parser, in bytes per second.
//!
//! `cargo bench -p gleaner-html --bench parse`. Generated pages, from 50 KB to 50 MB, show the cost against the size of a
//! page; the pages of the corpora, if present, show that of real ones.

#![expect(clippy::expect_used, reason = "a bench may fail when it is set up")]

extern crate gleaner_html as html;

#[path = "../tests/it/corpus.rs"]
mod corpus;

use std::fmt::Write;

use divan::{Bencher, black_box, counter::BytesCount};
use url::Url;

fn main() {
    divan::main();
}

/// A typical page of a news site: scripts, a menu, teasers, and an article of `paragraphs`.
fn news_page(paragraphs: usize) -> String {
    let mut page = String::from(
        "<!doctype html><html lang=de><head><meta charset=utf-8><title>Deich hält &ndash; Küstenblatt</title>\n\
         <meta property=\"og:title\" content=\"Deich h&auml;lt\"><link rel=canonical href=\"/deich\">\n\
         <style>.a{color:red}.b>c{margin:0}</style><script type=\"application/ld+json\">{\"@type\":\"NewsArticle\"}</script>\n",
    );
    for _ in 0..paragraphs {
        page += "<script>(function(w,d){if(w.x<3&&d.y>2){w.push({a:'<b>',n:1})}})(window,document);</script>\n";
    }
    page += "</head><body class=\"page page--article\"><nav><ul class=\"menu\">";
    for i in 0..40 {
        let _ = writeln!(
            page,
            "<li class=\"menu__item\"><a class=\"menu__link\" href=\"/ressort-{i}/\">Ressort {i}</a></li>"
        );
    }
    page += "</ul></nav><main><article><h1>Der Deich hält</h1><p class=\"lead\"><time datetime=\"2026-11-20T08:00:00+01:00\">20.11.</time></p>";
    for i in 0..paragraphs {
        let _ = write!(
            page,
            "<p class=\"article__paragraph\">In der Nacht zum {i}. stieg das Wasser &uuml;ber die Marke von <b>vier Metern</b>, \
             sagte die <a href=\"/person-{i}\" rel=\"nofollow\">Sprecherin</a> der Beh&ouml;rde am Morgen; die Helfer \
             f&uuml;llten bis zum Abend achttausend S&auml;cke mit Sand und legten sie an die schw&auml;chste Stelle.</p>\n\
             <div class=\"teaser teaser--small\" data-id=\"{i}\" style=\"margin:0\"><a href=\"/artikel-{i}\"><img src=\"/bild-{i}.jpg\" \
             srcset=\"/bild-{i}-2x.jpg 2x\" alt=\"\"><h3>Mehr zum Thema</h3></a></div>\n"
        );
    }
    page + "</article></main><footer><p>Impressum</p></footer></body></html>"
}

/// Numbers of paragraphs of pages of 50 KB, 500 KB, 5 MB and 50 MB.
const SIZES: [usize; 4] = [62, 620, 6_200, 62_000];

#[divan::bench(args = SIZES, sample_count = 20)]
fn own_page(bencher: Bencher, paragraphs: usize) {
    let page = news_page(paragraphs);
    bencher
        .counter(BytesCount::of_str(&page))
        .bench(|| html::parse(black_box(&page)));
}

#[divan::bench]
fn links_of_own_page(bencher: Bencher) {
    let page = news_page(100);
    let page = html::decode(page.as_bytes(), None);
    let url = Url::parse("https://example.org/a").expect("a URL");
    bencher
        .counter(BytesCount::of_str(&page.text))
        .bench(|| html::links(black_box(&page), &url, "gleaner"));
}

#[divan::bench(args = ["dev/aeb", "dev/fundus"], sample_count = 20)]
fn corpus(bencher: Bencher, set: &str) {
    bench_corpus(bencher, set, |page| html::parse(page).blocks.len());
}

fn bench_corpus(bencher: Bencher, set: &str, read: fn(&str) -> usize) {
    let pages: Vec<String> = corpus::lines(&corpus::files(&[set]), 1)
        .filter_map(|(_, page)| Some(page["html"].as_str()?.to_owned()))
        .collect();
    let bytes: usize = pages.iter().map(String::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        pages
            .iter()
            .map(|page| read(black_box(page)))
            .sum::<usize>()
    });
}
