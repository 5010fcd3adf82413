//! Words beside a date that say what happened on that day.

use std::sync::LazyLock;

use words::dates::{CHANGED, OTHER, PUBLISHED, PUBLISHED_AFTER, WAS};

use crate::phrases::Phrases;

/// What a date is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// The first publication.
    Published,
    /// A change.
    Changed,
    /// Something else: the day an account was made, or today.
    Other,
    /// Nothing is said.
    None,
}

/// What the words before and after a date say.
pub(super) fn label_around(before: &str, after: &str) -> Label {
    let lower = |text: &str| text.to_lowercase();
    match label(before) {
        Label::None
            if WAS.iter().any(|word| lower(before).contains(word))
                && PUBLISHED_AFTER
                    .iter()
                    .any(|word| lower(after).contains(word)) =>
        {
            Label::Published
        }
        said => said,
    }
}

/// What the words before a date say. The last word counts: `Published … , updated …`.
pub(super) fn label(before: &str) -> Label {
    let before = before.to_lowercase();
    let last = SAID.all_in(&before).max_by_key(|hit| (hit.start, hit.word));
    last.map_or(Label::None, |hit| match hit.word {
        word if word < OTHER.len() => Label::Other,
        word if word < OTHER.len() + PUBLISHED.len() => Label::Published,
        _ => Label::Changed,
    })
}

/// Whether a text may say that a date is that of publication, or of a change, whatever its case.
pub(super) fn may_say(text: &str, said: Label) -> bool {
    match said {
        Label::Published => MAY_BE_PUBLISHED.are_in(text),
        Label::Changed => MAY_BE_CHANGED.are_in(text),
        Label::Other | Label::None => false,
    }
}

static MAY_BE_CHANGED: LazyLock<Phrases> = LazyLock::new(|| as_written(CHANGED));
static MAY_BE_PUBLISHED: LazyLock<Phrases> =
    LazyLock::new(|| as_written(PUBLISHED.iter().chain(PUBLISHED_AFTER)));

/// Words as they may be written.
fn as_written<'a>(words: impl IntoIterator<Item = &'a &'static str>) -> Phrases {
    Phrases::in_any_case(words.into_iter().flat_map(|word| {
        // of ASCII letters case does not matter anyhow
        if word.is_ascii() {
            return vec![(*word).to_owned()];
        }
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let capital: String = first.chain(letters.as_str().chars()).collect();
        vec![(*word).to_owned(), capital, word.to_uppercase()]
    }))
}

/// All words that say something; of two at one place the later one counts.
static SAID: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(OTHER.iter().chain(PUBLISHED).chain(CHANGED)));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_say_what_it_says_in_any_case() {
        for (text, said) in [
            ("VERÖFFENTLICHT am", Label::Published),
            ("posted", Label::Published),
            ("Änderung vom", Label::Changed),
            ("Last Updated:", Label::Changed),
            ("ОБНОВЛЕНО", Label::Changed),
        ] {
            let other = match said {
                Label::Changed => Label::Published,
                _ => Label::Changed,
            };
            assert!(may_say(text, said) && !may_say(text, other), "{text}");
        }
    }

    #[test]
    fn the_last_label_before_a_date_counts() {
        assert_eq!(label("Veröffentlicht am "), Label::Published);
        assert_eq!(label("Published 4 May, last updated "), Label::Changed);
        assert_eq!(label("Mis à jour le 4 mai, publié le "), Label::Published);
        assert_eq!(label("Mitglied seit: "), Label::Other);
        assert_eq!(label("Berlin, "), Label::None);
        let after = " um 15:47 Uhr unter Lokales gepostet";
        assert_eq!(
            label_around("Dieser Beitrag wurde am ", after),
            Label::Published
        );
    }
}
