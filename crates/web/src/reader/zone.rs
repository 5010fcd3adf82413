//! The time zone of the pages. Feeds and the API are in UTC.

use chrono::{
    DateTime, Datelike as _, FixedOffset, Local, NaiveDateTime, Offset as _, TimeDelta, TimeZone,
    Utc,
};
use chrono_tz::Tz;
use store::{SearchHit, StoryReport};

use super::format::machine_time;

/// A time of day as the browser sends it.
const INPUT: &str = "%Y-%m-%dT%H:%M";
/// The same in UTC, as links have it.
const INPUT_UTC: &str = "%Y-%m-%dT%H:%MZ";

/// A time zone; without a name, that of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Zone(pub(super) Option<Tz>);

impl Zone {
    fn local(self, at: &DateTime<Utc>) -> DateTime<FixedOffset> {
        let offset = match self.0 {
            Some(zone) => at.with_timezone(&zone).offset().fix(),
            None => at.with_timezone(&Local).offset().fix(),
        };
        at.with_timezone(&offset)
    }

    /// A time to the minute.
    pub(super) fn time(self, at: &DateTime<Utc>) -> String {
        self.local(at).format("%Y-%m-%d %H:%M").to_string()
    }

    /// A date of publication, for the attribute `datetime` of `<time>` and for people: to the minute, or the day or month that the
    /// publisher wrote if nothing more is known.
    pub(super) fn published(
        self,
        at: &DateTime<Utc>,
        precision: Option<&String>,
        offset: Option<i32>,
    ) -> (String, String) {
        match precision.map(String::as_str) {
            precision @ Some("day" | "month") => {
                let shown = store::known_date(*at, precision, offset);
                (shown.clone(), shown)
            }
            _ => (machine_time(at), self.time(at)),
        }
    }

    /// The date of a report, as [`Zone::published`].
    pub(super) fn report(self, report: &StoryReport) -> (String, String) {
        self.published(&report.date, report.precision.as_ref(), report.offset)
    }

    /// The date of a hit, or when it was fetched, as [`Zone::published`].
    pub(super) fn hit(self, hit: &SearchHit) -> (String, String) {
        let at = hit.date_published.as_ref().unwrap_or(&hit.date_crawled);
        let precision = hit.date_published_precision.as_ref();
        self.published(at, precision, hit.date_published_tz)
    }

    /// When something is due: the time, or `now` if that has passed.
    pub(super) fn due(self, at: &DateTime<Utc>) -> String {
        if *at <= Utc::now() {
            "now".to_owned()
        } else {
            self.time(at)
        }
    }

    /// A time to the minute as the value of a field of a form.
    pub(super) fn input(self, at: &DateTime<Utc>) -> String {
        self.local(at).format(INPUT).to_string()
    }

    /// The time that a field of a form or a link has, from 1970 to 9999. Of a time that a clock shows twice it is the first, and of one
    /// that it skips the next.
    pub(super) fn read(self, value: &str) -> Option<DateTime<Utc>> {
        if let Ok(at) = NaiveDateTime::parse_from_str(value, INPUT_UTC) {
            return Some(at.and_utc()).filter(is_storable);
        }
        let at = NaiveDateTime::parse_from_str(value, INPUT).ok()?;
        let later = [0, 1].map(|hours| at.checked_add_signed(TimeDelta::hours(hours)));
        let mut found = later.into_iter().flatten().filter_map(|at| match self.0 {
            Some(zone) => earliest(&zone, at),
            None => earliest(&Local, at),
        });
        found.next().filter(is_storable)
    }

    /// Its name; of the zone of this machine, the present offset from UTC.
    pub(super) fn name(self) -> String {
        match self.0 {
            Some(zone) => zone.name().to_owned(),
            None => Local::now().format("UTC%:z").to_string(),
        }
    }
}

/// A time as `Zone::read` reads it in every zone.
pub(super) fn link(at: &DateTime<Utc>) -> String {
    at.format(INPUT_UTC).to_string()
}

/// Whether the database has such times.
pub(super) fn is_storable(at: &DateTime<Utc>) -> bool {
    (1970..=9999).contains(&at.year())
}

fn earliest(zone: &impl TimeZone, at: NaiveDateTime) -> Option<DateTime<Utc>> {
    let found = zone.from_local_datetime(&at).earliest()?;
    Some(found.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_clocks_of_the_zone() {
        let zone = Zone(Some(Tz::Europe__Berlin));
        for (utc, local) in [
            ("2026-11-29T07:30:00Z", "2026-11-29T08:30"),
            ("2026-07-01T22:30:00Z", "2026-07-02T00:30"),
            ("2026-10-25T00:30:00Z", "2026-10-25T02:30"), // shown again an hour later
        ] {
            let at = utc.parse().unwrap();
            assert_eq!(zone.input(&at), local);
            assert_eq!(zone.time(&at), local.replace('T', " "));
            assert_eq!(zone.read(local), Some(at));
        }
        let at = "2026-11-29T23:30:00Z".parse().unwrap();
        let (day, machine) = ("day".to_owned(), "2026-11-29T23:30Z");
        let shown = (machine.to_owned(), "2026-11-30 00:30".to_owned());
        assert_eq!(zone.published(&at, None, Some(0)), shown);
        // a day is that of the publisher
        let (_, shown) = zone.published(&at, Some(&day), Some(0));
        assert_eq!(shown, "2026-11-29");
        // skipped in the night of the change
        let skipped = zone.read("2026-03-29T02:30");
        assert_eq!(skipped, "2026-03-29T01:30:00Z".parse().ok());
        for value in [
            "yesterday",
            "",
            "1969-12-31T12:00",
            "-4800-01-01T00:00Z",
            "+10000-01-01T12:00Z",
            "+262000-01-01T00:00",
        ] {
            assert_eq!(zone.read(value), None, "{value}");
        }
        assert_eq!(zone.name(), "Europe/Berlin");
        assert!(Zone::default().name().starts_with("UTC"));
        // what a link says is exact in each zone, also when a clock shows it twice
        let twice: DateTime<Utc> = "2026-10-25T01:30:00Z".parse().unwrap();
        assert_eq!(link(&twice), "2026-10-25T01:30Z");
        for zone in [zone, Zone(Some(Tz::America__St_Johns)), Zone::default()] {
            assert_eq!(zone.read(&link(&twice)), Some(twice));
            let noon = "2026-07-01T12:00:00Z".parse().unwrap();
            assert_eq!(zone.read(&zone.input(&noon)), Some(noon));
        }
        let west = Zone(Some(Tz::America__St_Johns));
        let there = west.read("2026-11-29T08:00");
        assert_eq!(there, "2026-11-29T11:30:00Z".parse().ok());
    }
}
