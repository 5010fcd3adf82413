//! What structured data say of the article, read without parsing them: a page's JSON is often broken.

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use memchr::memmem;

use super::column::{Column, Row, count};
use super::lexicon::PRIME;
use super::text::{TextMeasures, measure};
use crate::document::TextDocument;
use crate::head::Head;

/// Bodies of fewer words are not believed.
const LEAST_WORDS: usize = 30;
/// Bodies are read up to this length, in bytes.
const LONGEST_BODY: usize = 60_000;

/// The article's body as stated, as far as it concerns the blocks.
#[derive(Debug, Default)]
pub(super) struct Stated {
    has_body: bool,
    is_article: bool,
    /// By block: share of its three-word runs in the body; empty if there is no body.
    covers: Vec<f32>,
}

/// Hashes are hashed already.
#[derive(Clone, Copy, Debug, Default)]
struct AsIs(u64);

impl std::hash::Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(PRIME);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value ^ (value >> 31);
    }
}

impl Stated {
    pub(super) fn of(document: &TextDocument, texts: &[TextMeasures], hashes: &[u64]) -> Self {
        let head = &document.head;
        let is_article = head.json_ld.iter().any(|json| names_article(json));
        let mut words = Vec::new();
        if let Some(body) = text_of(head, "articleBody") {
            measure(&without_tags(&body), &mut words);
        }
        if words.len() < LEAST_WORDS {
            return Self {
                is_article,
                ..Self::default()
            };
        }
        let runs: HashSet<u64, BuildHasherDefault<AsIs>> = words.windows(3).map(run).collect();
        let single: HashSet<u64, BuildHasherDefault<AsIs>> = words.iter().copied().collect();
        let covers = texts.iter().map(|text| {
            let block = text.hashes(hashes);
            if block.len() >= 3 {
                let found = block.windows(3).filter(|w| runs.contains(&run(w))).count();
                count(found) / count(block.len() - 2)
            } else if !block.is_empty() && block.iter().all(|word| single.contains(word)) {
                0.5
            } else {
                0.0
            }
        });
        Self {
            has_body: true,
            is_article,
            covers: covers.collect(),
        }
    }

    pub(super) fn write(&self, block: usize, row: &mut Row) {
        row.flag(Column::StatedBody, self.has_body);
        row.flag(Column::StatedArticle, self.is_article);
        row.set(
            Column::StatedCover,
            self.covers.get(block).copied().unwrap_or_default(),
        );
    }
}

fn run(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash, word| {
        (hash ^ word).wrapping_mul(PRIME).rotate_left(23)
    })
}

/// The longest string that stands under a key in the page's structured data.
pub(super) fn text_of(head: &Head, key: &str) -> Option<String> {
    let quoted = format!("\"{key}\"");
    let mut best: Option<&str> = None;
    for json in &head.json_ld {
        for at in memmem::find_iter(json.as_bytes(), quoted.as_bytes()) {
            let after = json[at + quoted.len()..].trim_start();
            let Some(value) = after.strip_prefix(':').map(str::trim_start) else {
                continue;
            };
            let Some(value) = value.strip_prefix('"') else {
                continue;
            };
            let value = &value[..end_of_string(value)];
            if best.is_none_or(|best| value.len() > best.len()) {
                best = Some(value);
            }
        }
    }
    best.map(|value| unescaped(value).into_owned())
}

/// Where a JSON string ends: at a quotation mark that no backslash stands before.
fn end_of_string(json: &str) -> usize {
    let bytes = json.as_bytes();
    let mut i = 0;
    while let Some(found) = bytes
        .get(i..)
        .and_then(|rest| memchr::memchr2(b'"', b'\\', rest))
    {
        i += found;
        if bytes[i] == b'"' || i >= LONGEST_BODY {
            return i;
        }
        i += 2;
    }
    json.len()
}

/// A JSON string's text; as written where it is broken.
fn unescaped(json: &str) -> Cow<'_, str> {
    if !json.contains('\\') {
        return Cow::Borrowed(json);
    }
    let quoted = format!("\"{json}\"");
    match serde_json::from_str::<String>(&quoted) {
        Ok(text) => Cow::Owned(text),
        Err(_) => Cow::Owned(
            json.replace("\\n", " ")
                .replace("\\r", " ")
                .replace("\\\"", "\""),
        ),
    }
}

/// Bodies come as text, as HTML, or as HTML with its signs escaped.
fn without_tags(text: &str) -> String {
    let text = htmlize::unescape(text);
    let mut plain = String::with_capacity(text.len());
    let mut rest: &str = &text;
    while let Some(start) = rest.find('<') {
        plain.push_str(&rest[..start]);
        plain.push(' ');
        match rest[start..].find('>') {
            Some(end) => rest = &rest[start + end + 1..],
            None => return plain,
        }
    }
    plain.push_str(rest);
    plain
}

fn names_article(json: &str) -> bool {
    memmem::find_iter(json.as_bytes(), b"\"@type\"").any(|at| {
        let after = &json[at + 7..];
        let end = after
            .char_indices()
            .nth(64)
            .map_or(after.len(), |(end, _)| end);
        let value = after[..end]
            .split([',', '}', '{'])
            .next()
            .unwrap_or_default();
        ["Article\"", "BlogPosting\"", "Report\""]
            .iter()
            .any(|name| value.contains(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_out_of_broken_json() {
        let head = Head {
            json_ld: vec![
                r#"{"@type": "NewsArticle", "headline" : "A \"quoted\" one\u00e9", broken"#.into(),
            ],
            ..Head::default()
        };
        assert_eq!(
            text_of(&head, "headline").as_deref(),
            Some("A \"quoted\" oneé")
        );
        assert_eq!(text_of(&head, "articleBody"), None);
        assert!(names_article(&head.json_ld[0]));
        assert!(!names_article(r#"{"@type":"WebSite","name":"Article"}"#));
    }
}
