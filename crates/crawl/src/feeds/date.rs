//! Dates in feeds and sitemaps: RFC 3339, RFC 822, and whatever else is in use, in all languages that have names of months.

use std::str::FromStr as _;

use chrono::{
    DateTime, Datelike as _, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone as _,
    Utc,
};
use chrono_tz::Tz;
use text::words;
use text::words::dates::AFTER_TIME;

/// Maximum length of a date, in bytes.
const MAX_LENGTH: usize = 128;
/// The years of the web. An earlier year means that no date is set: zeros, or the first day of a calendar.
const YEARS: std::ops::Range<i32> = 1990..2100;
/// American time zones whose abbreviations do not state the season.
const AMERICAN: [(&str, &str); 4] = [
    ("et", "America/New_York"),
    ("ct", "America/Chicago"),
    ("mt", "America/Denver"),
    ("pt", "America/Los_Angeles"),
];
/// Words for the halves of the day, with the hour at which it begins. East Asian ones precede the time.
const HALVES: [(&str, u32); 8] = [
    ("am", 0),
    ("pm", 12),
    ("上午", 0),
    ("下午", 12),
    ("午前", 0),
    ("午後", 12),
    ("오전", 0),
    ("오후", 12),
];

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
/// date without a time, it becomes midnight UTC. A month or a year is no date of an item. The language decides what a name of
/// different months means.
pub(crate) fn read(text: &str, language: Option<&str>) -> Option<DateTime<Utc>> {
    stated(text, language)?.time_or_day()
}

/// The last instant that a date may denote: for a day, a month or a year its end in UTC.
pub(crate) fn last_instant(text: &str) -> Option<DateTime<Utc>> {
    stated(text, None)?.last()
}

/// The start of the shortest day, month or year that ends at or after this instant and has begun by `now`; `at` itself
/// if none has.
pub(crate) fn begun_by(now: DateTime<Utc>, at: DateTime<Utc>) -> DateTime<Utc> {
    let day = at.date_naive();
    let starts = [Some(day), day.with_day(1), day.with_ordinal(1)];
    let mut starts = starts.into_iter().flatten().map(midnight);
    starts.find(|start| *start <= now).unwrap_or(at)
}

fn stated(text: &str, language: Option<&str>) -> Option<Stated> {
    let text = text.trim();
    if text.len() > MAX_LENGTH {
        return None;
    }
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return YEARS.contains(&at.year()).then(|| Stated::At(at.to_utc()));
    }
    let day = |text: &str| {
        NaiveDate::from_str(text)
            .ok()
            .filter(|day| YEARS.contains(&day.year()))
    };
    match text.len() {
        4 => return day(&format!("{text}-01-01")).map(Stated::Year),
        7 if text.as_bytes()[4] == b'-' => return day(&format!("{text}-01")).map(Stated::Month),
        10 | 13 if text.bytes().all(|byte| byte.is_ascii_digit()) => return unix_time(text),
        _ => {}
    }
    let mut tokens = tokens(text);
    let clock = match clock(&tokens) {
        Some((clock, range)) => {
            let clock = clock?;
            let zone = zone(text, &tokens, range.end);
            // The clock separates what is before it from what is after.
            tokens.drain(range.start..zone.end);
            Some((clock, zone))
        }
        None => None,
    };
    let is_american =
        clock.as_ref().is_some_and(|(clock, _)| clock.half) || language.is_some_and(is_american);
    let day = date(&tokens, language, is_american)?;
    let Some((clock, zone)) = clock else {
        return Some(Stated::Day(day));
    };
    let local = day.and_time(clock.time);
    Some(match zone.offset {
        Some(offset) => Stated::At(offset.utc(local)?),
        None => Stated::Day(day),
    })
}

fn is_american(language: &str) -> bool {
    language.eq_ignore_ascii_case("en-us")
}

