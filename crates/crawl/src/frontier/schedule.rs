//! When a URL is visited again, by its kind, outcome and history. Pure.
//!
//! No interval is stored: the time since the last visit serves as the interval. It grows by a factor when nothing
//! has changed and is halved when something has (Cho and Garcia-Molina, *Effective page refresh
//! policies for Web crawlers*, 2003, show that little is gained by anything finer), between bounds.

use std::time::Duration;

use chrono::{DateTime, NaiveDate, Utc};
use store::{Outcome, UrlHistory, UrlKind};
use url::Url;

use crate::politeness::{back_off, span};
use crate::settings::Revisit;
use crate::url::traps;

/// What happened on a day is no older than its end.
const ANY_TIME_OF_DAY: Duration = Duration::from_hours(23);
const DAY: Duration = Duration::from_hours(24);
/// Shortest interval of a page, unless the settings have a shorter one for new pages.
const SHORTEST: Duration = Duration::from_mins(90);
/// Longest interval of a page that exists.
const LONGEST: Duration = Duration::from_hours(24 * 90);
/// Visits of a new page, in multiples of the time to the first: after 3 h, 12 h, 1, 3 and 7 days.
/// Corrections and additions come in the first hours and get rare within days.
const STEPS: [u32; 5] = [1, 4, 8, 24, 56];
/// The interval is at least this part of the age of a page. A page that changed at every visit may hold something
/// that always differs, such as teasers or a clock, which says little about its text.
const PART_OF_AGE: u32 = 16;
const PART_OF_AGE_UNSURE: u32 = 4;
/// Bounds on how much more often than usual a channel with new items is visited, and how much less often a quiet one.
const CHANNEL_FASTER: u32 = 4;
const CHANNEL_SLOWER: u32 = 12;
/// First interval of a channel that turned out to be none; it doubles each time.
const DEAD_CHANNEL: Duration = Duration::from_hours(6);
/// Longest interval of a front page that fails: a site may consist of nothing else. Temporary redirects have it
/// too: their target is visited instead.
const WEEK: Duration = Duration::from_hours(24 * 7);

/// What is known when the next visit is scheduled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub(crate) kind: UrlKind,
    pub(crate) url: &'a Url,
    pub(crate) outcome: Outcome,
    /// What earlier visits showed; `None` at the first.
    pub(crate) history: Option<&'a UrlHistory>,
    /// Whether the body differs from the last one.
    pub(crate) changed: bool,
    /// Whether a channel or section named a new address; `None`: unknown.
    pub(crate) news: Option<bool>,
    /// Whether the page is a variant of another one, which is requested instead.
    pub(crate) variant: bool,
    /// When the server says it was changed last.
    pub(crate) modified: Option<DateTime<Utc>>,
    pub(crate) http_status: Option<i16>,
    /// Steps from the front page, or from robots.txt: a sitemap below the first is one of an index.
    pub(crate) depth: i16,
    /// Addresses found that may be followed.
    pub(crate) links: usize,
    pub(crate) now: DateTime<Utc>,
}

impl Seen<'_> {
    fn since(&self, at: DateTime<Utc>) -> Duration {
        (self.now - at).to_std().unwrap_or_default()
    }

    /// Time since the last visit.
    fn elapsed(&self) -> Option<Duration> {
        self.history.map(|history| self.since(history.visited_at))
    }
}

/// When a URL is visited next.
///
/// Front pages, feeds and sitemaps are due in an hour, earlier while they bring something new and later while they
/// do not; sections in six; other pages by their age and change. What is gone or forbidden waits a month, as does a
/// variant of another page, and a sitemap of an index whose items are all too old. A channel that turned out to be
/// none waits longer each time. Failures back off exponentially.
pub(crate) fn next_due(seen: Seen<'_>, revisit: &Revisit) -> DateTime<Utc> {
    let channel = seen.kind != UrlKind::Page;
    let usual = || match seen.kind {
        _ if seen.variant => revisit.gone,
        UrlKind::Page if traps::looks_like_section(seen.url) => {
            section_wait(&seen, revisit.section, revisit.gone)
        }
        UrlKind::Page => page_wait(&seen, revisit.page),
        _ => channel_wait(&seen, revisit),
    };
    let daily = revisit.gone.min(DAY).max(revisit.channel);
    let dead = || {
        let most = if seen.kind == UrlKind::Home {
            revisit.gone.min(WEEK)
        } else {
            revisit.gone
        };
        back_off(DEAD_CHANNEL, failures(seen.history), most).max(revisit.channel)
    };
    let wait = match seen.outcome {
        Outcome::Fetched | Outcome::NotModified => usual(),
        Outcome::Redirected if !matches!(seen.http_status, Some(301 | 308)) => {
            if channel {
                usual()
            } else {
                revisit.gone.min(WEEK)
            }
        }
        Outcome::NotFound | Outcome::Refused | Outcome::TooLarge | Outcome::Malformed
            if channel =>
        {
            dead()
        }
        Outcome::Redirected | Outcome::Disallowed | Outcome::Skipped if channel => daily,
        Outcome::Redirected
        | Outcome::NotFound
        | Outcome::Refused
        | Outcome::Disallowed
        | Outcome::TooLarge
        | Outcome::Skipped => revisit.gone,
        Outcome::Unreachable
        | Outcome::DnsFailure
        | Outcome::TlsFailure
        | Outcome::ServerError
        | Outcome::Busy
        | Outcome::Challenge
        | Outcome::Timeout
        | Outcome::RedirectLoop
        | Outcome::Malformed => {
            let most = if channel { daily } else { revisit.gone };
            back_off(revisit.failure, failures(seen.history), most)
        }
    };
    seen.now + span(wait)
}

