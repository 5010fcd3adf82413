//! The order of day and month in `3/4/2024`.

use chrono::{Datelike, NaiveDate};
use url::Url;

use crate::metadata::facts::MAX_VALUES;
use html::TextDocument;
use text::dates::Order;

/// Top-level domains of the United States or of no country.
const INTERNATIONAL: [&str; 6] = [".com", ".org", ".net", ".us", ".gov", ".edu"];

/// Digits of a year.
const YEAR_DIGITS: usize = 4;
/// Maximum words of a block whose dates are compared with an ambiguous one.
const MAX_LINE_WORDS: u32 = 20;
/// Bytes before a date and after its first slash that are read: a weekday may be on either side.
const BYTES_BEFORE: usize = 20;
const BYTES_AFTER: usize = 32;

/// The order on a page: that of its dates with a day above 12 or a day of the week, if these agree; else the one that makes an
/// ambiguous date a day that the page also gives unambiguously. Otherwise the month comes first if the page is American, or is
/// English or without a language on an international domain.
pub(crate) fn of(document: &TextDocument, url: Option<&Url>) -> Order {
    let by_country = by_country(document, url);
    match is_month_first(document, url) {
        Some(true) => Order::MonthFirst,
        Some(false) if by_country == Order::MonthFirst => Order::DayFirst,
        _ => by_country,
    }
}

/// Whether the month is first in the dates of a page that tell.
fn is_month_first(document: &TextDocument, url: Option<&Url>) -> Option<bool> {
    let dates: Vec<&str> = values(document)
        .chain([document.text.as_str()])
        .flat_map(dates_with_slashes)
        .take(MAX_VALUES)
        .collect();
    let readings = dates.iter().filter_map(|date| {
        let read = |order| Some(text::dates::first_in(date, order)?.local_day());
        Some((*date, read(Order::DayFirst)?, read(Order::MonthFirst)?))
    });
    let (clear, ambiguous): (Vec<_>, Vec<_>) = readings.partition(|(_, one, other)| one == other);
    let by_itself = clear.into_iter().filter_map(|(date, day, _)| {
        let mut numbers = date
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|part| part.parse::<u32>().ok());
        let (first, second) = (numbers.next()?, numbers.next()?);
        (first != second).then_some(first == day.month())
    });
    agreed(by_itself).or_else(|| {
        let known = if ambiguous.is_empty() {
            Vec::new()
        } else {
            unambiguous_days(document, url)
        };
        agreed(
            ambiguous
                .into_iter()
                .filter_map(|(_, day_first, month_first)| {
                    let is_month_first = known.contains(&month_first);
                    (is_month_first != known.contains(&day_first)).then_some(is_month_first)
                }),
        )
    })
}

/// The answer that all give.
fn agreed(mut told: impl Iterator<Item = bool>) -> Option<bool> {
    let first = told.next()?;
    told.all(|other| other == first).then_some(first)
}

/// The machine-readable values of a page that may be dates.
fn values(document: &TextDocument) -> impl Iterator<Item = &str> {
    let metas = document.head.meta.iter().map(|meta| meta.content.as_str());
    let times = document.head.times.iter().chain(&document.head.dates);
    metas.chain(times.map(|time| document.attribute(time.datetime)))
}

/// The days of a page that have one reading only: in its address, its values, and short lines.
fn unambiguous_days(document: &TextDocument, url: Option<&Url>) -> Vec<NaiveDate> {
    let lines = document
        .blocks
        .iter()
        .filter(|block| block.words <= MAX_LINE_WORDS);
    let lines = lines.map(|block| document.text_of(block));
    let written = values(document).chain(lines).filter_map(|text| {
        let read = |order| Some(text::dates::first_in(text, order)?.local_day());
        read(Order::DayFirst).filter(|day| read(Order::MonthFirst) == Some(*day))
    });
    let of_address = url.and_then(super::url::of);
    written
        .chain(of_address.map(|stamp| stamp.local_day()))
        .collect()
}

/// The parts of a text with one date such as `3/4/2024`.
fn dates_with_slashes(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let is_digit = u8::is_ascii_digit;
    let slashes = memchr::memchr_iter(b'/', bytes);
    slashes.filter_map(move |at| {
        let (before, after) = (&bytes[..at], &bytes[at + 1..]);
        let first = before
            .iter()
            .rev()
            .take_while(|byte| is_digit(byte))
            .count();
        let second = after.iter().take_while(|byte| is_digit(byte)).count();
        let year = after.get(second + 1..).unwrap_or_default();
        let is_date = (1..=2).contains(&first)
            && (1..=2).contains(&second)
            && after.get(second) == Some(&b'/')
            && year.iter().take_while(|byte| is_digit(byte)).count() == YEAR_DIGITS;
        let day = at - first;
        let start = text.floor_char_boundary(day.saturating_sub(BYTES_BEFORE));
        let start = bytes[start..day]
            .iter()
            .rposition(is_digit)
            .map_or(start, |digit| start + digit + 1);
        let end = text.floor_char_boundary((at + BYTES_AFTER).min(text.len()));
        is_date.then(|| &text[start..end])
    })
}

