//! Counts the words in which two texts differ.

use std::collections::HashMap;

use serde::Serialize;

const EXCERPT: usize = 90;

/// The words in which two texts differ, with excerpts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct TextChange {
    pub(super) words_removed: usize,
    pub(super) words_added: usize,
    /// The beginning of the first passage that is only in the old text.
    pub(super) removed: Option<String>,
    /// The beginning of the first passage that is only in the new text.
    pub(super) added: Option<String>,
}

impl TextChange {
    /// Compares two texts; `None` if they are the same.
    pub(super) fn between(before: &str, after: &str) -> Option<Self> {
        if before == after {
            return None;
        }
        let (old, new) = (only_in(before, after), only_in(after, before));
        let (removed, added) = (count(&old), count(&new));
        let (removed, added) = (beyond(&removed, &added), beyond(&added, &removed));
        let first_old = old.first().copied().unwrap_or_default();
        let first_new = new.first().copied().unwrap_or_default();
        Some(Self {
            words_removed: removed,
            words_added: added,
            removed: excerpt(first_old, first_new).filter(|_| removed > 0),
            added: excerpt(first_new, first_old).filter(|_| added > 0),
        })
    }
}

/// The paragraphs of a text that the other text lacks or has fewer times.
fn only_in<'a>(text: &'a str, other: &str) -> Vec<&'a str> {
    let mut there: HashMap<&str, usize> = HashMap::new();
    for paragraph in other.split("\n\n") {
        *there.entry(paragraph).or_default() += 1;
    }
    let mut only = Vec::new();
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        match there.get_mut(paragraph) {
            Some(left) if *left > 0 => *left -= 1,
            _ => only.push(paragraph),
        }
    }
    only
}

fn count<'a>(paragraphs: &[&'a str]) -> HashMap<&'a str, usize> {
    let mut words = HashMap::new();
    for word in paragraphs.iter().flat_map(|p| p.split_whitespace()) {
        *words.entry(word).or_default() += 1;
    }
    words
}

fn beyond(words: &HashMap<&str, usize>, others: &HashMap<&str, usize>) -> usize {
    let more = words.iter();
    more.map(|(word, count)| count.saturating_sub(others.get(word).copied().unwrap_or(0)))
        .sum()
}

/// An excerpt of a passage, from the first word in which it differs from the other.
fn excerpt(passage: &str, other: &str) -> Option<String> {
    let same = passage.split(' ').zip(other.split(' '));
    let same = same.take_while(|(one, other)| one == other).count();
    let words: Vec<&str> = passage.split(' ').skip(same).collect();
    let text = words.join(" ");
    let short: String = text.chars().take(EXCERPT).collect();
    let end = if short.len() < text.len() { "…" } else { "" };
    let begin = if same > 0 { "… " } else { "" };
    (!short.is_empty()).then(|| format!("{begin}{short}{end}"))
}

#[cfg(test)]
mod tests {
    use super::TextChange;

    #[test]
    fn an_excerpt_begins_where_the_passages_part() {
        let change = TextChange::between("A b c d (ad) e", "A b c d e").unwrap();
        assert_eq!((change.words_removed, change.words_added), (1, 0));
        assert_eq!(change.removed.as_deref(), Some("… (ad) e"));
        assert_eq!(change.added, None);
        let long = "word ".repeat(50);
        let change = TextChange::between(&long, "").unwrap();
        assert!(change.removed.unwrap().ends_with('…'));
    }

    #[test]
    fn an_order_that_changes_is_a_change_without_words() {
        let change = TextChange::between("One.\n\nTwo.", "Two.\n\nOne.").unwrap();
        assert_eq!((change.words_removed, change.words_added), (0, 0));
    }
}
