//! Visits of the front page, by a cookie. New are the articles that the visit before could not show yet. A visit is a series of requests
//! for the front page, each less than half an hour after the one before; other pages do not count.

use axum::http::{HeaderMap, header};
use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};

use super::zone::is_storable;

/// The cookie that holds the times.
const COOKIE: &str = "gleaner_visit";
/// Lifetime of the cookie in seconds.
const MAX_AGE: u32 = 365 * 24 * 60 * 60;
/// A visit ends when the front page was not opened for so long.
const PAUSE: TimeDelta = TimeDelta::minutes(30);
/// What is new at the first visit: that of this period.
const FIRST: TimeDelta = TimeDelta::hours(24);

/// A visit, whose times are whole minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Visit {
    /// Up to when articles were grouped at the end of the visit before, if there was one.
    before: Option<DateTime<Utc>>,
    /// When the page was last opened.
    last: DateTime<Utc>,
    /// Up to when articles were grouped then.
    grouped: DateTime<Utc>,
}

impl Visit {
    /// The visit to which a request belongs. Articles are grouped up to a time, if that is known.
    pub(super) fn of(
        headers: &HeaderMap,
        now: DateTime<Utc>,
        grouped: Option<DateTime<Utc>>,
    ) -> Self {
        let minute = |at: DateTime<Utc>| at.duration_trunc(TimeDelta::minutes(1)).unwrap_or(at);
        let now = minute(now);
        let known = Self::remembered(headers, now);
        let before = known.and_then(|known| {
            let is_over = now - known.last >= PAUSE;
            if is_over {
                Some(known.grouped)
            } else {
                known.before
            }
        });
        let grouped = grouped.map_or(now, minute).min(now);
        Self {
            before,
            last: now,
            grouped,
        }
    }

    /// The visit of which the cookie of a request tells.
    fn remembered(headers: &HeaderMap, now: DateTime<Utc>) -> Option<Self> {
        let known = cookie(headers, COOKIE).and_then(Self::read);
        known.filter(|known| known.last <= now)
    }

    /// Since when things are new on another page: that belongs to the last visit, however long ago it was.
    pub(super) fn since_on_others(headers: &HeaderMap, now: DateTime<Utc>) -> DateTime<Utc> {
        Self::remembered(headers, now).map_or(now - FIRST, |known| known.since())
    }

    /// Since when things are new.
    pub(super) fn since(&self) -> DateTime<Utc> {
        self.before.unwrap_or(self.last - FIRST)
    }

    /// Whether there was no visit before.
    pub(super) fn is_first(&self) -> bool {
        self.before.is_none()
    }

    /// The header that remembers it.
    pub(super) fn cookie(&self) -> String {
        let minutes = |at: DateTime<Utc>| at.timestamp() / 60;
        let before = self.before.map_or(0, minutes);
        let (last, grouped) = (minutes(self.last), minutes(self.grouped));
        format!(
            "{COOKIE}={before}.{last}.{grouped}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax"
        )
    }

    /// Reads the value of a cookie: minutes since 1970, of which the second is the latest. 0 as the first: no visit before.
    fn read(value: &str) -> Option<Self> {
        let mut times = value.splitn(3, '.').map(|minutes| {
            let minutes: i64 = minutes.parse().ok()?;
            DateTime::from_timestamp(minutes.checked_mul(60)?, 0).filter(is_storable)
        });
        let (before, last, grouped) = (times.next()??, times.next()??, times.next()??);
        let known = Self {
            before: Some(before).filter(|before| *before > DateTime::UNIX_EPOCH),
            last,
            grouped,
        };
        (before <= last && grouped <= last).then_some(known)
    }
}

/// The value of a cookie.
pub(super) fn cookie<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter();
    let mut cookies = cookies
        .filter_map(|cookies| cookies.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='));
    let found = cookies.find(|(name, _)| *name == wanted);
    found.map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn sent(cookie: &str) -> HeaderMap {
        let pair = cookie.split(';').next().unwrap();
        let value = HeaderValue::from_str(&format!("other=1; {pair}")).unwrap();
        [(header::COOKIE, value)].into_iter().collect()
    }

    #[test]
    fn a_visit_begins_after_a_pause_and_is_compared_with_the_end_of_the_one_before() {
        let nine: DateTime<Utc> = "2026-11-28T09:00:00Z".parse().unwrap();
        let at = |minutes| nine + TimeDelta::minutes(minutes);
        let first = Visit::of(&HeaderMap::new(), nine + TimeDelta::seconds(59), None);
        assert_eq!((first.since(), first.is_first()), (nine - FIRST, true));
        // opened again and again, each time before the pause is over
        let again = Visit::of(&sent(&first.cookie()), at(20), None);
        let again = Visit::of(&sent(&again.cookie()), at(45), None);
        assert_eq!((again.since(), again.is_first()), (at(45) - FIRST, true));
        // the next morning
        let next = Visit::of(&sent(&again.cookie()), at(24 * 60), None);
        assert_eq!((next.since(), next.is_first()), (at(45), false));
        // other pages belong to it, also after the pause
        let others = |minutes| Visit::since_on_others(&sent(&next.cookie()), at(minutes));
        assert_eq!(others(24 * 60 + 90), at(45));
        let next = Visit::of(&sent(&next.cookie()), at(24 * 60 + 5), None);
        assert_eq!((next.since(), next.is_first()), (at(45), false));
        assert_eq!(
            Visit::since_on_others(&HeaderMap::new(), nine),
            nine - FIRST
        );
    }

    #[test]
    fn what_was_not_grouped_at_a_visit_is_new_at_the_next() {
        let nine: DateTime<Utc> = "2026-11-28T09:00:00Z".parse().unwrap();
        let at = |minutes| nine + TimeDelta::minutes(minutes);
        let first = Visit::of(&HeaderMap::new(), nine, Some(at(-200)));
        // grouped meanwhile, and shown when the page is opened again
        let again = Visit::of(&sent(&first.cookie()), at(10), Some(at(5)));
        assert_eq!(again.since(), at(10) - FIRST);
        let next = Visit::of(&sent(&first.cookie()), at(600), Some(at(590)));
        assert_eq!(next.since(), at(-200));
        let next = Visit::of(&sent(&again.cookie()), at(600), Some(at(590)));
        assert_eq!(next.since(), at(5));
        // a clock was wrong
        let ahead = Visit::of(&HeaderMap::new(), nine, Some(at(60)));
        let next = Visit::of(&sent(&ahead.cookie()), at(600), None);
        assert_eq!(next.since(), nine);
    }

    #[test]
    fn a_cookie_that_cannot_be_is_as_none() {
        let now: DateTime<Utc> = "2026-11-28T09:00:00Z".parse().unwrap();
        let ahead = now.timestamp() / 60 + 10;
        for value in [
            "",
            "1",
            "x.y.z",
            "8.9",
            "9.8.7",
            "7.8.9",
            "0.-1.-2",
            "-3.-1.-2",
            "0.-3300000000.-3300000000",
            "1.99999999999999999.1",
            "0.153400320000.1",
            &format!("1.{ahead}.1"),
        ] {
            let visit = Visit::of(&sent(&format!("gleaner_visit={value}")), now, None);
            assert_eq!(visit.since(), now - FIRST, "{value}");
        }
    }
}
