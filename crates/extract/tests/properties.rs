//! What holds for every page, whatever it is made of.

use extract::{EXTRACTORS, Mode, Options, Span, TextDocument, extract_with, parse, text_of};
use proptest::collection::vec;
use proptest::prelude::*;

/// Pieces of markup and text that meet all parts of the parser.
fn markup() -> impl Strategy<Value = String> {
    let pieces = vec![
        "<p>",
        "</p>",
        "<div class='a b' id=c>",
        "</div>",
        "<a href='/x?a=1&amp;b'>",
        "</a>",
        "<b>",
        "</b>",
        "<strong class=x id=y>",
        "<span class='c &amp; d'>",
        "&ensp;&NotGreaterGreater;\u{2003}",
        "<i>",
        "</i>",
        "<table>",
        "<tr>",
        "<td>",
        "</td>",
        "</table>",
        "<li>",
        "<ul>",
        "</ul>",
        "<br>",
        "<br/>",
        "<h1>",
        "</h2>",
        "<form>",
        "</form>",
        "<span hidden>",
        "</span>",
        "<svg>",
        "</svg>",
        "<math>",
        "<mtext>",
        "</math>",
        "<script>",
        "</script>",
        "<title>",
        "</title>",
        "<template>",
        "</template>",
        "<select>",
        "<option>",
        "</select>",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<body>",
        "</body>",
        "<frameset>",
        "<time datetime=2026>",
        "</time>",
        "<meta name=a content=b>",
        "<base href=/>",
        "&amp;",
        "&#0;",
        "&nbsp;",
        " ",
        "\n",
        "\0",
        "word ",
        "Wörter, ",
        "今日は",
        "สวัสดี",
        "e\u{301}",
        "\u{feff}",
        "<",
        ">",
        "\"",
        "'",
        "=",
        "/",
        "<button>",
        "<pre>",
    ];
    let piece = prop_oneof![
        8 => prop::sample::select(pieces).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Markup around sentences, so that extractors find something to keep.
fn page() -> impl Strategy<Value = String> {
    let sentence = "<p>So many words are said here that <b>it</b> is <a href=x>text</a>, and it goes on, he said.</p>";
    let part = prop_oneof![
        1 => Just(sentence.to_owned()),
        1 => Just(format!("<div class=article-body>{}</div>", sentence.repeat(5))),
        1 => Just("<ul class=nav><li><a href=x>Home</a><li><a href=y>More</a></ul>".to_owned()),
        2 => vec(markup(), 1).prop_map(|parts| parts.concat()),
    ];
    vec(part, 0..12).prop_map(|parts| parts.concat())
}

/// Whether the paragraphs of a text stand in another in the same order.
fn is_in_order(text: &str, whole: &str) -> bool {
    let mut rest = whole;
    text.split("\n\n")
        .filter(|part| !part.is_empty())
        .all(|part| {
            rest.find(part).is_some_and(|at| {
                rest = &rest[at + part.len()..];
                true
            })
        })
}

fn text_of_all(document: &TextDocument) -> String {
    let blocks = document.blocks.iter();
    blocks
        .map(|block| document.text_of(block))
        .collect::<Vec<_>>()
        .join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_are_whole_folded_and_in_order(html in markup()) {
        let document = parse(&html);
        prop_assert_eq!(text_of_all(&document), document.text.as_str());
        let mut end = 0;
        for block in &document.blocks {
            let text = document.text_of(block);
            prop_assert!(!text.is_empty() && text.trim() == text);
            prop_assert!(!text.contains(['\n', '\0', '\t', '\r']) && !text.contains("  "));
            prop_assert!(block.text.start >= end);
            end = block.text.end;
            let source = block.offset as usize..block.end_offset as usize;
            prop_assert!(!source.is_empty() && html.get(source).is_some());
            prop_assert!(document.attributes.get(block.inline_class.start as usize..block.inline_class.end as usize).is_some());
            prop_assert!(block.inline_class.len() <= 128);
            prop_assert!((block.element as usize) < document.elements.len());
        }
        let offsets: Vec<u32> = document.blocks.iter().map(|block| block.offset).collect();
        prop_assert!(offsets.is_sorted(), "{:?}", offsets);
    }

    #[test]
    fn measures_are_in_their_ranges(html in markup()) {
        for block in &parse(&html).blocks {
            prop_assert!((0.0..=1.0).contains(&block.link_density()));
            prop_assert!((0.0..=81.0).contains(&block.text_density()));
            prop_assert!(block.link_words <= block.words && block.bold_words <= block.words);
            prop_assert!(block.words_in_wrapped_lines <= block.words);
            prop_assert!(block.wrapped_lines >= 1);
            prop_assert!(block.full_text_words() <= block.words);
        }
    }

    #[test]
    fn elements_form_a_tree_and_stand_inside_the_page(html in markup()) {
        let document = parse(&html);
        prop_assert!(document.elements[0].parent.is_none());
        for (index, element) in document.elements.iter().enumerate().skip(1) {
            let parent = element.parent.unwrap() as usize;
            prop_assert!(parent < index);
            prop_assert_eq!(element.depth, document.elements[parent].depth + 1);
            prop_assert!(element.source.start <= element.source.end);
            prop_assert!(element.source.end as usize <= html.len());
            prop_assert!(html.is_char_boundary(element.source.start as usize));
            prop_assert_eq!(document.ancestors(u32::try_from(index).unwrap()).count(), usize::from(element.depth) + 1);
        }
    }

    #[test]
    fn facts_point_into_the_document(html in markup()) {
        let document = parse(&html);
        let inside = |span: Span| span.start <= span.end && document.text.get(span.start as usize..span.end as usize).is_some();
        for anchor in &document.head.anchors {
            prop_assert!(inside(anchor.text));
            prop_assert!(!anchor.hidden || anchor.text.is_empty());
            prop_assert_eq!(document.attribute(anchor.href), "/x?a=1&b");
        }
        for time in &document.head.times {
            prop_assert!(inside(time.text));
            prop_assert_eq!(document.attribute(time.datetime), "2026");
        }
    }

    #[test]
    fn any_text_is_a_page(html in any::<String>()) {
        let document = parse(&html);
        prop_assert!(document.text.len() <= 2 * html.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn anything_is_read_by_every_extractor_in_the_order_of_the_page(html in page()) {
        let document = parse(&html);
        for extractor in EXTRACTORS {
            let labels = extractor.label(&document);
            let content: Vec<usize> = labels.content_blocks().collect();
            prop_assert!(content.is_sorted_by(|one, other| one < other), "{}", extractor.name);
            prop_assert!(content.last().is_none_or(|&last| last < document.blocks.len()));
            let text = text_of(&document, &labels);
            prop_assert!(is_in_order(&text, &document.text), "{}: {:?}", extractor.name, text);
            for run in &labels.runs {
                prop_assert!((0.0..=1.0).contains(&run.link_density()), "{}", extractor.name);
                prop_assert!((0.0..=81.0).contains(&run.text_density()), "{}", extractor.name);
            }
            let read = extract_with(extractor, &html, None);
            prop_assert_eq!(read.content_blocks, content.len(), "{}", extractor.name);
        }
        for mode in [Mode::Precision, Mode::Recall] {
            let options = Options { mode, ..Options::default() };
            let labels = options.label(&EXTRACTORS[0], &document);
            prop_assert!(is_in_order(&text_of(&document, &labels), &document.text));
        }
    }
}
