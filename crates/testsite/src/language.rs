//! The two languages of the newsroom, with their time zones and date formats.

use chrono::{DateTime, Datelike as _, Days, FixedOffset, NaiveDate, Offset as _, Utc, Weekday};
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

    /// Local time in Berlin or London, with summer time by the European rule.
    pub(crate) fn local(self, at: DateTime<Utc>) -> DateTime<FixedOffset> {
        let winter = self.choose(3_600, 0);
        let offset = FixedOffset::east_opt(winter + i32::from(is_summer_time(at)) * 3_600);
        at.with_timezone(&offset.unwrap_or_else(|| Utc.fix()))
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

/// From the last Sunday of March to that of October, 01:00 UTC.
fn is_summer_time(at: DateTime<Utc>) -> bool {
    let change = |month| {
        let last = NaiveDate::from_ymd_opt(at.year(), month, 31)?;
        let back = last.weekday().days_since(Weekday::Sun);
        last.checked_sub_days(Days::new(back.into()))?
            .and_hms_opt(1, 0, 0)
    };
    match (change(3), change(10)) {
        (Some(begin), Some(end)) => (begin..end).contains(&at.naive_utc()),
        _ => false,
    }
}

/// A time in the format of HTTP headers.
pub(crate) fn http_date(at: DateTime<Utc>) -> String {
    at.format("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summer_time_changes_on_the_last_sundays() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        for (language, utc, local) in [
            (
                Language::German,
                "2026-03-29T00:59:00Z",
                "2026-03-29T01:59:00+01:00",
            ),
            (
                Language::German,
                "2026-03-29T01:00:00Z",
                "2026-03-29T03:00:00+02:00",
            ),
            (
                Language::English,
                "2026-10-25T01:00:00Z",
                "2026-10-25T01:00:00+00:00",
            ),
        ] {
            assert_eq!(language.rfc3339(at(utc)), local);
        }
    }
}
