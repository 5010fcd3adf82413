//! What the crawl of a host, and of many hosts, came to.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::Outcome;

/// Why the crawl of a host ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Ended {
    /// Nothing more was due.
    Done,
    /// It was asked to stop.
    Stopped,
    /// A budget of pages or time was used up.
    Budget,
    /// The site's quota is used up until then.
    Rationed(DateTime<Utc>),
    /// The host asked to be left alone until then (429 or 503).
    Busy(DateTime<Utc>),
    /// No request to it is allowed before then.
    TooEarly(DateTime<Utc>),
    /// Too many failures in a row.
    Failing,
    /// Its robots.txt cannot be fetched: nothing is allowed.
    RobotsUnreachable,
    /// The host asks for a longer delay than we accept.
    CrawlDelay,
    /// It yielded to another host that waits.
    Yielded,
    /// The lease passed to another worker.
    LeaseLost,
}

/// One visit to one host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostReport {
    /// Id of the site.
    pub site_id: String,
    /// The host, with its port where that is unusual.
    pub authority: String,
    /// Visits recorded, by outcome.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Pages stored; such as came back unchanged among them.
    pub pages: u64,
    /// Addresses found, known ones among them.
    pub links: u64,
    /// Bytes received, decompressed.
    pub bytes: u64,
    /// How long it took.
    pub duration: Duration,
    /// Why it ended.
    pub ended: Ended,
}

impl HostReport {
    /// Before anything was done.
    pub(crate) fn blank(site_id: &str, authority: &str) -> Self {
        Self {
            site_id: site_id.to_owned(),
            authority: authority.to_owned(),
            outcomes: BTreeMap::new(),
            pages: 0,
            links: 0,
            bytes: 0,
            duration: Duration::ZERO,
            ended: Ended::Done,
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

/// All visits of one `crawl`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CrawlReport {
    /// Hosts crawled, each as often as it was leased.
    #[serde(rename = "walks")]
    pub hosts: u64,
    /// Visits recorded, by outcome.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Pages stored; such as came back unchanged among them.
    pub pages: u64,
    /// Addresses found, known ones among them.
    pub links: u64,
    /// Bytes received, decompressed.
    pub bytes: u64,
    /// Hosts that were left before their work was done, and why.
    pub left: Vec<(String, Ended)>,
}

impl CrawlReport {
    /// Visits with this outcome.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.outcomes.get(&outcome).copied().unwrap_or_default()
    }

    pub(crate) fn add(&mut self, host: &HostReport) {
        self.hosts += 1;
        for (outcome, count) in &host.outcomes {
            *self.outcomes.entry(*outcome).or_default() += count;
        }
        self.pages += host.pages;
        self.links += host.links;
        self.bytes += host.bytes;
        if !matches!(host.ended, Ended::Done | Ended::Yielded) {
            self.left.push((host.authority.clone(), host.ended));
        }
    }
}