/// Seconds or milliseconds since 1970.
fn unix_time(digits: &str) -> Option<Stated> {
    let number = digits.parse().ok()?;
    let at = match digits.len() {
        10 => DateTime::from_timestamp(number, 0),
        _ => DateTime::from_timestamp_millis(number),
    };
    at.filter(|at| YEARS.contains(&at.year())).map(Stated::At)
}

/// A part of a date.
struct Token<'t> {
    kind: Kind,
    text: &'t str,
    /// Where it begins, in bytes.
    at: usize,
    /// Whether it directly follows the previous one.
    touches: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Number(u32),
    /// In lower case.
    Word(String),
    Mark(char),
}

impl Token<'_> {
    fn number(&self, digits: std::ops::RangeInclusive<usize>) -> Option<u32> {
        match self.kind {
            Kind::Number(number) if digits.contains(&self.text.len()) => Some(number),
            _ => None,
        }
    }

    fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    fn is(&self, marks: &[char]) -> bool {
        matches!(self.kind, Kind::Mark(mark) if marks.contains(&mark))
    }
}

/// Whether a character belongs to the letter before it, and is none itself: accents, and marks of Arabic, Indian and Thai letters.
fn is_mark_of_letter(c: char) -> bool {
    matches!(c, '\u{300}'..'\u{370}' | '\u{64b}'..'\u{653}' | '\u{93c}' | '\u{94d}' | '\u{9bc}' | '\u{9cd}' | '\u{e47}'..'\u{e4f}')
}

/// The numbers, words and marks of a text. A sign that separates parts of a Chinese date, as of a time, is a word of its own.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let class = |c: char| match c {
        '0'..='9' => 0,
        '年' | '月' | '日' | '時' | '时' | '分' | '년' | '월' | '일' | '시' | '분' => 1,
        _ if c.is_alphabetic() || is_mark_of_letter(c) => 2,
        _ => 3,
    };
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut touches = false;
    while let Some(first) = rest.chars().next() {
        let kind = class(first);
        let end = match kind {
            0 | 2 => rest.find(|c| class(c) != kind).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (own, behind) = rest.split_at(end);
        let blank = first.is_whitespace();
        if !blank {
            tokens.push(Token {
                kind: match kind {
                    // A longer number is none of a date.
                    0 => Kind::Number(own.parse().unwrap_or(u32::MAX)),
                    3 => Kind::Mark(first),
                    _ => Kind::Word(own.to_lowercase()),
                },
                text: own,
                at: text.len() - rest.len(),
                touches,
            });
        }
        touches = !blank;
        rest = behind;
    }
    tokens
}

/// A time of day, and whether it is that of a half.
struct Clock {
    time: NaiveTime,
    half: bool,
}

