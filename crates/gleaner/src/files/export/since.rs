//! Where an export begins: a number for articles, a page or a time for pages.

use std::fmt;
use std::str::FromStr;

use anyhow::bail;
use chrono::{DateTime, Datelike as _, NaiveDate, SecondsFormat, Utc};
use store::{Cursor, PageKey, Token};

use crate::console::duration;

/// `--since`: `0` for the beginning, the cursor of an earlier manifest, a day, a time, or an age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    Number(Cursor),
    Page(PagePlace),
}

/// How far pages have been exported. Each export takes the pages stored since the previous one, in the order of their fetch times: an
/// imported page may be older than all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PagePlace {
    /// Pages up to this id are exported.
    pub(crate) above: i64,
    /// If an export was interrupted, the last page id of its range. The next export continues after the page below.
    pub(crate) up_to: Option<i64>,
    /// When the last page was fetched; for a day, its beginning.
    pub(crate) fetched_at: DateTime<Utc>,
    /// The id of that page.
    pub(crate) page_id: i64,
    /// Visits up to this time are exported, if they are wanted.
    pub(crate) visits: DateTime<Utc>,
    /// The history of the database that the page ids belong to.
    pub(crate) token: Option<Token>,
}

impl PagePlace {
    /// Pages that were fetched after this one, whenever they were stored.
    fn after(fetched_at: DateTime<Utc>, page_id: i64) -> Self {
        Self {
            above: 0,
            up_to: None,
            fetched_at,
            page_id,
            visits: fetched_at,
            token: None,
        }
    }

    /// All pages above an id.
    fn above(above: i64) -> Self {
        Self {
            above,
            ..Self::after(beginning(), -1)
        }
    }

    /// The page after which the next export starts.
    pub(crate) fn key(&self) -> PageKey {
        PageKey {
            fetched_at: self.fetched_at,
            page_id: self.page_id,
        }
    }

    /// The last page id that it names, for a check of the history of the database.
    pub(crate) fn cursor(&self) -> Cursor {
        Cursor {
            number: self.above.max(self.up_to.unwrap_or(0)),
            token: self.token,
        }
    }

    /// Sets the page after which the next export starts.
    pub(crate) fn pass(&mut self, page: PageKey) {
        (self.fetched_at, self.page_id) = (page.fetched_at, page.page_id);
    }

    /// Marks all pages up to an id as exported.
    pub(crate) fn end(&mut self, up_to: i64) {
        *self = Self {
            visits: self.visits,
            token: self.token,
            ..Self::above(up_to)
        };
    }

    /// Whether pages fetched before this place are left out.
    pub(crate) fn is_midway(&self) -> bool {
        self.fetched_at > beginning()
    }
}

/// A time long before the web, within the range of the database.
fn beginning() -> DateTime<Utc> {
    DateTime::from_timestamp(-100_000_000_000, 0).unwrap_or(DateTime::UNIX_EPOCH)
}

/// Parses an RFC 3339 time, or a day as its beginning in UTC, within the years 1 to 9999, which a cursor can express.
fn time(text: &str) -> Option<DateTime<Utc>> {
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
        if let Ok(cursor) = text.parse() {
            return Ok(Self::Number(cursor));
        }
        page_place(text)
            .map(Self::Page)
            .ok_or_else(|| {
                "neither a cursor of a manifest, nor a day such as 2026-11-21, a time or an age such as 7d"
                    .to_owned()
            })
    }
}

