//! Where an export begins: a number for articles, a time for pages.

use std::fmt;
use std::str::FromStr;

use anyhow::bail;
use chrono::{DateTime, Datelike as _, NaiveDate, SecondsFormat, Utc};
use store::PageKey;

/// `--since`: `0` for the beginning, the cursor of an earlier manifest, a day, or a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    Number(i64),
    Page(PageKey),
}

/// A time as RFC 3339 has it, or the beginning of a day, UTC; within the years 1 to 9999, which a cursor can name.
pub(crate) fn time(text: &str) -> Option<DateTime<Utc>> {
    let day = || NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
    let time = match DateTime::parse_from_rfc3339(text) {
        Ok(time) => time.to_utc(),
        Err(_) => day()?.and_hms_opt(0, 0, 0)?.and_utc(),
    };
    (1..=9999).contains(&time.year()).then_some(time)
}

impl FromStr for Since {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(number @ 0..) = text.parse() {
            return Ok(Self::Number(number));
        }
        let (time, page_id) = match text.split_once('/') {
            Some((time, id)) => (time, id.parse().ok()),
            None => (text, Some(-1)),
        };
        let fetched_at = self::time(time);
        match (fetched_at, page_id) {
            (Some(fetched_at), Some(page_id)) => Ok(Self::Page(PageKey {
                fetched_at,
                page_id,
            })),
            _ => Err("neither a cursor of a manifest nor a day such as 2026-11-21".to_owned()),
        }
    }
}

impl Default for Since {
    fn default() -> Self {
        Self::Number(0)
    }
}

impl Since {
    /// The cursor of articles.
    pub(crate) fn number(self) -> anyhow::Result<i64> {
        match self {
            Self::Number(number) => Ok(number),
            Self::Page(_) => {
                bail!(
                    "--since follows articles by the cursor of a manifest, a number; --published-since takes those of a day and later"
                )
            }
        }
    }

    /// The cursor of pages.
    pub(crate) fn page(self) -> anyhow::Result<PageKey> {
        match self {
            Self::Page(key) => Ok(key),
            Self::Number(0) => Ok(PageKey {
                // Long before the web, and within the range of the database.
                fetched_at: DateTime::from_timestamp(-100_000_000_000, 0)
                    .unwrap_or(DateTime::UNIX_EPOCH),
                page_id: -1,
            }),
            Self::Number(_) => bail!(
                "pages are followed by time; give --since a day, a time, or the next_cursor of a manifest of archives"
            ),
        }
    }
}

/// The cursor of pages, as in a manifest and in `--since`.
pub(crate) struct PageCursor(pub(crate) PageKey);

impl fmt::Display for PageCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time: DateTime<Utc> = self.0.fetched_at;
        if time.timestamp() < 0 {
            return f.write_str("0");
        }
        let time = time.to_rfc3339_opts(SecondsFormat::Micros, true);
        write!(f, "{time}/{}", self.0.page_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_days_and_times_are_understood() {
        assert_eq!("1200".parse(), Ok(Since::Number(1200)));
        let key = |text: &str| text.parse::<Since>().unwrap().page().unwrap();
        assert_eq!(
            PageCursor(key("2026-11-21")).to_string(),
            "2026-11-21T00:00:00.000000Z/-1"
        );
        let cursor = "2026-11-21T08:00:00.123456Z/42";
        assert_eq!(PageCursor(key(cursor)).to_string(), cursor);
        assert_eq!(
            key("2026-11-21T08:00:00+01:00").fetched_at.to_rfc3339(),
            "2026-11-21T07:00:00+00:00"
        );
        for wrong in [
            "yesterday",
            "2026-13-01",
            "2026-11-21/x",
            "",
            "-39",
            "0000-01-01",
            "+10000-01-01",
            "9999-12-31T23:00:00-02:00",
        ] {
            assert!(wrong.parse::<Since>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_follow_articles_and_times_follow_pages() {
        assert!("2026-11-21".parse::<Since>().unwrap().number().is_err());
        assert!("7".parse::<Since>().unwrap().page().is_err());
        assert!(key_of_beginning() < "1000-01-01".parse::<Since>().unwrap().page().unwrap());
    }

    fn key_of_beginning() -> PageKey {
        "0".parse::<Since>().unwrap().page().unwrap()
    }
}