/// The time of day among tokens, `None` if it is impossible, and where it is: `15:00`, `15:00:00.123`, `3:00 p.m.`, `3 pm`, `15h47`,
/// `15.47 Uhr`, `下午3:05`, `T0900`.
fn clock(tokens: &[Token<'_>]) -> Option<(Option<Clock>, std::ops::Range<usize>)> {
    (0..tokens.len()).find_map(|start| {
        let at = |at: usize| tokens.get(start + at);
        let follows =
            |at: usize, marks: &[char]| tokens.get(start + at).is_some_and(|token| token.is(marks));
        let two = |at: usize| tokens.get(start + at).and_then(|token| token.number(1..=2));
        let word = |at: usize| tokens.get(start + at).and_then(Token::word);
        let is_dotted =
            || follows(1, &['.']) && word(3).is_some_and(|word| AFTER_TIME.contains(&word));
        let is_spelt = || {
            matches!(word(1), Some("h" | "時" | "时" | "시")) && at(1).is_some_and(|h| h.touches)
        };
        let before_t = || start > 0 && tokens[start - 1].word() == Some("t");
        let (hour, minute, mut end) = if let Some(hour) = two(0) {
            if follows(1, &[':']) || is_dotted() || is_spelt() {
                match two(2).filter(|_| is_spelt() || at(2).is_some_and(|minute| minute.touches)) {
                    Some(minute) => (hour, minute, start + 3),
                    None if is_spelt() => (hour, 0, start + 2),
                    None => return None,
                }
            } else if at(1).is_some_and(|next| next.text.is_ascii())
                && half(&tokens[start + 1..]).is_some()
            {
                (hour, 0, start + 1)
            } else {
                return None;
            }
        } else if let Some(digits) =
            at(0).filter(|token| before_t() && token.number(4..=6).is_some())
        {
            let part = |range| {
                digits
                    .text
                    .get(range)
                    .and_then(|part: &str| part.parse().ok())
            };
            let time = NaiveTime::from_hms_opt(part(0..2)?, part(2..4)?, part(4..6).unwrap_or(0));
            let clock = time.map(|time| Clock { time, half: false });
            return Some((clock, start - 1..start + 1));
        } else {
            return None;
        };
        let mut second = 0;
        let separated = |at: usize, marks: &[char]| {
            let mark = tokens
                .get(at)
                .is_some_and(|token| token.is(marks) && token.touches);
            tokens.get(at + 1).filter(|next| mark && next.touches)
        };
        if let Some(number) = separated(end, &[':']) {
            second = number.number(1..=2)?;
            end += 2;
        }
        let mut nanosecond = 0;
        if let Some(fraction) =
            separated(end, &['.', ',']).filter(|next| matches!(next.kind, Kind::Number(_)))
        {
            nanosecond = format!("{:0<9.9}", fraction.text)
                .parse()
                .unwrap_or_default();
            end += 2;
        }
        if matches!(tokens.get(end).and_then(Token::word), Some("分" | "분")) {
            end += 1;
        }
        if separated(end, &[':']).is_some() {
            return Some((None, start..end));
        }
        let east_asian = || {
            let before = tokens.get(start.checked_sub(1)?)?.word()?;
            HALVES
                .iter()
                .find(|(name, _)| before.ends_with(name))
                .map(|(_, hour)| *hour)
        };
        let half = match half(&tokens[end..]) {
            Some((half, used)) => {
                end += used;
                Some(half)
            }
            None => east_asian(),
        };
        let hour = match half {
            Some(half) if hour <= 12 => hour % 12 + half,
            _ => hour,
        };
        let time = NaiveTime::from_hms_nano_opt(hour, minute, second.min(59), nanosecond);
        let clock = time.map(|time| Clock {
            time,
            half: half.is_some(),
        });
        let start = start - usize::from(before_t());
        Some((clock, start..end))
    })
}

/// The hour at which the half of the day begins that the first tokens name, and their number: `pm`, `p.m.`
fn half(tokens: &[Token<'_>]) -> Option<(u32, usize)> {
    let hour = |name: &str| {
        HALVES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, hour)| *hour)
    };
    match tokens {
        [first, dot, second, rest @ ..] if dot.is(&['.']) && second.touches => {
            let end = rest.first().is_some_and(|last| last.is(&['.']));
            let name = format!("{}{}", first.word()?, second.word()?);
            Some((hour(&name)?, 3 + usize::from(end)))
        }
        [first, ..] => Some((hour(first.word()?)?, 1)),
        [] => None,
    }
}

/// The time zone after a time of day.
struct Zone {
    /// `None` if it is unknown.
    offset: Option<Offset>,
    /// The token after it.
    end: usize,
}

enum Offset {
    Minutes(i64),
    Place(Tz),
}

impl Offset {
    /// The instant of a local time. `None` if there is none, or out of range at the ends of the calendar.
    fn utc(&self, local: NaiveDateTime) -> Option<DateTime<Utc>> {
        match self {
            Self::Minutes(minutes) => local
                .and_utc()
                .checked_sub_signed(TimeDelta::minutes(*minutes)),
            Self::Place(place) => place
                .from_local_datetime(&local)
                .earliest()
                .map(|at| at.to_utc()),
        }
    }
}

