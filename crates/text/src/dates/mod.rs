//! Parses dates in machine-readable values and in text.

mod ago;
mod calendars;
mod clock;
mod named;
mod stamp;
#[cfg(test)]
mod tests;
mod tokens;
mod weekdays;

use chrono::{DateTime, Datelike as _, Duration, NaiveDate};

pub use self::ago::words_beside_time_ago;
use self::clock::{offset_at, time_after, time_before};
use self::named::{month_at, named_after_day, named_after_year, named_month_first};
pub use self::stamp::{DatePrecision, DateStamp, YEARS};
use self::stamp::{stamp, ymd};
use self::tokens::{Token, month_in, tokens};
pub use self::tokens::{is_digit, month};
use crate::words;

/// The order of day and month in an ambiguous `3/4/2024`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The day is first.
    DayFirst,
    /// The day is first, and this language decides what a name of several months or a year of two digits means.
    DayFirstIn(&'static str),
    /// The month is first, as in America.
    MonthFirst,
}

impl Order {
    /// The order in a language, by its tag: `en-US`.
    pub fn of(language: &str) -> Self {
        let tag = language.to_ascii_lowercase().replace('_', "-");
        if matches!(tag.as_str(), "en-us" | "en-ph") {
            return Self::MonthFirst;
        }
        let own = tag.split('-').next().and_then(words::with_own_dates);
        own.map_or(Self::DayFirst, Self::DayFirstIn)
    }

    /// How years of two digits are written where it is not as ours are: see `short_years` of the tables of words.
    fn short_years(self) -> Option<&'static str> {
        match self {
            Self::DayFirstIn(language) => words::of(words::dates::SHORT_YEARS, language)
                .first()
                .copied(),
            Self::DayFirst | Self::MonthFirst => None,
        }
    }

    /// The year of two digits that ends a date.
    fn short_year(self, year: u32) -> u32 {
        match self.short_years() {
            Some("buddhist") => 2500 + year,
            _ => 2000 + year,
        }
    }
}

/// East Asian eras with the year before their first.
const ERAS: [(char, char, u32); 4] = [
    ('平', '成', HEISEI),
    ('令', '和', REIWA),
    ('民', '國', MINGUO),
    ('民', '国', MINGUO),
];
const HEISEI: u32 = 1988;
const REIWA: u32 = 2018;
const MINGUO: u32 = 1911;

/// Parses a machine-readable value (`datetime`, `content`, JSON-LD): ISO 8601 with its common deviations, RFC 2822, Unix
/// time, or a date as in text.
pub fn parse(value: &str, order: Order) -> Option<DateStamp> {
    let value = value.trim();
    if value.len() > 80 {
        return None;
    }
    // `/Date(1714751262000+0200)/`
    let milliseconds = value.strip_prefix("/Date(").map(|inner| {
        let end = inner.find(|c: char| !c.is_ascii_digit());
        &inner[..end.unwrap_or(inner.len())]
    });
    let value = milliseconds.unwrap_or(value);
    if value.len() >= 8 && value.bytes().all(|b| b.is_ascii_digit()) {
        return digits_only(value);
    }
    if let Some(stamp) = compact(value) {
        return Some(stamp);
    }
    let tokens = tokens(value);
    find(&tokens, 0, order)
        .map(|found| found.stamp)
        .or_else(|| month_only(&tokens, order))
}

/// A date in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundDate {
    /// The date.
    pub stamp: DateStamp,
    /// Where it begins in the text, in bytes; the time of day may be outside.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// The first four dates in visible text at the most, in order.
pub fn all_in(text: &str, order: Order) -> Vec<FoundDate> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut from = 0;
    while found.len() < 4
        && let Some(date) = find(&tokens, from, order)
    {
        found.push(FoundDate {
            stamp: date.stamp,
            start: tokens[date.start].at,
            end: tokens.get(date.end).map_or(text.len(), |token| token.at),
        });
        from = date.next;
    }
    found
}

/// The first date in visible text.
pub fn first_in(text: &str, order: Order) -> Option<DateStamp> {
    find(&tokens(text), 0, order).map(|found| found.stamp)
}

