//! How large, how old and how difficult the newsroom is.

use std::{
    net::{IpAddr, Ipv4Addr},
    time::Duration,
};

use chrono::{DateTime, DurationRound, TimeDelta, Utc};

/// What a newsroom is made from. The same settings always give the same pages.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Address to listen on; loopback, unless a test has a network of its own.
    pub address: IpAddr,
    /// TCP port; 0 picks a free one.
    pub port: u16,
    /// Seed of every text, number and choice.
    pub seed: u64,
    /// The newsroom's first day, just after its newest article.
    ///
    /// The default lies three days before the clock, to the hour, so that
    /// three calls of [`Newsroom::advance`](crate::Newsroom::advance) stay in the past.
    pub now: DateTime<Utc>,
    /// Ordinary articles on each of the five sites on the first day, wire copies included.
    pub articles_per_site: usize,
    /// Days over which these articles were published.
    pub days_of_articles: u32,
    /// `Crawl-delay` that one site (valley-observer) asks for.
    pub crawl_delay: Duration,
    /// `Retry-After` of the one page that answers 429 to its first request; whole seconds.
    pub retry_after: Duration,
    /// Time over which the slow page drips its body.
    pub slow_body: Duration,
    /// Further hosts `bench-000.localhost`, `bench-001.localhost`… without traps, for benches.
    pub bench_hosts: usize,
    /// Pages on each of them, the home page counted.
    pub bench_pages: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let clock = Utc::now();
        let hour = clock.duration_trunc(TimeDelta::hours(1)).unwrap_or(clock);
        Self {
            address: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            seed: 1,
            now: hour - TimeDelta::days(3),
            articles_per_site: 16,
            days_of_articles: 12,
            crawl_delay: Duration::from_millis(50),
            retry_after: Duration::from_secs(1),
            slow_body: Duration::from_millis(400),
            bench_hosts: 0,
            bench_pages: 5_001,
        }
    }
}
