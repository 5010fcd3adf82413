//! Infers the dates of live blog entries that state only a time of day.

use chrono::{DateTime, Duration, NaiveDateTime, NaiveTime, Utc};

use super::LiveEntry;
use super::clock::{EntryTime, is_falling};
use super::entries::ShownEntry;
use crate::metadata::Metadata;
use html::TextDocument;

/// A step against the order of entries by more minutes than this crosses midnight.
const MIDNIGHT_STEP: i64 = 3 * 60;
/// Maximum minutes from the stated last change to a newer entry.
const MAX_LEAD: i64 = 60;

/// The entries in page order, with times of day completed to dates.
pub(super) fn dated(
    document: &TextDocument,
    shown: &[ShownEntry],
    metadata: &Metadata,
) -> Vec<LiveEntry> {
    // dates in UTC imply nothing about the local time of the entries
    let written = metadata.date_published.and_then(|date| date.offset_minutes);
    let offset = written.filter(|minutes| *minutes != 0);
    let local = |at: DateTime<Utc>| {
        at.naive_utc() + Duration::minutes(i64::from(offset.unwrap_or_default()))
    };
    let published = metadata.date_published.map(|date| local(date.at));
    let modified = metadata.date_modified.map(local);
    let clocks: Vec<Option<NaiveTime>> = shown.iter().map(ShownEntry::time_of_day).collect();
    let instants = days(&clocks, published, modified);
    let entries = std::iter::zip(shown, instants);
    let entry = |(shown, instant): (&ShownEntry, Option<NaiveDateTime>)| {
        let (at, offset_minutes) = if let Some(EntryTime::Whole(stamp)) = shown.clock {
            (Some(stamp.at), stamp.offset_minutes)
        } else {
            let minutes = Duration::minutes(i64::from(offset.unwrap_or_default()));
            let at = instant.map(|local| (local - minutes).and_utc());
            (at, offset.filter(|_| at.is_some()))
        };
        LiveEntry {
            at,
            offset_minutes,
            title: shown.title_in(document),
            text: shown.text_in(document),
            in_text: true,
        }
    };
    entries.map(entry).collect()
}

/// The dates of consecutive times; none if the page has no date.
fn days(
    clocks: &[Option<NaiveTime>],
    published: Option<NaiveDateTime>,
    modified: Option<NaiveDateTime>,
) -> Vec<Option<NaiveDateTime>> {
    let known: Vec<NaiveTime> = clocks.iter().flatten().copied().collect();
    let (Some(first), Some(last)) = (known.first(), known.last()) else {
        return vec![None; clocks.len()];
    };
    let falling = is_falling(&known);
    // days after the first entry, in page order
    let mut day = 0;
    let mut before = *first;
    let after_first: Vec<Option<i64>> = clocks
        .iter()
        .map(|clock| {
            let clock = (*clock)?;
            let step = (clock - before).num_minutes();
            before = clock;
            if falling && step > MIDNIGHT_STEP {
                day -= 1;
            } else if !falling && step < -MIDNIGHT_STEP {
                day += 1;
            }
            Some(day)
        })
        .collect();
    let (newest, newest_day) = if falling { (*first, 0) } else { (*last, day) };
    let (oldest, oldest_day) = if falling { (*last, day) } else { (*first, 0) };
    let base = if let Some(modified) = modified {
        // a page changed early in the morning may have its last entry from the evening before
        let late = modified.date().and_time(newest) > modified + Duration::minutes(MAX_LEAD);
        Some(modified.date() - Duration::days(i64::from(late)) - Duration::days(newest_day))
    } else {
        published.map(|published| {
            let early = published.date().and_time(oldest) + Duration::hours(12) < published;
            published.date() + Duration::days(i64::from(early)) - Duration::days(oldest_day)
        })
    };
    std::iter::zip(clocks, after_first)
        .map(|(clock, day)| Some((base? + Duration::days(day?)).and_time((*clock)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> NaiveDateTime {
        NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap()
    }

    fn dated(times: &[&str], published: Option<&str>, modified: Option<&str>) -> Vec<String> {
        let time = |text: &&str| NaiveTime::parse_from_str(text, "%H:%M").ok();
        let clocks: Vec<_> = times.iter().map(time).collect();
        let days = days(&clocks, published.map(at), modified.map(at));
        let text = |at: NaiveDateTime| at.format("%d %H:%M").to_string();
        days.into_iter()
            .map(|at| at.map_or_else(String::new, text))
            .collect()
    }

    #[test]
    fn the_newest_entry_is_of_the_day_of_the_last_change() {
        let days = dated(
            &["00:20", "?", "23:50", "21:00"],
            Some("2026-11-19 20:00"),
            Some("2026-11-20 00:25"),
        );
        assert_eq!(days, ["20 00:20", "", "19 23:50", "19 21:00"]);
        let days = dated(&["22:00", "21:00"], None, Some("2026-11-20 07:00"));
        assert_eq!(days, ["19 22:00", "19 21:00"]);
    }

    #[test]
    fn without_a_last_change_the_oldest_is_of_the_day_of_publication() {
        let days = dated(&["23:10", "23:50", "00:20"], Some("2026-11-19 23:00"), None);
        assert_eq!(days, ["19 23:10", "19 23:50", "20 00:20"]);
        let days = dated(&["01:30", "00:20"], Some("2026-11-19 23:00"), None);
        assert_eq!(days, ["20 01:30", "20 00:20"]);
    }

    #[test]
    fn a_page_without_date_gives_no_days() {
        assert_eq!(dated(&["23:10", "23:50"], None, None), ["", ""]);
        assert!(dated(&[], None, None).is_empty());
    }
}
