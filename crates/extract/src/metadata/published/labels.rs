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
    use crate::cases::rows;

    #[test]
    fn the_last_label_before_a_date_counts() {
        // `@` is the date; that of the print issue is another
        for [text, kind] in rows(
            "Veröffentlicht am @ => Published
            Published 4 May, last updated @ => Changed
            Mis à jour le 4 mai, publié le @ => Published
            Mitglied seit: @ => Other
            Berlin, @ => None
            Il a disparu le @ => None
            Sa comparution le @ => None
            Adăpostat la @ => None
            Beklenmedik @ => None
            Dieser Beitrag wurde am Freitag, @ um 15:47 Uhr unter Lokales gepostet => Published
            Der Artikel wurde am @ von Uwe geschrieben und abgelegt => Published
            Dit artikel werd op @ door Jan geplaatst => Published
            Die Seite wurde am @ um 15:47 aktualisiert => Changed
            Der Maler wurde am @ geboren => Other
            Berlin, @ veröffentlicht => None
            Data de publicação: @ => Published
            Data publikacji: @ => Published
            Опубліковано @ => Published
            掲載日：@ => Published
            작성일 @ => Published
            Erschienen in der Ausgabe vom @ => Other
            Paru dans l’édition du @ => Other
            Opublikowano w wydaniu z @ => Other",
        ) {
            let (before, after) = text.split_once('@').unwrap();
            let found = label_around(before, after);
            assert_eq!(format!("{found:?}"), kind, "{text}");
        }
    }
}
