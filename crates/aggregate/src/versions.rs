//! Differences between two versions of a text, by word; in Chinese and Japanese, by character.

use serde::Serialize;
use similar::{ChangeTag, DiffableStr as _, TextDiff};

use crate::normalise::{blank_separated_words, is_unspaced};

/// Maximum words from the first to the last that differs, of both texts together; longer passages are compared by line. Myers'
/// algorithm takes time in proportion to this number and the number of differences.
const MAX_TOKENS: usize = 20_000;

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
    let [before, after] = comparable(before, after);
    let diff = TextDiff::configure().diff_slices(&before, &after);
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

/// The spans of two headlines: like [`diff_spans`], but the whole old headline before the whole new one if they share less than
/// half of their words. Words of both in turn would be unreadable.
pub fn title_spans(before: &str, after: &str) -> Vec<DiffSpan> {
    let spans = diff_spans(before, after);
    let (removed, added) = words_changed(&spans);
    if words(&spans, DiffKind::Kept) >= removed.max(added) {
        return spans;
    }
    let between = if before.is_empty() || after.is_empty() {
        ""
    } else {
        " "
    };
    let wholes = [
        (DiffKind::Removed, before),
        (DiffKind::Kept, between),
        (DiffKind::Added, after),
    ];
    let wholes = wholes.into_iter().filter(|(_, text)| !text.is_empty());
    wholes
        .map(|(fate, text)| DiffSpan {
            fate,
            text: text.to_owned(),
        })
        .collect()
}

/// Two texts in parts that can be compared within bounded time: words, otherwise lines, otherwise each as a whole.
fn comparable<'a>(before: &'a str, after: &'a str) -> [Vec<&'a str>; 2] {
    let lines = |text: &'a str| text.split_inclusive('\n').collect();
    let few = |parts: &[Vec<&str>; 2]| differing(&parts[0], &parts[1]) <= MAX_TOKENS;
    let words = [tokens(before), tokens(after)];
    if few(&words) {
        return words;
    }
    let lines = [lines(before), lines(after)];
    if few(&lines) {
        return lines;
    }
    [vec![before], vec![after]]
}

/// Number of parts of both texts from the first to the last that differs.
fn differing(before: &[&str], after: &[&str]) -> usize {
    let same = |(one, two): &(&&str, &&str)| one == two;
    let start = std::iter::zip(before, after).take_while(same).count();
    let (before, after) = (&before[start..], &after[start..]);
    let ends = std::iter::zip(before.iter().rev(), after.iter().rev());
    before.len() + after.len() - 2 * ends.take_while(same).count()
}

/// The words of a text and the white space between them; words with Han or Kana are cut at the boundaries of UAX 29.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for word in text.tokenize_words() {
        if word.contains(is_unspaced) {
            found.extend(text::tokens(word).map(|(_, token)| token));
        } else {
            found.push(word);
        }
    }
    found
}

/// The numbers of words removed and added. Each character of Chinese and Japanese counts.
pub fn words_changed(spans: &[DiffSpan]) -> (usize, usize) {
    (
        words(spans, DiffKind::Removed),
        words(spans, DiffKind::Added),
    )
}

/// The number of words of this fate.
fn words(spans: &[DiffSpan], fate: DiffKind) -> usize {
    let some = spans.iter().filter(|span| span.fate == fate);
    some.map(|span| blank_separated_words(&span.text)).sum()
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

    #[test]
    fn a_rewritten_headline_is_shown_as_a_whole() {
        let of = |before: &str, after: &str| written(&title_spans(before, after));
        assert_eq!(
            of("Bridge in Prescot to close", "Bridge in Prescot closes"),
            "Bridge in Prescot [-to close-]{+closes+}"
        );
        assert_eq!(
            of(
                "Council to close the old bridge",
                "Why the ferry may return"
            ),
            "[-Council to close the old bridge-] {+Why the ferry may return+}"
        );
        assert_eq!(of("Same", "Same"), "Same");
        assert_eq!(of("", "New"), "{+New+}");
        assert_eq!(of("", ""), "");
    }

    #[test]
    fn long_texts_that_share_little_are_compared_by_line() {
        use DiffKind::{Added, Kept, Removed};
        let text = |word: &str| format!("Kopf\n{}\nFuß", word.repeat(MAX_TOKENS));
        let kinds = |before: &str, after: &str| {
            let spans = diff_spans(before, after).into_iter();
            spans.map(|span| span.fate).collect::<Vec<_>>()
        };
        let [one, two] = ["a b ", "c d "].map(text);
        assert_eq!(kinds(&one, &two), [Kept, Removed, Added, Kept]);
        assert_eq!(differing(&["a", "b", "c"], &["a", "x", "y", "c"]), 3);
        assert_eq!(differing(&["a", "a"], &["a", "a", "a"]), 1);
        // a change in one word of a long text is still one of a word
        assert_eq!(
            words_changed(&diff_spans(&one, &format!("{one}note"))),
            (1, 1)
        );
        let [one, two] = ["a\n", "b\n"].map(text);
        assert_eq!(kinds(&one, &two), [Removed, Added]);
    }

    proptest! {
        #[test]
        fn tokens_cover_the_whole_text(text in "[a\u{301} \n。漢かが\u{3099}ー1-]{0,40}") {
            prop_assert_eq!(tokens(&text).concat(), text);
        }
    }
}
