//! Calendars other than the Gregorian, recognised by their years: the Iranian (1403) and the Buddhist (2567).

use std::ops::RangeInclusive;

use chrono::{Days, NaiveDate};

use super::stamp::ymd;
use super::tokens::Token;

/// Iranian years in which the dates of pages lie.
const JALALI_YEARS: RangeInclusive<u32> = 1380..=1420;
/// Buddhist years in which they lie, and the difference to the Gregorian year.
const BUDDHIST_YEARS: RangeInclusive<u32> = 2540..=2580;
const BUDDHIST_EPOCH: u32 = 543;
/// The abbreviation of the Buddhist era: `พ.ศ.`
const BUDDHIST_ERA: [&str; 2] = ["พ", "ศ"];
/// The first day of the first of the Iranian years.
const FIRST_NOWRUZ: (i32, u32, u32) = (2001, 3, 21);
/// Years of 33 that have a leap day.
const LEAP_YEARS: [u32; 8] = [1, 5, 9, 13, 17, 22, 26, 30];
/// The Iranian months, also with the Arabic letter.
const JALALI_MONTHS: [&[&str]; 12] = [
    &["فروردین", "فروردين"],
    &["اردیبهشت", "ارديبهشت"],
    &["خرداد"],
    &["تیر", "تير"],
    &["مرداد"],
    &["شهریور", "شهريور"],
    &["مهر"],
    &["آبان"],
    &["آذر"],
    &["دی", "دي"],
    &["بهمن"],
    &["اسفند"],
];

/// The Iranian month that the first token names, and 1.
pub(super) fn jalali_month_at(tokens: &[Token]) -> Option<(u32, usize)> {
    let name = tokens.first()?.word().filter(|name| !name.is_ascii())?;
    let mut months = (1..).zip(JALALI_MONTHS);
    let found = months.find(|(_, names)| names.contains(&name));
    found.map(|(number, _)| (number, 1))
}

/// The day of an Iranian date. In these years, 8 of 33 have a leap day.
///
/// Source: Borkowski, *The Persian calendar for 3000 years* (1996), whose tables follow the cycle of 33 years from 1343 to 1472.
pub(super) fn jalali(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    let is_leap = |year: u32| LEAP_YEARS.contains(&(year % 33));
    let days = match month {
        1..=6 => 31,
        7..=11 => 30,
        12 => 29 + u32::from(is_leap(year)),
        _ => return None,
    };
    if !JALALI_YEARS.contains(&year) || !(1..=days).contains(&day) {
        return None;
    }
    let first = *JALALI_YEARS.start();
    let leaps = (first..year).map(|year| u32::from(is_leap(year)));
    let before_month = 30 * (month - 1) + (month - 1).min(6);
    let passed = 365 * (year - first) + leaps.sum::<u32>() + before_month + day - 1;
    let (gregorian, nowruz, at) = FIRST_NOWRUZ;
    NaiveDate::from_ymd_opt(gregorian, nowruz, at)?.checked_add_days(Days::new(passed.into()))
}

/// A date with the year first, in the calendar that its year belongs to. Elsewhere such a year is of the Middle Ages.
pub(super) fn year_first(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    if JALALI_YEARS.contains(&year) {
        return jalali(year, month, day);
    }
    gregorian(year, month, day)
}

/// A date of our months, whose year may be Buddhist.
pub(super) fn gregorian(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    let is_buddhist = BUDDHIST_YEARS.contains(&year);
    let ahead = if is_buddhist { BUDDHIST_EPOCH } else { 0 };
    ymd(year - ahead, month, day)
}

/// The number of tokens of the name of the Buddhist era at the start of others.
pub(super) fn buddhist_era(tokens: &[Token]) -> usize {
    let [end, first, dot, second, ..] = tokens else {
        return 0;
    };
    // "มิถุนายน พ.ศ.", or "มิ.ย. พ.ศ." after the dot of the month
    let is_era = |first: &Token, dot: &Token, second: &Token| {
        dot.is('.') && [first.word(), second.word()] == BUDDHIST_ERA.map(Some)
    };
    if is_era(end, first, dot) {
        3
    } else if end.is('.') && is_era(first, dot, second) {
        4
    } else {
        0
    }
}