/// Failures in a row with the one that has just happened.
pub(crate) fn failures(history: Option<&UrlHistory>) -> u32 {
    let before = history.map_or(0, |history| history.failures);
    u32::try_from(before).unwrap_or_default().saturating_add(1)
}

/// Front pages, feeds and sitemaps: half of the time since the last visit if it brought something new, a quarter
/// more if not. After eight quiet hours a feed is visited every three, and at the first new item within the hour
/// again. A quiet sitemap of an index is most likely an archive and waits twice as long each time, up to a month.
fn channel_wait(seen: &Seen<'_>, revisit: &Revisit) -> Duration {
    let usual = revisit.channel;
    let of_index = seen.kind == UrlKind::Sitemap && seen.depth > 0;
    if of_index && seen.outcome == Outcome::Fetched && seen.links == 0 {
        return revisit.gone.max(usual);
    }
    let Some(elapsed) = seen.elapsed() else {
        return usual;
    };
    match seen.news {
        Some(true) => (elapsed / 2).min(usual).max(usual / CHANNEL_FASTER),
        None if seen.outcome == Outcome::Fetched => usual,
        _ if of_index => elapsed.saturating_mul(2).min(revisit.gone).max(usual),
        _ => (elapsed + elapsed / 4)
            .min(usual.saturating_mul(CHANNEL_SLOWER))
            .max(usual),
    }
}

/// Section fronts and whatever else has a short address, tags and authors among them: around their usual
/// time while they name something new, else half as long again each time, up to `most`.
fn section_wait(seen: &Seen<'_>, usual: Duration, most: Duration) -> Duration {
    match seen.elapsed() {
        Some(elapsed) if seen.news.unwrap_or(seen.changed) => {
            (elapsed / 2).min(usual).max(usual / CHANNEL_FASTER)
        }
        Some(elapsed) => (elapsed + elapsed / 2).min(most).max(usual),
        None => usual,
    }
}

/// Articles and all other pages: at the steps of a new page while it is young; one is left out when the
/// page was found unchanged. Later half of the time since the last look after a change, half as long
/// again without, and never less than a part of its age.
fn page_wait(seen: &Seen<'_>, first: Duration) -> Duration {
    let least = SHORTEST.min(first);
    let age = seen.since(born(seen));
    let step = |skipped: usize| {
        let steps = STEPS.iter().map(|step| first.saturating_mul(*step));
        let mut ahead = steps.filter(|step| *step >= age + least);
        ahead.nth(skipped).map(|step| step.saturating_sub(age))
    };
    let wait = match seen.history {
        None => step(0).unwrap_or(age / 2),
        Some(history) if seen.changed => {
            let sure = history.unchanged_at.is_some();
            let part = if sure {
                PART_OF_AGE
            } else {
                PART_OF_AGE_UNSURE
            };
            let by_change = (seen.since(history.visited_at) / 2).max(age / part);
            match step(0) {
                Some(step) if sure => step.min(by_change),
                Some(step) => step,
                None => by_change,
            }
        }
        Some(history) => {
            let elapsed = seen.since(history.visited_at);
            let unchanged = seen.since(history.changed_at.unwrap_or(history.first_seen));
            let by_rest = (elapsed + elapsed / 2).max(unchanged / 2);
            let step = step(1).or_else(|| step(0)).unwrap_or_default();
            step.max(by_rest).max(age / PART_OF_AGE)
        }
    };
    wait.min(LONGEST).max(least)
}

/// When a page came into being, by the earliest evidence: it was found, the server dates it, its
/// address names a day.
fn born(seen: &Seen<'_>) -> DateTime<Utc> {
    let found = seen.history.map_or(seen.now, |history| history.first_seen);
    let day = day_in_path(seen.url)
        .and_then(|day| day.and_hms_opt(0, 0, 0))
        .map(|day| day.and_utc() + span(ANY_TIME_OF_DAY));
    [seen.modified, day]
        .into_iter()
        .flatten()
        .fold(found, DateTime::min)
}

/// The day that three segments of a path name: `/2026/11/21/`, or one: `/2026-11-21/`.
fn day_in_path(url: &Url) -> Option<NaiveDate> {
    let numbers = |text: &str, between: char| -> Option<NaiveDate> {
        let mut parts = text.splitn(3, between);
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        if year.len() != 4 || month.len() > 2 || day.len() > 2 {
            return None;
        }
        NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
    };
    let segments: Vec<&str> = url.path().split('/').collect();
    let spread = segments
        .windows(3)
        .find_map(|three| numbers(&three.join("/"), '/'));
    spread.or_else(|| segments.iter().find_map(|one| numbers(one.get(..10)?, '-')))
}

#[cfg(test)]
mod tests;
