//! The order of day and month in `3/4/2024`.

use url::Url;

use super::Order;
use html::TextDocument;

/// Top-level domains of the United States or of no country.
const INTERNATIONAL: [&str; 6] = [".com", ".org", ".net", ".us", ".gov", ".edu"];

/// The order on a page: the month comes first if the page is American, or is English or without a language on an
/// international domain.
pub(in crate::metadata) fn of(document: &TextDocument, url: Option<&Url>) -> Order {
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
        .chain(path.take(2).filter(|segment| segment.len() == 5))
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
        Order::MonthFirst
    } else {
        Order::DayFirst
    }
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
}
