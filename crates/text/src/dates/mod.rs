//! Parses dates in machine-readable values and in text.

mod ago;
mod calendars;
mod clock;
#[cfg(test)]
mod tests;
mod tokens;
mod weekdays;
mod zones;

use chrono::{
    DateTime, Datelike, Duration, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Offset as _,
    TimeZone as _, Timelike, Utc,
};
use chrono_tz::Tz;
use serde::{Serialize, Serializer};

pub use self::ago::words_beside_time_ago;
use self::clock::{Time, half_of_day, offset_at, time_after, time_before};
pub use self::tokens::month;
use self::tokens::{Token, begins_month, is_filler, month_in, tokens};
use self::zones::zone_minutes;
use crate::words;

/// The precision of a date as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DatePrecision {
    /// To the second or finer.
    Second,
    /// To the minute.
    Minute,
    /// To the day.
    Day,
    /// To the month; the day is 1.
    Month,
}

/// A point in time as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateStamp {
    /// The instant. Without an offset, local time is taken as UTC.
    pub at: DateTime<Utc>,
    /// The offset from UTC in minutes, as written or by the time zone of the site.
    pub offset_minutes: Option<i32>,
    /// The smallest unit written.
    pub precision: DatePrecision,
}

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

/// Plausible years: no news page is older than the web. Other numbers are not years.
pub const YEARS: std::ops::RangeInclusive<i32> = 1990..=2100;
/// The Vietnamese word for a month, whose number follows.
const MONTH_WITH_NUMBER: &str = "tháng";
/// Months in Roman numerals. Those of one letter are also words: they are in capitals, so that no token is one.
const ROMAN_MONTHS: [&str; 12] = [
    "I", "ii", "iii", "iv", "V", "vi", "vii", "viii", "ix", "X", "xi", "xii",
];
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

/// Maximum number of dates found in one text.
const MAX_DATES: usize = 4;

/// The first few dates in visible text, in order.
pub fn all_in(text: &str, order: Order) -> Vec<FoundDate> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut from = 0;
    while found.len() < MAX_DATES
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
        return Some((year_first(year, month, day)?, 5));
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
        return Some((gregorian(year, month, number)?, used));
    }
    if let Some((month, year, used)) = named_after_day(tokens, order, calendars::jalali_month_at) {
        return Some((calendars::jalali(year, month, number)?, used));
    }
    let [_, separator, second, again, third, ..] = tokens else {
        return None;
    };
    let dotted = separator.is('.') && again.is('.');
    let same = dotted || separator.is('/') && again.is('/') || separator.is('-') && again.is('-');
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
        gregorian(year, month, day)
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

/// Month and year after a day, and the number of all their tokens.
fn named_after_day(
    tokens: &[Token],
    order: Order,
    month_at: impl Fn(&[Token]) -> Option<(u32, usize)>,
) -> Option<(u32, u32, usize)> {
    let fillers = tokens[1..].iter().take(3).take_while(|t| is_filler(t));
    let name = 1 + fillers.count();
    let (month, used) = (1..=name).find_map(|at| {
        let (month, used) = month_at(tokens.get(at..)?)?;
        Some((month, at + used))
    })?;
    let rest = &tokens[used..];
    let (year, after) = year_after(rest, order).or_else(|| short_year_after(rest))?;
    Some((month, year, used + after))
}

/// A year of two digits right after a month, which ends the text or is before a separating mark: `5 mars 25`, `05-Mar-25 |`.
/// A comma is one after a joined year only: `05-Mar-25,`, not `On 5 May 20, mostly tourists,`.
fn short_year_after(tokens: &[Token]) -> Option<(u32, usize)> {
    let is_one_of = |token: &Token, marks: &[char]| marks.iter().any(|mark| token.is(*mark));
    let gap = usize::from(is_one_of(tokens.first()?, &['.', '-', '’', '\'']));
    let year = tokens.get(gap).filter(|token| token.digits() == 2)?;
    let year = year.value().filter(|year| *year < 50)?;
    let next = tokens.get(gap + 1);
    let ends = next.is_none_or(|next| is_one_of(next, &['|', ')', '·', '•']))
        || gap > 0 && next.is_some_and(|next| next.is(','));
    ends.then_some((2000 + year, gap + 1))
}

