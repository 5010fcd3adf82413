//! Where an export begins.

use std::fmt;
use std::str::FromStr;

use anyhow::bail;
use chrono::{DateTime, SecondsFormat, Utc};
use store::Cursor;

use crate::console::duration;

/// `--since`: the cursor of an earlier export, `0` for the beginning, or the time from which pages were fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    Cursor(Cursor),
    Fetched(DateTime<Utc>),
}

impl FromStr for Since {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(cursor) = text.parse() {
            return Ok(Self::Cursor(cursor));
        }
        duration::since(text).map(Self::Fetched).map_err(|_| {
            "neither a cursor of a manifest, nor a day such as 2026-11-21, a time or an age such as 7d"
                .to_owned()
        })
    }
}

impl fmt::Display for Since {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cursor(cursor) => write!(f, "{cursor}"),
            Self::Fetched(time) => f.write_str(&time.to_rfc3339_opts(SecondsFormat::Micros, true)),
        }
    }
}

impl Default for Since {
    fn default() -> Self {
        Self::Cursor(Cursor::default())
    }
}

impl Since {
    /// The cursor of articles.
    pub(crate) fn cursor(self) -> anyhow::Result<Cursor> {
        match self {
            Self::Cursor(cursor) => Ok(cursor),
            Self::Fetched(_) => bail!(
                "for articles, --since takes the cursor of a manifest, such as 1200~5f2c81d0e1a2; --published-since selects articles by date"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_days_and_times_are_understood() {
        let since = |text: &str| text.parse::<Since>();
        for text in [
            "0",
            "1200",
            "1200~5f2c81d0e1a2",
            "2026-11-21T08:00:00.123456Z",
        ] {
            assert_eq!(since(text).unwrap().to_string(), text);
        }
        let day = since("2026-11-21").unwrap();
        assert_eq!(day.to_string(), "2026-11-21T00:00:00.000000Z");
        assert!(day.cursor().is_err());
        for wrong in ["page:7", "1200~5f2c", "yesterday", "2026-13-01", "", "-39"] {
            assert!(since(wrong).is_err(), "{wrong}");
        }
    }
}
