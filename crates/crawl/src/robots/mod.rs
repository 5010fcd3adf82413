//! robots.txt according to RFC 9309: fetched once a day, stored, and checked before every request.

mod parse;
mod pattern;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use store::{KnownRobots, RobotsTxt};
use url::{Position, Url};

pub(crate) use parse::{Directive, directives, text};
pub(crate) use pattern::{Pattern, normal_path};

use crate::url::web_url;
use parse::RobotsFile;

/// How long a response is cached: less than a day (RFC 9309, section 2.4), so that a night that begins a little early asks again.
pub(crate) const MAX_AGE: TimeDelta = TimeDelta::hours(23);
/// How long a failure is cached: less than the first cooldown of the host, which is closed in the meantime.
const MAX_AGE_OF_FAILURE: TimeDelta = TimeDelta::seconds(8);
/// The same while the last known file is in use again, so that the host is not closed.
const MAX_AGE_IN_LONG_OUTAGE: TimeDelta = TimeDelta::minutes(55);
/// Duration of an outage after which the last known file is used again. Section 2.4 allows that while the file
/// is unreachable.
const LONG_OUTAGE: TimeDelta = TimeDelta::hours(24);
/// Duration of an outage after which the host is closed until it responds.
const MAX_OUTAGE: TimeDelta = TimeDelta::days(30);

/// Whether the stored robots.txt of a host may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// It is fresh, or still obeyed because the host does not respond.
    Usable,
    /// The last request failed a short while ago, so the host is closed.
    Closed,
    /// It must be fetched.
    Stale,
}

/// Whether a stored robots.txt may still be used.
pub(crate) fn freshness(known: Option<&KnownRobots>, now: DateTime<Utc>) -> Freshness {
    let Some(known) = known.filter(|known| !known.is_due) else {
        return Freshness::Stale;
    };
    let robots = &known.txt;
    if let Some(outage) = known.outage {
        let (max, meanwhile) = if is_long(outage.since, now) {
            (MAX_AGE_IN_LONG_OUTAGE, Freshness::Usable)
        } else {
            (MAX_AGE_OF_FAILURE, Freshness::Closed)
        };
        return if now - outage.asked_at >= max {
            Freshness::Stale
        } else {
            meanwhile
        };
    }
    let failed = !is_answer(robots);
    let max = if failed { MAX_AGE_OF_FAILURE } else { MAX_AGE };
    if now - robots.fetched_at < max {
        Freshness::Usable
    } else {
        Freshness::Stale
    }
}

/// Whether an outage is long enough for the last known file to be used again, but not too long.
pub(crate) fn is_long(since: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    let lasted = now - since;
    lasted >= LONG_OUTAGE && lasted < MAX_OUTAGE
}

/// Whether there was a response other than a 5xx.
pub(crate) fn is_answer(robots: &RobotsTxt) -> bool {
    robots
        .status
        .is_some_and(|status| (200..500).contains(&status))
}

/// The rules of one host for a crawler.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    file: RobotsFile,
    /// Whether there was a response other than a 5xx.
    pub(crate) reachable: bool,
}

/// The decision about one URL.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) allowed: bool,
    /// The rule that decided, with its group: `Disallow: /a (group *)`.
    pub(crate) rule: Option<String>,
}

impl Rules {
    /// Parses a stored robots.txt: 2xx is obeyed, 3xx and 4xx allow all, 5xx and no response allow nothing.
    pub(crate) fn parse(txt: &RobotsTxt, product: &str) -> Self {
        let body: &[u8] = match txt.status {
            Some(200..=299) => &txt.body,
            _ => &[],
        };
        Self {
            file: RobotsFile::parse(body, product),
            reachable: is_answer(txt),
        }
    }

    /// The user agent of the groups that apply: the crawler's name in lower case, or `*`.
    pub(crate) fn group(&self) -> &str {
        &self.file.agent
    }

    /// Whether two crawlers have the same rules.
    pub(crate) fn agrees_with(&self, other: &Self) -> bool {
        let mut pairs = self.file.rules.iter().zip(&other.file.rules);
        self.file.rules.len() == other.file.rules.len()
            && pairs.all(|(ours, theirs)| {
                ours.allows == theirs.allows && ours.pattern == theirs.pattern
            })
    }

    pub(crate) fn check(&self, url: &Url) -> Decision {
        let path = &url[Position::BeforePath..Position::AfterQuery];
        if path == "/robots.txt" || !self.reachable {
            return Decision {
                allowed: path == "/robots.txt",
                rule: None,
            };
        }
        let path = normal_path(path);
        let rule = self
            .file
            .rules
            .iter()
            .find(|rule| rule.pattern.matches(&path));
        Decision {
            allowed: rule.is_none_or(|rule| rule.allows),
            rule: rule.map(|rule| {
                let verb = if rule.allows { "Allow" } else { "Disallow" };
                format!("{verb}: {} (group {})", rule.text, self.file.agent)
            }),
        }
    }

    /// The `Crawl-delay`.
    pub(crate) fn crawl_delay(&self) -> Option<Duration> {
        self.file.crawl_delay
    }

    /// The sitemaps, which apply to all crawlers. `base` is the URL of the file.
    pub(crate) fn sitemaps(&self, base: &Url) -> impl Iterator<Item = Url> {
        let sitemaps = self.file.sitemaps.iter();
        sitemaps.filter_map(move |url| web_url(base, url))
    }
}

#[cfg(test)]
mod tests;