/// The order in the country of a page.
fn by_country(document: &TextDocument, url: Option<&Url>) -> Order {
    let head = &document.head;
    let path = url.into_iter().filter_map(Url::path_segments).flatten();
    let stated = [
        head.lang.as_deref(),
        head.meta("og:locale"),
        head.meta("content-language"),
    ];
    let locales: Vec<String> = stated
        .into_iter()
        .flatten()
        .chain(path.take(2).filter(|segment| is_locale(segment)))
        .map(|locale| locale.trim().to_ascii_lowercase().replace('_', "-"))
        .collect();
    // a language tag with a country is more precise
    let with_country = locales
        .iter()
        .find(|locale| locale.len() == 5 && locale.as_bytes()[2] == b'-');
    let locale = with_country.or_else(|| locales.first());
    let host = url.and_then(Url::host_str).unwrap_or_default();
    let locale = locale.map_or("en", String::as_str);
    if locale == "en" && INTERNATIONAL.iter().any(|end| host.ends_with(end)) {
        return Order::MonthFirst;
    }
    Order::of(locale)
}

/// Whether a segment of a URL is a language with a country: `en-gb`, `de_AT`.
fn is_locale(segment: &str) -> bool {
    let bytes = segment.as_bytes();
    let is_letter = |at: usize| bytes[at].is_ascii_alphabetic();
    bytes.len() == 5 && matches!(bytes[2], b'-' | b'_') && [0, 1, 3, 4].into_iter().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_country_of_a_page_gives_the_order() {
        let order = |html: &str, url: &str| {
            let url = Url::parse(url).unwrap();
            of(&html::parse(html), Some(&url))
        };
        for (html, url, expected) in [
            ("<html lang=en>", "https://x.com/a", Order::MonthFirst),
            ("<html lang=en-US>", "https://x.test/a", Order::MonthFirst),
            ("", "https://x.com/a", Order::MonthFirst),
            ("", "https://x.com/en-gb/a", Order::DayFirst),
            ("<html lang=en>", "https://x.co.uk/a", Order::DayFirst),
            ("<html lang=de>", "https://x.com/a", Order::DayFirst),
            (
                "<html lang=en><meta property=og:locale content=en_GB>",
                "https://x.com/",
                Order::DayFirst,
            ),
        ] {
            assert_eq!(order(html, url), expected, "{html} {url}");
        }
    }

    #[test]
    fn a_day_that_the_page_also_gives_in_clear_decides() {
        let order = |html: &str, url: &str| {
            let url = Url::parse(url).unwrap();
            of(&html::parse(html), Some(&url))
        };
        let stated = "<meta property=article:published_time content='3/4/2025 3:20:00 PM'>";
        for beside in [
            "<meta property=article:modified_time content=2025-03-04T17:00>",
            "<p>Oslo, March 4, 2025",
            "<p>4. März 2025",
            "<time datetime=2025-03-04>heute</time>",
        ] {
            let page = format!("<html lang=de>{stated}{beside}");
            assert_eq!(
                order(&page, "https://x.test/a"),
                Order::MonthFirst,
                "{beside}"
            );
        }
        let page = format!("<html lang=fr>{stated}");
        assert_eq!(
            order(&page, "https://x.test/2025/03/04/a"),
            Order::MonthFirst
        );
        assert_ne!(
            order(&page, "https://x.test/2025/03/05/a"),
            Order::MonthFirst
        );
        let page = "<p>04/03/2025<p>4 March 2025";
        assert_eq!(order(page, "https://x.com/a"), Order::DayFirst);
        // two that contradict each other, and one that is in both
        for both in [
            "<p>04/03/2025<p>4 March 2025<p>3 April 2025",
            "<p>04/03/2025<p>03/04/2025<p>4 March 2025",
        ] {
            assert_eq!(order(both, "https://x.com/a"), Order::MonthFirst, "{both}");
        }
    }

    #[test]
    fn a_word_of_five_letters_in_a_url_is_no_locale() {
        let order = |url: &str| of(&html::parse(""), Url::parse(url).ok().as_ref());
        for url in [
            "https://x.com/world/a",
            "https://x.com/a-b-c/x",
            "https://x.com/12-34/x",
        ] {
            assert_eq!(order(url), Order::MonthFirst, "{url}");
        }
        assert_eq!(order("https://x.com/de_DE/a"), Order::DayFirst);
    }
}
