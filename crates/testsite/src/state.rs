//! What the newsroom remembers while it runs.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use chrono::{DurationRound, TimeDelta};
use tokio::sync::watch;

use crate::{article::Brief, desk::Desk, log::Log, settings::Settings, site::SITES};

/// What [`Newsroom::advance`](crate::Newsroom::advance) changed, as URLs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Articles published on the new day.
    pub new: Vec<String>,
    /// Articles whose text changed.
    pub updated: Vec<String>,
    /// Articles that answer 410 from now on.
    pub withdrawn: Vec<String>,
    /// Articles that answer 301 from now on: old URL, new URL.
    pub moved: Vec<(String, String)>,
}

/// How a host answers. The robots.txt of the host is meant too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Disturbance {
    /// As it should.
    #[default]
    None,
    /// After a wait.
    Slow(Duration),
    /// With this status and a short page of apology, whatever was asked.
    Fail(u16),
    /// With the announcement of a long body that breaks off.
    BreakOff,
}

/// Settings, day, log and the little that answers depend on besides.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) settings: Settings,
    pub(crate) port: u16,
    pub(crate) log: Log,
    day: AtomicU32,
    asked_once: Mutex<HashSet<String>>,
    disturbances: Mutex<HashMap<String, Disturbance>>,
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
            log: Log::default(),
            day: AtomicU32::new(0),
            asked_once: Mutex::default(),
            disturbances: Mutex::default(),
            stopped: watch::Sender::new(false),
        }
    }

    /// Days since the start.
    pub(crate) fn day(&self) -> u32 {
        self.day.load(Ordering::SeqCst)
    }

    pub(crate) fn url(&self, site: &str, path: &str) -> String {
        format!("http://{site}.localhost:{}{path}", self.port)
    }

    pub(crate) fn advance(&self) -> Changes {
        self.day.fetch_add(1, Ordering::SeqCst);
        let mut changes = Changes::default();
        for site in SITES {
            let desk = Desk::new(self, site);
            let Some(day) = desk.edition.days.last() else {
                continue;
            };
            let brief = |number: &usize| desk.brief(*number);
            let url = |brief: Brief| desk.url(&brief.path);
            let new: Vec<_> = day.new.clone().collect();
            changes.new.extend(new.iter().filter_map(brief).map(url));
            changes
                .updated
                .extend(day.updated.iter().filter_map(brief).map(url));
            changes
                .withdrawn
                .extend(day.withdrawn.iter().filter_map(brief).map(url));
            changes.moved.extend(
                day.moved
                    .iter()
                    .filter_map(brief)
                    .map(|brief| (desk.url(&brief.first_path(site)), desk.url(&brief.path))),
            );
        }
        changes
    }

    /// Whether this is the first call with `url`.
    pub(crate) fn first_request(&self, url: &str) -> bool {
        self.asked_once
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(url.to_owned())
    }

    pub(crate) fn disturb(&self, host: &str, disturbance: Disturbance) {
        self.disturbances
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(host.to_ascii_lowercase(), disturbance);
    }

    pub(crate) fn disturbance(&self, host: &str) -> Disturbance {
        self.disturbances
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(host)
            .copied()
            .unwrap_or_default()
    }

    pub(crate) fn stop(&self) {
        self.stopped.send_replace(true);
    }

    /// Turns true when the newsroom stops.
    pub(crate) fn stopped(&self) -> watch::Receiver<bool> {
        self.stopped.subscribe()
    }
}
