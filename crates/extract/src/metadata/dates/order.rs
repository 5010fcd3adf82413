//! The order of day and month in `3/4/2024`.

use chrono::Datelike;
use url::Url;

use crate::metadata::facts::MAX_VALUES;
use html::TextDocument;
use text::dates::Order;

/// Top-level domains of the United States or of no country.
const INTERNATIONAL: [&str; 6] = [".com", ".org", ".net", ".us", ".gov", ".edu"];

/// The order on a page: that of its dates with a day above 12 or a day of the week, if these agree. Otherwise the month comes first if
/// the page is American, or is English or without a language on an international domain.
pub(crate) fn of(document: &TextDocument, url: Option<&Url>) -> Order {
    let by_country = by_country(document, url);
    match is_month_first(document) {
        Some(true) => Order::MonthFirst,
        Some(false) if by_country == Order::MonthFirst => Order::DayFirst,
        _ => by_country,
    }
}

/// Whether the month is first in the dates of a page that tell.
fn is_month_first(document: &TextDocument) -> Option<bool> {
    let dates = values(document).chain([document.text.as_str()]);
    let dates = dates.flat_map(dates_with_slashes).take(MAX_VALUES);
    agreed(dates.filter_map(|date| {
        let read = |order| Some(text::dates::first_in(date, order)?.local_day());
        let day = read(Order::DayFirst).filter(|day| read(Order::MonthFirst) == Some(*day))?;
        let numbers = date.split(|c: char| !c.is_ascii_digit());
        let mut numbers = numbers.filter_map(|part| part.parse::<u32>().ok());
        let (first, second) = (numbers.next()?, numbers.next()?);
        (first != second).then_some(first == day.month())
    }))
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
            && year.iter().take_while(|byte| is_digit(byte)).count() == 4;
        let day = at - first;
        // a day of the week may be on either side
        let start = text.floor_char_boundary(day.saturating_sub(20));
        let start = bytes[start..day]
            .iter()
            .rposition(is_digit)
            .map_or(start, |digit| start + digit + 1);
        let end = text.floor_char_boundary((at + 32).min(text.len()));
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
    let is_code = |code: &str| code.len() == 2 && code.bytes().all(|c| c.is_ascii_alphabetic());
    segment.len() == 5 && segment.split(['-', '_']).all(is_code)
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
            ("", "https://x.com/news/de_AT/a", Order::DayFirst),
            ("", "https://x.com/world/12-34/a", Order::MonthFirst),
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
}
