//! Copies in the Wayback Machine.

use chrono::{DateTime, NaiveDateTime, Utc};
use crawl::{CanonicalUrl, UrlError};

const HOSTS: [&str; 3] = ["web.archive.org", "archive.org", "www.archive.org"];
/// The digits of a time in full: those that are missing are taken from here.
const LATEST: &str = "99991231235959";

/// The page that a URL of the Wayback Machine is a copy of, and when it was captured; `None` for other URLs. `fetched_at` is the time
/// that the file gives: it counts if the URL has none, or fewer than 14 digits that stand for a later moment.
pub(super) fn original(
    url: &str,
    fetched_at: Option<DateTime<Utc>>,
) -> Option<(String, Option<DateTime<Utc>>)> {
    let (mut page, mut at) = (url, fetched_at);
    // also of a copy of a copy
    while let Some((digits, original)) = copy(page) {
        page = original;
        at = match last_moment(digits) {
            Some(captured_at) if digits.len() == LATEST.len() => Some(captured_at),
            padded => padded.into_iter().chain(at).min(),
        };
    }
    if page == url {
        return None;
    }
    let is_relative = matches!(CanonicalUrl::parse(page), Err(UrlError::Malformed(_)));
    let scheme = if is_relative { "http://" } else { "" };
    Some((format!("{scheme}{page}"), at))
}

/// The digits of the time in a URL of the Wayback Machine, and the URL after them.
fn copy(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.trim_start().split_once("://")?;
    let (host, path) = rest.split_once('/')?;
    let (time, page) = path.strip_prefix("web/")?.split_once('/')?;
    let flags = time.trim_start_matches(|char: char| char.is_ascii_digit());
    let digits = time.strip_suffix(flags)?;
    let is_web = ["http", "https"].contains(&scheme.to_ascii_lowercase().as_str());
    let is_there = HOSTS.iter().any(|known| host.eq_ignore_ascii_case(known));
    let is_time = (1..=LATEST.len()).contains(&digits.len());
    let is_copy = is_web && is_there && is_time && (flags.is_empty() || flags.ends_with('_'));
    is_copy.then_some((digits, page))
}

/// The last moment that begins with these digits, as the Wayback Machine pads them: twelve digits are a full minute.
fn last_moment(digits: &str) -> Option<DateTime<Utc>> {
    let missing = LATEST.get(digits.len()..).filter(|_| digits.len() >= 4)?;
    let missing = if missing == "59" { "00" } else { missing };
    let full = format!("{digits}{missing}");
    let (month, day, time) = (full.get(..6)?, full.get(6..8)?, full.get(8..)?);
    // months have different lengths
    [day, "30", "29", "28"].iter().find_map(|day| {
        let time = format!("{month}{day}{time}");
        let moment = NaiveDateTime::parse_from_str(&time, "%Y%m%d%H%M%S");
        Some(moment.ok()?.and_utc())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_counts_as_its_original_at_the_time_of_capture() {
        let fetched_at = "2026-11-01T08:00:00Z".parse().ok();
        let page = "http://paper.example/a?b=1";
        let is = |url: String, time: &str| {
            let time: Option<DateTime<Utc>> = format!("{time}Z").parse().ok();
            assert_eq!(original(&url, fetched_at), Some((page.to_owned(), time)));
        };
        for (digits, time) in [
            ("20191005120000", "2019-10-05T12:00:00"),
            ("20191005120000id_", "2019-10-05T12:00:00"),
            ("201910051200if_", "2019-10-05T12:00:00"),
            ("20191005", "2019-10-05T23:59:59"),
            ("201902js_cs_", "2019-02-28T23:59:59"),
            ("2019", "2019-12-31T23:59:59"),
            ("2026", "2026-11-01T08:00:00"),
            ("2", "2026-11-01T08:00:00"),
        ] {
            is(format!("https://web.archive.org/web/{digits}/{page}"), time);
        }
        let copy = "20191005120000/http://paper.example/a?b=1";
        for begin in [
            "HTTP://archive.org/web/",
            "https://www.archive.org/web/",
            "https://web.archive.org/web/2020/https://web.archive.org/web/",
        ] {
            is(format!("{begin}{copy}"), "2019-10-05T12:00:00");
        }
        let bare = "https://web.archive.org/web/20191005120000/paper.example/a?b=1";
        is(bare.to_owned(), "2019-10-05T12:00:00");
    }

    #[test]
    fn other_pages_are_no_copies() {
        for url in [
            "https://paper.example/web/20191005120000/http://other.example/a",
            "https://web.archive.org/web/2019*/http://paper.example/a",
            "https://web.archive.org/web/201910051200001/http://paper.example/a",
            "https://web.archive.org/web/20191005120000",
            "ftp://web.archive.org/web/20191005120000/http://paper.example/a",
        ] {
            assert_eq!(original(url, None), None, "{url}");
        }
    }
}
