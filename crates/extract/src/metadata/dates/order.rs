//! The order of day and month in `3/4/2024`.

use url::Url;

use super::Order;
use html::TextDocument;

/// Top-level domains of the United States or of no country.
const INTERNATIONAL: [&str; 6] = [".com", ".org", ".net", ".us", ".gov", ".edu"];

/// The order on a page: the month comes first if the page is American, or is English or without a language on an
/// international domain.
pub(crate) fn of(document: &TextDocument, url: Option<&Url>) -> Order {
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
    let american = match locale.map(String::as_str) {
        Some("en-us" | "en-ph") => true,
        Some("en") | None => INTERNATIONAL.iter().any(|end| host.ends_with(end)),
        Some(_) => false,
    };
    if american {
        return Order::MonthFirst;
    }
    let language = locale.and_then(|locale| locale.split('-').next());
    let ambiguous = language.and_then(words::with_ambiguous_months);
    ambiguous.map_or(Order::DayFirst, Order::DayFirstIn)
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
