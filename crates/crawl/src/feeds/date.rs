//! Dates in feeds: RFC 3339, RFC 822, and other formats in use.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};

/// Parses the date of an item. A missing time zone is read as UTC. With an unknown time zone only the day is used; like a
/// date without a time, it becomes midnight UTC.
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
    let year: i32 = year.parse().ok()?;
    let year = match year {
        0..50 => 2000 + year,
        50..100 => 1900 + year,
        _ => year,
    };
    let date = NaiveDate::from_ymd_opt(year, month_of(&month)?, day)?;
    let clock: Vec<&str> = words.collect();
    on_clock(date, &clock.join(" ").to_lowercase())
}

/// The number of a month by its name, or by its first three letters if no other month begins with them.
fn month_of(name: &str) -> Option<u32> {
    let name = name.trim_end_matches(['.', ',']).to_lowercase();
    let start: String = name.chars().take(3).collect();
    let numbers = |is_one: &dyn Fn(&str) -> bool| -> Vec<u32> {
        let months = (1..).zip(words::months());
        let months = months.filter(|(_, names)| names.iter().any(|name| is_one(name)));
        months.map(|(number, _)| number).collect()
    };
    let exact = numbers(&|known| known == name);
    if let Some(number) = exact.first() {
        return Some(*number);
    }
    match numbers(&|known| known.starts_with(&start))[..] {
        [number] => Some(number),
        _ => None,
    }
}

/// A day with a time in lower case: `15:00:00 +0100`, `3:00 pm est`. Without a time, or in an unknown zone, it is midnight
/// UTC.
fn on_clock(day: NaiveDate, text: &str) -> Option<DateTime<Utc>> {
    let midnight = Some(day.and_time(NaiveTime::MIN).and_utc());
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ':');
    let (clock, rest) = text.split_at(end.unwrap_or(text.len()));
    if clock.is_empty() {
        return midnight;
    }
    let mut clock = clock.split(':');
    let mut number = || clock.next().map_or(Some(0), |part| part.parse().ok());
    let (hour, minute, second): (u32, u32, u32) = (number()?, number()?, number()?);
    let (half, zone) = half_of_day(rest.trim_start());
    let hour = match half {
        Some(half) if hour <= 12 => hour % 12 + half,
        _ => hour,
    };
    let local = day.and_hms_opt(hour, minute, second.min(59))?;
    match offset(zone) {
        // Out of range at the ends of the calendar.
        Some(minutes) => local
            .and_utc()
            .checked_sub_signed(TimeDelta::minutes(minutes)),
        None => midnight,
    }
}

/// The hour at which the half of the day named after a clock time begins, and the rest of the text.
fn half_of_day(text: &str) -> (Option<u32>, &str) {
    let marks = [
        ("am", Some(0)),
        ("a.m.", Some(0)),
        ("pm", Some(12)),
        ("p.m.", Some(12)),
        ("uhr", None),
    ];
    let found = marks.into_iter().find_map(|(mark, hours)| {
        let rest = text.strip_prefix(mark)?;
        let is_word = !rest.starts_with(char::is_alphanumeric);
        is_word.then_some((hours, rest))
    });
    found.unwrap_or((None, text))
}

/// The offset from UTC, in minutes, of the zone at the start of a lower-case text. `None` if it is unknown.
fn offset(text: &str) -> Option<i64> {
    let Some(name) = text.split_whitespace().next() else {
        return Some(0);
    };
    let name = name.trim_matches(['(', ')']);
    // "UT" occurs as a zone in RFC 822 only.
    if name == "ut" {
        return Some(0);
    }
    if let Some(minutes) = words::zones::minutes(name) {
        return Some(minutes.into());
    }
    let shift = name.trim_start_matches("gmt").trim_start_matches("utc");
    let sign = match shift.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let digits: String = shift.chars().filter(char::is_ascii_digit).collect();
    let number: i64 = digits.parse().ok()?;
    let minutes = if digits.len() <= 2 {
        number * 60
    } else {
        number / 100 * 60 + number % 100
    };
    (minutes <= 16 * 60).then_some(sign * minutes)
}

