//! The structure of a text, and its two renderings parsed by independent parsers.

#![expect(
    clippy::expect_used,
    reason = "what is expected here is what is tested"
)]

mod read_back;

use extract::render::{self, Article};
use extract::{BlockType, Input, Options, Structure, extract};
use pulldown_cmark::{Event, Parser, Tag};

fn read(html: &str) -> (String, Structure) {
    let options = Options {
        structure: true,
        ..Options::of(&crate::EVERYTHING)
    };
    let extraction = extract(&Input::new(html, None), &options);
    (
        extraction.text,
        extraction.structure.expect("it was asked for"),
    )
}

fn html(page: &str) -> String {
    let (text, structure) = read(page);
    render::html(&Article {
        title: None,
        text: &text,
        structure: &structure,
    })
}

fn markdown(page: &str) -> String {
    let (text, structure) = read(page);
    render::markdown(&Article {
        title: None,
        text: &text,
        structure: &structure,
    })
}

/// Type, level and text of each block.
fn blocks(page: &str) -> Vec<(BlockType, Option<u8>, String)> {
    let (text, structure) = read(page);
    let blocks = structure.blocks();
    let all = blocks.iter().map(|block| block.text.of(&text));
    assert_eq!(all.collect::<Vec<_>>().join("\n\n"), text, "{page}");
    let one =
        |block: &extract::TypedBlock| (block.kind, block.level, block.text.of(&text).to_owned());
    blocks.iter().map(one).collect()
}

const PAGE: &str = r#"<h2>Was <em>jetzt</em> gilt</h2>
<p>Die Brücke bleibt <a href=/x>gesperrt</a>.</p>
<ul><li>Autos fahren über Auental<li>Räder<ul><li>bis 18 Uhr</ul><p>auch bei Regen</ul>
<ol><li>Erstens<li>Zweitens</ol>
<blockquote><p>Das ist zu spät.<p>Viel zu spät.</blockquote>
<figure><img src=x.jpg><figcaption><span>Die Brücke am Morgen.</span><div>Foto: Ada</div></figcaption></figure>
<table><caption>Zählung</caption><thead><tr><th>Jahr<th>Räder</thead><tr><td>2024<td>12 | 13<tr><td><td>14</table>
<pre>let a = 1;
    b();</pre>
<div><div class="wp-caption-text">Ein Bild</div></div>"#;

#[test]
fn blocks_have_the_types_a_reader_sees() {
    use BlockType::{Caption, Heading, ListItem, Paragraph, Preformatted, Quote, TableCell};
    let found = blocks(PAGE);
    let found: Vec<_> = found
        .iter()
        .map(|(k, l, text)| (*k, *l, text.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (Heading, Some(2), "Was jetzt gilt"),
            (Paragraph, None, "Die Brücke bleibt gesperrt."),
            (ListItem, Some(1), "Autos fahren über Auental"),
            (ListItem, Some(1), "Räder"),
            (ListItem, Some(2), "bis 18 Uhr"),
            (ListItem, Some(1), "auch bei Regen"),
            (ListItem, Some(1), "Erstens"),
            (ListItem, Some(1), "Zweitens"),
            (Quote, None, "Das ist zu spät."),
            (Quote, None, "Viel zu spät."),
            (Caption, None, "Die Brücke am Morgen."),
            (Caption, None, "Foto: Ada"),
            (Caption, None, "Zählung"),
            (TableCell, None, "Jahr"),
            (TableCell, None, "Räder"),
            (TableCell, None, "2024"),
            (TableCell, None, "12 | 13"),
            (TableCell, None, "14"),
            (Preformatted, None, "let a = 1; b();"),
            (Caption, None, "Ein Bild"),
        ]
    );
}

#[test]
fn cells_know_their_row_and_column_past_empty_ones() {
    let (text, structure) = read(PAGE);
    let blocks = structure.blocks();
    let last = blocks
        .iter()
        .rfind(|block| block.kind == BlockType::TableCell);
    let last = last.expect("a cell");
    assert_eq!(last.text.of(&text), "14");
    assert_eq!(
        (last.row, last.column, last.header),
        (Some(3), Some(2), Some(false))
    );
}

#[test]
fn html_keeps_the_structure_and_nothing_else() {
    assert_eq!(
        html(PAGE),
        "<article>
<h2>Was jetzt gilt</h2>
<p>Die Brücke bleibt gesperrt.</p>
<ul>
<li>Autos fahren über Auental</li>
<li>
<p>Räder</p>
<ul>
<li>bis 18 Uhr</li>
</ul>
<p>auch bei Regen</p>
</li>
</ul>
<ol>
<li>Erstens</li>
<li>Zweitens</li>
</ol>
<blockquote>
<p>Das ist zu spät.</p>
<p>Viel zu spät.</p>
</blockquote>
<figure>
<figcaption><p>Die Brücke am Morgen.</p><p>Foto: Ada</p></figcaption>
</figure>
<table>
<caption>Zählung</caption>
<tr>
<th>Jahr</th>
<th>Räder</th>
</tr>
<tr>
<td>2024</td>
<td>12 | 13</td>
</tr>
<tr>
<td></td>
<td>14</td>
</tr>
</table>
<pre>let a = 1;
    b();</pre>
<figure><figcaption>Ein Bild</figcaption></figure>
</article>
"
    );
}