/// The month that the first tokens name, and their number. Arabic pages may name it twice: `مايو/أيار`, `مايو (أيار)`.
fn month_at(tokens: &[Token], order: Order) -> Option<(u32, usize)> {
    let (month, used) = one_month_at(tokens, order)?;
    let Some((mark, rest)) = tokens[used..].split_first() else {
        return Some((month, used));
    };
    let again = match one_month_at(rest, order) {
        Some((same, again)) if same == month => {
            let closed = || rest.get(again).is_some_and(|token| token.is(')'));
            if mark.is('/') {
                1 + again
            } else if mark.is('(') && closed() {
                2 + again
            } else {
                0
            }
        }
        _ => 0,
    };
    Some((month, used + again))
}

/// The month that the first tokens name once, and their number: `Mai`, `มิ.ย.`, `تشرين الأول`, `tháng 5`.
fn one_month_at(tokens: &[Token], order: Order) -> Option<(u32, usize)> {
    let first = tokens.first()?.word()?;
    let roman = || (1..).zip(ROMAN_MONTHS).find(|(_, name)| *name == first);
    if let Some(month) = month_in(first, order).or_else(|| Some(roman()?.0)) {
        return Some((month, 1));
    }
    if !begins_month(first) {
        return None;
    }
    let next = tokens.get(1)?;
    if first == MONTH_WITH_NUMBER {
        let number = next.value().filter(|_| next.digits() <= 2)?;
        return Some((number, 2));
    }
    if let Some(second) = next.word() {
        return Some((month_in(&format!("{first} {second}"), order)?, 2));
    }
    let [_, dot, second, ..] = tokens else {
        return None;
    };
    let is_abbreviation = dot.is('.') && second.touches;
    let name = is_abbreviation.then(|| Some(format!("{first}{}", second.word()?)))??;
    Some((month_in(&name, order)?, 3))
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

/// `May 3, 2024`, `Dec. 9th 2016`.
fn named_month_first(name: &str, tokens: &[Token], order: Order) -> Option<(NaiveDate, usize)> {
    let marked = |token: &Token| token.is('.') || token.is('-') || token.is('/');
    let mut at = 1 + usize::from(marked(tokens.get(1)?));
    let day = tokens
        .get(at)
        .filter(|token| token.digits() <= 2)?
        .value()?;
    let month = month_in(name, order)?;
    at += 1;
    let (year, used) = year_after(&tokens[at..], order)
        .or_else(|| Some((year_after_time(&tokens[at..], month, day)?, 0)))?;
    Some((ymd(year, month, day)?, at + used))
}

/// Month and day after a year, and the number of their tokens: `2024. május 3.`, `2024 m. gegužės 3 d.`, `2024. gada 3. maijs`,
/// `2025 жылғы 5 наурыз`, `2024-May-03`.
fn named_after_year(tokens: &[Token], order: Order) -> Option<(u32, u32, usize)> {
    let fillers = tokens
        .iter()
        .take(2)
        .take_while(|token| is_filler(token))
        .count();
    let rest = &tokens[fillers..];
    if let [day, after @ ..] = rest
        && (1..=2).contains(&day.digits())
        && tokens[..fillers].iter().any(|token| token.word().is_some())
    {
        let point = usize::from(after.first()?.is('.'));
        let month = month_in(after.get(point)?.word()?, order)?;
        return Some((month, day.value()?, fillers + point + 2));
    }
    let gap = usize::from(
        rest.get(1)
            .is_some_and(|token| token.is('-') || token.is('.')),
    );
    let day = rest
        .get(1 + gap)
        .filter(|token| token.digits() <= 2)?
        .value()?;
    let month = month_in(rest.first()?.word()?, order)?;
    Some((month, day, fillers + 2 + gap))
}

/// A year of four digits, or two in Thai, after at most two fillers or the name of its era, and the number of tokens.
fn year_after(tokens: &[Token], order: Order) -> Option<(u32, usize)> {
    let era = calendars::buddhist_era(tokens);
    let tokens = &tokens[era..];
    let fillers = tokens
        .iter()
        .take(2)
        .take_while(|token| is_filler(token))
        .count();
    let token = tokens.get(fillers)?;
    let year = match token.digits() {
        4 => token.value()?,
        2 if order.short_years() == Some("buddhist") => order.short_year(token.value()?),
        _ => return None,
    };
    Some((year, era + fillers + 1))
}

/// `Fri Dec 16 21:19:00 UTC 2016`, `Dec 16 21:19 +0000 2016`: the year after the time, of which no token counts as used, so that the time
/// is found after the day. A time without seconds is also in sentences: `May 3 18:30, 2000 expected`.
fn year_after_time(tokens: &[Token], month: u32, day: u32) -> Option<u32> {
    let [_, colon, _, rest @ ..] = tokens else {
        return None;
    };
    // an offset has four digits too
    let is_year = |token: &Token| token.digits() == 4 && token.value() > Some(1400);
    let at = rest.iter().take(6).position(is_year)?;
    let year = rest[at].value().filter(|_| colon.is(':'))?;
    let has_seconds = rest[0].is(':');
    let ends = rest.get(at + 1).is_none_or(|next| next.word().is_none());
    let is_zone = |date| is_zone(&rest[..at], date);
    (has_seconds || ends && ymd(year, month, day).is_some_and(is_zone)).then_some(year)
}

/// Whether all tokens after a time are of its half of the day and its offset, if it has any: `pm`, `GMT+0100 (CET)`.
fn is_zone(tokens: &[Token], day: NaiveDate) -> bool {
    let used = half_of_day(tokens).map_or(0, |(_, used)| used);
    let tokens = &tokens[used..];
    let is_part = |token: &Token| match token.word() {
        Some(word) => zone_minutes(word, day).is_some(),
        None => {
            token.digits() > 0
                || ['+', '-', '−', ':', '(', ')']
                    .iter()
                    .any(|mark| token.is(*mark))
        }
    };
    tokens.is_empty() || offset_at(tokens, day).is_some() && tokens.iter().all(is_part)
}

/// A date with the year first, in the calendar that its year belongs to. Elsewhere such a year is of the Middle Ages.
fn year_first(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    if calendars::JALALI_YEARS.contains(&year) {
        return calendars::jalali(year, month, day);
    }
    gregorian(year, month, day)
}

/// A date of our months, whose year may be Buddhist.
fn gregorian(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    ymd(calendars::without_buddhist_era(year), month, day)
}

fn ymd(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    let year = i32::try_from(year).ok()?;
    YEARS
        .contains(&year)
        .then(|| NaiveDate::from_ymd_opt(year, month, day))?
}

fn stamp(date: NaiveDate, time: Option<Time>, offset: Option<i32>) -> Option<DateStamp> {
    let (time_of_day, precision) = match time {
        None => (NaiveTime::MIN, DatePrecision::Day),
        Some((h, m, s)) => (
            NaiveTime::from_hms_opt(h, m, s.unwrap_or(0).min(59))?,
            if s.is_some() {
                DatePrecision::Second
            } else {
                DatePrecision::Minute
            },
        ),
    };
    let local = date.and_time(time_of_day).and_utc();
    Some(DateStamp {
        at: local - Duration::minutes(offset.unwrap_or(0).into()),
        offset_minutes: offset,
        precision,
    })
}

impl Serialize for DateStamp {
    /// The date as written: `2024-05`, `2024-05-03`, `2024-05-03T15:47:00+02:00`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let minutes = self.offset_minutes.unwrap_or(0);
        let local = self.local();
        match (self.precision, FixedOffset::east_opt(60 * minutes)) {
            (DatePrecision::Month, _) => serializer.collect_str(&local.format("%Y-%m")),
            (DatePrecision::Day, _) | (_, None) => serializer.collect_str(&local.date()),
            (_, Some(offset)) if self.offset_minutes.is_some() => {
                serializer.collect_str(&self.at.with_timezone(&offset).to_rfc3339())
            }
            _ => serializer.collect_str(&local.format("%Y-%m-%dT%H:%M:%S")),
        }
    }
}

