//! The crawl of one leased host: its fixed parts and its progress.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::header::{self, HeaderMap};
use store::{Due, NewUrl, StoreError, UrlKind, Via};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::frontier::admit::Frontier;
use crate::http::retry_after::retry_after;
use crate::optout::FileOptOuts;
use crate::settings::Settings;
use crate::worker::group_commit::GroupCommit;
use crate::worker::host_cooldown::{FIRST_COOLDOWN, answered, busy_until};
use crate::worker::lease::LeaseGuard;
use crate::worker::limiter::PacedFetcher;
use crate::worker::redirects::Redirects;
use crate::worker::report::{CrawlEnded, EndReason, HostReport};
use crate::worker::robots::{HostRules, SchemeRules, fetch_scheme_rules, other_scheme};

/// State shared by the crawls of all hosts of a worker: the remaining requests, and the count of visits.
#[derive(Debug)]
pub(crate) struct WorkerState {
    left: AtomicU64,
    visits: Arc<AtomicU64>,
    /// Whether the plan's maximum of hosts is being crawled.
    saturated: AtomicBool,
}

impl WorkerState {
    pub(crate) fn new(pages: Option<u64>, visits: Arc<AtomicU64>) -> Self {
        Self {
            left: AtomicU64::new(pages.unwrap_or(u64::MAX)),
            visits,
            saturated: AtomicBool::new(false),
        }
    }

