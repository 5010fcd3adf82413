//! Snapshot tests: pages written for this project, each with the table of its blocks, its text and its metadata. To report a bad
//! extraction, add a page.

#![expect(
    clippy::expect_used,
    reason = "what is expected here is what is tested"
)]

use std::fmt::Write;
use std::path::Path;

use extract::{Explanation, Input, Label, Options, explain};
use url::Url;

/// Characters of a block shown in the table.
const EXCERPT: usize = 48;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/pages")
        .join(name);
    std::fs::read_to_string(path).expect("the page is there")
}

fn table(explanation: &Explanation) -> String {
    let mut table = String::new();
    for block in &explanation.blocks {
        let excerpt: String = block.text.chars().take(EXCERPT).collect();
        let mark = if block.label == Label::Content {
            '+'
        } else {
            '-'
        };
        writeln!(
            table,
            "{mark} {:24} {:>3}w {:>4.2}l {:>5.2}d {:2} {:30} {excerpt}",
            block.decided_by.unwrap_or("."),
            block.words,
            block.link_density,
            block.text_density,
            block.tag_level,
            block.path
        )
        .expect("writing to a string");
    }
    table
}

fn snapshot(name: &str) {
    let url = Url::parse("https://www.auetaler-bote.test/seite.html").expect("a URL");
    let html = read(&format!("{name}.html"));
    let explanation = explain(&Input::new(&html, Some(&url)), &Options::default());
    let extraction = extract::extract(&Input::new(&html, Some(&url)), &Options::default());
    // An explanation says in addition what the other rules say.
    let mut explained = explanation.metadata.clone();
    for decision in explained.decisions.values_mut() {
        decision.rivals.clear();
    }
    assert_eq!(explained, extraction.metadata);
    let metadata = serde_json::to_string_pretty(&extraction.metadata).expect("metadata as JSON");
    let whole = format!("{}\n{}\n\n{metadata}", table(&explanation), extraction.text);
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!(name, whole);
    });
}

#[test]
fn an_article_in_an_article_element() {
    snapshot("de_artikel");
}

#[test]
fn an_article_in_nameless_divs_before_its_comments() {
    snapshot("en_div_soup");
}

#[test]
fn an_article_that_ends_in_a_list() {
    snapshot("de_liste_am_ende");
}

#[test]
fn a_section_front() {
    snapshot("de_ressort");
}

#[test]
fn an_article_in_broken_html_with_broken_json() {
    snapshot("en_broken");
}

#[test]
fn an_article_without_metadata() {
    snapshot("de_zeitung_ohne_daten");
}

#[test]
fn a_byline_in_a_cell_beside_teasers() {
    snapshot("en_cell");
}

#[test]
fn a_byline_in_a_list_and_lines_that_lead_elsewhere() {
    snapshot("es_firma_en_lista");
}

#[test]
fn a_hindi_byline_in_several_elements() {
    snapshot("hi_kai_tatva");
}

#[test]
fn anything_is_a_page() {
    for html in [
        "",
        " ",
        "<",
        "<html",
        "\0",
        "<p></p>",
        "&#x110000;",
        "nur Text",
    ] {
        let read = extract::extract(&Input::new(html, None), &Options::default());
        assert!(read.content_blocks <= read.blocks, "{html:?}");
    }
}