impl DateStamp {
    /// The offset from UTC; none if unknown.
    pub fn offset(&self) -> Duration {
        Duration::minutes(self.offset_minutes.unwrap_or(0).into())
    }

    /// The time as written.
    pub fn local(&self) -> NaiveDateTime {
        self.at.naive_utc() + self.offset()
    }

    /// The day in the time zone in which the date was written.
    pub fn local_day(&self) -> NaiveDate {
        self.local().date()
    }

    /// Whether the time is midnight, which software writes when it knows only the day.
    pub fn is_midnight(&self) -> bool {
        self.local().num_seconds_from_midnight() == 0
    }

    /// The instant of a time without an offset, in the time zone of its site. Of an hour that occurs twice, the first is meant.
    #[must_use]
    pub fn in_zone_of_site(self, zone: Option<Tz>) -> Self {
        let has_zone = self.offset_minutes.is_some();
        let Some(zone) = zone.filter(|_| !has_zone && self.precision <= DatePrecision::Minute)
        else {
            return self;
        };
        let local = self.at.naive_utc();
        let offset = zone.offset_from_local_datetime(&local).earliest();
        let Some(offset) = offset.filter(|_| !self.is_midnight()) else {
            return self;
        };
        let minutes = offset.fix().local_minus_utc() / 60;
        Self {
            at: self.at - Duration::minutes(minutes.into()),
            offset_minutes: Some(minutes),
            ..self
        }
    }
}
