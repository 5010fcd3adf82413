//! Words that tell what the name beside them is. German and English; other languages go without.

use serde::{Deserialize, Serialize};

/// What a name names.
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

/// Stand before a person's name.
const BEFORE_PERSON: &[&str] = &[
    "Herr",
    "Herrn",
    "Frau",
    "Dr",
    "Prof",
    "Mr",
    "Mrs",
    "Ms",
    "Sir",
    "Lady",
    "Sen",
    "Rep",
    "Gov",
    "President",
    "Präsident",
    "Präsidentin",
    "Bundespräsident",
    "Chancellor",
    "Kanzler",
    "Kanzlerin",
    "Bundeskanzler",
    "Bundeskanzlerin",
    "Minister",
    "Ministerin",
    "Premierminister",
    "Ministerpräsident",
    "Ministerpräsidentin",
    "Außenminister",
    "Außenministerin",
    "Finanzminister",
    "Finanzministerin",
    "Innenminister",
    "Innenministerin",
    "Senator",
    "Governor",
    "Mayor",
    "Bürgermeister",
    "Bürgermeisterin",
    "Judge",
    "Richter",
    "Trainer",
    "Coach",
    "Regisseur",
    "Regisseurin",
    "Autor",
    "Autorin",
    "Sprecher",
    "Sprecherin",
    "Professor",
    "Professorin",
    "Papst",
    "Pope",
    "König",
    "Königin",
    "Queen",
    "King",
    "Prince",
    "Princess",
    "Prinz",
    "Prinzessin",
];

/// Stand after a company's name, or end it.
const AFTER_ORGANISATION: &[&str] = &[
    "GmbH",
    "AG",
    "SE",
    "KG",
    "KGaA",
    "OHG",
    "Inc",
    "Corp",
    "Ltd",
    "LLC",
    "PLC",
    "plc",
    "SpA",
    "NV",
    "BV",
    "AB",
    "Oy",
    "Co",
    "Corporation",
    "Company",
    "Group",
    "Holding",
    "Holdings",
];

/// Join the parts of a name.
const PARTICLES: &[&str] = &[
    "von", "van", "de", "der", "den", "di", "da", "du", "la", "le", "zu", "al", "bin", "ibn", "of",
];

const DETERMINERS: &[&str] = &[
    "der", "die", "das", "des", "dem", "den", "ein", "eine", "einen", "einem", "einer", "eines",
    "im", "am", "zum", "zur", "vom", "beim", "ins", "kein", "keine", "keinen", "sein", "seine",
    "seinen", "seiner", "seinem", "ihr", "ihre", "ihren", "ihrer", "ihrem", "diese", "dieser",
    "dieses", "diesen", "diesem", "jede", "jeder", "jeden", "viele", "alle", "mehr", "the", "a",
    "an", "this", "that", "his", "her", "their", "its",
];

/// After these a name that stands without an article is a place.
const PLACE_PREPOSITIONS: &[&str] = &["in", "In", "nach", "Nach", "near"];

pub(super) fn precedes_person(word: &str) -> bool {
    BEFORE_PERSON.contains(&word)
}

pub(super) fn ends_organisation(word: &str) -> bool {
    AFTER_ORGANISATION.contains(&word)
}

pub(super) fn is_particle(word: &str) -> bool {
    PARTICLES.contains(&word)
}

pub(super) fn is_determiner(word: &str) -> bool {
    DETERMINERS.contains(&word)
}

pub(super) fn is_place_preposition(word: &str) -> bool {
    PLACE_PREPOSITIONS.contains(&word)
}