fn digits_only(value: &str) -> Option<DateStamp> {
    let part = |range: std::ops::Range<usize>| value.get(range)?.parse::<u32>().ok();
    match value.len() {
        8 | 12 | 14 => {
            let date = ymd(part(0..4)?, part(4..6)?, part(6..8)?)?;
            let time = match value.len() {
                8 => None,
                _ => Some((
                    part(8..10)?,
                    part(10..12)?,
                    (value.len() == 14).then(|| part(12..14)).flatten(),
                )),
            };
            stamp(date, time, None)
        }
        10 | 13 => {
            let seconds = value.get(..10)?.parse().ok()?;
            let at = DateTime::from_timestamp(seconds, 0)?;
            (YEARS.start() + 5..*YEARS.end())
                .contains(&at.year())
                .then_some(DateStamp {
                    at,
                    offset_minutes: Some(0),
                    precision: DatePrecision::Second,
                })
        }
        _ => None,
    }
}

/// `20240503T154700Z`, `20240503T1547+0200`, `2024-05-03T1547Z`.
fn compact(value: &str) -> Option<DateStamp> {
    let (day, rest) = value.split_once('T')?;
    let day = day.replace('-', "");
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let (time, zone) = rest.split_at(end);
    let is_compact = day.len() == 8 && matches!(time.len(), 4 | 6);
    let stamp = is_compact.then(|| digits_only(&format!("{day}{time}")))??;
    let minutes = offset_at(&tokens(zone), stamp.local_day());
    Some(DateStamp {
        at: stamp.at - Duration::minutes(minutes.unwrap_or(0).into()),
        offset_minutes: minutes,
        ..stamp
    })
}

fn month_only(tokens: &[Token], order: Order) -> Option<DateStamp> {
    let (year, month) = match tokens {
        [y, dash, m] if y.digits() == 4 && dash.is('-') && m.digits() == 2 => {
            (y.value()?, m.value()?)
        }
        [m, y] if y.digits() == 4 => (y.value()?, month_in(m.word()?, order)?),
        _ => return None,
    };
    let mut stamp = stamp(ymd(year, month, 1)?, None, None)?;
    stamp.precision = DatePrecision::Month;
    Some(stamp)
}

/// A date among tokens.
struct TokenDate {
    stamp: DateStamp,
    /// Its first token and the token after its last.
    start: usize,
    end: usize,
    /// The token from which the next date is searched for: after the time of day of this one.
    next: usize,
}

/// The first date at or after a token.
fn find(tokens: &[Token], from: usize, order: Order) -> Option<TokenDate> {
    (from..tokens.len()).find_map(|start| {
        let (before, at_start) = tokens.split_at(start);
        let (date, used) = date_at(before, at_start, order)?;
        let end = start + used;
        let before = |touches| time_before(&tokens[from..start], date, touches);
        let after = || {
            let (at, time, offset) = time_after(&tokens[start..end], &tokens[end..], date)?;
            Some((end + at + 1, (time, offset)))
        };
        let (next, time) = match before(true) {
            Some(time) => (end, Some(time)),
            None => after().map_or_else(|| (end, before(false)), |(next, time)| (next, Some(time))),
        };
        let (time, offset) = time.unzip();
        let stamp = stamp(date, time, offset.flatten())?;
        Some(TokenDate {
            stamp,
            start,
            end,
            next,
        })
    })
}

