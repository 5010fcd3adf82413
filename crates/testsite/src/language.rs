//! The two languages of the newsroom, with their time zones and date formats.

use chrono::{DateTime, Datelike as _, Utc};
use chrono_tz::Tz;
use serde::Deserialize;

const MONTHS_DE: &str =
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember";
const MONTHS_EN: &str =
    "January February March April May June July August September October November December";
const WEEKDAYS_DE: &str = "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag";
const WEEKDAYS_EN: &str = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday";

/// The language of a site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum Language {
    #[default]
    #[serde(rename = "de")]
    German,
    #[serde(rename = "en")]
    English,
}

impl Language {
    /// ISO 639-1.
    pub(crate) fn code(self) -> &'static str {
        self.choose("de", "en")
    }

    /// Returns `german` or `english`.
    pub(crate) fn choose<T>(self, german: T, english: T) -> T {
        match self {
            Self::German => german,
            Self::English => english,
        }
    }

    /// Local time in Berlin or London.
    pub(crate) fn local(self, at: DateTime<Utc>) -> DateTime<Tz> {
        at.with_timezone(&self.choose(Tz::Europe__Berlin, Tz::Europe__London))
    }

    /// Name of a month, counted from 1.
    pub(crate) fn month(self, number: u32) -> &'static str {
        let index = usize::try_from(number).unwrap_or(0).saturating_sub(1);
        let mut names = self.choose(MONTHS_DE, MONTHS_EN).split(' ');
        names.nth(index % 12).unwrap_or_default()
    }

    /// Name of the weekday.
    pub(crate) fn weekday(self, at: DateTime<Utc>) -> &'static str {
        let index = self.local(at).weekday() as usize;
        let mut names = self.choose(WEEKDAYS_DE, WEEKDAYS_EN).split(' ');
        names.nth(index).unwrap_or_default()
    }

    /// `19. November 2026, 14:05 Uhr` or `19 November 2026, 14:05`.
    pub(crate) fn long_date(self, at: DateTime<Utc>) -> String {
        let at = self.local(at);
        let month = self.month(at.month());
        let pattern = self.choose(
            format!("%-d. {month} %Y, %H:%M Uhr"),
            format!("%-d {month} %Y, %H:%M"),
        );
        at.format(&pattern).to_string()
    }

    /// `19.11.2026, 14:05 Uhr` or `November 19, 2026`.
    pub(crate) fn short_date(self, at: DateTime<Utc>) -> String {
        let pattern = self.choose("%d.%m.%Y, %H:%M Uhr", "%B %-d, %Y");
        self.local(at).format(pattern).to_string()
    }

    /// RFC 3339 with the local offset.
    pub(crate) fn rfc3339(self, at: DateTime<Utc>) -> String {
        let pattern = "%Y-%m-%dT%H:%M:%S%:z";
        self.local(at).format(pattern).to_string()
    }
}

/// A time in the format of HTTP headers.
pub(crate) fn http_date(at: DateTime<Utc>) -> String {
    at.format("%a, %d %b %Y %H:%M:%S GMT").to_string()
}
