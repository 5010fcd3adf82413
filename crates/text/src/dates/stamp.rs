//! A point in time as it was written.

use chrono::{
    DateTime, Duration, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Offset as _,
    TimeZone as _, Timelike, Utc,
};
use chrono_tz::Tz;
use serde::{Serialize, Serializer};

use super::clock::Time;

/// The precision of a date as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DatePrecision {
    /// To the second or finer.
    Second,
    /// To the minute.
    Minute,
    /// To the day.
    Day,
    /// To the month; the day is 1.
    Month,
}

/// A point in time as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateStamp {
    /// The instant. Without an offset, local time is taken as UTC.
    pub at: DateTime<Utc>,
    /// The offset from UTC in minutes, as written or by the time zone of the site.
    pub offset_minutes: Option<i32>,
    /// The smallest unit written.
    pub precision: DatePrecision,
}

/// Plausible years: no news page is older than the web. Other numbers are not years.
pub const YEARS: std::ops::RangeInclusive<i32> = 1990..=2100;

impl Serialize for DateStamp {
    /// The date as written: `2024-05`, `2024-05-03`, `2024-05-03T15:47:00+02:00`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let minutes = self.offset_minutes.unwrap_or(0);
        let local = self.local();
        match (self.precision, FixedOffset::east_opt(60 * minutes)) {
            (DatePrecision::Month, _) => serializer.collect_str(&local.format("%Y-%m")),
            (DatePrecision::Day, _) | (_, None) => serializer.collect_str(&local.date()),
            (_, Some(offset)) if self.offset_minutes.is_some() => {
                serializer.collect_str(&self.at.with_timezone(&offset).to_rfc3339())
            }
            _ => serializer.collect_str(&local.format("%Y-%m-%dT%H:%M:%S")),
        }
    }
}

impl DateStamp {
    /// The offset from UTC; none if unknown.
    pub fn offset(&self) -> Duration {
        Duration::minutes(self.offset_minutes.unwrap_or(0).into())
    }

    /// The time as written.
    pub fn local(&self) -> NaiveDateTime {
        self.at.naive_utc() + self.offset()
    }

    /// The day in the time zone in which the date was written.
    pub fn local_day(&self) -> NaiveDate {
        self.local().date()
    }

    /// Whether the time is midnight, which software writes when it knows only the day.
    pub fn is_midnight(&self) -> bool {
        self.local().num_seconds_from_midnight() == 0
    }

    /// The instant of a time without an offset, in the time zone of its site. Of an hour that occurs twice, the first is meant.
    #[must_use]
    pub fn in_zone_of_site(self, zone: Option<Tz>) -> Self {
        let has_zone = self.offset_minutes.is_some();
        let Some(zone) = zone.filter(|_| !has_zone && self.precision <= DatePrecision::Minute)
        else {
            return self;
        };
        let local = self.at.naive_utc();
        let offset = zone.offset_from_local_datetime(&local).earliest();
        let Some(offset) = offset.filter(|_| !self.is_midnight()) else {
            return self;
        };
        let minutes = offset.fix().local_minus_utc() / 60;
        Self {
            at: self.at - Duration::minutes(minutes.into()),
            offset_minutes: Some(minutes),
            ..self
        }
    }
}

/// A day of a plausible year.
pub(super) fn ymd(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    let year = i32::try_from(year).ok()?;
    YEARS
        .contains(&year)
        .then(|| NaiveDate::from_ymd_opt(year, month, day))?
}

/// The stamp of a day and a time of day.
pub(super) fn stamp(date: NaiveDate, time: Option<Time>, offset: Option<i32>) -> Option<DateStamp> {
    let (time_of_day, precision) = match time {
        None => (NaiveTime::MIN, DatePrecision::Day),
        Some((h, m, s)) => (
            NaiveTime::from_hms_opt(h, m, s.unwrap_or(0).min(59))?,
            if s.is_some() {
                DatePrecision::Second
            } else {
                DatePrecision::Minute
            },
        ),
    };
    let local = date.and_time(time_of_day).and_utc();
    Some(DateStamp {
        at: local - Duration::minutes(offset.unwrap_or(0).into()),
        offset_minutes: offset,
        precision,
    })
}
