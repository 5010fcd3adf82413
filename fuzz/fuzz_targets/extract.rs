//! Every extractor, with metadata: no panic, and the text is made of blocks in the order of the page.
#![no_main]

use extract::{Input, Options, extract, text_of};
use html::{decode, links, parse};
use libfuzzer_sys::fuzz_target;
use methods::EXTRACTORS;
use url::Url;

fuzz_target!(|html: &str| {
    let document = parse(html);
    for extractor in EXTRACTORS {
        let labels = extractor.label(&document);
        let content: Vec<usize> = labels.content_blocks().collect();
        assert!(content.is_sorted_by(|a, b| a < b), "{}", extractor.name);
        let mut rest = document.text.as_str();
        for paragraph in text_of(&document, &labels)
            .split("\n\n")
            .filter(|text| !text.is_empty())
        {
            let at = rest.find(paragraph);
            assert!(at.is_some(), "{}: {paragraph:?}", extractor.name);
            rest = &rest[at.unwrap_or(0) + paragraph.len()..];
        }
    }
    let url = Url::parse("https://news.example/2024/05/03/story.html").ok();
    let read = extract(&Input::new(html, url.as_ref()), &Options::default());
    assert!(read.content_blocks <= read.blocks);
    if let Some(url) = url {
        links(&decode(html.as_bytes(), None), &url, "gleaner");
    }
});
