//! Schedules the next visit of a URL by its kind, outcome and history. Pure.
//!
//! No interval is stored: the time since the last visit serves as the interval. It grows by a factor if nothing has
//! changed and is halved if something has, between bounds. Cho and Garcia-Molina (*Effective page refresh policies for
//! Web crawlers*, 2003) show that finer policies gain little.

use std::time::Duration;

use chrono::{DateTime, Datelike as _, NaiveDate, Utc};
use store::{Outcome, UrlHistory, UrlKind, Via};
use text::dates::YEARS;
use url::Url;

use crate::politeness::{back_off, pause, span};
use crate::settings::Revisit;
use crate::url::traps;

/// Time of day assumed for a date without a time.
const ANY_TIME_OF_DAY: Duration = Duration::from_hours(23);
const DAY: Duration = Duration::from_hours(24);
/// Minimum interval of a page, unless the settings have a shorter one for new pages.
const MIN_INTERVAL: Duration = Duration::from_mins(90);
/// Maximum interval of a page that exists.
const MAX_INTERVAL: Duration = Duration::from_hours(24 * 90);
/// Ages at which a new page is visited, in multiples of the first: 3 h, 12 h, 1, 3 and 7 days. Most corrections and
/// additions come in the first hours.
const STEPS: [u32; 5] = [1, 4, 8, 24, 56];
/// The interval is at least this fraction of a page's age. The second one is for a page that has changed at every visit,
/// perhaps because of teasers or a clock, so that its changes say little about its text.
const PART_OF_AGE: u32 = 16;
const PART_OF_AGE_NOISY: u32 = 4;
/// Bounds on how much more often than usual a channel with new items is visited, and how much less often one without.
const CHANNEL_FASTER: u32 = 4;
const CHANNEL_SLOWER: u32 = 12;
/// First interval of a channel that is gone or is not a feed or sitemap. It doubles each time.
const DEAD_CHANNEL: Duration = Duration::from_hours(6);
/// First interval of an expected page that is missing: short enough for the next night, and, once doubled, for the one
/// after.
const MISSING: Duration = Duration::from_hours(10);
/// Times in a row after which a missing page is no longer expected.
const MISSING_FOR_GOOD: u32 = 3;
/// Maximum interval of temporary redirects, since their target is visited instead.
const WEEK: Duration = Duration::from_hours(24 * 7);

/// The facts from which the next visit is scheduled.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts of one visit"
)]
pub(crate) struct VisitSummary<'a> {
    pub(crate) kind: UrlKind,
    /// How the URL was first found.
    pub(crate) via: Via,
    pub(crate) url: &'a Url,
    pub(crate) outcome: Outcome,
    /// The earlier visits. `None` at the first visit.
    pub(crate) history: Option<&'a UrlHistory>,
    /// Whether the body differs from the last one.
    pub(crate) changed: bool,
    /// Whether a channel, a section or another list named a new URL. `None`: unknown, or an article.
    pub(crate) news: Option<bool>,
    /// Whether the page is a variant of another one, which is requested instead.
    pub(crate) variant: bool,
    /// The `Last-Modified` header.
    pub(crate) modified: Option<DateTime<Utc>>,
    pub(crate) http_status: Option<i16>,
    /// The target of a redirect.
    pub(crate) target: Option<&'a Url>,
    /// Steps from the front page or from robots.txt.
    pub(crate) depth: i16,
    /// Whether all entries of a sitemap are too old.
    pub(crate) is_archive: bool,
    /// Whether hardly any page that a feed or sitemap named has become an article.
    pub(crate) is_barren: bool,
    /// Whether it is a former address of a channel: the site names another in its place.
    pub(crate) is_former: bool,
    pub(crate) now: DateTime<Utc>,
}

impl VisitSummary<'_> {
    fn since(&self, at: DateTime<Utc>) -> Duration {
        (self.now - at).to_std().unwrap_or_default()
    }

    /// Time since the last visit.
    fn elapsed(&self) -> Option<Duration> {
        self.history.map(|history| self.since(history.visited_at))
    }

    fn has_existed(&self) -> bool {
        self.history
            .is_some_and(|history| history.body_hash.is_some())
    }

    /// Whether there should be a page: a channel or section names it, or it existed before.
    fn is_expected(&self) -> bool {
        let is_named = match self.via {
            Via::Seed
            | Via::FrontPage
            | Via::Section
            | Via::Feed
            | Via::Sitemap
            | Via::NewsSitemap => true,
            Via::Link | Via::Redirect | Via::WellKnown | Via::Import => false,
        };
        is_named || self.has_existed()
    }

    fn is_permanent(&self) -> bool {
        matches!(self.http_status, Some(301 | 308))
    }

    /// Whether a redirect looks like that of a site under maintenance: it is temporary and the page existed before, or
    /// its target does not look like an article's URL.
    fn looks_like_maintenance(&self) -> bool {
        let for_now = self.has_existed() && !self.is_permanent();
        for_now || self.target.is_some_and(traps::looks_like_section)
    }

    /// Whether the visit counts as a failure of a page although its outcome is not a failure.
    pub(crate) fn is_fruitless(&self) -> bool {
        let is_answer = self.kind == UrlKind::Page && self.http_status.is_some();
        is_answer
            && match self.outcome {
                Outcome::Redirected => self.looks_like_maintenance(),
                outcome => outcome == Outcome::Skipped,
            }
    }
}

