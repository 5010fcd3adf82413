//! Sentences with the tags around them.
//!
//! Source: LTE, *Extracting relevant text and features from HTML*: the tags a sentence is in are features of it. Here they
//! are the block-level elements around its block, the link it has a part of, and `<b>` where the whole block is bold.

use serde::Serialize;
use words::abbreviations::{IN_TEXT, TITLES};

use crate::labels::Labels;
use html::{Span, Tag, TextDocument};

/// A sentence of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaggedSentence<'a> {
    /// Names of the elements around it, outermost first, `<body>` and custom elements left out.
    pub tags: Vec<&'static str>,
    /// The sentence.
    pub text: &'a str,
}

/// Elements named around a sentence at most, the innermost ones.
const MAX_TAGS: usize = 32;

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
    let mut tagged = Vec::new();
    for block in labels.content_blocks().map(|block| &document.blocks[block]) {
        let mut tags: Vec<&'static str> = document
            .ancestors(block.element)
            .map(|element| element.tag)
            .filter(|tag| !matches!(tag, Tag::Body | Tag::Other))
            .take(MAX_TAGS)
            .map(Tag::name)
            .collect();
        tags.reverse();
        if block.bold_words > 0 && block.bold_words == block.words {
            tags.push(Tag::B.name());
        }
        let mut start = block.text.start as usize;
        for text in sentences(document.text_of(block)) {
            let end = start + text.len();
            let begins = text.len() - text.trim_start().len();
            // of the links that end after the sentence begins, the first
            let link = links.partition_point(|link| link.end as usize <= start + begins);
            let mut tags = tags.clone();
            if links
                .get(link)
                .is_some_and(|link| (link.start as usize) < end)
            {
                tags.push(Tag::A.name());
            }
            tagged.push(TaggedSentence {
                tags,
                text: text.trim(),
            });
            start = end;
        }
    }
    tagged
}

/// Cuts a block into sentences: after `.`, `!`, `?` or `…` and what closes with it, before white space and something that is
/// no lower-case letter; and after their full-width forms.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let is_wide = matches!(character, '。' | '！' | '？');
        if !is_wide && !matches!(character, '.' | '!' | '?' | '…') {
            continue;
        }
        let mut end = at + character.len_utf8();
        while let Some((at, closing)) = characters.next_if(|(_, c)| ends_with_it(*c)) {
            end = at + closing.len_utf8();
        }
        let rest = &text[end..];
        let goes_on = || {
            !rest.starts_with(char::is_whitespace)
                || rest.trim_start().starts_with(char::is_lowercase)
                || character == '.' && is_abbreviated(&text[start..at])
        };
        if is_wide || !goes_on() {
            found.push(&text[start..end]);
            start = end;
        }
    }
    if !text[start..].trim().is_empty() {
        found.push(&text[start..]);
    }
    found
}

fn ends_with_it(character: char) -> bool {
    matches!(
        character,
        '.' | '!' | '?' | '…' | '"' | '\'' | '”' | '“' | '’' | '‘' | '»' | '«' | ')' | ']'
    ) || matches!(character, '。' | '！' | '？' | '」' | '』' | '）')
}

/// Whether a full stop after this text belongs to its last word.
fn is_abbreviated(text: &str) -> bool {
    let word = text.rsplit(|c: char| !c.is_alphanumeric()).next();
    let word = word.unwrap_or_default();
    let is_number = word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    !word.is_empty() && (is_number || is_letter)
        || TITLES.contains(&word)
        || IN_TEXT.contains(&word)
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
        let labels = crate::extractor("div-ratio").unwrap().label(&document);
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
    fn sentences_end_before_what_is_no_lower_case_letter() {
        let cut = |text: &'static str| -> Vec<&str> {
            sentences(text).into_iter().map(str::trim).collect()
        };
        assert_eq!(
            cut("„Nein!“, sagte er. „Doch!“ Dann ging sie …"),
            ["„Nein!“, sagte er.", "„Doch!“", "Dann ging sie …"]
        );
        assert_eq!(
            cut("Am 3. Oktober kam Dr. J. Weber. Es war 3.5 Grad."),
            ["Am 3. Oktober kam Dr. J. Weber.", "Es war 3.5 Grad."]
        );
        assert_eq!(cut("今日は。明日は？"), ["今日は。", "明日は？"]);
        assert_eq!(cut("No end"), ["No end"]);
        assert_eq!(cut(""), [""; 0]);
    }
}
