//! Adversarial pages: each of them is extracted quickly.
//!
//! The time limit is for a debug build on a busy machine; quadratic code exceeds it by far. Meaningful times are printed by
//! `cargo bench -p gleaner-methods --bench hostile`.

#![expect(clippy::unwrap_used, reason = "a failing helper is a failing test")]

#[path = "../../../html/tests/it/hostile/inputs.rs"]
mod inputs;

use std::time::{Duration, Instant};

use extract::render::{self, Article};
use extract::{Input, Options, extract};
use html::{decode, links};
use url::Url;

const MAX_TIME: Duration = Duration::from_secs(20);

/// Builds the structure of all text and both of its renderings.
fn render_all(html: &str) {
    let everything = Options {
        structure: true,
        ..Options::of(&crate::EVERYTHING)
    };
    let extraction = extract(&Input::new(html, None), &everything);
    let article = Article {
        title: None,
        text: &extraction.text,
        structure: &extraction.structure.unwrap(),
    };
    let size = 2_000 + 20 * html.len();
    assert!(render::markdown(&article).len() < size && render::html(&article).len() < size);
}

/// Runs the whole extraction on every page, each about `size` bytes long.
fn read_all(size: usize, url: &Url) {
    for (name, input) in inputs::inputs() {
        let html = input(size);
        let start = Instant::now();
        extract(&Input::new(&html, Some(url)), &Options::default());
        render_all(&html);
        links(&decode(html.as_bytes(), None), url, "gleaner");
        let took = start.elapsed();
        assert!(took < MAX_TIME, "{took:?} for {name}");
    }
}

#[test]
fn every_hostile_page_is_read() {
    let url = Url::parse("https://news.example/2024/05/03/story").unwrap();
    read_all(4 << 10, &url);
}

#[test]
#[ignore = "minutes long; a smaller one is in the suite, `just slow` runs this one"]
fn every_large_hostile_page_is_read() {
    let url = Url::parse("https://news.example/2024/05/03/story").unwrap();
    read_all(128 << 10, &url);
}

#[test]
fn metadata_is_read_in_bounded_time() {
    let url = Url::parse("https://news.example/2024/05/03/live/story").unwrap();
    let class = "a ".repeat(200_000);
    let word = "a".repeat(400_000);
    let links = "<a href=/x>1</a> ".repeat(10_000);
    let times = "<time>x</time>".repeat(20_000);
    let body = "<".repeat(400_000);
    let blocks = "<p>x".repeat(100_000);
    let authors = "<meta name=author content='Ada Moss'>".repeat(20_000);
    let articles = "<article><h1>x y z</h1></article>".repeat(50_000);
    let comments = "<div class='commentForm commentForm commentForm commentForm'>".repeat(490);
    let licences =
        "<a rel=license href=https://creativecommons.org/licenses/by/4.0/>x</a>".repeat(20_000);
    let entities = r#"{"@type":"Thing"},"#.repeat(1_990);
    let references = r##"{"@id":"#x"},"##.repeat(200_000);
    let lists = "<ul><li>x x<li>y y</ul>".repeat(50_000);
    for (name, html) in [
        (
            "licences in comments",
            format!("<figure>{comments}{licences}"),
        ),
        (
            "references between entities",
            format!(
                r#"<script type=application/ld+json>{{"@graph":[{entities}{{"member":[{references}0]}}]}}</script><p>x"#
            ),
        ),
        (
            "lists below a paragraph",
            format!(
                "<div><p>{}{lists}",
                "The council closes the old bridge. ".repeat(20)
            ),
        ),
        (
            "links in a long class",
            format!("<div class='{class}'>{links}"),
        ),
        (
            "links in a long word",
            format!("<div class='{word}'>{links}"),
        ),
        (
            "times in a long word",
            format!("<title>Liveticker</title><div class={word}><p>{times}"),
        ),
        ("times that are none", format!("<p>{times}")),
        (
            "blocks in a long word",
            format!("<div class={word}>{blocks}"),
        ),
        (
            "blocks in a quotation of a long class",
            format!("<blockquote class='{class}'>{blocks}"),
        ),
        (
            "articles below a long title",
            format!("<title>{class}</title>{articles}"),
        ),
        (
            "authors above many blocks",
            format!("{authors}{}", "<p>by Ada Moss".repeat(50_000)),
        ),
        (
            "a body of less-than signs",
            format!(
                "<script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"articleBody\":\"{body}\"}}</script><p>x"
            ),
        ),
    ] {
        let start = Instant::now();
        extract(&Input::new(&html, Some(&url)), &Options::default());
        let took = start.elapsed();
        assert!(took < MAX_TIME, "{took:?} for {name}");
    }
}

#[test]
fn structure_is_built_and_rendered_in_bounded_time_and_space() {
    let wide = "<td>x".repeat(20_000);
    for (name, html) in [
        (
            "less-than signs in preformatted text",
            format!("<pre>{}", "< x ".repeat(400_000)),
        ),
        (
            "a wide row and many others",
            format!("<table><tr>{wide}{}", "<tr><td>x".repeat(20_000)),
        ),
    ] {
        let start = Instant::now();
        render_all(&html);
        let took = start.elapsed();
        assert!(took < MAX_TIME, "{took:?} for {name}");
    }
}