/// When a URL is visited next.
///
/// Front pages, feeds and sitemaps are due in an hour, earlier while they have new links and later while they have none;
/// sections and other lists in six hours; other pages by their age and their changes. Pages that are gone or forbidden wait a month, as
/// do variants of other pages, targets of redirects that are no articles, and sitemaps of an index whose items are all too old. An
/// expected page counts as gone only after the third time in a row. A channel that is gone waits longer each time. Failures back off
/// exponentially, from seconds on if they may pass.
pub(crate) fn next_due(visit: VisitSummary<'_>, revisit: &Revisit) -> DateTime<Utc> {
    let channel = visit.kind != UrlKind::Page;
    let usual = || match visit.kind {
        _ if visit.variant => revisit.gone,
        // The next page of a feed is due again when the page before it is all new.
        UrlKind::Feed if visit.via == Via::Feed => revisit.gone,
        UrlKind::Page if traps::looks_like_section(visit.url) => {
            section_wait(&visit, revisit.section, revisit.gone)
        }
        UrlKind::Page if visit.via == Via::Redirect && visit.news.is_some() => revisit.gone,
        UrlKind::Page if visit.news.is_some() => {
            section_wait(&visit, revisit.section, MAX_INTERVAL)
        }
        UrlKind::Page => page_wait(&visit, revisit.page),
        _ => channel_wait(&visit, revisit),
    };
    let mut daily = revisit.gone.min(DAY).max(revisit.channel);
    // whatever it answers
    if visit.is_former {
        daily = daily.max(rarer(&visit, revisit));
    }
    let dead = || {
        // the site may have nothing but its front page
        let max = if visit.kind == UrlKind::Home {
            daily
        } else {
            revisit.gone
        };
        back_off(DEAD_CHANNEL, failures(visit.history), max).max(revisit.channel)
    };
    let longest = if channel { daily } else { revisit.gone };
    let wait = match visit.outcome {
        Outcome::Fetched | Outcome::NotModified => usual(),
        Outcome::Redirected if channel && !visit.is_permanent() => usual(),
        Outcome::Redirected if !channel => {
            let max = if visit.is_permanent() {
                revisit.gone
            } else {
                revisit.gone.min(WEEK)
            };
            if visit.looks_like_maintenance() {
                missing_wait(&visit, max)
            } else {
                max
            }
        }
        Outcome::NotFound if !channel && visit.http_status != Some(410) => {
            missing_wait(&visit, revisit.gone)
        }
        Outcome::Refused if !channel => missing_wait(&visit, revisit.gone),
        Outcome::Skipped if !channel && visit.http_status.is_some() => {
            missing_wait(&visit, revisit.gone)
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
        Outcome::Busy | Outcome::Challenge | Outcome::RedirectLoop => {
            back_off(revisit.failure, failures(visit.history), longest)
        }
        Outcome::Unreachable
        | Outcome::DnsFailure
        | Outcome::TlsFailure
        | Outcome::ServerError
        | Outcome::Timeout
        | Outcome::Malformed => pause(revisit.failure, failures(visit.history), longest),
    };
    visit.now + span(wait)
}

/// The wait of a missing page: short while it is expected, else as for a gone one.
fn missing_wait(visit: &VisitSummary<'_>, gone: Duration) -> Duration {
    let times = match visit.history {
        Some(history) if is_missing(history.outcome) => failures(visit.history),
        _ => 1,
    };
    if visit.is_expected() && times < MISSING_FOR_GOOD {
        back_off(MISSING, times, gone)
    } else {
        gone
    }
}

/// Whether a response contained no page and did not announce one for later.
fn is_missing(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::NotFound | Outcome::Refused | Outcome::Redirected | Outcome::Skipped
    )
}

/// The longest time between two visits of a URL under these settings.
pub(crate) fn longest_wait(revisit: &Revisit) -> Duration {
    let channel = revisit.channel.saturating_mul(CHANNEL_SLOWER);
    let waits = [channel, revisit.section, revisit.gone];
    waits.into_iter().fold(MAX_INTERVAL, Duration::max)
}

/// Number of failures in a row, including the current one.
pub(crate) fn failures(history: Option<&UrlHistory>) -> u32 {
    let before = history.map_or(0, |history| history.failures);
    u32::try_from(before).unwrap_or_default().saturating_add(1)
}

