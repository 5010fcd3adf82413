//! Properties of every page, whatever its markup.

use html::{Span, TextDocument, parse};
use proptest::prelude::*;

use crate::markup::markup;

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
            for (inner, _) in document.inline_of(block) {
                prop_assert!(document.attributes.get(inner.names.start as usize..inner.names.end as usize).is_some());
            }
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
    fn elements_form_a_tree_inside_the_page(html in markup()) {
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
