//! Dates in feeds and sitemaps: RFC 822, RFC 3339, and whatever else is in use, as [`text::dates`] reads it.

use chrono::{DateTime, Datelike as _, Days, Months, NaiveTime, TimeDelta, Utc};
use text::dates::{DatePrecision, DateStamp, Order, YEARS, parse};
use text::words::months;

use crate::http::date::http_date;

/// Letters that tell the name of a month from that of another.
const MONTH_LETTERS: usize = 3;

/// Parses the date of an item. A missing or unknown time zone is read as UTC, and a day as its midnight UTC. A month or a year is no date of
/// an item. The language decides what a name of different months means.
pub(crate) fn read(text: &str, language: Option<&str>) -> Option<DateTime<Utc>> {
    let stamp = stated(text.trim(), language)?;
    (stamp.precision < DatePrecision::Month).then_some(stamp.at)
}

/// The last instant that a date may denote: for a day, a month or a year its end in UTC.
pub(crate) fn last_instant(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    let december = (text.len() == 4).then(|| format!("{text}-12"));
    let stamp = stated(december.as_deref().unwrap_or(text), None)?;
    let next = match stamp.precision {
        DatePrecision::Day => stamp.at + Days::new(1),
        DatePrecision::Month => stamp.at + Months::new(1),
        _ => return Some(stamp.at),
    };
    Some(next - TimeDelta::seconds(1))
}

/// The start of the shortest day, month or year that ends at or after this instant and has begun by `now`; `at` itself
/// if none has.
pub(crate) fn begun_by(now: DateTime<Utc>, at: DateTime<Utc>) -> DateTime<Utc> {
    let day = at.date_naive();
    let starts = [Some(day), day.with_day(1), day.with_ordinal(1)];
    let starts = starts.into_iter().flatten();
    let mut starts = starts.map(|day| day.and_time(NaiveTime::MIN).and_utc());
    starts.find(|start| *start <= now).unwrap_or(at)
}

fn stated(text: &str, language: Option<&str>) -> Option<DateStamp> {
    // RFC 822 has years of two digits, and some feeds have numbers in its order.
    let numbers = || DateTime::parse_from_str(text.split_once(", ")?.1, "%d %m %Y %T %z").ok();
    let at = http_date(text).or_else(|| Some(numbers()?.to_utc()));
    if let Some(at) = at.filter(|at| YEARS.contains(&at.year())) {
        return Some(DateStamp {
            at,
            offset_minutes: Some(0),
            precision: DatePrecision::Second,
        });
    }
    let lower = text.to_ascii_lowercase();
    let order = match language {
        _ if lower.ends_with("am") || lower.ends_with("pm") => Order::MonthFirst,
        Some(language) => Order::of(language),
        None => Order::DayFirst,
    };
    let place = text.rsplit(' ').next()?.parse().ok();
    let stamp = parse(text, order).or_else(|| parse(&with_known_month(text)?, order));
    Some(stamp?.in_zone_of_site(place))
}

/// A date whose last word that begins like the names of one month alone is written in English: software abbreviates names in its own ways.
fn with_known_month(text: &str) -> Option<String> {
    let is_letter =
        |c: char| !c.is_whitespace() && !c.is_ascii_digit() && !c.is_ascii_punctuation();
    let mut words = text
        .rsplit(|c| !is_letter(c))
        .filter(|word| !word.is_empty());
    let month = |word: &str| {
        let start: String = word
            .chars()
            .take(MONTH_LETTERS)
            .flat_map(char::to_lowercase)
            .collect();
        let begins = |names: &&Vec<&str>| names.iter().any(|name| name.starts_with(&start));
        let mut months = (1..).zip(months()).filter(|(_, names)| begins(names));
        let (number, _) = months
            .next()
            .filter(|_| start.chars().count() >= MONTH_LETTERS)?;
        months
            .next()
            .is_none()
            .then(|| chrono::Month::try_from(number).ok())?
    };
    let (word, month) = words.find_map(|word| Some((word, month(word)?)))?;
    let at = text.rfind(word)?;
    Some([&text[..at], month.name(), &text[at + word.len()..]].concat())
}

#[cfg(test)]
mod tests;
