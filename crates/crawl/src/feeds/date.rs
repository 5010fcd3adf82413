//! Dates of feeds: RFC 3339, RFC 822, and what feeds write instead.

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};

/// First three letters of the months: English, German, French and Spanish where they differ.
const MONTHS: [(&str, u32); 24] = [
    ("jan", 1),
    ("jän", 1),
    ("feb", 2),
    ("fév", 2),
    ("mar", 3),
    ("mär", 3),
    ("mrz", 3),
    ("apr", 4),
    ("avr", 4),
    ("may", 5),
    ("mai", 5),
    ("jun", 6),
    ("jui", 7),
    ("jul", 7),
    ("aug", 8),
    ("aoû", 8),
    ("sep", 9),
    ("oct", 10),
    ("okt", 10),
    ("nov", 11),
    ("dec", 12),
    ("dez", 12),
    ("déc", 12),
    ("ene", 1),
];
/// Names of time zones, with their offset from UTC in minutes.
const ZONES: [(&str, i64); 16] = [
    ("edt", -240),
    ("est", -300),
    ("cdt", -300),
    ("cst", -360),
    ("mdt", -360),
    ("mst", -420),
    ("pdt", -420),
    ("pst", -480),
    ("bst", 60),
    ("ist", 60),
    ("cet", 60),
    ("mez", 60),
    ("cest", 120),
    ("mesz", 120),
    ("eet", 120),
    ("eest", 180),
];

/// Parses the date of an item. A missing or unknown zone counts as UTC.
pub(crate) fn read(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    w3c_date(text).or_else(|| rfc822(text))
}

/// `Fri, 20 Nov 2026 10:00:00 +0100`. The day of the week is ignored: it is often wrong or in another language.
fn rfc822(text: &str) -> Option<DateTime<Utc>> {
    let text = text.split_once(',').map_or(text, |(_, rest)| rest);
    let mut words = text.split_whitespace().peekable();
    if words
        .peek()?
        .starts_with(|c: char| c.is_alphabetic() && !c.is_ascii_digit())
    {
        words.next(); // a day of the week without its comma
    }
    let mut parts = words.next()?.split('-').map(str::to_owned);
    let day = parts.next()?.trim_end_matches('.').parse().ok()?;
    let rest: Vec<String> = parts.collect();
    let (month, year) = match rest.as_slice() {
        [month, year] => (month.clone(), year.clone()), // 20-Nov-2026
        _ => (words.next()?.to_owned(), words.next()?.to_owned()),
    };
    let start: String = month.to_lowercase().chars().take(3).collect();
    let &(_, mut month_number) = MONTHS.iter().find(|(name, _)| *name == start)?;
    if start == "jui" && month.to_lowercase().starts_with("juin") {
        month_number = 6;
    }
    let year: i32 = year.parse().ok()?;
    let year = match year {
        0..50 => 2000 + year,
        50..100 => 1900 + year,
        _ => year,
    };
    let mut clock = words.next().unwrap_or("0:0").split(':');
    let mut number = || clock.next().map_or(Some(0), |part| part.parse().ok());
    let (hour, minute, second): (u32, u32, u32) = (number()?, number()?, number()?);
    let local = NaiveDate::from_ymd_opt(year, month_number, day)?.and_hms_opt(
        hour,
        minute,
        second.min(59),
    )?;
    let offset = words.next().map_or(0, zone);
    // Out of range at the ends of the calendar.
    local
        .and_utc()
        .checked_sub_signed(TimeDelta::minutes(offset))
}

/// The offset from UTC in minutes.
fn zone(text: &str) -> i64 {
    let lower = text.to_lowercase();
    let name = lower.trim_start_matches("gmt").trim_start_matches("utc");
    if let Some((_, minutes)) = ZONES.iter().find(|(zone, _)| *zone == name) {
        return *minutes;
    }
    let sign = match name.chars().next() {
        Some('+') => 1,
        Some('-') => -1,
        _ => return 0,
    };
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    let Ok(number) = digits.parse::<i64>() else {
        return 0;
    };
    let minutes = if digits.len() <= 2 {
        number * 60
    } else {
        number / 100 * 60 + number % 100
    };
    if minutes <= 16 * 60 {
        sign * minutes
    } else {
        0
    }
}

/// The W3C's profile of ISO 8601 (NOTE-datetime); a date without time is its midnight in UTC.
pub(crate) fn w3c_date(text: &str) -> Option<DateTime<Utc>> {
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Some(at.to_utc());
    }
    for form in [
        "%Y-%m-%dT%H:%M%:z",
        "%Y-%m-%dT%H:%M:%S%.f%z",
        "%Y-%m-%d %H:%M:%S %z",
    ] {
        if let Ok(at) = DateTime::parse_from_str(&text.replace('Z', "+00:00"), form) {
            return Some(at.to_utc());
        }
    }
    for form in ["%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M"] {
        if let Ok(at) = NaiveDateTime::parse_from_str(text, form) {
            return Some(at.and_utc());
        }
    }
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    Some(day.and_hms_opt(0, 0, 0)?.and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_and_programs_write_them() {
        for text in [
            "2026-11-20T09:00:00Z",
            "2026-11-20T10:00:00+01:00",
            "2026-11-20T10:00:00+0100",
            "2026-11-20 09:00:00",
            "Fri, 20 Nov 2026 10:00:00 +0100",
            "Mon, 20 Nov 2026 10:00:00 +0100",
            "Fr, 20 Nov 2026 10:00:00 MEZ",
            "Fri, 20 Nov 26 09:00 GMT",
            "Freitag, 20. November 2026 10:00:00 GMT+1",
            "20 Nov 2026 04:00:00 EST",
            "Fri 20 Nov 2026 09:00:00",
            "20-Nov-2026 09:00:00 UTC",
        ] {
            let at = read(text).map(|at| at.to_rfc3339());
            assert_eq!(at.as_deref(), Some("2026-11-20T09:00:00+00:00"), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "gestern",
            "Fri, 40 Nov 2026 10:00:00 +0100",
            "20 Foo 2026",
            "Fri,",
            "1 Jan -262143 00:00:00 +0100",
            "31 Dec 262142 23:59:59 -0100",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
