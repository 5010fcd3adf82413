//! Abbreviations of time zones, including those whose offset differs in summer.

use chrono::{NaiveDate, Offset as _, TimeZone as _};
use chrono_tz::{America, Tz};

/// Names in lower case, by their offset from UTC in minutes.
const ZONES: [(&str, i32); 23] = [
    ("z utc gmt wet", 0),
    ("cet mez met bst west wat", 60),
    ("cest mesz mest eet sast cat", 120),
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
    ("mst pdt", -420),
    ("pst akdt", -480),
    ("hst", -600),
];

/// Time zones of the United States whose abbreviations do not state the season.
const AMERICAN: [(&str, Tz); 4] = [
    ("et", America::New_York),
    ("ct", America::Chicago),
    ("mt", America::Denver),
    ("pt", America::Los_Angeles),
];

/// The offset from UTC in minutes of a time zone's abbreviation in lower case; `None` if it is unknown.
pub fn minutes(name: &str) -> Option<i32> {
    let named = |names: &str| names.split(' ').any(|known| known == name);
    let zone = ZONES.iter().find(|(names, _)| named(names));
    zone.map(|(_, minutes)| *minutes)
}

/// The offset from UTC in minutes, on a given day, of a time zone by its lower-case abbreviation.
pub(crate) fn minutes_on(name: &str, day: NaiveDate) -> Option<i32> {
    if let Some(minutes) = minutes(name) {
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
            minutes_on("et", day)
        };
        assert_eq!(on(1, 15), Some(-300));
        assert_eq!(on(3, 10), Some(-240));
        assert_eq!(on(11, 2), Some(-240));
        assert_eq!(on(11, 3), Some(-300));
    }
}