/// The zone that follows a time of day, after words such as `Uhr`; UTC if none does. A word in capitals that is no known zone is an
/// unknown one.
fn zone(text: &str, tokens: &[Token<'_>], start: usize) -> Zone {
    let utc = |end| Zone {
        offset: Some(Offset::Minutes(0)),
        end,
    };
    let skipped = tokens
        .get(start..)
        .unwrap_or_default()
        .iter()
        .take_while(|token| {
            token.is(&['(', '-', ',']) && !is_sign(tokens, token)
                || token.word().is_some_and(|word| AFTER_TIME.contains(&word))
        });
    let at = start + skipped.count();
    let Some(first) = tokens.get(at) else {
        return utc(at);
    };
    if let Some((minutes, used)) = shift(&tokens[at..]) {
        return Zone {
            offset: minutes.map(Offset::Minutes),
            end: at + used,
        };
    }
    let Some(word) = first.word() else {
        return utc(start);
    };
    let is_utc = matches!(word, "z" | "ut" | "utc" | "gmt");
    if is_utc && let Some((minutes, used)) = shift(&tokens[at + 1..]) {
        return Zone {
            offset: minutes.map(Offset::Minutes),
            end: at + 1 + used,
        };
    }
    let place = text[first.at..]
        .split([' ', ')', ','])
        .next()
        .unwrap_or_default();
    let american = AMERICAN
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, place)| *place);
    let is_place = place.contains('/');
    let end = if is_place {
        let end = first.at + place.len();
        tokens
            .iter()
            .position(|token| token.at >= end)
            .unwrap_or(tokens.len())
    } else {
        at + 1
    };
    let offset = if let Some(minutes) = words::zones::minutes(word).filter(|_| !is_place) {
        Some(Offset::Minutes(minutes.into()))
    } else if is_utc {
        Some(Offset::Minutes(0))
    } else {
        american
            .or(is_place.then_some(place))
            .and_then(|place| Tz::from_str(place).ok())
            .map(Offset::Place)
    };
    let is_capital =
        || first.text.len() > 1 && first.text.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_name = is_place || is_capital() && words::month(word, None).is_none();
    if offset.is_none() && !is_name {
        return utc(start);
    }
    Zone { offset, end }
}

