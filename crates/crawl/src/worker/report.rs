//! The results of the crawl of a host, and of a crawl of many hosts.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use store::{Outcome, SiteState};

#[derive(Debug)]
pub(crate) struct CrawlEnded;

/// Why the crawl of a host ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndReason {
    /// Nothing more was due.
    #[default]
    Done,
    /// The process was asked to stop.
    Stopped,
    /// The worker's budget of requests is used up.
    Budget,
    /// The site's quota, or the host's own budget of requests or time, is used up until this time.
    QuotaExhausted(DateTime<Utc>),
    /// The host was busy (429 or 503). No request before this time.
    Busy(DateTime<Utc>),
    /// The host sent a bot challenge; no request before this time.
    Challenged(DateTime<Utc>),
    /// No request to it is allowed before this time.
    TooEarly(DateTime<Utc>),
    /// Too many failures in a row.
    Failing,
    /// Its robots.txt cannot be fetched, so nothing is allowed.
    RobotsUnreachable,
    /// Its address is private or its port is not a web port, and the settings do not allow it.
    AddressRefused,
    /// The host asks for a longer delay than we accept.
    CrawlDelay,
    /// It yielded to another host that was waiting.
    Yielded,
    /// The lease passed to another worker.
    LeaseLost,
    /// The crawl of this host alone failed: the database refused its data, or the crawl panicked.
    Broken,
}

impl EndReason {
    /// Its name in logs, without the time.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Stopped => "stopped",
            Self::Budget => "budget",
            Self::QuotaExhausted(_) => "rationed",
            Self::Busy(_) => "busy",
            Self::Challenged(_) => "challenged",
            Self::TooEarly(_) => "too_early",
            Self::Failing => "failing",
            Self::RobotsUnreachable => "robots_unreachable",
            Self::AddressRefused => "address_refused",
            Self::CrawlDelay => "crawl_delay",
            Self::Yielded => "yielded",
            Self::LeaseLost => "lease_lost",
            Self::Broken => "broken",
        }
    }

    /// The reason for a cooldown of the host. `None` if it gets no cooldown.
    pub(crate) fn cooldown_reason(self) -> Option<SiteState> {
        Some(match self {
            Self::QuotaExhausted(_) => SiteState::Rationed,
            Self::Busy(_) | Self::TooEarly(_) => SiteState::Busy,
            Self::Challenged(_) => SiteState::Blocked,
            Self::Failing => SiteState::Failing,
            Self::RobotsUnreachable => SiteState::Unreachable,
            Self::AddressRefused => SiteState::Private,
            Self::CrawlDelay => SiteState::Slow,
            Self::Broken => SiteState::Broken,
            Self::Done | Self::Stopped | Self::Budget | Self::Yielded | Self::LeaseLost => {
                return None;
            }
        })
    }
}

/// The results of a host's crawl.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostReport {
    /// Id of the site.
    pub site_id: String,
    /// The host, with its port unless it is the default.
    pub authority: String,
    /// Visits recorded, by outcome.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Those of them without a body at guessed addresses of feeds and sitemaps.
    pub guesses: u64,
    /// Pages stored, including unchanged ones.
    pub pages: u64,
    /// URLs found, including known ones.
    pub links: u64,
    /// Bytes received, after decompression.
    pub bytes: u64,
    /// Why it ended.
    pub ended: EndReason,
    /// The reason in detail.
    pub detail: Option<String>,
}

impl HostReport {
    pub(crate) fn new(site_id: &str, authority: &str) -> Self {
        Self {
            site_id: site_id.to_owned(),
            authority: authority.to_owned(),
            ..Self::default()
        }
    }

    /// Visits with this outcome.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.outcomes.get(&outcome).copied().unwrap_or_default()
    }

    /// Visits recorded.
    pub fn visits(&self) -> u64 {
        self.outcomes.values().sum()
    }
}

/// The results of a [`crawl`](crate::crawl).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CrawlReport {
    /// Visits recorded, by outcome.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Those of them without a body at guessed addresses of feeds and sitemaps.
    pub guesses: u64,
    /// Bytes received, after decompression.
    pub bytes: u64,
    /// Hosts whose crawl ended early, and why.
    pub left: Vec<(String, EndReason)>,
}

impl CrawlReport {
    /// Visits with this outcome.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.outcomes.get(&outcome).copied().unwrap_or_default()
    }

    /// Number of hosts whose crawl ended early. One that was crawled several times counts once.
    pub fn hosts_left_early(&self) -> usize {
        let hosts = self.left.iter().map(|(host, _)| host);
        hosts.collect::<BTreeSet<_>>().len()
    }

    /// Adds the results of a subsequent crawl.
    pub fn merge(&mut self, later: Self) {
        for (outcome, count) in later.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
        self.guesses += later.guesses;
        self.bytes += later.bytes;
        self.left.extend(later.left);
    }

    pub(crate) fn add(&mut self, host: &HostReport) {
        for (outcome, count) in &host.outcomes {
            *self.outcomes.entry(*outcome).or_default() += count;
        }
        self.guesses += host.guesses;
        self.bytes += host.bytes;
        if !matches!(host.ended, EndReason::Done | EndReason::Yielded) {
            self.left.push((host.authority.clone(), host.ended));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_that_is_left_early_twice_counts_once() {
        let mut report = CrawlReport::default();
        for (authority, ended) in [
            ("a.example", EndReason::Budget),
            ("b.example", EndReason::Budget),
            ("a.example", EndReason::Stopped),
            ("c.example", EndReason::Done),
        ] {
            report.add(&HostReport {
                ended,
                ..HostReport::new("a", authority)
            });
        }
        assert_eq!(report.hosts_left_early(), 2);
    }
}
