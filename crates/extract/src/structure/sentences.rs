//! Sentences with the tags around them.
//!
//! Source: LTE, *Extracting relevant text and features from HTML*: the tags around a sentence are features of it. Here they
//! are the block-level elements around its block, `<a>` if it overlaps a link, and `<b>` if the whole block is bold.

use serde::Serialize;
use text::sentences;

use crate::labels::{Labels, text_of};
use crate::metadata::language_of;
use html::{Span, Tag, TextDocument};

/// A sentence of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TaggedSentence<'a> {
    /// Names of the elements around it, outermost first, without `<body>` and custom elements.
    pub tags: Vec<&'static str>,
    /// The sentence.
    pub text: &'a str,
}

/// The sentences of the content blocks, in reading order.
pub fn tagged_sentences<'a>(
    document: &'a TextDocument,
    labels: &Labels,
) -> Vec<TaggedSentence<'a>> {
    let mut links: Vec<Span> = (document.head.anchors.iter())
        .filter(|anchor| !anchor.hidden && !anchor.text.is_empty())
        .map(|anchor| anchor.text)
        .collect();
    links.sort_by_key(|link| (link.end, link.start));
    let language = language_of(document, &text_of(document, labels));
    let mut tagged = Vec::new();
    for block in labels.content_blocks().map(|block| &document.blocks[block]) {
        let mut tags: Vec<&'static str> = document
            .ancestors(block.element)
            .map(|element| element.tag)
            .filter(|tag| !matches!(tag, Tag::Body | Tag::Other))
            .take(32)
            .map(Tag::name)
            .collect();
        tags.reverse();
        if block.bold_words > 0 && block.bold_words == block.words {
            tags.push(Tag::B.name());
        }
        let of = document.text_of(block);
        for sentence in sentences(of, language.as_deref()) {
            let start = block.text.start as usize + sentence.span.start_byte;
            let end = block.text.start as usize + sentence.span.end_byte;
            // the first link that ends after the start of the sentence
            let link = links.partition_point(|link| link.end as usize <= start);
            let mut tags = tags.clone();
            if links
                .get(link)
                .is_some_and(|link| (link.start as usize) < end)
            {
                tags.push(Tag::A.name());
            }
            tagged.push(TaggedSentence {
                tags,
                text: sentence.span.of(of),
            });
        }
    }
    tagged
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    #[test]
    fn a_sentence_knows_the_tags_around_it() {
        let page = "<article><h1><b>Bridge opens</b></h1><div><p>It rained. <a href=/mayor>The mayor</a> spoke. \
                    Nobody left.</p></div></article>";
        let document = parse(page);
        let labels = Labels::all_content(&document);
        let sentences = tagged_sentences(&document, &labels);
        let flat: Vec<String> = (sentences.iter())
            .map(|sentence| format!("{}: {}", sentence.tags.join(">"), sentence.text))
            .collect();
        assert_eq!(
            flat,
            [
                "article>h1>b: Bridge opens",
                "article>div>p: It rained.",
                "article>div>p>a: The mayor spoke.",
                "article>div>p: Nobody left.",
            ]
        );
    }

    #[test]
    fn sentences_end_as_in_the_language_of_the_page() {
        let page = "<html lang=en-GB><h1>Cup</h1><p>The score was 3. Germany won after a long evening in the rain.</p>";
        let document = parse(page);
        let labels = Labels::all_content(&document);
        let sentences = tagged_sentences(&document, &labels);
        let texts: Vec<&str> = sentences.iter().map(|sentence| sentence.text).collect();
        assert_eq!(
            texts[1..],
            [
                "The score was 3.",
                "Germany won after a long evening in the rain."
            ]
        );
    }
}
