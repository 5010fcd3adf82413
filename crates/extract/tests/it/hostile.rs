//! Adversarial pages: each of them is extracted quickly.
//!
//! The time limit is for a debug build on a busy machine; quadratic code exceeds it by far.

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
    let parts = [
        ("CLASS", "a ".repeat(200_000)),
        ("WORD", "a".repeat(400_000)),
        ("LINKS", "<a href=/x>1</a> ".repeat(10_000)),
        ("TIMES", "<time>x</time>".repeat(20_000)),
        ("BODY", "<".repeat(400_000)),
        ("BLOCKS", "<p>x".repeat(100_000)),
        (
            "AUTHORS",
            "<meta name=author content='Ada Moss'>".repeat(20_000),
        ),
        ("BYLINES", "<p>by Ada Moss".repeat(50_000)),
        (
            "ARTICLES",
            "<article><h1>x y z</h1></article>".repeat(50_000),
        ),
        (
            "COMMENTS",
            "<div class='commentForm commentForm commentForm commentForm'>".repeat(490),
        ),
        (
            "LICENCES",
            "<a rel=license href=https://creativecommons.org/licenses/by/4.0/>x</a>".repeat(20_000),
        ),
        ("ENTITIES", r#"{"@type":"Thing"},"#.repeat(1_990)),
        ("REFERENCES", r##"{"@id":"#x"},"##.repeat(200_000)),
        ("PROSE", "The council closes the old bridge. ".repeat(20)),
        ("LISTS", "<ul><li>x x<li>y y</ul>".repeat(50_000)),
    ];
    let linked = "<script type=application/ld+json>";
    for pattern in [
        "<figure>COMMENTSLICENCES",
        &format!(r#"{linked}{{"@graph":[ENTITIES{{"member":[REFERENCES0]}}]}}</script><p>x"#),
        "<div><p>PROSELISTS",
        "<div class='CLASS'>LINKS",
        "<div class='WORD'>LINKS",
        "<title>Liveticker</title><div class=WORD><p>TIMES",
        "<p>TIMES",
        "<div class=WORD>BLOCKS",
        "<blockquote class='CLASS'>BLOCKS",
        "<title>CLASS</title>ARTICLES",
        "AUTHORSBYLINES",
        &format!(r#"{linked}{{"@type":"NewsArticle","articleBody":"BODY"}}</script><p>x"#),
    ] {
        let html = parts.iter().fold(pattern.to_owned(), |html, (name, part)| {
            html.replace(name, part)
        });
        let start = Instant::now();
        extract(&Input::new(&html, Some(&url)), &Options::default());
        let took = start.elapsed();
        assert!(took < MAX_TIME, "{took:?} for {pattern}");
    }
}
