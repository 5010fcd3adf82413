//! Visits of the front page, by a cookie: what is new is what was found since the last one.

use axum::http::{HeaderMap, header};
use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};

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
    /// The end of the visit before, if there was one.
    before: Option<DateTime<Utc>>,
    /// When the page was last opened.
    last: DateTime<Utc>,
}

impl Visit {
    /// The visit to which a request belongs.
    pub(super) fn of(headers: &HeaderMap, now: DateTime<Utc>) -> Self {
        let now = now.duration_trunc(TimeDelta::minutes(1)).unwrap_or(now);
        let known = cookie(headers, COOKIE).and_then(Self::read);
        let known = known.filter(|known| known.last <= now && known.before <= Some(known.last));
        let before = known.and_then(|known| {
            let is_over = now - known.last >= PAUSE;
            if is_over {
                Some(known.last)
            } else {
                known.before
            }
        });
        Self { before, last: now }
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
        let before = self.before.map_or(0, |before| before.timestamp() / 60);
        let last = self.last.timestamp() / 60;
        format!("{COOKIE}={before}.{last}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax")
    }

    /// Reads the value of a cookie: minutes since 1970.
    fn read(value: &str) -> Option<Self> {
        let (before, last) = value.split_once('.')?;
        let time = |minutes: &str| {
            let minutes: i64 = minutes.parse().ok()?;
            DateTime::from_timestamp(minutes.checked_mul(60)?, 0)
        };
        Some(Self {
            before: Some(time(before)?).filter(|before| *before > DateTime::UNIX_EPOCH),
            last: time(last)?,
        })
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
        let first = Visit::of(&HeaderMap::new(), nine + TimeDelta::seconds(59));
        assert_eq!((first.since(), first.is_first()), (nine - FIRST, true));
        // opened again and again, each time before the pause is over
        let again = Visit::of(&sent(&first.cookie()), at(20));
        let again = Visit::of(&sent(&again.cookie()), at(45));
        assert_eq!((again.since(), again.is_first()), (at(45) - FIRST, true));
        // the next morning
        let next = Visit::of(&sent(&again.cookie()), at(24 * 60));
        assert_eq!((next.since(), next.is_first()), (at(45), false));
        let next = Visit::of(&sent(&next.cookie()), at(24 * 60 + 5));
        assert_eq!((next.since(), next.is_first()), (at(45), false));
    }

    #[test]
    fn a_cookie_that_cannot_be_is_as_none() {
        let now: DateTime<Utc> = "2026-11-28T09:00:00Z".parse().unwrap();
        let ahead = now.timestamp() / 60 + 10;
        for value in [
            "",
            "1",
            "x.y",
            "9.8",
            "1.99999999999999999",
            &format!("1.{ahead}"),
        ] {
            let visit = Visit::of(&sent(&format!("gleaner_visit={value}")), now);
            assert_eq!(visit.since(), now - FIRST, "{value}");
        }
    }
}