/// Parses `page:1310~TOKEN`, `page:1310@VISITS~TOKEN`, `page:1200-1310/TIME/ID@VISITS~TOKEN`, each also without a token as in older
/// manifests, `TIME/ID` of still older ones, or a time as of any option.
fn page_place(text: &str) -> Option<PagePlace> {
    let Some(stored) = text.strip_prefix("page:") else {
        let (time, page_id) = match text.split_once('/') {
            Some((time, id)) => (self::time(time)?, id.parse().ok()?),
            None => (duration::since(text).ok()?, -1),
        };
        return Some(PagePlace::after(time, page_id));
    };
    let (stored, token) = match stored.split_once('~') {
        Some((stored, token)) => (stored, Some(token.parse().ok()?)),
        None => (stored, None),
    };
    let id = |text: &str| text.parse().ok().filter(|id: &i64| *id >= 0);
    let (ids, visits) = match stored.split_once('@') {
        Some((ids, visits)) => (ids, time(visits)?),
        None => (stored, beginning()),
    };
    let place = match ids.split_once('/') {
        Some((ids, page)) => {
            let (above, up_to) = ids.split_once('-')?;
            let (time, page_id) = page.split_once('/')?;
            PagePlace {
                up_to: Some(id(up_to)?),
                above: id(above)?,
                ..PagePlace::after(self::time(time)?, page_id.parse().ok()?)
            }
        }
        None => PagePlace::above(id(ids)?),
    };
    Some(PagePlace {
        visits,
        token,
        ..place
    })
}

impl Default for Since {
    fn default() -> Self {
        Self::Number(Cursor::default())
    }
}

impl Since {
    /// The cursor of articles.
    pub(crate) fn number(self) -> anyhow::Result<Cursor> {
        match self {
            Self::Number(cursor) => Ok(cursor),
            Self::Page(_) => {
                bail!(
                    "for articles, --since takes the cursor of a manifest, such as 1200~5f2c81d0e1a2; --published-since selects articles by date"
                )
            }
        }
    }

    /// The cursor of pages.
    pub(crate) fn page(self) -> anyhow::Result<PagePlace> {
        match self {
            Self::Page(place) => Ok(place),
            Self::Number(Cursor { number: 0, .. }) => Ok(PagePlace::above(0)),
            Self::Number(_) => bail!(
                "a number is a cursor of articles; for pages, give --since a day, a time, or the next_cursor of a manifest of archives"
            ),
        }
    }
}

/// The cursor of pages, as in a manifest and in `--since`.
pub(crate) struct PageCursor(pub(crate) PagePlace);

impl fmt::Display for PageCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Micros, true);
        let place = self.0;
        let page = format!("{}/{}", write(place.fetched_at), place.page_id);
        match place.up_to {
            None if place == PagePlace::after(place.fetched_at, place.page_id) => {
                let is_beginning = place.fetched_at.timestamp() < 0;
                return f.write_str(if is_beginning { "0" } else { &page });
            }
            Some(up_to) if place.is_midway() => write!(f, "page:{}-{up_to}/{page}", place.above)?,
            _ => write!(f, "page:{}", place.above)?,
        }
        if place.visits > beginning() {
            write!(f, "@{}", write(place.visits))?;
        }
        place.token.map_or(Ok(()), |token| write!(f, "~{token}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_days_and_times_are_understood() {
        for cursor in ["1200", "1200~5f2c81d0e1a2"] {
            let number = cursor.parse::<Since>().unwrap().number();
            assert_eq!(number.unwrap().to_string(), cursor);
        }
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
        assert!(key("7d").fetched_at < Utc::now());
        for cursor in [
            "page:1310",
            "page:1310@2026-11-21T08:00:00.123456Z",
            "page:0-1310/2020-11-21T08:00:00.123456Z/42",
            "page:7-1310/0001-11-21T08:00:00.123456Z/42@2026-11-21T08:00:00.123456Z",
            "page:1310~5f2c81d0e1a2",
            "page:7-1310/0001-11-21T08:00:00.123456Z/42@2026-11-21T08:00:00.123456Z~5f2c81d0e1a2",
        ] {
            assert_eq!(PageCursor(key(cursor)).to_string(), cursor);
        }
        assert_eq!(PageCursor(key("page:0")).to_string(), "0");
        for wrong in [
            "page:",
            "page:-1",
            "page:1-2",
            "page:1/2026-11-21T08:00:00Z/42",
            "page:1-2/2026-11-21T08:00:00Z",
            "page:1@",
            "page:1~",
            "1200~5f2c",
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
        let key = |text: &str| text.parse::<Since>().unwrap().page().unwrap().key();
        assert!(key("0") < key("1000-01-01"));
    }
}