/// Parses the W3C profile of ISO 8601 (NOTE-datetime). A date without a time becomes midnight UTC.
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
    Some(w3c_day(text)?.and_time(NaiveTime::MIN).and_utc())
}

fn w3c_day(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()
}

/// The last instant that such a date may denote: for a date without a time, the end of the day in UTC.
pub(crate) fn last_instant(text: &str) -> Option<DateTime<Utc>> {
    let end = w3c_day(text).and_then(|day| day.and_hms_opt(23, 59, 59));
    end.map(|end| end.and_utc()).or_else(|| w3c_date(text))
}

#[cfg(test)]
mod tests {
    use chrono::Datelike as _;

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
    fn the_halves_of_the_day_and_zones_all_over_the_world_are_read() {
        for text in [
            "Fri, 20 Nov 2026 03:00:00 PM",
            "Fri, 20 Nov 2026 3:00 p.m. GMT",
            "20 Nov 2026 3:00PM +0000",
            "20 Nov 2026 3 pm",
            "Fri, 20 Nov 2026 10:00:00 AM EST",
            "Fri, 20 Nov 2026 15:00:00Z",
            "Fri, 20 Nov 2026 16:00:00+0100",
            "Fri, 20 Nov 2026 16:00:00 (CET)",
            "Fri, 20 Nov 2026 18:00:00 MSK",
            "21 Nov 2026 00:00:00 JST",
            "21 Nov 2026 12:00:00 am KST",
            "21 Nov 2026 01:00:00 AEST",
            "21 Nov 2026 02:00:00 AEDT",
            "20 Nov 2026 15:00 Uhr",
        ] {
            let at = read(text).map(|at| at.to_rfc3339());
            assert_eq!(at.as_deref(), Some("2026-11-20T15:00:00+00:00"), "{text}");
        }
        let at = read("Fri, 20 Nov 2026 11:30:00 PM EST").map(|at| at.to_rfc3339());
        assert_eq!(at.as_deref(), Some("2026-11-21T04:30:00+00:00"));
        let noon = read("20 Nov 2026 12:05 PM").map(|at| at.to_rfc3339());
        assert_eq!(noon.as_deref(), Some("2026-11-20T12:05:00+00:00"));
    }

    #[test]
    fn months_are_read_in_all_languages() {
        for (month, number) in [
            ("Jänner", 1),
            ("Févr.", 2),
            ("Mrz", 3),
            ("avril", 4),
            ("maj", 5),
            ("juin", 6),
            ("juil.", 7),
            ("août", 8),
            ("Sept", 9),
            ("października", 10),
            ("ноября", 11),
            ("Decembr", 12),
            ("Septem", 9),
        ] {
            let at = read(&format!("20 {month} 2026")).map(|at| at.month());
            assert_eq!(at, Some(number), "{month}");
        }
    }

    #[test]
    fn of_a_time_in_an_unknown_zone_the_day_is_known() {
        for text in [
            "2026-11-20",
            "20 Nov 2026",
            "20 Nov 2026 GMT",
            "Fri, 20 Nov 2026 23:30:00 Europe/Berlin",
            "Fri, 20 Nov 2026 23:30:00 XYZT",
            "Fri, 20 Nov 2026 11:30 PM XYZT",
            "Fri, 20 Nov 2026 23:30:00 +9900",
        ] {
            let at = read(text).map(|at| at.to_rfc3339());
            assert_eq!(at.as_deref(), Some("2026-11-20T00:00:00+00:00"), "{text}");
        }
    }

    #[test]
    fn a_change_that_is_dated_by_its_day_may_be_as_late_as_its_end() {
        let at = |text| last_instant(text).map(|at| at.to_rfc3339());
        let end = "2026-11-20T23:59:59+00:00";
        assert_eq!(at("2026-11-20").as_deref(), Some(end));
        let exact = "2026-11-20T09:00:00+00:00";
        assert_eq!(at("2026-11-20T10:00:00+01:00").as_deref(), Some(exact));
        assert_eq!(at("gestern"), None);
    }

    #[test]
    fn an_invalid_date_is_none() {
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