/// Front pages, feeds and sitemaps: half of the time since the last visit if there were new links, a quarter more if not.
/// After eight hours without news a feed is visited every three hours, and within the hour again after the first new
/// item. A sitemap of an index with old entries alone rests for a month; the wait of another one without news, of a former address
/// without news, and of any channel whose pages are no articles, doubles each time, up to a month.
fn channel_wait(visit: &VisitSummary<'_>, revisit: &Revisit) -> Duration {
    let usual = revisit.channel;
    let of_index = visit.kind == UrlKind::Sitemap && is_of_index(visit.via, visit.depth);
    if of_index && visit.outcome == Outcome::Fetched && visit.is_archive {
        return revisit.gone.max(usual);
    }
    let Some(elapsed) = visit.elapsed() else {
        return usual;
    };
    match visit.news {
        _ if visit.is_barren => rarer(visit, revisit),
        Some(true) => (elapsed / 2).min(usual).max(usual / CHANNEL_FASTER),
        None if visit.outcome == Outcome::Fetched => usual,
        _ if of_index || visit.is_former => rarer(visit, revisit),
        _ => (elapsed + elapsed / 4)
            .min(usual.saturating_mul(CHANNEL_SLOWER))
            .max(usual),
    }
}

/// Whether an index names a sitemap found in this way. Guesses and targets of redirects are found otherwise.
pub(crate) fn is_of_index(via: Via, depth: i16) -> bool {
    via == Via::Sitemap && depth > 0
}

/// Twice the time since the last visit.
fn rarer(visit: &VisitSummary<'_>, revisit: &Revisit) -> Duration {
    let elapsed = visit.elapsed().unwrap_or_default();
    elapsed
        .saturating_mul(2)
        .min(revisit.gone)
        .max(revisit.channel)
}

/// Section fronts, other pages with a short URL, such as tags and authors, and pages that were judged to be no articles: around the
/// usual time while they have new links, otherwise half as long again each time, up to `max`.
fn section_wait(visit: &VisitSummary<'_>, usual: Duration, max: Duration) -> Duration {
    match visit.elapsed() {
        Some(elapsed) if visit.news.unwrap_or(visit.changed) => {
            (elapsed / 2).min(usual).max(usual / CHANNEL_FASTER)
        }
        Some(elapsed) => (elapsed + elapsed / 2).min(max).max(usual),
        None => usual,
    }
}

/// Articles and all other pages. A young page follows the steps of a new page; if it was unchanged, one step is skipped.
/// An older page waits half of the time since the last visit after a change, half as long again without one, and never
/// less than a fraction of its age.
fn page_wait(visit: &VisitSummary<'_>, first: Duration) -> Duration {
    let min = MIN_INTERVAL.min(first);
    let age = visit.since(created_at(visit));
    let step = |skipped: usize| {
        let steps = STEPS.iter().map(|step| first.saturating_mul(*step));
        let mut ahead = steps.filter(|step| *step >= age + min);
        ahead.nth(skipped).map(|step| step.saturating_sub(age))
    };
    let wait = match visit.history {
        None => step(0).unwrap_or(age / 2),
        Some(history) if visit.changed => {
            let sure = history.unchanged_at.is_some();
            let part = if sure { PART_OF_AGE } else { PART_OF_AGE_NOISY };
            let by_change = (visit.since(history.visited_at) / 2).max(age / part);
            match step(0) {
                Some(step) if sure => step.min(by_change),
                Some(step) => step,
                None => by_change,
            }
        }
        Some(history) => {
            let elapsed = visit.since(history.visited_at);
            let unchanged = visit.since(history.changed_at.unwrap_or(history.first_seen));
            let by_stability = (elapsed + elapsed / 2).max(unchanged / 2);
            let step = step(1).or_else(|| step(0)).unwrap_or_default();
            step.max(by_stability).max(age / PART_OF_AGE)
        }
    };
    wait.min(MAX_INTERVAL).max(min)
}

/// When a page was created, by the earliest evidence: its discovery, `Last-Modified`, or the day in its URL. Some servers
/// send the date of their template, or 1970, with each page, and old pages are corrected: what a site has just announced is not old.
fn created_at(visit: &VisitSummary<'_>) -> DateTime<Utc> {
    let found = visit
        .history
        .map_or(visit.now, |history| history.first_seen);
    if matches!(visit.via, Via::FrontPage | Via::Feed | Via::NewsSitemap) {
        return found;
    }
    let day = day_in_path(visit.url)
        .and_then(|day| day.and_hms_opt(0, 0, 0))
        .map(|day| day.and_utc() + span(ANY_TIME_OF_DAY));
    let modified = visit.modified.filter(|at| YEARS.contains(&at.year()));
    [modified, day]
        .into_iter()
        .flatten()
        .fold(found, DateTime::min)
}

/// The day in a path, as three segments (`/2026/11/21/`) or as one (`/2026-11-21/`).
fn day_in_path(url: &Url) -> Option<NaiveDate> {
    let numbers = |text: &str, between: char| -> Option<NaiveDate> {
        let mut parts = text.splitn(3, between);
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        if year.len() != 4 || month.len() > 2 || day.len() > 2 {
            return None;
        }
        let year = year.parse().ok().filter(|year| YEARS.contains(year))?;
        NaiveDate::from_ymd_opt(year, month.parse().ok()?, day.parse().ok()?)
    };
    let segments: Vec<&str> = url.path().split('/').collect();
    let spread = segments
        .windows(3)
        .find_map(|three| numbers(&three.join("/"), '/'));
    spread.or_else(|| segments.iter().find_map(|one| numbers(one.get(..10)?, '-')))
}

#[cfg(test)]
mod tests;
