//! Months by name or Roman numeral, with the day before or after and the year.

use chrono::NaiveDate;

use super::Order;
use super::calendars;
use super::clock::{half_of_day, offset_at};
use super::stamp::ymd;
use super::tokens::{Token, begins_month, is_filler, month_in};
use crate::words::zones::minutes_on;

/// The Vietnamese word for a month, whose number follows, and its abbreviation, which touches the number: `Th3`.
const MONTH_WITH_NUMBER: &str = "tháng";
const MONTH_AT_NUMBER: &str = "th";

/// Months in Roman numerals. Those of one letter are also words: they are in capitals, so that no token is one.
const ROMAN_MONTHS: [&str; 12] = [
    "I", "ii", "iii", "iv", "V", "vi", "vii", "viii", "ix", "X", "xi", "xii",
];

/// Month and year after a day, and the number of all their tokens.
pub(super) fn named_after_day(
    tokens: &[Token],
    order: Order,
    month_at: impl Fn(&[Token]) -> Option<(u32, usize)>,
) -> Option<(u32, u32, usize)> {
    // 3:e maj
    let is_ordinal = matches!(tokens, [_, colon, end, ..]
        if colon.is(':') && colon.touches && end.touches && end.word().is_some_and(|end| end.len() == 1));
    let from = if is_ordinal { 3 } else { 1 };
    let fillers = tokens[from..].iter().take(3).take_while(|t| is_filler(t));
    let name = from + fillers.count();
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
    let gap = usize::from(tokens.first()?.is_one_of(&['.', '-', '’', '\'']));
    let year = tokens.get(gap).filter(|token| token.digits() == 2)?;
    let year = year.value().filter(|year| *year < 50)?;
    let next = tokens.get(gap + 1);
    let ends = next.is_none_or(|next| next.is_one_of(&['|', ')', '·', '•']))
        || gap > 0 && next.is_some_and(|next| next.is(','));
    ends.then_some((2000 + year, gap + 1))
}

/// The month that the first tokens name, and their number. Arabic pages may name it twice: `مايو/أيار`, `مايو (أيار)`.
pub(super) fn month_at(tokens: &[Token], order: Order) -> Option<(u32, usize)> {
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

/// The month that the first tokens name once, and their number: `Mai`, `มิ.ย.`, `تشرين الأول`, `tháng 5`, `tháng mười hai`.
fn one_month_at(tokens: &[Token], order: Order) -> Option<(u32, usize)> {
    let first = tokens.first()?.word()?;
    let roman = || (1..).zip(ROMAN_MONTHS).find(|(_, name)| *name == first);
    if let Some(month) = month_in(first, order).or_else(|| Some(roman()?.0)) {
        return Some((month, 1));
    }
    let next = tokens.get(1)?;
    let has_number = first == MONTH_WITH_NUMBER || first == MONTH_AT_NUMBER && next.touches;
    if let Some(number) = next.value().filter(|_| has_number) {
        return (next.digits() <= 2).then_some((number, 2));
    }
    if !begins_month(first) {
        return None;
    }
    if let Some(second) = next.word() {
        let name = format!("{first} {second}");
        let third = tokens.get(2).filter(|_| first == MONTH_WITH_NUMBER);
        let of_three = third.and_then(Token::word).and_then(|third| {
            let month = month_in(&format!("{name} {third}"), order)?;
            Some((month, 3))
        });
        return of_three.or_else(|| Some((month_in(&name, order)?, 2)));
    }
    let [_, dot, second, ..] = tokens else {
        return None;
    };
    let is_abbreviation = dot.is('.') && second.touches;
    let name = is_abbreviation.then(|| Some(format!("{first}{}", second.word()?)))??;
    Some((month_in(&name, order)?, 3))
}

/// `May 3, 2024`, `Dec. 9th 2016`.
pub(super) fn named_month_first(
    name: &str,
    tokens: &[Token],
    order: Order,
) -> Option<(NaiveDate, usize)> {
    let mut at = 1 + usize::from(tokens.get(1)?.is_one_of(&['.', '-', '/']));
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
pub(super) fn named_after_year(tokens: &[Token], order: Order) -> Option<(u32, u32, usize)> {
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
            .is_some_and(|token| token.is_one_of(&['-', '.'])),
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
        Some(word) => minutes_on(word, day).is_some(),
        None => token.digits() > 0 || token.is_one_of(&['+', '-', '−', ':', '(', ')']),
    };
    tokens.is_empty() || offset_at(tokens, day).is_some() && tokens.iter().all(is_part)
}
