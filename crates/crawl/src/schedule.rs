//! When a URL is looked at again: a plain table for now, by kind and outcome.

use std::time::Duration;

use chrono::{DateTime, Utc};
use store::{Outcome, UrlKind};
use url::Url;

use crate::politeness::{back_off, span};
use crate::settings::Revisit;
use crate::traps;

/// What is known when the next look is chosen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub(crate) kind: UrlKind,
    pub(crate) url: &'a Url,
    pub(crate) outcome: Outcome,
    /// Whether a redirect is for good (301, 308).
    pub(crate) moved_for_good: bool,
    /// Failures in a row, this one included.
    pub(crate) failures: u32,
    pub(crate) now: DateTime<Utc>,
}

/// The next look at a URL.
///
/// Front pages, feeds and sitemaps come round in an hour, sections in six, other pages in a day.
/// What is gone or forbidden rests for a month, but a channel is tried daily: losing the front page
/// for a month to one wrong answer would be worse. Failures back off, doubling.
pub(crate) fn next_due(seen: Seen<'_>, revisit: &Revisit) -> DateTime<Utc> {
    let channel = seen.kind != UrlKind::Page;
    let usual = match seen.kind {
        UrlKind::Page if traps::looks_like_section(seen.url) => revisit.section,
        UrlKind::Page => revisit.page,
        _ => revisit.channel,
    };
    let resting = if channel {
        revisit
            .gone
            .min(Duration::from_hours(24))
            .max(revisit.channel)
    } else {
        revisit.gone
    };
    let wait = match seen.outcome {
        Outcome::Fetched | Outcome::NotModified => usual,
        Outcome::Redirected if !seen.moved_for_good => usual,
        Outcome::Redirected
        | Outcome::NotFound
        | Outcome::Refused
        | Outcome::Disallowed
        | Outcome::TooLarge
        | Outcome::Skipped => resting,
        Outcome::Unreachable
        | Outcome::ServerError
        | Outcome::Busy
        | Outcome::Timeout
        | Outcome::Malformed => back_off(revisit.failure, seen.failures, resting),
    };
    seen.now + span(wait)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    fn hours(kind: UrlKind, url: &str, outcome: Outcome, failures: u32) -> f64 {
        let now = Utc::now();
        let url = Url::parse(url).unwrap();
        let seen = Seen {
            kind,
            url: &url,
            outcome,
            moved_for_good: true,
            failures,
            now,
        };
        let wait = next_due(seen, &Settings::with_contact("test").revisit) - now;
        f64::from(i32::try_from(wait.num_seconds()).unwrap()) / 3_600.0
    }

    #[test]
    fn channels_come_round_first_and_what_is_gone_last() {
        let article = "https://a.example/politik/der-neue-haushalt-steht-fest-4711.html";
        let cases = [
            (
                UrlKind::Home,
                "https://a.example/",
                Outcome::NotModified,
                0,
                1.0,
            ),
            (
                UrlKind::Feed,
                "https://a.example/rss",
                Outcome::Fetched,
                0,
                1.0,
            ),
            (
                UrlKind::Page,
                "https://a.example/politik/",
                Outcome::Fetched,
                0,
                6.0,
            ),
            (UrlKind::Page, article, Outcome::Fetched, 0, 24.0),
            (UrlKind::Page, article, Outcome::NotFound, 0, 720.0),
            (UrlKind::Page, article, Outcome::Redirected, 0, 720.0),
            (
                UrlKind::Feed,
                "https://a.example/rss",
                Outcome::NotFound,
                0,
                24.0,
            ),
            (UrlKind::Page, article, Outcome::ServerError, 1, 1.0 / 6.0),
            (UrlKind::Page, article, Outcome::Timeout, 4, 8.0 / 6.0),
            (UrlKind::Page, article, Outcome::Timeout, 40, 720.0),
            (
                UrlKind::Home,
                "https://a.example/",
                Outcome::Timeout,
                40,
                24.0,
            ),
        ];
        for (kind, url, outcome, failures, wanted) in cases {
            let got = hours(kind, url, outcome, failures);
            assert!(
                (got - wanted).abs() < 0.01,
                "{kind:?} {outcome:?}: {got} instead of {wanted}"
            );
        }
    }
}
