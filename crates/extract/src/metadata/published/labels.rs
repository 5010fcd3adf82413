//! Words next to a date that indicate what kind of date it is.

use std::sync::LazyLock;

use text::words::dates::{CHANGED, OTHER, PUBLISHED, PUBLISHED_AFTER, WAS};

use crate::lexicon::Phrases;

/// Marks between two dates with their labels.
const MARKS: [char; 6] = ['|', '/', '·', '•', ';', '–'];

/// The kind of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DateLabel {
    /// The first publication.
    Published,
    /// A change.
    Changed,
    /// Something else: the creation of an account, or today.
    Other,
    /// Unknown.
    None,
}

/// The kind of a date by the words before and after it.
pub(super) fn label_around(before: &str, after: &str) -> DateLabel {
    let lower = |text: &str| text.to_lowercase();
    match label(before) {
        DateLabel::None
            if WAS.iter().any(|word| lower(before).contains(word))
                && PUBLISHED_AFTER
                    .iter()
                    .any(|word| lower(after).contains(word)) =>
        {
            DateLabel::Published
        }
        kind => kind,
    }
}

/// The kind of a date by the label right after it and its time of day: `3 May 2024 Published`. Before a time or, unless a mark
/// separates them, before another date, the label belongs to that.
pub(super) fn label_after(after: &str, is_before_date: bool) -> DateLabel {
    let text = after.trim_start_matches(|c: char| !c.is_alphabetic() && !MARKS.contains(&c));
    let text = text.to_lowercase();
    let labels = LABEL_WORDS.all_in(&text).filter(|hit| hit.start == 0);
    let first = labels.max_by_key(|hit| hit.word);
    let own = first.filter(|hit| {
        let rest = &text[hit.end..];
        let mark = rest.find(MARKS);
        let own = &rest[..mark.unwrap_or(rest.len())];
        !own.contains(char::is_numeric) && (mark.is_some() || !is_before_date)
    });
    own.map_or(DateLabel::None, |hit| kind_of(hit.word))
}

/// The kind of a date by the words before it. The last word counts: `Published … , updated …`.
pub(super) fn label(before: &str) -> DateLabel {
    let before = before.to_lowercase();
    let last = LABEL_WORDS
        .all_in(&before)
        .max_by_key(|hit| (hit.start, hit.word));
    last.map_or(DateLabel::None, |hit| kind_of(hit.word))
}

/// The kind that a word of [`LABEL_WORDS`] indicates.
fn kind_of(word: usize) -> DateLabel {
    if word < OTHER.len() {
        DateLabel::Other
    } else if word < OTHER.len() + PUBLISHED.len() {
        DateLabel::Published
    } else {
        DateLabel::Changed
    }
}

/// The kind of a date by the class and `itemprop` of its element. Publication takes precedence.
pub(super) fn label_of_names<const N: usize>(names: [&str; N]) -> DateLabel {
    let names = || {
        names
            .iter()
            .flat_map(|names| names.split_ascii_whitespace())
    };
    let is = |kind| names().any(|name| label(name) == kind);
    let mut kinds = [DateLabel::Published, DateLabel::Changed].into_iter();
    kinds.find(|kind| is(*kind)).unwrap_or(DateLabel::None)
}

/// Whether a text may have a word for a kind, ignoring case.
pub(super) fn may_contain(text: &str, kind: DateLabel) -> bool {
    match kind {
        DateLabel::Published => PUBLICATION_PREFILTER.are_in(text),
        DateLabel::Changed => CHANGE_PREFILTER.are_in(text),
        DateLabel::Other | DateLabel::None => false,
    }
}

static CHANGE_PREFILTER: LazyLock<Phrases> = LazyLock::new(|| in_all_cases(CHANGED));
static PUBLICATION_PREFILTER: LazyLock<Phrases> =
    LazyLock::new(|| in_all_cases(PUBLISHED.iter().chain(PUBLISHED_AFTER)));

/// The words in lower case, capitalised and in capitals.
fn in_all_cases<'a>(words: impl IntoIterator<Item = &'a &'static str>) -> Phrases {
    Phrases::in_any_case(words.into_iter().flat_map(|word| {
        // ASCII case is ignored anyway
        if word.is_ascii() {
            return vec![(*word).to_owned()];
        }
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let capital: String = first.chain(letters.as_str().chars()).collect();
        vec![(*word).to_owned(), capital, word.to_uppercase()]
    }))
}

/// The words for all kinds. Of two at one position, the later in the list counts.
static LABEL_WORDS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(OTHER.iter().chain(PUBLISHED).chain(CHANGED)));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefilter_ignores_case() {
        for (text, kind) in [
            ("VERÖFFENTLICHT am", DateLabel::Published),
            ("posted", DateLabel::Published),
            ("Änderung vom", DateLabel::Changed),
            ("Last Updated:", DateLabel::Changed),
            ("ОБНОВЛЕНО", DateLabel::Changed),
        ] {
            let other = match kind {
                DateLabel::Changed => DateLabel::Published,
                _ => DateLabel::Changed,
            };
            assert!(
                may_contain(text, kind) && !may_contain(text, other),
                "{text}"
            );
        }
    }

    #[test]
    fn the_last_label_before_a_date_counts() {
        assert_eq!(label("Veröffentlicht am "), DateLabel::Published);
        assert_eq!(label("Published 4 May, last updated "), DateLabel::Changed);
        assert_eq!(
            label("Mis à jour le 4 mai, publié le "),
            DateLabel::Published
        );
        assert_eq!(label("Mitglied seit: "), DateLabel::Other);
        assert_eq!(label("Berlin, "), DateLabel::None);
        assert_eq!(
            label_after(", 21:19 Published", false),
            DateLabel::Published
        );
        assert_eq!(label_after(" aktualisiert · ", true), DateLabel::Changed);
        assert_eq!(label_after(" updated ", true), DateLabel::None);
        assert_eq!(label_after(" updated 21:19", false), DateLabel::None);
        assert_eq!(label_after(" Berlin, updated ", false), DateLabel::None);
        let after = " um 15:47 Uhr unter Lokales gepostet";
        assert_eq!(
            label_around("Dieser Beitrag wurde am ", after),
            DateLabel::Published
        );
    }
}
