//! Pages made to stop a parser: each is read to its end, quickly, and with a sane result.
//!
//! The time limit is for a debug build on a busy machine; quadratic code misses it by far.

use std::fmt::Write;
use std::time::{Duration, Instant};

use html::{TextDocument, decode, links, parse};
use url::Url;

const MAX_TIME: Duration = Duration::from_secs(20);

fn read(html: &str) -> TextDocument {
    let start = Instant::now();
    let document = parse(html);
    let took = start.elapsed();
    assert!(took < MAX_TIME, "{took:?} for {} bytes", html.len());
    let spans_are_texts = document
        .blocks
        .iter()
        .all(|block| !document.text_of(block).is_empty());
    assert!(spans_are_texts, "a block without text");
    document
}

fn texts(document: &TextDocument) -> Vec<&str> {
    let blocks = document.blocks.iter();
    blocks.map(|block| document.text_of(block)).collect()
}

/// `count` pieces of markup with their number in them.
fn numbered(count: u32, piece: fn(&mut String, u32) -> std::fmt::Result) -> String {
    let mut html = String::new();
    for number in 0..count {
        assert!(piece(&mut html, number).is_ok());
    }
    html
}

#[test]
fn nesting_is_cut_at_a_depth_and_the_text_is_kept() {
    for (open, close) in [
        ("<div>", "</div>"),
        ("<b>", "</b>"),
        ("<a href=x>", "</a>"),
        ("<table><tr><td>", "</table>"),
        ("<ul><li>", "</ul>"),
        ("<custom-tag>", "</custom-tag>"),
        ("<form><p><i>", "</form>"),
        ("<blockquote><font color=red>", "</blockquote>"),
    ] {
        let html = format!(
            "<p>begin</p>{}deep{}<p>end",
            open.repeat(50_000),
            close.repeat(50_000)
        );
        let document = read(&html);
        assert_eq!(texts(&document), ["begin", "deep", "end"], "{open}");
        assert!(document.elements.iter().all(|element| element.depth <= 600));
    }
    assert_eq!(
        texts(&read(&format!("a{}b", "<svg>".repeat(100_000)))),
        ["a"]
    );
}

#[test]
fn a_tag_of_a_hundred_thousand_attributes_is_one_tag() {
    let attributes: String = numbered(100_000, |html, i| {
        write!(html, " data-{i}='{i}' class=c{i}")
    });
    let document = read(&format!("<div{attributes}>text</div>"));
    assert_eq!(texts(&document), ["text"]);
    assert_eq!(document.attribute(document.elements[1].class), "c0");
}

#[test]
fn a_long_title_is_cut() {
    let document = read(&format!("<title>{}</title>", "é ".repeat(500_000)));
    assert!(document.title.starts_with("é é ") && document.title.len() <= 10_000);
}

#[test]
fn long_lists_of_names_are_cut_between_names() {
    let names = "name ".repeat(100_000);
    let document = read(&format!("<div class='{names}' id='{names}'><p>text</div>"));
    let div = document.elements[1];
    for kept in [div.class, div.id] {
        let kept = document.attribute(kept);
        assert!(kept.len() < 10_000 && kept.ends_with("name"), "{kept}");
    }
}

#[test]
fn unclosed_constructs_end_with_the_page() {
    for open in [
        "<!--",
        "<p title=\"",
        "<script>",
        "<style>",
        "<textarea>",
        "<![CDATA[",
        "<?",
        "</",
        "<a b='",
    ] {
        let document = read(&format!("<p>text</p>{}", open.repeat(200_000)));
        assert_eq!(texts(&document)[0], "text", "{open}");
    }
}

#[test]
fn one_line_of_ten_megabytes_is_a_block() {
    let document = read(&format!("<p>{}", "word ".repeat(2_000_000)));
    assert_eq!(document.blocks.len(), 1);
    assert_eq!(document.blocks[0].words, 2_000_000);
    let document = read(&"x".repeat(10_000_000));
    assert_eq!(document.blocks[0].words, 1);
}

#[test]
fn nul_bytes_are_no_text() {
    assert!(read(&"\0".repeat(1_000_000)).blocks.is_empty());
    assert_eq!(texts(&read("<p>a\0b<\0p>\0 c")), ["ab<p> c"]);
}

#[test]
fn a_million_tiny_blocks_are_blocks_in_bounded_numbers() {
    let document = read(&"<p>x".repeat(200_000));
    assert_eq!(document.blocks.len(), 200_000);
    assert_eq!(document.elements.len(), 200_001);
    let document = read(&"<p>x".repeat(1_000_000));
    assert_eq!(document.blocks.len(), 1 << 18);
    assert_eq!(document.elements.len(), 1 << 18);
    assert_eq!(document.text.matches('x').count(), 1_000_000);
    let words: u32 = document.blocks.iter().map(|block| block.words).sum();
    assert_eq!(words, 1_000_000);
    let document = read(&"<a href=x>y</a>".repeat(300_000));
    assert_eq!(document.head.anchors.len(), 1 << 18);
    assert_eq!(document.blocks[0].words, document.blocks[0].link_words);
}

#[test]
fn the_list_of_misnested_formatting_is_bounded() {
    let html: String = numbered(50_000, |html, i| write!(html, "<b class=c{i}><p>x</i>"));
    assert_eq!(read(&html).blocks.len(), 50_000);
    let html: String = numbered(100_000, |html, i| {
        write!(html, "<a href=u{i}><div>x</a></div>")
    });
    assert_eq!(read(&html).head.anchors.len(), 100_000);
}

#[test]
fn a_page_beyond_the_bound_is_cut() {
    let html = format!("<p>first</p>{}<p>last", "é".repeat(html::MAX_BYTES / 2));
    let document = read(&html);
    assert_eq!(texts(&document)[0], "first");
    assert!(!document.text.contains("last"));
}

#[test]
fn pages_without_text_are_pages() {
    for html in [
        "",
        " ",
        "\u{feff}",
        "<",
        "<html>",
        "<!doctype html>",
        "<frameset>",
        "<title>only</title>",
    ] {
        assert!(
            read(html).blocks.iter().all(|block| block.words == 0),
            "{html}"
        );
    }
    assert_eq!(read("<title> A\n page </title>").title, "A page");
}

#[test]
fn what_the_head_says_to_a_crawler_is_bounded() {
    let url = Url::parse("https://example.org/").unwrap();
    let read = |html: &str| {
        let page = decode(html.as_bytes(), None);
        let start = Instant::now();
        let found = links(&page, &url, "gleaner");
        let took = start.elapsed();
        assert!(took < MAX_TIME, "{took:?} for {} bytes", html.len());
        found
    };
    let feeds = numbered(150_000, |html, i| {
        write!(
            html,
            "<link rel=alternate type=text/xml href=/{i}><link rel=alternate type=text/xml href=/1>"
        )
    });
    assert_eq!(read(&feeds).feeds.len(), 256);
    let directives = numbered(500_000, |html, i| write!(html, "x{i},noai,"));
    let found = read(&format!("<meta name=robots content='{directives}'>"));
    assert_eq!(found.robots.len(), 1024);
    assert_eq!(found.robots[1], "noai");
    let base = "b".repeat(1_000_000);
    let anchors = numbered(100_000, |html, i| write!(html, "<a href={i}>x</a>"));
    let found = read(&format!("<base href='/{base}/'>{anchors}"));
    assert_eq!(found.links[1].url.path(), "/1");
}
