//! Words of dates: months, time zones, and what stands between the parts.

use super::token::Token;

/// Names and abbreviations of the months, in lower case: English, German, French, Spanish, Italian, Dutch, Portuguese,
/// the Scandinavian languages, Polish, Turkish.
const MONTHS: [&[&str]; 12] = [
    &[
        "january", "jan", "januar", "jänner", "jaen", "jän", "janvier", "janv", "enero", "ene",
        "gennaio", "gen", "januari", "janeiro", "stycznia", "ocak",
    ],
    &[
        "february",
        "feb",
        "februar",
        "feber",
        "février",
        "févr",
        "fév",
        "febrero",
        "febbraio",
        "februari",
        "fevereiro",
        "fev",
        "lutego",
        "şubat",
    ],
    &[
        "march", "mar", "märz", "mär", "mrz", "maerz", "mars", "marzo", "maart", "mrt", "março",
        "marts", "marca", "mart",
    ],
    &[
        "april", "apr", "avril", "avr", "abril", "abr", "aprile", "kwietnia", "nisan",
    ],
    &[
        "may", "mai", "mayo", "maggio", "mag", "mei", "maio", "maj", "maja", "mayıs",
    ],
    &[
        "june", "jun", "juni", "juin", "junio", "giugno", "giu", "junho", "czerwca", "haziran",
    ],
    &[
        "july", "jul", "juli", "juillet", "juil", "julio", "luglio", "lug", "julho", "lipca",
        "temmuz",
    ],
    &[
        "august", "aug", "août", "agosto", "ago", "augustus", "augusti", "sierpnia", "ağustos",
    ],
    &[
        "september",
        "sep",
        "sept",
        "septembre",
        "septiembre",
        "settembre",
        "set",
        "setembro",
        "września",
        "eylül",
    ],
    &[
        "october",
        "oct",
        "oktober",
        "okt",
        "octobre",
        "octubre",
        "ottobre",
        "ott",
        "outubro",
        "out",
        "października",
        "ekim",
    ],
    &[
        "november",
        "nov",
        "novembre",
        "noviembre",
        "novembro",
        "listopada",
        "kasım",
    ],
    &[
        "december",
        "dec",
        "dezember",
        "dez",
        "décembre",
        "déc",
        "diciembre",
        "dic",
        "dicembre",
        "dezembro",
        "desember",
        "grudnia",
        "aralık",
    ],
];

/// Offsets of named time zones in minutes.
const ZONES: [(&[&str], i32); 14] = [
    (&["z", "utc", "gmt", "wet"], 0),
    (&["cet", "mez", "bst", "west"], 60),
    (&["cest", "mesz", "eet", "sast", "cat"], 120),
    (&["eest", "msk", "eat"], 180),
    (&["gst"], 240),
    (&["pkt"], 300),
    (&["ist"], 330),
    (&["hkt", "sgt", "awst"], 480),
    (&["jst", "kst"], 540),
    (&["aest"], 600),
    (&["aedt"], 660),
    (&["edt", "ast"], -240),
    (&["est", "et", "cdt"], -300),
    (&["pdt", "mst"], -420),
];
const MORE_ZONES: [(&str, i32); 3] = [("cst", -360), ("mdt", -360), ("pst", -480)];

/// Number of the month of that name in lower case.
pub(super) fn month(name: &str) -> Option<u32> {
    let index = MONTHS.iter().position(|names| names.contains(&name))?;
    u32::try_from(index + 1).ok()
}

/// Offset from UTC in minutes of a time zone's short name in lower case.
pub(super) fn zone_minutes(name: &str) -> Option<i32> {
    let listed = ZONES.iter().find(|(names, _)| names.contains(&name));
    let more = || MORE_ZONES.iter().find(|(zone, _)| *zone == name);
    listed
        .map(|(_, minutes)| *minutes)
        .or_else(|| more().map(|(_, minutes)| *minutes))
}

/// What may stand between day, month and year: `3rd of May, 2024`, `3 de mayo de 2024`.
pub(super) fn is_filler(token: &Token) -> bool {
    match token.word() {
        Some(word) => matches!(
            word,
            "st" | "nd" | "rd" | "th" | "of" | "de" | "del" | "di" | "er"
        ),
        None => ['.', ',', '-', '/'].iter().any(|mark| token.is(*mark)),
    }
}
