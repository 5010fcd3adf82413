//! Dates in URLs, as the last instant that they denote. Many archives date everything today or not at all; their URLs
//! are more reliable.

use chrono::{DateTime, Days, Months, NaiveDate, Utc};
use text::dates::YEARS;
use url::Url;

/// The end of the day or month under which a page is filed: `/2026/11/21/…`, `/2026/11/…`, `/2026-11-21-…`.
pub(crate) fn of_page(url: &Url) -> Option<DateTime<Utc>> {
    let segments: Vec<&str> = url.path().split('/').collect();
    let (_, before_last) = segments.split_last()?; // the title may contain any number
    let filed = before_last.windows(2).enumerate().find_map(|(at, two)| {
        let month = month(two[0], two[1])?;
        let day = before_last.get(at + 2).and_then(|day| number(day));
        Some(end(month, day))
    });
    let marked = || {
        segments.iter().find_map(|segment| {
            let mut parts = segment.splitn(4, '-');
            let month = month(parts.next()?, parts.next()?)?;
            Some(end(month, Some(number(parts.next()?)?)))
        })
    };
    filed.or_else(marked)?
}

/// The end of the month in the name of a sitemap: `sitemap-2026-11.xml`, `/sitemaps/2026/11.xml`, `map_202611.xml.gz`.
pub(crate) fn of_sitemap(url: &Url) -> Option<DateTime<Utc>> {
    let text = url[url::Position::BeforePath..].to_owned();
    let numbers: Vec<&str> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .collect();
    let apart = numbers.windows(2).find_map(|two| month(two[0], two[1]));
    let together = || {
        numbers
            .iter()
            .filter(|digits| matches!(digits.len(), 6 | 8))
            .find_map(|digits| month(&digits[..4], &digits[4..6]))
    };
    end(apart.or_else(together)?, None)
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.len() == 2)
}

/// The first day of a month, from a four-digit year and a two-digit month.
fn month(year: &str, month: &str) -> Option<NaiveDate> {
    let year = year.parse().ok().filter(|_| year.len() == 4)?;
    let first = NaiveDate::from_ymd_opt(year, number(month)?, 1)?;
    YEARS.contains(&year).then_some(first)
}

/// When a month, or a day of it, is over everywhere on earth.
fn end(month: NaiveDate, day: Option<u32>) -> Option<DateTime<Utc>> {
    use chrono::Datelike as _;
    let over = match day.and_then(|day| month.with_day(day)) {
        Some(day) => day + Days::new(1),
        None => month + Months::new(1),
    };
    Some(over.and_hms_opt(12, 0, 0)?.and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made::url;

    fn day(found: Option<DateTime<Utc>>) -> Option<String> {
        found.map(|at| at.date_naive().to_string())
    }

    #[test]
    fn pages_are_as_old_as_the_folder_they_are_filed_in() {
        for (path, wanted) in [
            ("/2026/11/21/titel", Some("2026-11-22")),
            ("/politik/2026/11/titel.html", Some("2026-12-01")),
            ("/2026/12/31/titel", Some("2027-01-01")),
            ("/2026-11-21/titel", Some("2026-11-22")),
            ("/2026-11-21-titel", Some("2026-11-22")),
            ("/wahl-2017-10-punkte", None),
            ("/wahl/2017-10-punkte-die-zaehlen", None),
            ("/artikel/2026/11", None),
            ("/1848/03/18/titel", None),
            ("/2026/13/titel", None),
            ("/titel-20261121", None),
        ] {
            assert_eq!(day(of_page(&url(path))).as_deref(), wanted, "{path}");
        }
    }

    #[test]
    fn sitemaps_are_as_old_as_the_month_in_their_name() {
        for (path, wanted) in [
            ("/sitemap-2026-11.xml", Some("2026-12-01")),
            ("/sitemaps/2026/11.xml.gz", Some("2026-12-01")),
            ("/map_202611.xml", Some("2026-12-01")),
            ("/s.xml?yyyy=2026&mm=11&dd=21", Some("2026-12-01")),
            ("/map-20261121.xml", Some("2026-12-01")),
            ("/sitemap-2012.xml", None),
            ("/sitemap-1-20.xml", None),
            ("/sitemap.xml", None),
        ] {
            assert_eq!(day(of_sitemap(&url(path))).as_deref(), wanted, "{path}");
        }
    }
}
