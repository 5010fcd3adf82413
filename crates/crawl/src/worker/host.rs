//! A leased host in the course of a walk: what stays the same, and what changes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use store::{NewUrl, StoreError};
use tokio_util::sync::CancellationToken;

use crate::frontier::filter::LinkFilter;
use crate::frontier::rations::Rations;
use crate::frontier::seen::SeenCache;
use crate::http::fetch::Fetcher;
use crate::optout::OptOuts;
use crate::robots::Rules;
use crate::settings::Settings;
use crate::worker::lease::LeaseGuard;
use crate::worker::limiter::RateLimiter;
use crate::worker::recorder::Recorder;
use crate::worker::redirects::Redirects;
use crate::worker::report::{Ended, WalkReport};

/// What all walks of a crawl share: the pages that may still be asked for, and the visits recorded.
#[derive(Debug)]
pub(crate) struct Allowance {
    left: AtomicU64,
    visits: Arc<AtomicU64>,
    /// Whether as many hosts are walked as may be.
    saturated: AtomicBool,
}

impl Allowance {
    pub(crate) fn new(pages: Option<u64>, visits: Arc<AtomicU64>) -> Self {
        Self {
            left: AtomicU64::new(pages.unwrap_or(u64::MAX)),
            visits,
            saturated: AtomicBool::new(false),
        }
    }

    pub(crate) fn take(&self) -> bool {
        self.left
            .try_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            })
            .is_ok()
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }

    pub(crate) fn set_saturated(&self, saturated: bool) {
        self.saturated.store(saturated, Ordering::Relaxed);
    }

    pub(crate) fn is_saturated(&self) -> bool {
        self.saturated.load(Ordering::Relaxed)
    }

    pub(crate) fn visited(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }
}

/// A leased host in the course of a walk.
#[derive(Debug)]
pub(crate) struct Host {
    pub(crate) guard: Arc<LeaseGuard>,
    pub(crate) fetcher: Fetcher,
    pub(crate) settings: Arc<Settings>,
    pub(crate) rules: Rules,
    pub(crate) opt_outs: OptOuts,
    pub(crate) limiter: RateLimiter,
    pub(crate) domain: String,
    /// Of this walk alone.
    pub(crate) stop: CancellationToken,
    pub(crate) allowance: Arc<Allowance>,
    pub(crate) recorder: Recorder,
    pub(crate) seen: Arc<SeenCache>,
    pub(crate) begun: Instant,
    /// What the next record takes along besides its own links: the sitemaps of robots.txt.
    pub(crate) extra_links: Mutex<Vec<NewUrl>>,
    pub(crate) progress: Mutex<Progress>,
}

/// What changes in the course of a walk.
#[derive(Debug)]
pub(crate) struct Progress {
    pub(crate) report: WalkReport,
    pub(crate) ended: Option<Ended>,
    pub(crate) failure: Option<StoreError>,
    pub(crate) filter: LinkFilter,
    pub(crate) rations: Rations,
    pub(crate) redirects: Redirects,
    /// Failures in a row.
    pub(crate) strikes: u32,
    pub(crate) requests: u64,
}

impl Progress {
    pub(crate) fn new(report: WalkReport, filter: LinkFilter) -> Self {
        Self {
            report,
            ended: None,
            failure: None,
            filter,
            rations: Rations::default(),
            redirects: Redirects::default(),
            strikes: 0,
            requests: 0,
        }
    }
}

impl Host {
    pub(crate) fn progress<T>(&self, use_it: impl FnOnce(&mut Progress) -> T) -> T {
        use_it(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Ends the walk, also for those who wait for a turn; the first reason stands.
    pub(crate) fn end(&self, reason: Ended) {
        self.progress(|progress| progress.ended = progress.ended.or(Some(reason)));
        self.stop.cancel();
    }

    /// Whether the walk may go on: not stopped, still ours, within its budgets.
    pub(crate) fn goes_on(&self) -> bool {
        if self.stop.is_cancelled() {
            self.end(Ended::Stopped);
        } else if !self.guard.is_ours() {
            self.end(Ended::LeaseLost);
        } else if self.begun.elapsed() >= self.settings.max_visit || self.allowance.is_spent() {
            self.end(Ended::Budget);
        }
        self.progress(|progress| progress.ended.is_none())
    }
}
