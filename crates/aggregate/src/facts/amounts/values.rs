//! Values of figures, which are the same for equal figures.

use crate::facts::numbers::{decimal, digits, is_year};
use crate::normalise::is_unspaced;

pub(super) fn day_value(month: u8, day: u8) -> String {
    format!("@{month}-{day}")
}

pub(super) fn clock_value(minutes: u32) -> String {
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

/// The letters at the start of a text, if its words have blanks between them.
pub(super) fn letters(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphabetic() || is_unspaced(c));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// The power of ten of a letter after a sum of money: "£6.4m".
pub(super) fn short(suffix: &str) -> Option<u8> {
    match suffix {
        "k" => Some(3),
        "m" => Some(6),
        "b" => Some(9),
        _ => None,
    }
}

/// "19h30", "19h"
pub(super) fn hours(form: &str, after: &str) -> Option<(u32, usize)> {
    let rest = after.strip_prefix('h')?;
    let length = digits(rest);
    if rest.get(length..)?.starts_with(char::is_alphabetic) {
        return None;
    }
    let minute = rest
        .get(..length)
        .filter(|minute| matches!(minute.len(), 0 | 2))?;
    let hour: u32 = form.parse().ok().filter(|hour| *hour <= 24)?;
    let minute: u32 = if minute.is_empty() {
        0
    } else {
        minute.parse().ok()?
    };
    (minute < 60).then_some((hour * 60 + minute, 1 + length))
}

/// The year, month and day of "21.11.2026" and "2026-11-21".
pub(super) fn full_date(form: &str) -> Option<(&str, u8, u8)> {
    let parts = |separator| {
        let parts: Vec<&str> = form.split(separator).collect();
        <[&str; 3]>::try_from(parts).ok()
    };
    let (year, month, day) = if let Some([day, month, year]) = parts('.') {
        (year, month, day)
    } else {
        let [year, month, day] = parts('-')?;
        (year, month, day)
    };
    let number = |part: &str, most| part.parse::<u8>().ok().filter(|n| (1..=most).contains(n));
    let (month, day) = (number(month, 12)?, number(day, 31)?);
    is_year(year).then_some((year, month, day))
}

/// The value of a number, or both values of "12-13", unless these are years.
pub(super) fn range_or_number(form: &str) -> Option<String> {
    let Some((from, to)) = form.split_once('-') else {
        return plain(form);
    };
    let is_range = !is_year(from);
    is_range.then_some(format!("{}~{}", plain(from)?, plain(to)?))
}

/// The value of a number, without zeros before it.
fn plain(form: &str) -> Option<String> {
    let value = decimal(form)?;
    let bare = value.trim_start_matches('0');
    let is_whole = bare.is_empty() || bare.starts_with('.');
    Some(if is_whole {
        format!("0{bare}")
    } else {
        bare.to_owned()
    })
}

/// A value, or both values of a range, times a power of ten.
pub(super) fn shifted(value: &str, exponent: u8) -> String {
    if let Some((from, to)) = value.split_once('~') {
        return format!("{}~{}", shifted(from, exponent), shifted(to, exponent));
    }
    let (whole, decimals) = value.split_once('.').unwrap_or((value, ""));
    let places = usize::from(exponent);
    let moved: String = decimals
        .chars()
        .chain(std::iter::repeat('0'))
        .take(places)
        .collect();
    let rest = decimals.get(places..).unwrap_or_default();
    let whole = format!("{whole}{moved}");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if rest.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{rest}")
    }
}

pub(super) fn sum(one: &str, other: &str) -> String {
    let sum = match (one.parse::<u128>(), other.parse::<u128>()) {
        (Ok(one), Ok(other)) => one.checked_add(other),
        _ => None,
    };
    sum.map_or_else(|| format!("{one}+{other}"), |sum| sum.to_string())
}
