//! Infers a missing time zone from other statements of the same instant.

use super::{DatePrecision, DateStamp};

/// Valid offsets in minutes. Offsets are multiples of a quarter of an hour.
const OFFSETS: std::ops::RangeInclusive<i64> = -720..=840;

/// The date with the offset of another statement of the same instant.
pub(super) fn localised(best: DateStamp, others: &[DateStamp]) -> DateStamp {
    let timed = |stamp: &DateStamp| stamp.precision <= DatePrecision::Minute;
    let mut others = others.iter().filter(|other| timed(&best) && timed(other));
    others
        .find_map(|other| agreeing(&best, other))
        .unwrap_or(best)
}

/// The date in the time zone of another, if both are the same instant.
fn agreeing(best: &DateStamp, other: &DateStamp) -> Option<DateStamp> {
    // compare whole minutes, since one of the two may have no seconds
    let clock = |stamp: &DateStamp| stamp.local().and_utc().timestamp().div_euclid(60);
    let apart = clock(other) - clock(best);
    match (best.offset_minutes, other.offset_minutes) {
        // the same clock time, once with its offset
        (None, Some(_)) if apart == 0 => Some(DateStamp {
            at: best.at - other.offset(),
            offset_minutes: other.offset_minutes,
            ..*best
        }),
        // one in UTC, one in local time
        (None | Some(0), Some(minutes)) if minutes != 0 && apart == i64::from(minutes) => {
            Some(in_zone(best, minutes))
        }
        (Some(0), None) if apart != 0 && apart % 15 == 0 && OFFSETS.contains(&apart) => {
            Some(in_zone(best, i32::try_from(apart).ok()?))
        }
        _ => None,
    }
}

fn in_zone(best: &DateStamp, minutes: i32) -> DateStamp {
    DateStamp {
        offset_minutes: Some(minutes),
        ..*best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::rows;
    use crate::metadata::dates::{Order, parse};

    #[test]
    fn local_time_and_utc_of_one_instant_give_the_offset() {
        let stamp = |value| parse(value, Order::MonthFirst).unwrap();
        for [best, other, wanted] in rows(
            "2024-05-04T01:47:42Z => 2024-05-03 21:47:42 => 04 01:47 Some(-240)
            2024-05-04T01:47:42Z => May 3, 2024 9:47 p.m. ET => 04 01:47 Some(-240)
            2024-05-04T01:47:42 => 2024-05-03T21:47:42-04:00 => 04 01:47 Some(-240)
            2024-05-04T01:47:42Z => 2024-05-03 21:41:42 => 04 01:47 Some(0)
            2024-05-04T01:47:42Z => 2024-05-02 21:47:42 => 04 01:47 Some(0)
            2024-05-03T15:47:42 => 2024-05-03T15:47:42+02:00 => 03 13:47 Some(120)",
        ) {
            let found = localised(stamp(best), &[stamp(other)]);
            let (at, offset) = (found.at.format("%d %H:%M"), found.offset_minutes);
            assert_eq!(format!("{at} {offset:?}"), wanted, "{other}");
        }
    }
}
