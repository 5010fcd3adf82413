//! Abbreviations of time zones, including those whose offset differs in summer.

use chrono::{Datelike, NaiveDate, Weekday};
use text::words;

/// Time zones of the United States whose abbreviations do not state the season.
const AMERICAN: [(&str, i32); 4] = [("et", -300), ("ct", -360), ("mt", -420), ("pt", -480)];

/// The offset from UTC in minutes, on a given day, of a time zone by its lower-case abbreviation.
pub(super) fn zone_minutes(name: &str, day: NaiveDate) -> Option<i32> {
    let american = || {
        let (_, winter) = AMERICAN.iter().find(|(zone, _)| *zone == name)?;
        Some(winter + if is_american_summer(day) { 60 } else { 0 })
    };
    words::zones::minutes(name).or_else(american)
}

/// Whether daylight saving time applies in the United States: since 2007, from the second Sunday of March to the first of
/// November.
fn is_american_summer(day: NaiveDate) -> bool {
    let sunday =
        |month, n| NaiveDate::from_weekday_of_month_opt(day.year(), month, Weekday::Sun, n);
    sunday(3, 2).is_some_and(|start| day >= start) && sunday(11, 1).is_some_and(|end| day < end)
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
