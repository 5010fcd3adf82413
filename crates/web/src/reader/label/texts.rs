//! Two texts side by side, with common sentences marked.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use store::{PairKind, VersionText};

/// Maximum number of bytes shown of a text.
const MAX_TEXT: usize = 100_000;

/// An article of a pair.
#[derive(Debug)]
pub(super) struct PairText {
    pub(super) article: VersionText,
    /// Sentences by paragraph, each with whether it is in the other text too.
    pub(super) paragraphs: Vec<Vec<(String, bool)>>,
}

/// The two articles of a pair, the earlier one first. Common sentences are marked only for copies; for two reports of an event they
/// would say little.
pub(super) fn pair(kind: PairKind, mut both: [VersionText; 2]) -> [PairText; 2] {
    both.sort_by_key(|article| article.at);
    let words = both
        .each_ref()
        .map(|article| grams(shown(article)).collect());
    let [first, second]: [HashSet<u64>; 2] = words;
    let mut others = [second, first].into_iter();
    both.map(|article| {
        let other = others.next().unwrap_or_default();
        let text = shown(&article);
        let mut paragraphs: Vec<Vec<(String, bool)>> = Vec::new();
        let mut last = None;
        for sentence in text::sentences(text, article.language.as_deref()) {
            let sentence_text = sentence.span.of(text);
            let is_common = kind == PairKind::Copies && has(&other, sentence_text);
            if last != Some(sentence.paragraph) {
                paragraphs.push(Vec::new());
                last = Some(sentence.paragraph);
            }
            if let Some(paragraph) = paragraphs.last_mut() {
                paragraph.push((sentence_text.to_owned(), is_common));
            }
        }
        PairText {
            article,
            paragraphs,
        }
    })
}

fn shown(article: &VersionText) -> &str {
    let text = &article.text;
    text.get(..text.floor_char_boundary(MAX_TEXT))
        .unwrap_or_default()
}

/// Whether a text with these 3-grams has most of those of a sentence; false for sentences of fewer than three words.
fn has(text: &HashSet<u64>, sentence: &str) -> bool {
    let (mut here, mut all) = (0, 0);
    for gram in grams(sentence) {
        all += 1;
        here += usize::from(text.contains(&gram));
    }
    all > 0 && here * 2 > all
}

/// Hashes of the word 3-grams of a text, comparable within this process only.
fn grams(text: &str) -> impl Iterator<Item = u64> {
    let normal = aggregate::normalise(text);
    let words: Vec<&str> = normal.split_whitespace().collect();
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let grams: Vec<u64> = words
        .windows(3)
        .map(|three| hasher.hash_one(three))
        .collect();
    grams.into_iter()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn article(id: &str, at: i64, text: &str) -> VersionText {
        VersionText {
            id: id.to_owned(),
            version: 1,
            site_id: "a".to_owned(),
            url: format!("https://a.example/{id}"),
            title: None,
            text: text.to_owned(),
            at: DateTime::from_timestamp(at, 0).unwrap(),
            language: Some("en".to_owned()),
        }
    }

    fn both(kind: PairKind) -> [PairText; 2] {
        let late = article(
            "x",
            9,
            "The council voted on Monday evening. Nobody was hurt.",
        );
        let early = article(
            "y",
            1,
            "The council voted on Monday evening.\n\nThe mayor had asked for it twice.",
        );
        pair(kind, [late, early])
    }

    #[test]
    fn the_earlier_is_first_and_what_both_have_is_marked() {
        let texts = both(PairKind::Copies);
        assert_eq!(
            texts.each_ref().map(|text| text.article.id.as_str()),
            ["y", "x"]
        );
        assert_eq!(texts[0].paragraphs.len(), 2);
        for text in &texts {
            let sentences = text.paragraphs.iter().flatten();
            let marks: Vec<bool> = sentences.map(|(_, is_common)| *is_common).collect();
            assert_eq!(marks, [true, false]);
        }
    }

    #[test]
    fn nothing_is_marked_in_reports_of_an_event() {
        let texts = both(PairKind::Stories);
        let mut sentences = texts
            .iter()
            .flat_map(|text| text.paragraphs.iter().flatten());
        assert!(sentences.all(|(_, is_common)| !is_common));
    }
}
