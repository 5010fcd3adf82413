//! The results of the crawl of a host, and of a crawl of many hosts.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::Outcome;

/// Why the crawl of a host ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EndReason {
    /// Nothing more was due.
    Done,
    /// The process was told to stop.
    Stopped,
    /// The budget of requests or time was used up.
    Budget,
    /// The site's quota is used up until then.
    #[serde(rename = "rationed")]
    QuotaExhausted(DateTime<Utc>),
    /// The host was busy (429 or 503); no request before then.
    Busy(DateTime<Utc>),
    /// The host wanted proof of a person; no request before then.
    Challenged(DateTime<Utc>),
    /// No request to it is allowed before then.
    TooEarly(DateTime<Utc>),
    /// Too many failures in a row.
    Failing,
    /// Its robots.txt cannot be fetched: nothing is allowed.
    RobotsUnreachable,
    /// Its address is private, or its port is not one that the web uses, and the settings do not allow it.
    AddressRefused,
    /// The host asks for a longer delay than we accept.
    CrawlDelay,
    /// It yielded to another host that waited.
    Yielded,
    /// The lease passed to another worker.
    LeaseLost,
    /// Its crawl failed on its own: the database refused what belongs to it, or the crawl panicked.
    Broken,
}

impl EndReason {
    /// Why the host is in cooldown, in a word that the store keeps with it; `None`: it is not.
    pub(crate) fn cooldown_reason(self) -> Option<&'static str> {
        Some(match self {
            Self::QuotaExhausted(_) => "rationed",
            Self::Busy(_) | Self::TooEarly(_) => "busy",
            Self::Challenged(_) => "blocked",
            Self::Failing => "failing",
            Self::RobotsUnreachable => "unreachable",
            Self::AddressRefused => "private",
            Self::CrawlDelay => "slow",
            Self::Broken => "broken",
            Self::Done | Self::Stopped | Self::Budget | Self::Yielded | Self::LeaseLost => {
                return None;
            }
        })
    }
}

/// The crawl of one host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostReport {
    /// Id of the site.
    pub site_id: String,
    /// The host, with its port where that is unusual.
    pub authority: String,
    /// Visits recorded, by outcome.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Pages stored, unchanged ones included.
    pub pages: u64,
    /// URLs found, known ones included.
    pub links: u64,
    /// Bytes received, decompressed.
    pub bytes: u64,
    /// The duration.
    pub duration: Duration,
    /// Why it ended.
    pub ended: EndReason,
    /// The same in detail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl HostReport {
    /// An empty report.
    pub(crate) fn new(site_id: &str, authority: &str) -> Self {
        Self {
            site_id: site_id.to_owned(),
            authority: authority.to_owned(),
            outcomes: BTreeMap::new(),
            pages: 0,
            links: 0,
            bytes: 0,
            duration: Duration::ZERO,
            ended: EndReason::Done,
            detail: None,
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CrawlReport {
    /// Hosts crawled, each as often as it was leased.
    #[serde(rename = "walks")]
    pub hosts: u64,
    /// Visits recorded, by outcome.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Pages stored, unchanged ones included.
    pub pages: u64,
    /// URLs found, known ones included.
    pub links: u64,
    /// Bytes received, decompressed.
    pub bytes: u64,
    /// Hosts whose crawl ended early, and why.
    pub left: Vec<(String, EndReason)>,
}

impl CrawlReport {
    /// Visits with this outcome.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.outcomes.get(&outcome).copied().unwrap_or_default()
    }

    /// Adds the results of a crawl that followed.
    pub fn merge(&mut self, later: Self) {
        self.hosts += later.hosts;
        for (outcome, count) in later.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
        self.pages += later.pages;
        self.links += later.links;
        self.bytes += later.bytes;
        self.left.extend(later.left);
    }

    pub(crate) fn add(&mut self, host: &HostReport) {
        self.hosts += 1;
        for (outcome, count) in &host.outcomes {
            *self.outcomes.entry(*outcome).or_default() += count;
        }
        self.pages += host.pages;
        self.links += host.links;
        self.bytes += host.bytes;
        if !matches!(host.ended, EndReason::Done | EndReason::Yielded) {
            self.left.push((host.authority.clone(), host.ended));
        }
    }
}
