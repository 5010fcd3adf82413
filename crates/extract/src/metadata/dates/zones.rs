//! Abbreviations of time zones.

use chrono::{Datelike, NaiveDate, Weekday};

/// Offsets from UTC in minutes, by name in lower case.
const ZONES: [(&str, i32); 22] = [
    ("z utc gmt wet", 0),
    ("cet mez bst west wat", 60),
    ("cest mesz eet sast cat", 120),
    ("eest msk мск eat trt", 180),
    ("gst", 240),
    ("pkt", 300),
    ("ist", 330),
    ("wib ict", 420),
    ("hkt sgt awst wita", 480),
    ("jst kst wit", 540),
    ("acst", 570),
    ("aest", 600),
    ("acdt", 630),
    ("aedt", 660),
    ("nzst", 720),
    ("nzdt", 780),
    ("art brt adt", -180),
    ("edt ast", -240),
    ("est cdt", -300),
    ("cst mdt", -360),
    ("pdt mst", -420),
    ("pst akdt", -480),
];

/// Zones of the United States without a season.
const AMERICAN: [(&str, i32); 4] = [("et", -300), ("ct", -360), ("mt", -420), ("pt", -480)];

/// The offset from UTC in minutes of a time zone's abbreviation in lower case, on a day.
pub(super) fn zone_minutes(name: &str, day: NaiveDate) -> Option<i32> {
    let named = |names: &str| names.split_ascii_whitespace().any(|known| known == name);
    let american = || {
        let (_, winter) = AMERICAN.iter().find(|(zone, _)| *zone == name)?;
        Some(winter + if is_american_summer(day) { 60 } else { 0 })
    };
    let fixed = ZONES.iter().find(|(names, _)| named(names));
    fixed.map(|(_, minutes)| *minutes).or_else(american)
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
