//! The settings of a newsroom, and its state while it runs.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr},
    ops::Range,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};
use tokio::sync::watch;

use crate::server::log::Log;

/// The settings of a newsroom. The same settings always give the same pages.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Address to listen on: loopback, unless a test has its own network.
    pub address: IpAddr,
    /// TCP port; 0 picks a free one.
    pub port: u16,
    /// Seed of every text, number and choice.
    pub seed: u64,
    /// The newsroom's first day, just after its newest article.
    ///
    /// The default is three days before the clock, to the hour, so that three calls of
    /// [`Newsroom::advance`](crate::Newsroom::advance) stay in the past.
    pub now: DateTime<Utc>,
    /// Ordinary articles on each of the five sites on the first day, including agency copy.
    pub articles_per_site: usize,
    /// Whether some articles report the five events of `data/events.toml`, which fits sixteen articles on the first day.
    pub events: bool,
    /// Days over which these articles were published.
    pub days_of_articles: u32,
    /// Range from which the number of new articles is drawn, for each site and each day after the first.
    pub new_a_day: Range<usize>,
    /// `Crawl-delay` of one site (valley-observer).
    pub crawl_delay: Duration,
    /// Number of further hosts `bench-000.localhost`, `bench-001.localhost`… without traps, for benches.
    pub bench_hosts: usize,
    /// Pages on each of them, including the home page.
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
            events: false,
            days_of_articles: 12,
            new_a_day: 2..3,
            crawl_delay: Duration::from_millis(50),
            bench_hosts: 0,
            bench_pages: 5_001,
        }
    }
}

/// How a host responds, including its robots.txt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Fault {
    /// Normally.
    #[default]
    None,
    /// After a delay.
    Slow(Duration),
    /// With this status and a short error page.
    Fail(u16),
}

/// Settings, day, log, and what else responses depend on.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) settings: Settings,
    pub(crate) port: u16,
    pub(crate) log: Arc<Log>,
    day: AtomicU32,
    faults: Mutex<HashMap<String, Fault>>,
    stopped: watch::Sender<bool>,
}

impl State {
    pub(crate) fn new(mut settings: Settings, port: u16) -> Self {
        // Dates in headers have no fractions of a second.
        let minute = settings.now.duration_trunc(TimeDelta::minutes(1));
        settings.now = minute.unwrap_or(settings.now);
        Self {
            settings,
            port,
            log: Arc::default(),
            day: AtomicU32::new(0),
            faults: Mutex::default(),
            stopped: watch::Sender::new(false),
        }
    }

    /// Days since the start.
    pub(crate) fn day(&self) -> u32 {
        self.day.load(Ordering::SeqCst)
    }

    pub(crate) fn begin_next_day(&self) {
        self.day.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}.localhost:{}{path}", self.port)
    }

    pub(crate) fn set_fault(&self, host: &str, fault: Fault) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.insert(host.to_ascii_lowercase(), fault);
    }

    pub(crate) fn fault(&self, host: &str) -> Fault {
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.get(host).copied().unwrap_or_default()
    }

    pub(crate) fn stop(&self) {
        self.stopped.send_replace(true);
    }

    /// Becomes true when the newsroom stops.
    pub(crate) fn stopped(&self) -> watch::Receiver<bool> {
        self.stopped.subscribe()
    }
}