/// Whether a mark is the sign of a number.
fn is_sign(tokens: &[Token<'_>], mark: &Token<'_>) -> bool {
    let next = tokens.iter().find(|token| token.at > mark.at);
    next.is_some_and(|next| next.touches && matches!(next.kind, Kind::Number(_)))
}

/// The offset in minutes that the first tokens state, `None` if it is impossible, and their number: `+0100`, `-5:30`, `+2`.
fn shift(tokens: &[Token<'_>]) -> Option<(Option<i64>, usize)> {
    let [mark, number, rest @ ..] = tokens else {
        return None;
    };
    let sign = match mark.kind {
        Kind::Mark('+') => 1,
        Kind::Mark('-' | '−') => -1,
        _ => return None,
    };
    let hours = i64::from(number.number(1..=4).filter(|_| number.touches)?);
    let (minutes, used) = match rest {
        [colon, minutes, ..] if colon.is(&[':']) && number.text.len() <= 2 => {
            (hours * 60 + i64::from(minutes.number(2..=2)?), 4)
        }
        _ if number.text.len() <= 2 => (hours * 60, 2),
        _ => (hours / 100 * 60 + hours % 100, 2),
    };
    Some(((minutes <= 16 * 60).then_some(sign * minutes), used))
}

/// The day that the rest of the tokens state.
fn date(tokens: &[Token<'_>], language: Option<&str>, is_american: bool) -> Option<NaiveDate> {
    let numbers: Vec<&Token<'_>> = tokens
        .iter()
        .filter(|token| matches!(token.kind, Kind::Number(_)))
        .collect();
    let value = |token: &Token<'_>| token.number(1..=4);
    if let Some(month) = named_month(tokens, language) {
        let [first, second, ..] = numbers[..] else {
            return None;
        };
        let (day, year) = if first.text.len() == 4 {
            (second, first)
        } else {
            (first, second)
        };
        return on(year_of(year)?, month, value(day)?);
    }
    match numbers[..] {
        [day] if day.text.len() == 8 => {
            let part = |range: std::ops::Range<usize>| day.text.get(range)?.parse::<u32>().ok();
            on(i32::try_from(part(0..4)?).ok()?, part(4..6)?, part(6..8)?)
        }
        [year, month, day] if year.text.len() == 4 => {
            on(year_of(year)?, value(month)?, value(day)?)
        }
        [first, second, year] => {
            let separator = tokens
                .iter()
                .skip_while(|token| token.at <= first.at)
                .find_map(|token| match token.kind {
                    Kind::Mark(mark) => Some(mark),
                    _ => None,
                });
            let is_short = year.text.len() == 2;
            if is_short && !matches!(separator, Some('.' | '/')) {
                return None;
            }
            let (first, second) = (value(first)?, value(second)?);
            let month_first = second > 12 || separator == Some('/') && is_american && first <= 12;
            let (day, month) = if month_first {
                (second, first)
            } else {
                (first, second)
            };
            on(year_of(year)?, month, day)
        }
        _ => None,
    }
}

/// The year of a token with two or four digits.
fn year_of(token: &Token<'_>) -> Option<i32> {
    let number = i32::try_from(token.number(2..=4)?).ok()?;
    match token.text.len() {
        4 => Some(number),
        2 => Some(if number < 50 {
            2000 + number
        } else {
            1900 + number
        }),
        _ => None,
    }
}

fn on(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    let is_known = YEARS.contains(&year);
    is_known.then(|| NaiveDate::from_ymd_opt(year, month, day))?
}

/// The number of the month that is named last, since days of the week are named before it: `mar. 1 déc.` Else of that whose first three
/// letters begin one of the names.
fn named_month(tokens: &[Token<'_>], language: Option<&str>) -> Option<u32> {
    let language = language
        .and_then(|tag| tag.split(['-', '_']).next())
        .map(str::to_ascii_lowercase);
    let language = language.as_deref();
    let words = || tokens.iter().rev().filter_map(Token::word);
    let pairs = || {
        words()
            .zip(words().skip(1))
            .map(|(second, first)| format!("{first} {second}"))
    };
    words()
        .find_map(|word| words::month(word, language))
        .or_else(|| pairs().find_map(|pair| words::month(&pair, language)))
        .or_else(|| words().find_map(month_by_beginning))
}

/// The number of the only month with names that begin with the first three letters of a word.
fn month_by_beginning(word: &str) -> Option<u32> {
    let start: String = word.chars().take(3).collect();
    let begins = |names: &Vec<&str>| {
        start.chars().count() == 3 && names.iter().any(|name| name.starts_with(&start))
    };
    let mut months = (1..)
        .zip(words::months())
        .filter(|(_, names)| begins(names));
    let (number, _) = months.next()?;
    months.next().is_none().then_some(number)
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
            let at = read(text, None).map(|at| at.to_rfc3339());
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
            let at = read(text, None).map(|at| at.to_rfc3339());
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
            let at = read(text, None).map(|at| at.to_rfc3339());
            assert_eq!(at.as_deref(), Some("2026-11-20T15:00:00+00:00"), "{text}");
        }
        let at = read("Fri, 20 Nov 2026 11:30:00 PM EST", None).map(|at| at.to_rfc3339());
        assert_eq!(at.as_deref(), Some("2026-11-21T04:30:00+00:00"));
        let noon = read("20 Nov 2026 12:05 PM", None).map(|at| at.to_rfc3339());
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
            let at = read(&format!("20 {month} 2026"), None).map(|at| at.month());
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
            "2026-11-20 23:30 Europe/Atlantis",
            "20.11.2026",
            "20. November 2026",
            "20 de noviembre de 2026",
            "2026年11月20日",
            "2026년 11월 20일",
            "20/11/2026",
            "2026/11/20",
            "20th of November 2026",
            "20.11.26",
            "Fri, 20 Nov 2026 23:30:00 XYZT",
            "Fri, 20 Nov 2026 11:30 PM XYZT",
            "Fri, 20 Nov 2026 23:30:00 +9900",
        ] {
            let at = read(text, None).map(|at| at.to_rfc3339());
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
        let now = read("2026-11-20T10:00:00Z", None).unwrap();
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
            assert_eq!(read(text, None), None, "{text}");
        }
    }

    #[test]
    fn dates_are_read_as_they_are_written_elsewhere() {
        for text in [
            "20. November 2026, 10:05 Uhr",
            "20. listopadu 2026 10:05",
            "20 novembre 2026 à 10h05",
            "20 de noviembre de 2026 10:05",
            "20.11.2026 10:05",
            "20.11.2026, 10.05 Uhr",
            "20/11/2026 10:05",
            "11/20/2026 10:05:00 AM",
            "1795169100",
            "1795169100000",
            "2026年11月20日 10:05",
            "2026年11月20日 上午10:05",
            "2026-11-20 오전 10:05",
            "2026년 11월 20일 오전 10:05",
            "2026년 11월 20일 10시 05분",
            "Friday 20th of November 2026 10:05",
            "Friday, November 20, 2026 - 10:05am",
            "Fri, November 20, 2026 at 05:05 AM EST",
            "Fri, 20 Nov 2026 05:05:00 America/New_York",
            "Fri, 20 Nov 2026 11:05:00 Europe/Brussels",
            "Fri, 20 Nov 2026 05:05:00 ET",
            "Fri, 20 Nov 2026 02:05:00 PT",
            "Fri, 20 Nov 2026 11:05:00 MET",
            "Fri, 20 Nov 2026 15:35:00+5:30",
            "Fri, 20 Nov 2026 12:05:00 GMT+02:00",
            "ven., 20 nov. 2026 11:05:00 +0100",
            "mar., 20 nov. 2026 11:05:00 +0100",
            "пятница, 20 ноября 2026 г. 10:05",
            "20 Kasım 2026 Cuma 10:05",
            "10:05, 20 November 2026",
        ] {
            let at = read(text, None).map(|at| at.to_rfc3339());
            assert_eq!(at.as_deref(), Some("2026-11-20T10:05:00+00:00"), "{text}");
        }
        let summer = read("Mon, 20 Jul 2026 06:05:00 ET", None).map(|at| at.to_rfc3339());
        assert_eq!(summer.as_deref(), Some("2026-07-20T10:05:00+00:00"));
    }

    #[test]
    fn the_order_of_day_and_month_is_that_of_the_language_or_the_clock() {
        let day = |text, language| read(text, language).map(|at| at.format("%F").to_string());
        assert_eq!(day("03/04/2026", None).as_deref(), Some("2026-04-03"));
        assert_eq!(
            day("03/04/2026", Some("en-GB")).as_deref(),
            Some("2026-04-03")
        );
        assert_eq!(
            day("03/04/2026", Some("en-US")).as_deref(),
            Some("2026-03-04")
        );
        assert_eq!(
            day("03/04/2026 4:20 pm", None).as_deref(),
            Some("2026-03-04")
        );
        assert_eq!(
            day("03.04.2026 4:20 pm", None).as_deref(),
            Some("2026-04-03")
        );
    }

    #[test]
    fn a_date_before_the_web_means_that_none_is_set() {
        for text in [
            "Mon, 01 Jan 0001 00:00:00 +0000",
            "Thu, 01 Jan 1970 00:00:00 +0000",
            "Thu, 01 Jan 1970 01:00:00 +0100",
            "Wed, 30 Nov -0001 00:00:00 +0000",
            "0001-01-01T00:00:00Z",
            "0000-00-00 00:00:00",
            "Mon, 01 Jan 1900 00:00:00 GMT",
            "1. Januar 1970, 01:00 Uhr",
            "01.01.1970",
            "0000000000",
            "31/12/1899",
        ] {
            assert_eq!(read(text, None), None, "{text}");
            assert_eq!(last_instant(text), None, "{text}");
        }
    }
}
