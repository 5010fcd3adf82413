//! Differences between two versions of a text, by word; in Chinese and Japanese, by character.

use std::time::Duration;

use serde::Serialize;
use similar::{ChangeTag, DiffableStr as _, TextDiff};

use crate::normalise::is_unspaced;

/// Time after which two texts that share little are compared less closely.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Whether a span of text was kept, removed or added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiffKind {
    /// In both versions.
    Kept,
    /// Only in the earlier version.
    Removed,
    /// Only in the later version.
    Added,
}

/// Neighbouring words of one kind, with the white space between them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiffSpan {
    /// Kept, removed or added.
    pub fate: DiffKind,
    /// Its text.
    pub text: String,
}

/// The spans of two texts, in their order; where they differ, removed text comes before added text.
pub fn diff_spans(before: &str, after: &str) -> Vec<DiffSpan> {
    let (before, after) = (tokens(before), tokens(after));
    let diff = TextDiff::configure()
        .timeout(TIMEOUT)
        .diff_slices(&before, &after);
    let mut spans: Vec<DiffSpan> = Vec::new();
    for change in diff.iter_all_changes() {
        let fate = match change.tag() {
            ChangeTag::Equal => DiffKind::Kept,
            ChangeTag::Delete => DiffKind::Removed,
            ChangeTag::Insert => DiffKind::Added,
        };
        match spans.last_mut() {
            Some(last) if last.fate == fate => last.text.push_str(change.value()),
            _ => spans.push(DiffSpan {
                fate,
                text: change.value().to_owned(),
            }),
        }
    }
    spans
}

/// The words of a text and the white space between them; words with Han or Kana are cut at the boundaries of UAX 29.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for word in text.tokenize_words() {
        if word.contains(is_unspaced) {
            found.extend(sentences::tokens(word).map(|(_, token)| token));
        } else {
            found.push(word);
        }
    }
    found
}

/// The numbers of words removed and added. Each character of Chinese and Japanese counts.
pub fn words_changed(spans: &[DiffSpan]) -> (usize, usize) {
    let count = |word: &str| word.chars().filter(|c| is_unspaced(*c)).count().max(1);
    let words = |fate| {
        let some = spans.iter().filter(|span| span.fate == fate);
        let words = some.flat_map(|span| span.text.split_whitespace());
        words.map(count).sum()
    };
    (words(DiffKind::Removed), words(DiffKind::Added))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_that_differ_are_counted() {
        let found = diff_spans("Der Rat tagt am Montag.", "Der Rat tagt erst am Dienstag.");
        assert_eq!(words_changed(&found), (1, 2));
        assert_eq!(words_changed(&diff_spans("gleich", "gleich")), (0, 0));
        assert!(diff_spans("", "").is_empty());
    }

    /// The spans as `wdiff` writes them.
    fn written(spans: &[DiffSpan]) -> String {
        let written = spans.iter().map(|DiffSpan { fate, text }| match fate {
            DiffKind::Kept => text.clone(),
            DiffKind::Removed => format!("[-{text}-]"),
            DiffKind::Added => format!("{{+{text}+}}"),
        });
        written.collect()
    }

    #[test]
    fn texts_without_spaces_are_compared_by_character() {
        let found = diff_spans(
            "市议会周二晚间决定拆除旧桥。",
            "市议会周三晚间决定拆除旧桥。",
        );
        assert_eq!(written(&found), "市议会周[-二-]{+三+}晚间决定拆除旧桥。");
        assert_eq!(words_changed(&found), (1, 1));
        let found = diff_spans("来週、東京で会議。", "来週 3日、東京と大阪で会議。");
        assert_eq!(written(&found), "来週{+ 3日+}、東京{+と大阪+}で会議。");
        assert_eq!(words_changed(&found), (0, 4));
        let found = diff_spans("Er sagte: „a-b.“", "Er sagte: „a-c.“");
        assert_eq!(written(&found), "Er sagte: [-„a-b.“-]{+„a-c.“+}");
    }

    proptest! {
        #[test]
        fn tokens_cover_the_whole_text(text in "[a\u{301} \n。漢かが\u{3099}ー1-]{0,40}") {
            prop_assert_eq!(tokens(&text).concat(), text);
        }
    }
}
