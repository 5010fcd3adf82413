//! Abbreviations of time zones.

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

/// The offset from UTC in minutes of a time zone's abbreviation in lower case; `None` if it is unknown.
pub fn minutes(name: &str) -> Option<i32> {
    let named = |names: &str| names.split(' ').any(|known| known == name);
    let zone = ZONES.iter().find(|(names, _)| named(names));
    zone.map(|(_, minutes)| *minutes)
}
