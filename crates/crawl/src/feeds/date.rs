//! Dates in feeds: RFC 3339, RFC 822, and other formats in use.

use chrono::{DateTime, Datelike as _, Months, NaiveDate, NaiveTime, TimeDelta, Utc};

/// A date as precise as it is written.
#[derive(Debug, Clone, Copy)]
enum Stated {
    At(DateTime<Utc>),
    Day(NaiveDate),
    /// By its first day.
    Month(NaiveDate),
    /// By its first day.
    Year(NaiveDate),
}

impl Stated {
    /// The time, or midnight UTC of the day. A month or a year names neither.
    fn time_or_day(self) -> Option<DateTime<Utc>> {
        match self {
            Self::At(at) => Some(at),
            Self::Day(day) => Some(midnight(day)),
            Self::Month(_) | Self::Year(_) => None,
        }
    }

    /// The last second that the date may denote, in UTC.
    fn last(self) -> Option<DateTime<Utc>> {
        let next = match self {
            Self::At(at) => return Some(at),
            Self::Day(day) => day.succ_opt(),
            Self::Month(first) => first.checked_add_months(Months::new(1)),
            Self::Year(first) => first.checked_add_months(Months::new(12)),
        };
        Some(midnight(next?) - TimeDelta::seconds(1))
    }
}

fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

/// Parses the date of an item. A missing time zone is read as UTC. With an unknown time zone only the day is used; like a
/// date without a time, it becomes midnight UTC. A month or a year is no date of an item.
pub(crate) fn read(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    let stated = w3c(text)
        .or_else(|| month_first(text))
        .or_else(|| rfc822(text));
    stated?.time_or_day()
}

/// `November 20, 2026 10:00`, also after a day of the week, or with the year at the end: `Fri Nov 20 10:00:00 2026`, as `ctime` writes.
fn month_first(text: &str) -> Option<Stated> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    (0..=1).find_map(|start| {
        let [month, day, rest @ ..] = words.get(start..)? else {
            return None;
        };
        let (year, clock) = match rest {
            [clock @ .., year] if clock.first().is_some_and(|word| word.contains(':')) => {
                (year, clock)
            }
            [year, clock @ ..] => (year, clock),
            [] => return None,
        };
        let day = day.trim_end_matches(|c: char| c == '.' || c.is_ascii_alphabetic());
        let year = Some(year).filter(|year| year.len() == 4)?;
        let (year, day) = (year.parse().ok()?, day.parse().ok()?);
        let date = NaiveDate::from_ymd_opt(year, month_of(month)?, day)?;
        on_clock(date, &clock.join(" ").to_lowercase())
    })
}

/// `Fri, 20 Nov 2026 10:00:00 +0100`. The day of the week is ignored: it is often wrong or in another language.
fn rfc822(text: &str) -> Option<Stated> {
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

/// A day with a time in lower case: `15:00:00 +0100`, `3:00 pm est`, `15:00:00.123z`, `1500z`. Without a time, or in an unknown
/// zone, only the day is known.
fn on_clock(day: NaiveDate, text: &str) -> Option<Stated> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ':');
    let (clock, rest) = text.split_at(end.unwrap_or(text.len()));
    if clock.is_empty() {
        return Some(Stated::Day(day));
    }
    let mut clock = match clock.len() {
        4 | 6 if !clock.contains(':') => vec![&clock[..2], &clock[2..4], &clock[4..]],
        _ => clock.split(':').collect(),
    }
    .into_iter()
    .filter(|part| !part.is_empty());
    let mut number = || clock.next().map_or(Some(0), |part| part.parse().ok());
    let (hour, minute, second): (u32, u32, u32) = (number()?, number()?, number()?);
    let (nanosecond, rest) = fraction(rest);
    let (half, zone) = half_of_day(rest.trim_start());
    let hour = match half {
        Some(half) if hour <= 12 => hour % 12 + half,
        _ => hour,
    };
    let local = day.and_hms_nano_opt(hour, minute, second.min(59), nanosecond)?;
    match offset(zone) {
        // Out of range at the ends of the calendar.
        Some(minutes) => local
            .and_utc()
            .checked_sub_signed(TimeDelta::minutes(minutes))
            .map(Stated::At),
        None => Some(Stated::Day(day)),
    }
}