#[test]
fn markdown_keeps_the_structure() {
    assert_eq!(
        markdown(PAGE),
        "## Was jetzt gilt

Die Brücke bleibt gesperrt.

- Autos fahren über Auental

- Räder

  - bis 18 Uhr

  auch bei Regen

1. Erstens
2. Zweitens

> Das ist zu spät.
>
> Viel zu spät.

*Die Brücke am Morgen.*

*Foto: Ada*

*Zählung*

| Jahr | Räder |
| --- | --- |
| 2024 | 12 \\| 13 |
|  | 14 |

```
let a = 1;
    b();
```

*Ein Bild*
"
    );
}

#[test]
fn the_headline_is_the_first_heading_and_occurs_once() {
    let page = "<h1>Die Brücke</h1><h1>Der Fluss</h1><p>Text.";
    let (text, structure) = read(page);
    let article = Article {
        title: Some("Die Brücke"),
        text: &text,
        structure: &structure,
    };
    assert_eq!(
        render::markdown(&article),
        "# Die Brücke\n\n## Der Fluss\n\nText.\n"
    );
    assert_eq!(
        render::html(&article),
        "<article>\n<h1>Die Brücke</h1>\n<h2>Der Fluss</h2>\n<p>Text.</p>\n</article>\n"
    );
}

#[test]
fn a_layout_table_is_no_table() {
    let long = "Der Rat der Stadt hat lange beraten. ".repeat(20);
    for page in [
        format!("<table><tr><td>Menü<td>{long}<tr><td>a<td>b</table>"),
        "<table><tr><td>eins<td>zwei<tr><td></table>".to_owned(),
        "<table><tr><td>eins<tr><td>zwei</table>".to_owned(),
        "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>".to_owned(),
        "<table><tr><td>a<td><p>b<tr><td>c<td><table><tr><td>d</table></table>".to_owned(),
    ] {
        assert!(
            blocks(&page)
                .iter()
                .all(|(kind, ..)| *kind == BlockType::Paragraph),
            "{page}"
        );
    }
}

#[test]
fn neighbouring_lists_stay_apart_and_quotes_hold_lists() {
    let page =
        "<ul><li>a</ul><ul><li>b</ul><blockquote><ul><li>c<li>d</ul></blockquote><ul>e<li>f</ul>";
    let markdown = markdown(page);
    assert_eq!(markdown, "- a\n\n* b\n\n> - c\n> - d\n\n- e\n- f\n");
    let lists = Parser::new(&markdown).filter(|event| matches!(event, Event::Start(Tag::List(_))));
    assert_eq!(lists.count(), 4);
}

#[test]
fn a_definition_list_and_stray_parts_are_still_text() {
    assert_eq!(
        markdown("<dl><dt>Aue<dd>ein Fluss</dl><li>allein"),
        "- Aue\n- ein Fluss\n\nallein\n"
    );
}

#[test]
fn preformatted_text_with_anything_else_in_it_is_folded() {
    assert_eq!(
        markdown("<pre>a\n  b &lt;c&gt;\n</pre>"),
        "```\na\n  b <c>\n```\n"
    );
    assert_eq!(markdown("<pre>a ``` b</pre>"), "````\na ``` b\n````\n");
    assert_eq!(
        markdown("<pre>a<button>Copy</button>\nb</pre>"),
        "```\na b\n```\n"
    );
}

#[test]
fn a_line_break_after_a_paragraph_begins_another() {
    let long = [
        "Der Rat der Stadt hat am Montag beschlossen, die alte Brücke für zwei Jahre zu sperren, weil drei ihrer Pfeiler Risse haben.",
        "“The ferry will run every hour, and the bus takes the forest road, which is ten minutes longer than the way across,” she said.",
        "市议会周五决定将旧桥关闭两年，北岸的店主担心生意受到影响。工程师在三个桥墩上发现了裂缝，市长在市政厅对记者说，公共汽车将绕行森林公路。",
    ];
    let (text, _) = read(&format!("<p>{}</p>", long.join("<br>")));
    assert_eq!(text, long.join("\n\n"));
    let page = format!("<p>{}<p>End", long.join("<br /></b> <b>"));
    assert_eq!(markdown(&page), long.join("\n\n") + "\n\nEnd\n");
    // a verse, and a line that does not end a sentence
    let open = [&long[0][..long[0].len() - 1], "Rat tagt.", "Ja."].join("<br>");
    assert_eq!(read(&open).0, open.replace("<br>", " "));
    let folded = format!("<pre>{}</pre>", long.join("<br>"));
    assert_eq!(read(&folded).0, long.join(" "));
}
