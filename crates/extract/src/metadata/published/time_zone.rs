//! Infers a missing time zone from other statements of the same instant.

use chrono::NaiveDate;

use super::{DatePrecision, DateStamp};

/// Valid offsets in minutes. Offsets are multiples of a quarter of an hour.
const OFFSETS: std::ops::RangeInclusive<i64> = -720..=840;
const QUARTER: i64 = 15;

/// The date with the offset of another statement of the same instant. `days` are dates stated without a time.
pub(super) fn localised(best: DateStamp, others: &[DateStamp], days: &[NaiveDate]) -> DateStamp {
    if best.precision > DatePrecision::Minute
        || best.offset_minutes.is_some_and(|offset| offset != 0)
    {
        return best;
    }
    let timed = || {
        others
            .iter()
            .filter(|other| other.precision <= DatePrecision::Minute)
    };
    timed()
        .find_map(|other| agreeing(&best, other))
        .or_else(|| in_zone_of_page(&best, timed(), days))
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
        (Some(0), None)
            if apart != 0
                && apart % QUARTER == 0
                && OFFSETS.contains(&apart)
                && same_second(best, other) =>
        {
            Some(in_zone(best, i32::try_from(apart).ok()?))
        }
        _ => None,
    }
}

/// The date in another time zone of the page, if that explains why the day in UTC differs from the stated days.
fn in_zone_of_page<'a>(
    best: &DateStamp,
    mut others: impl Iterator<Item = &'a DateStamp>,
    days: &[NaiveDate],
) -> Option<DateStamp> {
    if days.is_empty() || days.contains(&best.local_day()) {
        return None;
    }
    let offset = others.find_map(|other| other.offset_minutes.filter(|minutes| *minutes != 0))?;
    let moved = in_zone(best, offset);
    days.contains(&moved.local_day()).then_some(moved)
}

fn in_zone(best: &DateStamp, minutes: i32) -> DateStamp {
    DateStamp {
        offset_minutes: Some(minutes),
        ..*best
    }
}

fn same_second(one: &DateStamp, other: &DateStamp) -> bool {
    let second = |stamp: &DateStamp| stamp.at.timestamp().rem_euclid(60);
    let both = one.precision == DatePrecision::Second && other.precision == DatePrecision::Second;
    !both || second(one) == second(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::dates::{Order, parse};

    fn stamp(value: &str) -> DateStamp {
        parse(value, Order::MonthFirst).unwrap()
    }

    fn localise(best: &str, other: &str, day: &str) -> (String, Option<i32>) {
        let found = localised(stamp(best), &[stamp(other)], &[stamp(day).local_day()]);
        (
            found.at.format("%d %H:%M").to_string(),
            found.offset_minutes,
        )
    }

    #[test]
    fn local_time_and_utc_of_one_instant_give_the_offset() {
        for (best, other, offset) in [
            ("2024-05-04T01:47:42Z", "2024-05-03 21:47:42", Some(-240)),
            (
                "2024-05-04T01:47:42Z",
                "May 3, 2024 9:47 p.m. ET",
                Some(-240),
            ),
            (
                "2024-05-04T01:47:42",
                "2024-05-03T21:47:42-04:00",
                Some(-240),
            ),
            ("2024-05-04T01:47:42Z", "2024-05-03 21:41:42", Some(0)),
            ("2024-05-04T01:47:42Z", "2024-05-02 21:47:42", Some(0)),
        ] {
            assert_eq!(
                localise(best, other, "2024-05-04"),
                ("04 01:47".to_owned(), offset),
                "{other}"
            );
        }
        let local = localise(
            "2024-05-03T15:47:42",
            "2024-05-03T15:47:42+02:00",
            "2024-05-03",
        );
        assert_eq!(local, ("03 13:47".to_owned(), Some(120)));
    }

    #[test]
    fn the_zone_of_the_page_explains_a_day_that_differs() {
        let other = "2024-05-01T08:00:00-05:00";
        assert_eq!(
            localise("2024-05-04T01:47:42Z", other, "2024-05-03").1,
            Some(-300)
        );
        assert_eq!(
            localise("2024-05-04T01:47:42Z", other, "2024-05-04").1,
            Some(0)
        );
        assert_eq!(
            localise("2024-05-04T09:47:42Z", other, "2024-05-03").1,
            Some(0)
        );
    }
}