/// The nanoseconds of a fraction of a second, and the rest of the text.
fn fraction(text: &str) -> (u32, &str) {
    let Some(digits) = text.strip_prefix(['.', ',']) else {
        return (0, text);
    };
    let end = digits.find(|c: char| !c.is_ascii_digit());
    let (digits, rest) = digits.split_at(end.unwrap_or(digits.len()));
    let nanoseconds = format!("{digits:0<9.9}").parse();
    (nanoseconds.unwrap_or_default(), rest)
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

/// Parses the W3C profile of ISO 8601 (NOTE-datetime). A date without a time becomes midnight UTC; a month or a year is
/// `None`.
pub(crate) fn w3c_date(text: &str) -> Option<DateTime<Utc>> {
    w3c(text)?.time_or_day()
}

/// The last instant that such a date may denote: for a day, a month or a year its end in UTC.
pub(crate) fn last_instant(text: &str) -> Option<DateTime<Utc>> {
    w3c(text)?.last()
}

/// The start of the shortest day, month or year that ends at or after this instant and has begun by `now`; `at` itself
/// if none has.
pub(crate) fn begun_by(now: DateTime<Utc>, at: DateTime<Utc>) -> DateTime<Utc> {
    let day = at.date_naive();
    let starts = [Some(day), day.with_day(1), day.with_ordinal(1)];
    let mut starts = starts.into_iter().flatten().map(midnight);
    starts.find(|start| *start <= now).unwrap_or(at)
}

/// A W3C date, also with a space in place of the `T`, without a zone, or with the name of one.
fn w3c(text: &str) -> Option<Stated> {
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Some(Stated::At(at.to_utc()));
    }
    let date = |text: &str| {
        let is_basic = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
        NaiveDate::parse_from_str(text, if is_basic { "%Y%m%d" } else { "%Y-%m-%d" }).ok()
    };
    match text.len() {
        4 => return date(&format!("{text}-01-01")).map(Stated::Year),
        7 => return date(&format!("{text}-01")).map(Stated::Month),
        _ => {}
    }
    let (day, clock) = match text.split_once(['T', ' ']) {
        Some((day, clock)) => (day, clock.trim_start()),
        None => (text, ""),
    };
    on_clock(date(day)?, &clock.to_lowercase())
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
            "2026-11-20 09:00",
            "2026-11-20T09:00",
            "2026-11-20T10:00+01:00",
            "2026-11-20 09:00:00 UTC",
            "2026-11-20 10:00:00 +0100",
            "2026-11-20 10:00 CET",
            "November 20, 2026 09:00",
            "Nov. 20, 2026, 9:00 am",
            "Friday, November 20th, 2026 09:00:00 GMT",
            "Fri Nov 20 2026 10:00:00 GMT+0100 (CET)",
            "Fri, 20 Nov 2026 10:00:00 +0100",
            "Mon, 20 Nov 2026 10:00:00 +0100",
            "Fr, 20 Nov 2026 10:00:00 MEZ",
            "Fri, 20 Nov 26 09:00 GMT",
            "Freitag, 20. November 2026 10:00:00 GMT+1",
            "20 Nov 2026 04:00:00 EST",
            "Fri 20 Nov 2026 09:00:00",
            "20-Nov-2026 09:00:00 UTC",
            "Friday, 20-Nov-26 09:00:00 GMT",
            "fri, 20 nov 2026 09:00 gmt",
            "Fri Nov 20 09:00:00 2026",
            "Nov 20 09:00 2026",
            "Fri Nov 20 09:00:00 UTC 2026",
            "Fri Nov 20 10:00:00 +0100 2026",
            "2026-11-20T0900Z",
            "20261120T090000Z",
        ] {
            let at = read(text).map(|at| at.to_rfc3339());
            assert_eq!(at.as_deref(), Some("2026-11-20T09:00:00+00:00"), "{text}");
        }
    }

    #[test]
    fn fractions_of_a_second_are_read_with_and_without_a_zone() {
        for text in [
            "2026-11-20T09:00:00.123",
            "2026-11-20T09:00:00.123Z",
            "2026-11-20T10:00:00.123+0100",
            "2026-11-20 09:00:00.123",
            "2026-11-20 10:00:00,1230 CET",
        ] {
            let at = read(text).map(|at| at.to_rfc3339());
            let wanted = "2026-11-20T09:00:00.123+00:00";
            assert_eq!(at.as_deref(), Some(wanted), "{text}");
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
            "November 20, 2026",
            "2026-11-20 23:30 Europe/Berlin",
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
        assert_eq!(at("2026-11-20 09:00:00 XYZT").as_deref(), Some(end));
        assert_eq!(at("2026-11").as_deref(), Some("2026-11-30T23:59:59+00:00"));
        assert_eq!(at("2026-12").as_deref(), Some("2026-12-31T23:59:59+00:00"));
        assert_eq!(at("2026").as_deref(), Some("2026-12-31T23:59:59+00:00"));
        assert_eq!(at("gestern"), None);
    }

    #[test]
    fn a_change_within_a_month_that_is_not_over_counts_from_its_start() {
        let now = read("2026-11-20T10:00:00Z").unwrap();
        let begun = |text| begun_by(now, last_instant(text).unwrap()).to_rfc3339();
        assert_eq!(begun("2026-11-20"), "2026-11-20T00:00:00+00:00");
        assert_eq!(begun("2026-11"), "2026-11-01T00:00:00+00:00");
        assert_eq!(begun("2026"), "2026-01-01T00:00:00+00:00");
        assert_eq!(begun("2027"), "2027-12-31T23:59:59+00:00");
    }

    #[test]
    fn an_invalid_date_is_none() {
        for text in [
            "",
            "gestern",
            "Fri, 40 Nov 2026 10:00:00 +0100",
            "20 Foo 2026",
            "Fri,",
            "2026-11",
            "2026",
            "2026-13-20",
            "2026-11-20 25:00",
            "November 31, 2026",
            "Fri Nov 20 09:00:00",
            "2026-11-20T2500Z",
            "1 Jan -262143 00:00:00 +0100",
            "31 Dec 262142 23:59:59 -0100",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
