//! When a URL is looked at again, by kind, outcome and what earlier looks showed.

use std::time::Duration;

use chrono::{DateTime, Utc};
use store::{Outcome, UrlHistory, UrlKind};
use url::Url;

use crate::politeness::{back_off, span};
use crate::settings::Revisit;
use crate::traps;

/// No page that is there rests longer.
const LONGEST: Duration = Duration::from_hours(24 * 90);

/// What is known when the next look is chosen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub(crate) kind: UrlKind,
    pub(crate) url: &'a Url,
    pub(crate) outcome: Outcome,
    /// What earlier visits showed; `None` at the first.
    pub(crate) history: Option<&'a UrlHistory>,
    /// Whether the body differs from the last one.
    pub(crate) changed: bool,
    pub(crate) http_status: Option<i16>,
    /// Steps from the front page, or from robots.txt: a sitemap below the first is one of an index.
    pub(crate) depth: i16,
    /// Addresses found that may be followed.
    pub(crate) links: usize,
    pub(crate) now: DateTime<Utc>,
}

/// The next look at a URL.
///
/// Front pages, feeds and sitemaps come round in an hour, sections in six, other pages by their age
/// and change. What is gone or forbidden rests for a month, but a channel is tried daily: losing the
/// front page for a month to one wrong answer would be worse. Sitemaps of an index whose items are
/// all too old are its archive, and rest for a month, too. Failures back off, doubling.
pub(crate) fn next_due(seen: Seen<'_>, revisit: &Revisit) -> DateTime<Utc> {
    let channel = seen.kind != UrlKind::Page;
    let usual = match seen.kind {
        UrlKind::Page if traps::looks_like_section(seen.url) => revisit.section,
        UrlKind::Page => page_interval(&seen, revisit.page),
        _ if is_archive(&seen, revisit.gone) => revisit.gone,
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
        Outcome::Redirected if !matches!(seen.http_status, Some(301 | 308)) => usual,
        Outcome::Redirected
        | Outcome::NotFound
        | Outcome::Refused
        | Outcome::Disallowed
        | Outcome::TooLarge
        | Outcome::RedirectLoop
        | Outcome::Skipped => resting,
        Outcome::Unreachable
        | Outcome::DnsFailure
        | Outcome::TlsFailure
        | Outcome::Challenge
        | Outcome::ServerError
        | Outcome::Busy
        | Outcome::Timeout
        | Outcome::Malformed => back_off(revisit.failure, failures(seen.history), resting),
    };
    seen.now + span(wait)
}

/// Failures in a row with the one that has just happened.
pub(crate) fn failures(history: Option<&UrlHistory>) -> u32 {
    let before = history.map_or(0, |history| history.failures);
    u32::try_from(before).unwrap_or_default().saturating_add(1)
}

/// Half of the time since the page last changed, between `least` and 90 days. A quarter of the time
/// since it was found counts likewise: many pages carry something that differs at each look.
fn page_interval(seen: &Seen<'_>, least: Duration) -> Duration {
    let Some(history) = seen.history else {
        return least;
    };
    let since = |at: DateTime<Utc>| (seen.now - at).to_std().unwrap_or_default();
    let unchanged = match history.changed_at {
        Some(at) if !seen.changed => since(at),
        _ => Duration::ZERO,
    };
    let wait = (unchanged / 2).max(since(history.first_seen) / 4);
    wait.min(LONGEST).max(least)
}

/// An unchanged sitemap is what it was: if it rested before, it rests again.
fn is_archive(seen: &Seen<'_>, rest: Duration) -> bool {
    let rested = |history: &UrlHistory| seen.now - history.visited_at >= span(rest / 2);
    seen.kind == UrlKind::Sitemap
        && seen.depth > 0
        && match seen.outcome {
            Outcome::Fetched => seen.links == 0,
            Outcome::NotModified => seen.history.is_some_and(rested),
            _ => false,
        }
}

#[cfg(test)]
#[path = "schedule_tests.rs"]
mod tests;
