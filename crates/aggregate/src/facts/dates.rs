//! Days of the year in a text.

use super::fold;
use crate::hash;
use crate::tokens::{Gap, Token, tokens};

/// A day of any year: news texts omit the year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) month: u8,
    pub(super) day: u8,
    pub(super) form: String,
}

impl Date {
    pub(super) fn key(&self) -> u64 {
        hash::bytes(format!("@{}-{}", self.month, self.day).as_bytes())
    }
}

/// Months in languages of the Latin script, without accents.
const MONTHS: [&[&str]; 12] = [
    &[
        "january", "januar", "janvier", "enero", "gennaio", "januari", "janeiro", "stycznia",
        "janner", "jan",
    ],
    &[
        "february",
        "februar",
        "fevrier",
        "febrero",
        "febbraio",
        "februari",
        "fevereiro",
        "lutego",
        "feb",
    ],
    &[
        "march", "marz", "mars", "marzo", "maart", "marco", "marca", "marts",
    ],
    &["april", "avril", "abril", "aprile", "kwietnia", "apr"],
    &["may", "mai", "mayo", "maggio", "mei", "maio", "maja", "maj"],
    &[
        "june", "juni", "juin", "junio", "giugno", "junho", "czerwca",
    ],
    &[
        "july", "juli", "juillet", "julio", "luglio", "julho", "lipca",
    ],
    &[
        "august", "aout", "agosto", "augustus", "sierpnia", "augusti", "aug",
    ],
    &[
        "september",
        "septembre",
        "septiembre",
        "settembre",
        "setembro",
        "wrzesnia",
        "sept",
        "sep",
    ],
    &[
        "october",
        "oktober",
        "octobre",
        "octubre",
        "ottobre",
        "outubro",
        "pazdziernika",
        "oct",
        "okt",
    ],
    &[
        "november",
        "novembre",
        "noviembre",
        "novembro",
        "listopada",
        "nov",
    ],
    &[
        "december",
        "dezember",
        "decembre",
        "diciembre",
        "dicembre",
        "dezembro",
        "grudnia",
        "dec",
        "dez",
    ],
];

/// Maximum bytes of the name of a month.
const MAX_MONTH_BYTES: usize = 16;

/// The number of a month by its folded name.
pub(super) fn month(word: &str) -> Option<u8> {
    let at = MONTHS.iter().position(|names| names.contains(&word))?;
    u8::try_from(at + 1).ok()
}

/// The days that a text gives by day and month.
pub(super) fn dates(text: &str) -> Vec<Date> {
    let words = tokens(text);
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        // "21. November", "21 de noviembre"; else "November 21", but no year.
        let before = at.checked_sub(1).and_then(|b| words.get(b));
        let day_before = match before.map(|w| w.text) {
            Some("de" | "of" | "di") => at.checked_sub(2).and_then(|b| words.get(b)),
            _ => before,
        };
        let after = words.get(at + 1).filter(|w| near(w));
        let figure = |word: &&Token<'_>| word.text.starts_with(|c: char| c.is_ascii_digit());
        if word.text.len() > MAX_MONTH_BYTES || !day_before.iter().chain(&after).any(figure) {
            continue;
        }
        let Some(month) = month(&fold(word.text)) else {
            continue;
        };
        let day = day_before.and_then(day).or_else(|| after.and_then(day));
        if let Some(day) = day {
            found.push(Date {
                month,
                day,
                form: format!("{month:02}-{day:02}"),
            });
        }
    }
    found
}

fn near(word: &Token<'_>) -> bool {
    matches!(word.gap, Gap::Blank | Gap::Inner)
}

/// "21", "21st", "1er".
fn day(word: &Token<'_>) -> Option<u8> {
    let digits = word
        .text
        .trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = word.text.get(digits.len()..)?;
    if !matches!(ending, "" | "st" | "nd" | "rd" | "th" | "er" | "o") {
        return None;
    }
    let day: u8 = digits.parse().ok()?;
    (1..=31).contains(&day).then_some(day)
}

#[cfg(test)]
mod tests {
    use super::dates;

    fn days(text: &str) -> Vec<String> {
        dates(text).into_iter().map(|date| date.form).collect()
    }

    #[test]
    fn a_day_is_read_in_each_language() {
        for text in [
            "am 3. März 2026",
            "on March 3, 2026",
            "on 3 March",
            "on the 3rd of March",
            "le 3 mars",
            "el 3 de marzo",
            "il 3 marzo",
            "op 3 maart",
            "3 marca 2026",
        ] {
            assert_eq!(days(text), ["03-03"], "{text}");
        }
        assert_eq!(days("le 1er mai"), ["05-01"]);
    }

    #[test]
    fn a_month_without_a_day_is_no_date() {
        assert!(days("in March 2026, and it may rain, 45 of March").is_empty());
    }
}
