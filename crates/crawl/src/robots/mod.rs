//! robots.txt by RFC 9309: fetched once a day, kept in the store, and asked before every request.

pub(crate) mod fetch;
mod file;
mod pattern;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use store::{RobotsOutage, RobotsTxt};
use url::{Position, Url};

pub(crate) use pattern::{Pattern, normal_path};

use file::File;

use crate::optout::RobotsOptOuts;

/// How long an answer is used (RFC 9309, section 2.4).
const MAX_AGE: TimeDelta = TimeDelta::hours(24);
/// How long a failure is used: the host is shut off meanwhile, so it is asked again sooner.
const MAX_AGE_OF_FAILURE: TimeDelta = TimeDelta::minutes(55);
/// After an outage of this length the last known file is used again (section 2.4 allows that while the file is
/// unreachable)…
const LONG_OUTAGE: TimeDelta = TimeDelta::hours(24);
/// …but not longer than this: then the host stays closed until it answers.
const MAX_OUTAGE: TimeDelta = TimeDelta::days(30);

/// How fresh the stored robots.txt of a host is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// Fresh, or still obeyed because the host gives no other.
    Usable,
    /// The last request failed a short while ago: the host is closed.
    Closed,
    /// To be asked for.
    Stale,
}

/// Whether a stored robots.txt may still be used.
pub(crate) fn freshness(
    robots: Option<&RobotsTxt>,
    outage: Option<RobotsOutage>,
    now: DateTime<Utc>,
) -> Freshness {
    let Some(robots) = robots else {
        return Freshness::Stale;
    };
    if let Some(outage) = outage {
        return if now - outage.asked_at >= MAX_AGE_OF_FAILURE {
            Freshness::Stale
        } else if is_long(outage, now) {
            Freshness::Usable
        } else {
            Freshness::Closed
        };
    }
    let failed = !is_answer(robots);
    let most = if failed { MAX_AGE_OF_FAILURE } else { MAX_AGE };
    if now - robots.fetched_at < most {
        Freshness::Usable
    } else {
        Freshness::Stale
    }
}

/// Whether an outage is long enough for the last known file to be used again.
pub(crate) fn is_long(outage: RobotsOutage, now: DateTime<Utc>) -> bool {
    let lasted = now - outage.since;
    lasted >= LONG_OUTAGE && lasted < MAX_OUTAGE
}

/// Whether the host answered at all.
pub(crate) fn is_answer(robots: &RobotsTxt) -> bool {
    robots
        .status
        .is_some_and(|status| (200..500).contains(&status))
}

/// The rules of one host for us.
#[derive(Debug)]
pub(crate) struct Rules {
    file: File,
    reachable: bool,
    /// What the file says beyond its rules for us.
    pub(crate) opt_outs: RobotsOptOuts,
}

/// What the rules say of one address.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) allowed: bool,
    /// The rule that decided, with its group: `Disallow: /a (group *)`.
    pub(crate) rule: Option<String>,
}

impl Rules {
    /// Reads a stored robots.txt: 2xx is obeyed, 3xx and 4xx allow all, 5xx and silence nothing.
    pub(crate) fn read(txt: &RobotsTxt, product: &str) -> Self {
        let body: &[u8] = match txt.status {
            Some(200..=299) => &txt.body,
            _ => &[],
        };
        Self {
            file: File::read(body, product),
            opt_outs: RobotsOptOuts::default(),
            reachable: is_answer(txt),
        }
    }

    /// The same, with what the file says beyond its rules.
    pub(crate) fn with_opt_outs(txt: &RobotsTxt, product: &str) -> Self {
        let mut rules = Self::read(txt, product);
        if let Some(200..=299) = txt.status {
            rules.opt_outs = RobotsOptOuts::parse(txt, product);
        }
        rules
    }

    /// Whose groups the rules are of: a crawler's name in lower case, or `*`.
    pub(crate) fn group(&self) -> &str {
        &self.file.agent
    }

    /// Whether the same is said to two crawlers.
    pub(crate) fn agrees_with(&self, other: &Self) -> bool {
        let mut pairs = self.file.rules.iter().zip(&other.file.rules);
        self.file.rules.len() == other.file.rules.len()
            && pairs.all(|(ours, theirs)| {
                ours.allows == theirs.allows && ours.pattern == theirs.pattern
            })
    }

    /// Whether the host said anything at all.
    pub(crate) fn reachable(&self) -> bool {
        self.reachable
    }

    pub(crate) fn check(&self, url: &Url) -> Ruling {
        let path = &url[Position::BeforePath..Position::AfterQuery];
        if path == "/robots.txt" || !self.reachable {
            return Ruling {
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
        Ruling {
            allowed: rule.is_none_or(|rule| rule.allows),
            rule: rule.map(|rule| {
                let verb = if rule.allows { "Allow" } else { "Disallow" };
                format!("{verb}: {} (group {})", rule.text, self.file.agent)
            }),
        }
    }

    /// How long the host asks us to wait between requests.
    pub(crate) fn crawl_delay(&self) -> Option<Duration> {
        self.file.crawl_delay
    }

    /// The sitemaps it names, for whoever reads.
    pub(crate) fn sitemaps(&self) -> &[Url] {
        &self.file.sitemaps
    }
}

#[cfg(test)]
mod tests;
