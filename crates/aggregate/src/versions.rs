//! What differs between two versions of a text, word by word.

use std::time::Duration;

use serde::Serialize;
use similar::{ChangeTag, TextDiff};

/// Time after which two texts that share little are compared less closely.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether a stretch of text was kept, removed or added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// In both versions.
    Kept,
    /// In the version before alone.
    Removed,
    /// In the version after alone.
    Added,
}

/// Neighbouring words of one fate, with the white space between them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stretch {
    /// Kept, removed or added.
    pub fate: Fate,
    /// Its text.
    pub text: String,
}

/// The stretches of two texts, in their order; where both differ, what was removed comes first.
pub fn stretches(before: &str, after: &str) -> Vec<Stretch> {
    let diff = TextDiff::configure()
        .timeout(PATIENCE)
        .diff_words(before, after);
    let mut stretches: Vec<Stretch> = Vec::new();
    for change in diff.iter_all_changes() {
        let fate = match change.tag() {
            ChangeTag::Equal => Fate::Kept,
            ChangeTag::Delete => Fate::Removed,
            ChangeTag::Insert => Fate::Added,
        };
        match stretches.last_mut() {
            Some(last) if last.fate == fate => last.text.push_str(change.value()),
            _ => stretches.push(Stretch {
                fate,
                text: change.value().to_owned(),
            }),
        }
    }
    stretches
}

/// How many words were removed and added.
pub fn words_changed(stretches: &[Stretch]) -> (usize, usize) {
    let words = |fate| {
        let some = stretches.iter().filter(|stretch| stretch.fate == fate);
        some.map(|stretch| stretch.text.split_whitespace().count())
            .sum()
    };
    (words(Fate::Removed), words(Fate::Added))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_differ_are_counted() {
        let found = stretches("Der Rat tagt am Montag.", "Der Rat tagt erst am Dienstag.");
        assert_eq!(words_changed(&found), (1, 2));
        assert_eq!(words_changed(&stretches("gleich", "gleich")), (0, 0));
        assert!(stretches("", "").is_empty());
    }
}
