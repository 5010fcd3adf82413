//! The front end: spans stand inside the text and the page, on borders of characters, in order; measures in range.
#![no_main]

use html::{Span, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|html: &str| {
    let document = parse(html);
    let is_text =
        |span: Span, text: &str| text.get(span.start as usize..span.end as usize).is_some();
    let mut end = 0;
    for block in &document.blocks {
        let text = document.text_of(block);
        assert!(!text.is_empty() && text.trim() == text && !text.contains(['\n', '\0']));
        assert!(is_text(block.text, &document.text) && block.text.start >= end);
        end = block.text.end;
        let source = Span {
            start: block.offset,
            end: block.end_offset,
        };
        assert!(source.start < source.end && is_text(source, html));
        assert!(is_text(block.inline_class, &document.attributes));
        assert!(block.link_words <= block.words && block.bold_words <= block.words);
        assert!((0.0..=1.0).contains(&block.link_density()));
        assert!((0.0..=81.0).contains(&block.text_density()));
        assert!((block.element as usize) < document.elements.len());
    }
    for (index, element) in document.elements.iter().enumerate() {
        assert!(
            element
                .parent
                .is_none_or(|parent| (parent as usize) < index)
        );
        assert!(is_text(element.source, html));
        assert!(is_text(element.class, &document.attributes));
    }
    for anchor in &document.head.anchors {
        assert!(is_text(anchor.text, &document.text) && is_text(anchor.href, &document.attributes));
    }
});
