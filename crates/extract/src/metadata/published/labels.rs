//! Words next to a date that indicate what kind of date it is.

use std::sync::LazyLock;

use text::words::dates::{CHANGED, OTHER, PUBLISHED, WAS};

use crate::lexicon::{Hit, Phrases, continues_word};

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

/// The kind of a date by the words before it, else by those after it in languages whose verb is there: `wurde am 3. Mai 2024 um 15:47
/// Uhr veröffentlicht`.
pub(super) fn label_around(before: &str, after: &str) -> DateLabel {
    match label(before) {
        DateLabel::None if before.split_whitespace().any(|word| WAS.contains(&word)) => {
            label(after)
        }
        kind => kind,
    }
}

/// The kind of a date by the words before it. The last word counts: `Published … , updated …`. Phrases of several words for the
/// publication begin a word: not `disparu le`.
pub(super) fn label(before: &str) -> DateLabel {
    let before = before.to_lowercase();
    let is_label = |hit: &Hit| {
        kind_of(hit.word) != DateLabel::Published
            || !before[hit.start..hit.end].contains(' ')
            || !before[..hit.start].ends_with(continues_word)
    };
    let last = LABEL_WORDS
        .all_in(&before)
        .filter(is_label)
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

/// The words for all kinds. Of two at one position, the later in the list counts.
static LABEL_WORDS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(OTHER.iter().chain(PUBLISHED).chain(CHANGED)));

#[cfg(test)]
mod tests {
    use super::*;

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
        for before in [
            "Il a disparu le ",
            "Sa comparution le ",
            "Adăpostat la ",
            "Beklenmedik ",
        ] {
            assert_eq!(label(before), DateLabel::None, "{before}");
        }
        for (before, after, kind) in [
            (
                "Dieser Beitrag wurde am Freitag, ",
                " um 15:47 Uhr unter Lokales gepostet",
                DateLabel::Published,
            ),
            (
                "Der Artikel wurde am ",
                " von Uwe geschrieben und abgelegt",
                DateLabel::Published,
            ),
            (
                "Dit artikel werd op ",
                " door Jan geplaatst",
                DateLabel::Published,
            ),
            (
                "Die Seite wurde am ",
                " um 15:47 aktualisiert",
                DateLabel::Changed,
            ),
            ("Der Maler wurde am ", " geboren", DateLabel::Other),
            ("Berlin, ", " veröffentlicht", DateLabel::None),
        ] {
            assert_eq!(label_around(before, after), kind, "{before}");
        }
        for before in [
            "Data de publicação: ",
            "Data publikacji: ",
            "Опубліковано ",
            "掲載日：",
            "작성일 ",
        ] {
            assert_eq!(label(before), DateLabel::Published, "{before}");
        }
        // that of the print issue
        for before in [
            "Erschienen in der Ausgabe vom ",
            "Paru dans l’édition du ",
            "Opublikowano w wydaniu z ",
        ] {
            assert_eq!(label(before), DateLabel::Other, "{before}");
        }
    }
}
