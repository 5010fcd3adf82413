//! Times of the entries of live blogs.

use chrono::NaiveTime;

use crate::metadata::DatePrecision;
use crate::metadata::{DateStamp, Order, first_in, parse_date};

/// The time of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryTime {
    /// A date and time.
    Whole(DateStamp),
    /// Only a time of day.
    OfDay(NaiveTime),
}

/// Maximum bytes of a block with only a time and an author.
const MAX_LABEL_BYTES: usize = 60;

/// The time of a `<time>` element, from its attribute or else from its text.
pub(super) fn of_time(datetime: &str, text: &str, order: Order) -> Option<EntryTime> {
    let has_time = |stamp: &DateStamp| {
        matches!(
            stamp.precision,
            DatePrecision::Minute | DatePrecision::Second
        )
    };
    parse_date(datetime, order)
        .filter(has_time)
        .map(EntryTime::Whole)
        .or_else(|| at_start(datetime).map(|(time, _)| EntryTime::OfDay(time)))
        .or_else(|| of_label(text, order))
}

/// The time in a short text: `21:43`, `Freitag, 21.43 Uhr`, `9:43 pm GMT`, `20.11.2026, 21:43 Uhr`.
pub(super) fn of_label(text: &str, order: Order) -> Option<EntryTime> {
    let text = text.trim();
    if text.is_empty()
        || text.len() > MAX_LABEL_BYTES
        || !text.contains(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let whole = first_in(text, order).filter(|stamp| stamp.precision != DatePrecision::Day);
    if let Some(stamp) = whole {
        return Some(EntryTime::Whole(stamp));
    }
    let mut begins = text.char_indices().filter(|(at, c)| {
        c.is_ascii_digit()
            && !text[..*at].ends_with(|c: char| c.is_ascii_digit() || ":.".contains(c))
    });
    begins.find_map(|(at, _)| at_start(&text[at..]).map(|(time, _)| EntryTime::OfDay(time)))
}

/// The time at the start of a text and its length in bytes: `21:43`, `21.43 Uhr`, `21h43`, `9:43 p.m.`, `9pm`, `21 Uhr`.
pub(super) fn at_start(text: &str) -> Option<(NaiveTime, usize)> {
    let (hour, mut end) = number(text)?;
    let mut minute = None;
    let mut sure = false;
    let after = &text.as_bytes()[end..];
    if let Some(timed @ (b':' | b'.' | b'h' | b'H')) = after.first()
        && let Some((value, digits)) = number(&text[end + 1..])
        && digits == 2
    {
        minute = Some(value);
        sure = *timed != b'.';
        end += 3;
        // seconds
        if sure
            && text[end..].starts_with(':')
            && let Some((_, 2)) = number(&text[end + 1..])
        {
            end += 3;
        }
    }
    let rest = text[end..].trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let blank = text.len() - end - rest.len();
    let mut hour = hour;
    let lower: String = rest.chars().take(4).flat_map(char::to_lowercase).collect();
    let words = [("uhr", 3), ("a.m.", 4), ("p.m.", 4), ("am", 2), ("pm", 2)];
    let word = words.into_iter().find(|(word, length)| {
        lower.starts_with(word) && !rest[*length..].starts_with(char::is_alphanumeric)
    });
    if let Some((word, length)) = word {
        if hour <= 12 && word.starts_with(['a', 'p']) {
            hour = hour % 12 + if word.starts_with('p') { 12 } else { 0 };
        }
        sure = true;
        end += blank + length;
    }
    let goes_on = |c: char| c.is_alphanumeric() || c == ':' && word.is_none();
    let ends = !text[end..].starts_with(goes_on);
    let time = NaiveTime::from_hms_opt(hour, minute.unwrap_or(0), 0)?;
    (sure && ends).then_some((time, end))
}

/// The number of one or two digits at the start of a text, and how many digits it has.
fn number(text: &str) -> Option<(u32, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let value = text.get(..digits)?.parse().ok()?;
    (1..=2).contains(&digits).then_some((value, digits))
}

/// Whether the newest entry comes first.
pub(super) fn is_falling(clocks: &[NaiveTime]) -> bool {
    let (rising, falling) = steps(clocks);
    falling >= rising
}

/// The numbers of steps to a later and to an earlier time. A step of more than twelve hours crosses midnight and counts in the
/// other direction.
pub(super) fn steps(clocks: &[NaiveTime]) -> (usize, usize) {
    let steps = clocks.windows(2).map(|pair| {
        let minutes = (pair[1] - pair[0]).num_minutes();
        if minutes.abs() > 12 * 60 {
            -minutes
        } else {
            minutes
        }
    });
    steps.fold((0, 0), |(rising, falling), step| {
        (
            rising + usize::from(step > 0),
            falling + usize::from(step < 0),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: Order = Order::DayFirst;

    fn of_day(hour: u32, minute: u32) -> Option<EntryTime> {
        NaiveTime::from_hms_opt(hour, minute, 0).map(EntryTime::OfDay)
    }

    #[test]
    fn times_of_day_are_read_as_people_write_them() {
        for text in [
            "21:43",
            "21:43 Uhr",
            "21.43 Uhr",
            "9:43 p.m.",
            "9:43pm GMT",
            "21h43",
            "Freitag, 21:43 Uhr",
            "Update 21:43:07",
        ] {
            assert_eq!(of_label(text, ORDER), of_day(21, 43), "{text}");
        }
        assert_eq!(of_label("9pm", ORDER), of_day(21, 0));
        assert_eq!(of_label("21 Uhr", ORDER), of_day(21, 0));
        assert_eq!(of_label("12:05 am", ORDER), of_day(0, 5));
    }

    #[test]
    fn other_numbers_are_none() {
        for text in [
            "",
            "20. November",
            "3:0",
            "21.43",
            "42",
            "25:10",
            "2:43:10:5",
            "12:345",
            "Seite 3 von 4",
            "7 amber lights",
        ] {
            assert_eq!(of_label(text, ORDER), None, "{text}");
        }
    }

    #[test]
    fn a_day_next_to_the_time_is_kept() {
        assert!(matches!(
            of_label("20.11.2026, 21:43 Uhr", ORDER),
            Some(EntryTime::Whole(_))
        ));
        assert!(matches!(
            of_time("2026-11-20T21:43:00+01:00", "21:43", ORDER),
            Some(EntryTime::Whole(_))
        ));
        assert_eq!(of_time("21:43", "", ORDER), of_day(21, 43));
        assert_eq!(of_time("", "21:43", ORDER), of_day(21, 43));
        assert_eq!(of_time("2026-11-20", "gestern", ORDER), None);
    }
}