    /// Takes one request from the budget. `false` if it is used up.
    pub(crate) fn take_request(&self) -> bool {
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

/// The crawl of one leased host.
#[derive(Debug)]
pub(crate) struct HostCrawl {
    pub(crate) guard: Arc<LeaseGuard>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) requests: PacedFetcher,
    pub(crate) rules: HostRules,
    pub(crate) opt_outs: FileOptOuts,
    pub(crate) frontier: Frontier,
    /// Cancelled when the crawl of this host is over.
    pub(crate) stop: CancellationToken,
    pub(crate) worker: Arc<WorkerState>,
    pub(crate) group_commit: GroupCommit,
    pub(crate) started: Instant,
    /// Links to store with the next visit in addition to its own: the sitemaps in robots.txt.
    pub(crate) extra_links: Mutex<Vec<NewUrl>>,
    pub(crate) progress: Arc<Mutex<Progress>>,
    #[cfg(feature = "render")]
    pub(crate) renderer: Arc<crate::render::Renderer>,
    #[cfg(feature = "render")]
    pub(crate) renderings: crate::render::RenderCache,
}

/// The mutable state of the crawl of a host.
#[derive(Debug)]
pub(crate) struct Progress {
    pub(crate) report: HostReport,
    pub(crate) ended: Option<EndReason>,
    pub(crate) failure: Option<StoreError>,
    pub(crate) redirects: Redirects,
    pub(crate) failures_in_a_row: u32,
    /// Id of the last page that was unavailable (503), until another response.
    pub(crate) unavailable: Option<i64>,
    pub(crate) requests: u64,
    /// Sitemaps that may still be requested this night.
    pub(crate) sitemaps: u64,
}

impl Progress {
    pub(crate) fn new(report: HostReport) -> Self {
        Self {
            report,
            ended: None,
            failure: None,
            redirects: Redirects::default(),
            failures_in_a_row: 0,
            unavailable: None,
            requests: 0,
            sitemaps: 0,
        }
    }
}

impl HostCrawl {
    pub(crate) fn progress<T>(&self, use_it: impl FnOnce(&mut Progress) -> T) -> T {
        use_it(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The rules for a URL of this host, which are fetched at the first URL of the other scheme. `None`: the robots.txt of
    /// its scheme allows nothing at present.
    pub(crate) async fn rules_of(&self, url: &Url) -> Result<Option<&SchemeRules>, CrawlEnded> {
        if url.scheme() == self.rules.scheme {
            return Ok(Some(&self.rules.own));
        }
        let fetch = async || {
            let scheme = other_scheme(self.rules.scheme);
            let (guard, requests) = (&self.guard, &self.requests);
            match fetch_scheme_rules(guard, requests, &self.settings, scheme).await {
                Ok(Ok(found)) => return Ok(Some(found).filter(|found| !found.is_outdated)),
                Ok(Err(closed)) if closed.is_of_scheme() => return Ok(None),
                Ok(Err(closed)) => {
                    self.progress(|progress| progress.report.detail = closed.detail);
                    self.end(closed.ended);
                }
                Err(error) => self.fail(error),
            }
            Err(CrawlEnded)
        };
        Ok(self.rules.other.get_or_try_init(fetch).await?.as_ref())
    }

    /// Takes a sitemap from those that may be requested this night. `true` for everything else, and for the sitemaps of the seed.
    pub(crate) fn may_read_sitemap(&self, due: &Due) -> bool {
        let counts = matches!(due.kind, UrlKind::Sitemap | UrlKind::NewsSitemap);
        if !counts || due.via == Via::Seed {
            return true;
        }
        self.progress(|progress| {
            let left = progress.sitemaps.checked_sub(1);
            progress.sitemaps = left.unwrap_or(0);
            left.is_some()
        })
    }

    /// The database's time.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.guard.clock.now()
    }

    /// Ends the crawl of the host, also for requests that wait for a slot. The first reason is kept.
    pub(crate) fn end(&self, reason: EndReason) {
        self.progress(|progress| progress.ended = progress.ended.or(Some(reason)));
        self.stop.cancel();
    }

    /// Ends the crawl of the host because the database failed.
    pub(crate) fn fail(&self, error: StoreError) {
        self.progress(|progress| progress.failure.get_or_insert(error).to_string());
        self.end(EndReason::Stopped);
    }

    /// Ends the crawl of the host because the lease has passed to another worker.
    pub(crate) fn lose_lease(&self) {
        self.guard.mark_lost();
        self.end(EndReason::LeaseLost);
    }

    /// Whether the crawl of the host may continue: not stopped, lease still held, within its budgets.
    pub(crate) fn should_continue(&self) -> bool {
        if self.stop.is_cancelled() {
            self.end(EndReason::Stopped);
        } else if !self.guard.is_ours() {
            self.end(EndReason::LeaseLost);
        } else if self.started.elapsed() >= self.settings.max_visit || self.worker.is_spent() {
            self.end(EndReason::Budget);
        }
        self.progress(|progress| progress.ended.is_none())
    }

    /// Whether the host has used its share of time and another one is waiting: one of the same domain, which shares its
    /// request slots, or any host if this process crawls its maximum.
    pub(crate) async fn should_yield(&self) -> Result<bool, StoreError> {
        if self.started.elapsed() < self.settings.share {
            return Ok(false);
        }
        let store = &self.guard.store;
        Ok(store.sibling_host_due(&self.guard.lease).await?
            || self.worker.is_saturated() && store.any_host_due().await?)
    }

    /// Ends the crawl of a busy host. Returns when it may be requested again: at the time it names, or after a back-off if it
    /// names none. If it has failed before and has answered nothing since, the longer of the two applies.
    pub(crate) fn back_off_from_busy(&self, headers: &HeaderMap, failures: u32) -> DateTime<Utc> {
        let first = self.settings.revisit.failure;
        self.back_off(headers, failures, first, EndReason::Busy)
    }

    /// Ends the crawl of a host after a bot challenge. The back-off starts at [`FIRST_COOLDOWN`].
    pub(crate) fn back_off_from_challenge(
        &self,
        headers: &HeaderMap,
        failures: u32,
    ) -> DateTime<Utc> {
        self.back_off(headers, failures, FIRST_COOLDOWN, EndReason::Challenged)
    }

    fn back_off(
        &self,
        headers: &HeaderMap,
        failures: u32,
        first: Duration,
        reason: fn(DateTime<Utc>) -> EndReason,
    ) -> DateTime<Utc> {
        let now = self.now();
        let named = headers
            .get(header::RETRY_AFTER)
            .and_then(|value| retry_after(value.to_str().ok()?, now));
        let before = if self.progress(|progress| answered(&progress.report)) {
            0
        } else {
            u32::from(self.guard.lease.failures.unsigned_abs())
        };
        let until = busy_until(named, failures, before, first, now);
        self.requests.limiter.not_before(until);
        let until = self.requests.limiter.next();
        self.end(reason(until));
        until
    }
}
