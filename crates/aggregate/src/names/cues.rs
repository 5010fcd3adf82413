//! Words that show what the name beside them is, in German and English.

use serde::{Deserialize, Serialize};

/// Kind of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// A human being.
    Person,
    /// A company, a club, an office.
    Organisation,
    /// A town, a country, a river.
    Place,
}

pub(super) fn precedes_person(word: &str) -> bool {
    words::cues::BEFORE_PERSON.contains(&word)
}

pub(super) fn ends_organisation(word: &str) -> bool {
    words::cues::AFTER_ORGANISATION.contains(&word)
}

pub(super) fn is_particle(word: &str) -> bool {
    words::cues::PARTICLES.contains(&word)
}

pub(super) fn is_determiner(word: &str) -> bool {
    words::cues::DETERMINERS.contains(&word)
}

pub(super) fn is_place_preposition(word: &str) -> bool {
    words::cues::BEFORE_PLACE.contains(&word)
}
