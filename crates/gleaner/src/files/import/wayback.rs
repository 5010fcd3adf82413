//! Copies in the Wayback Machine.

use chrono::{DateTime, NaiveDateTime, Utc};
use crawl::{CanonicalUrl, UrlError};

/// Digits of the time in the URL of a copy.
const DIGITS: usize = "20191005120000".len();

/// The page that a URL of the Wayback Machine is a copy of, and when it was captured; `None` for other URLs.
pub(super) fn original(url: &str) -> Option<(String, DateTime<Utc>)> {
    let url = url.trim_start();
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let (time, page) = rest.strip_prefix("web.archive.org/web/")?.split_once('/')?;
    let (digits, flags) = time.split_at_checked(DIGITS)?;
    let at = NaiveDateTime::parse_from_str(digits, "%Y%m%d%H%M%S").ok()?;
    if !(flags.is_empty() || flags.ends_with('_')) {
        return None;
    }
    let is_relative = matches!(CanonicalUrl::parse(page), Err(UrlError::Malformed(_)));
    let scheme = if is_relative { "http://" } else { "" };
    Some((format!("{scheme}{page}"), at.and_utc()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_counts_as_its_original_at_the_time_of_capture() {
        let page = "http://paper.example/a?b=1";
        let at: DateTime<Utc> = "2019-10-05T12:00:00Z".parse().unwrap();
        for copy in [
            "https://web.archive.org/web/20191005120000/http://paper.example/a?b=1",
            "http://web.archive.org/web/20191005120000id_/http://paper.example/a?b=1",
            "https://web.archive.org/web/20191005120000/paper.example/a?b=1",
        ] {
            assert_eq!(original(copy), Some((page.to_owned(), at)), "{copy}");
        }
        for other in [
            "https://paper.example/web/20191005120000/http://other.example/a",
            "https://web.archive.org/web/2019*/http://paper.example/a",
            "https://web.archive.org/web/20191005120000",
        ] {
            assert_eq!(original(other), None, "{other}");
        }
    }
}
