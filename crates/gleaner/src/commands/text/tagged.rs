//! `gleaner text --tagged`: sentences with the tags that enclose them.

use extract::TaggedSentence;
use serde::Serialize;
use serde_json::Value;

use crate::files::pages::Page;
use crate::reading::{Judge, composed};

/// A line of jsonl.
#[derive(Serialize)]
struct TaggedPage<'a> {
    id: &'a Value,
    url: Option<&'a str>,
    sentences: Vec<Sentence>,
    /// Why the page could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct Sentence {
    tags: Vec<&'static str>,
    text: String,
}

impl From<TaggedSentence<'_>> for Sentence {
    fn from(sentence: TaggedSentence<'_>) -> Self {
        Self {
            tags: sentence.tags,
            text: composed(sentence.text.to_owned()),
        }
    }
}

/// Writes the sentences of a page: one line of JSON for the page, or one line per sentence with its tags, a tab and its text.
pub(super) fn write(jsonl: bool, judge: &Judge, page: &Page) -> anyhow::Result<String> {
    let sentences: Vec<Sentence> = match &page.html {
        Ok(html) => {
            let document = judge.options.extractor.parse(html);
            let labels = judge.options.label(&document);
            let sentences = extract::tagged_sentences(&document, &labels);
            sentences.into_iter().map(Sentence::from).collect()
        }
        Err(_) => Vec::new(),
    };
    if !jsonl {
        let mut lines = String::new();
        for Sentence { tags, text } in &sentences {
            lines += &tags.join(">");
            lines.push('\t');
            lines += text;
            lines.push('\n');
        }
        return Ok(lines);
    }
    let page = TaggedPage {
        id: &page.id,
        url: page.url.as_deref(),
        sentences,
        error: page.html.as_ref().err().map(ToString::to_string),
    };
    Ok(serde_json::to_string(&page)? + "\n")
}
