//! Abbreviations of time zones, including those whose offset differs in summer.

use chrono::{NaiveDate, Offset as _, TimeZone as _};
use chrono_tz::{America, Tz};

use crate::words;

/// Time zones of the United States whose abbreviations do not state the season.
const AMERICAN: [(&str, Tz); 4] = [
    ("et", America::New_York),
    ("ct", America::Chicago),
    ("mt", America::Denver),
    ("pt", America::Los_Angeles),
];

/// The offset from UTC in minutes, on a given day, of a time zone by its lower-case abbreviation.
pub(super) fn zone_minutes(name: &str, day: NaiveDate) -> Option<i32> {
    if let Some(minutes) = words::zones::minutes(name) {
        return Some(minutes);
    }
    let (_, place) = AMERICAN.iter().find(|(zone, _)| *zone == name)?;
    let noon = day.and_hms_opt(12, 0, 0)?;
    let offset = place.offset_from_local_datetime(&noon).earliest()?;
    Some(offset.fix().local_minus_utc() / 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_without_season_follows_the_day() {
        let on = |month, day| {
            let day = NaiveDate::from_ymd_opt(2024, month, day).unwrap();
            zone_minutes("et", day)
        };
        assert_eq!(on(1, 15), Some(-300));
        assert_eq!(on(3, 10), Some(-240));
        assert_eq!(on(11, 2), Some(-240));
        assert_eq!(on(11, 3), Some(-300));
    }
}