/// The date that begins with the first token, and its number of tokens.
fn date_at(before: &[Token], tokens: &[Token], order: Order) -> Option<(NaiveDate, usize)> {
    let first = tokens.first()?;
    if let Some((epoch, name)) = era(tokens, order) {
        let (year, month, day) = numbers_year_first(&tokens[name..])?;
        return Some((ymd(year.checked_add(epoch)?, month, day)?, name + 5));
    }
    if let Some(name) = first.word() {
        return named_month_first(name, tokens, order);
    }
    let number = first.value()?;
    // 2024-05-03, 2024/5/3, 2024年5月3日, 2024. 5. 3
    if first.digits() == 4 {
        if let Some((month, day, used)) = named_after_year(&tokens[1..], order) {
            return Some((ymd(number, month, day)?, 1 + used));
        }
        let (year, month, day) = numbers_year_first(tokens)?;
        return Some((calendars::year_first(year, month, day)?, 5));
    }
    // 114年3月5日, in Chinese also 114/03/05
    if first.digits() == 3 {
        let (year, month, day) = numbers_year_first(tokens)?;
        let is_minguo = tokens[1].is('年') || order == Order::DayFirstIn("zh");
        return is_minguo.then(|| Some((ymd(year + MINGUO, month, day)?, 5)))?;
    }
    if first.digits() > 2 {
        return None;
    }
    // 3. Mai 2024, 3rd of May, 2024, 3 de mayo de 2024, 03-May-2024
    let month = |tokens: &[Token]| month_at(tokens, order);
    if let Some((month, year, used)) = named_after_day(tokens, order, month) {
        return Some((calendars::gregorian(year, month, number)?, used));
    }
    if let Some((month, year, used)) = named_after_day(tokens, order, calendars::jalali_month_at) {
        return Some((calendars::jalali(year, month, number)?, used));
    }
    let [_, separator, second, again, third, ..] = tokens else {
        return None;
    };
    let dotted = separator.is('.') && again.is('.');
    let is_same = |mark: &char| separator.is(*mark) && again.is(*mark);
    // numbers of pages have blanks around the dots: 1 · 2 · 3
    let touching = || tokens[1..5].iter().all(|token| token.touches);
    let same = dotted || ['/', '-'].iter().any(is_same) || is_same(&'·') && touching();
    if !same || second.digits() > 2 || third.digits() == 2 && is_of_more(before, tokens) {
        return None;
    }
    let second = second.value()?;
    let is_short = [first, third].iter().all(|number| number.digits() == 2);
    if is_short && order.short_years() == Some("first") && !is_hour(tokens) {
        return Some((ymd(2000 + number, second, third.value()?)?, 5));
    }
    let year = match (third.digits(), third.value()?) {
        (4, year) => year,
        (2, year) if !separator.is('-') && !is_hour(tokens) => order.short_year(year),
        _ => return None,
    };
    // with full stops, the month is first only if it must be, and not in a version: 1.15.20
    let may_be_first = if dotted {
        second > 12 && first.digits() == 2
    } else {
        order == Order::MonthFirst || second > 12
    };
    let month_first = may_be_first && number <= 12;
    let in_order = |is_month_first| {
        let (day, month) = if is_month_first {
            (second, number)
        } else {
            (number, second)
        };
        calendars::gregorian(year, month, day)
    };
    let date = in_order(month_first);
    let other = in_order(!month_first).filter(|_| !dotted);
    // the day of the week beside the date tells one from the other
    let is_other = other.is_some_and(|other| {
        let weekdays = || weekdays::beside(before, &tokens[5..]);
        date != Some(other)
            && weekdays().any(|weekday| weekday == other.weekday())
            && !weekdays().any(|weekday| date.is_some_and(|date| weekday == date.weekday()))
    });
    Some((if is_other { other? } else { date? }, 5))
}

/// Whether the last of three numbers is an hour: `9.4. 06:12`, but `9. 4. 06`.
fn is_hour(tokens: &[Token]) -> bool {
    let is_time = || {
        let minutes = tokens.get(6)?;
        Some(tokens.get(5)?.is(':') && minutes.touches && minutes.digits() == 2)
    };
    tokens[4].touches != tokens[2].touches || is_time() == Some(true)
}

/// Whether three numbers are some of more with full stops: those of a phone, 02.03.20.24.11.
fn is_of_more(before: &[Token], tokens: &[Token]) -> bool {
    let joined = |mark: &Token, next: &Token| mark.is('.') && mark.touches && next.touches;
    matches!(before, [.., number, mark] if number.value().is_some() && joined(mark, &tokens[0]))
        || matches!(&tokens[5..], [mark, number, ..] if number.value().is_some() && joined(mark, number))
}

/// The year before the first of an era whose name begins with the first token, and the number of its tokens: 平成, 令和, 民國, in
/// Japanese also H and R.
fn era(tokens: &[Token], order: Order) -> Option<(u32, usize)> {
    let [first, second, ..] = tokens else {
        return None;
    };
    match first.word() {
        Some("h") if second.touches && order == Order::DayFirstIn("ja") => Some((HEISEI, 1)),
        Some("r") if second.touches && order == Order::DayFirstIn("ja") => Some((REIWA, 1)),
        Some(_) => None,
        None => {
            let mut eras = ERAS.iter();
            let found = eras.find(|(one, two, _)| first.is(*one) && second.is(*two));
            found.map(|(_, _, epoch)| (*epoch, 2))
        }
    }
}

/// Year, month and day in the first five tokens: `2024-05-03`, `2024年5月3日`.
fn numbers_year_first(tokens: &[Token]) -> Option<(u32, u32, u32)> {
    let [year, separator, month, again, day, ..] = tokens else {
        return None;
    };
    let is_same = ['-', '/', '.']
        .iter()
        .any(|mark| separator.is(*mark) && again.is(*mark));
    let is_date =
        is_same || separator.is('年') && again.is('月') || separator.is('년') && again.is('월');
    is_date.then(|| Some((year.value()?, month.value()?, day.value()?)))?
}
