//! Round trips: renderings of awkward and random pages, parsed again.

use extract::render::{self, Article};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options as Flavour, Parser, Tag, TagEnd};

use super::{html, markdown, read};

/// The text that a Markdown parser finds, block by block.
fn read_back(markdown: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for event in Parser::new_ext(
        markdown,
        Flavour::ENABLE_TABLES | Flavour::ENABLE_STRIKETHROUGH,
    ) {
        match event {
            Event::Text(text) => blocks.last_mut().expect("a block").push_str(&text),
            Event::Start(Tag::Emphasis) | Event::End(TagEnd::Emphasis) => {}
            Event::Start(_) | Event::End(_) => blocks.push(String::new()),
            Event::InlineHtml(html) if &*html == "<br>" => blocks.push(String::new()),
            other => blocks.push(format!("unexpected {other:?}")),
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

#[test]
fn a_deeply_nested_page_is_cut_short_and_loses_no_text() {
    let page = |open: &str| format!("{}Ende<p>mehr", format!("{open}x").repeat(3_000));
    for open in [
        "<blockquote>",
        "<ul><li>",
        "<table><tr><td>",
        "<ol><li><blockquote><figure>",
        "<dl><dd><table><th>",
    ] {
        let (text, structure) = read(&page(open));
        assert_eq!(structure.blocks().len(), text.split("\n\n").count());
        let article = Article {
            title: None,
            text: &text,
            structure: &structure,
        };
        let markdown = render::markdown(&article);
        assert_eq!(read_back(&markdown).join("\n\n"), text);
        assert!(markdown.len() < 60 * text.len());
    }
}

#[test]
fn nothing_of_a_page_becomes_markup() {
    let page = "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; <p>1. April <p># eins <p>- zwei <p>+ drei <p>&gt; vier \
        <p>*a* _b_ [c](d) `e` ~~f~~ \\g <p>--- <p>=== <p>snake_case <p>[x]: y <p>&amp;copy; <p>2) b<h2>C #</h2><p>-5 #tag +1";
    let (text, _) = read(page);
    let markdown = markdown(page);
    assert_eq!(read_back(&markdown).join("\n\n"), text);
    assert!(markdown.contains("snake_case") && markdown.contains("\n-5 #tag +1\n"));
    assert!(html(page).contains("<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;</p>"));
}

/// Text that is likely to contain markup. A letter alone would be the drop cap of the next block.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-zA-Z0-9]{1,4}",
        r"[-+*_#>`~|=!\[\](){}.:;&<\\^$%@/'\x22 ]{1,4}",
        "[äßあ中ا ]{1,2}",
        Just("1. ".to_owned()),
        Just("www.a.de".to_owned()),
        Just("&lt;".to_owned()),
    ];
    let texts = prop::collection::vec(piece, 1..8).prop_map(|pieces| pieces.concat());
    texts.prop_filter("a drop cap", |text| text.trim().chars().count() != 1)
}

fn pages() -> impl Strategy<Value = String> {
    let element = prop_oneof![
        Just(("<p>", "</p>")),
        Just(("<h2>", "</h2>")),
        Just(("<ul><li>", "</li></ul>")),
        Just(("<ol><li><p>", "</ol>")),
        Just(("<li>", "")),
        Just(("<blockquote>", "</blockquote>")),
        Just(("<table><tr><td>", "<td>b<tr><td></table>")),
        Just(("<figure><figcaption>", "</figure>")),
        Just(("<pre>", "</pre>")),
        Just(("<div><ul>", "</div>")),
        Just(("<td>", "")),
    ];
    prop::collection::vec((element, texts()), 1..12).prop_map(|blocks| {
        let block = |((open, close), text): &((&str, &str), String)| {
            format!("{open}{}{close}\n", render::escaped(text))
        };
        blocks.iter().map(block).collect()
    })
}

proptest! {
    #[test]
    fn markdown_read_back_is_the_text(page in pages()) {
        let (text, _) = read(&page);
        let fold = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        prop_assert_eq!(fold(&read_back(&markdown(&page)).join(" ")), fold(&text), "{}", markdown(&page));
    }

    #[test]
    fn html_read_back_is_the_text_and_stays_as_it_is(page in pages()) {
        let first = html(&page);
        prop_assert_eq!(&read(&first).0, &read(&page).0);
        prop_assert_eq!(html(&first), first);
    }
}
