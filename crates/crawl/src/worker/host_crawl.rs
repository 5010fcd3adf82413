//! The crawl of one leased host: its fixed parts and its progress.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::header::HeaderMap;
use store::{Due, FreshPage, NewUrl, Outcome, StoreError, UrlKind, Via, Visit};
use tokio::sync::mpsc::Sender;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::frontier::admit::Frontier;
use crate::frontier::refused::{RefusedPatterns, Turn};
use crate::http::response::Fetch;
use crate::http::retry_after::named_time;
use crate::locked;
use crate::optout::FileOptOuts;
use crate::politeness::span;
use crate::settings::Settings;
use crate::worker::group_commit::GroupCommit;
use crate::worker::host_cooldown::{FIRST_COOLDOWN, answered, busy_until};
use crate::worker::lease::LeaseGuard;
use crate::worker::limiter::{NotSent, PacedFetcher};
use crate::worker::redirects::Redirects;
use crate::worker::report::{CrawlEnded, EndReason, HostReport};
use crate::worker::robots::{HostRules, SchemeRules, fetch_scheme_rules, other_scheme};
use crate::worker::visit::{MAX_SITEMAPS, NIGHT};

/// Maximum time that a refused page may name for which no other URL is tried before.
const SHORT_WAIT: Duration = Duration::from_mins(1);

/// Maximum bytes of a body that is passed on; larger ones wait for the extraction after the crawl.
const MAX_FRESH_BYTES: usize = 1 << 20;

/// State shared by the crawls of all hosts of a worker: the remaining requests, and the count of visits.
#[derive(Debug)]
pub(crate) struct WorkerState {
    left: AtomicU64,
    visits: Arc<AtomicU64>,
    /// Whether the plan's maximum of hosts is being crawled.
    saturated: AtomicBool,
    /// The receiver of stored pages.
    fresh: Option<Sender<FreshPage>>,
}

impl WorkerState {
    pub(crate) fn new(
        pages: Option<u64>,
        visits: Arc<AtomicU64>,
        fresh: Option<Sender<FreshPage>>,
    ) -> Self {
        Self {
            left: AtomicU64::new(pages.unwrap_or(u64::MAX)),
            visits,
            saturated: AtomicBool::new(false),
            fresh,
        }
    }

    /// The page of a visit, to be passed on once it is stored. `None` if it is too large, or if no receiver has room for it.
    pub(crate) fn fresh(&self, host_id: i64, visit: &Visit) -> Option<FreshPage> {
        let page = visit.page.as_ref()?;
        let is_wanted = |fresh: &&Sender<FreshPage>| fresh.capacity() > 0 && !fresh.is_closed();
        self.fresh.as_ref().filter(is_wanted)?;
        (page.body.len() <= MAX_FRESH_BYTES).then(|| FreshPage {
            host_id,
            url_id: visit.url_id,
            fetched_at: visit.fetched_at,
            body: page.body.clone(),
        })
    }

    /// Passes on a page that was stored, if there is room.
    pub(crate) fn pass_on(&self, page: FreshPage) {
        if let Some(fresh) = &self.fresh {
            let _ = fresh.try_send(page);
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
#[derive(Debug, Default)]
pub(crate) struct Progress {
    pub(crate) report: HostReport,
    pub(crate) ended: Option<EndReason>,
    pub(crate) failure: Option<StoreError>,
    pub(crate) redirects: Redirects,
    pub(crate) failures_in_a_row: u32,
    /// Ids of the pages that were refused since another page was answered, and of the front pages, feeds and sitemaps that were.
    pub(crate) refused_pages: HashSet<i64>,
    pub(crate) refused_channels: HashSet<i64>,
    /// The patterns of URLs whose pages fail.
    pub(crate) refused_patterns: RefusedPatterns,
    /// Why the crawl ends if nothing is answered: the last refusal that is not of one page or channel alone.
    pub(crate) refusal: Option<EndReason>,
    pub(crate) requests: u64,
    /// Those of them that were for pages.
    pub(crate) page_requests: u64,
    /// Sitemaps that may still be requested this night. `None`: one more was wanted.
    pub(crate) sitemaps: Option<u64>,
    /// Whether a conditional request failed, perhaps because of its conditions.
    pub(crate) refuses_conditions: bool,
}

impl Progress {
    pub(crate) fn new(report: HostReport) -> Self {
        Self {
            report,
            sitemaps: Some(0),
            ..Self::default()
        }
    }
}

impl HostCrawl {
    pub(crate) fn progress<T>(&self, use_it: impl FnOnce(&mut Progress) -> T) -> T {
        use_it(&mut locked(&self.progress))
    }

    /// The rules for a URL of this host, which are fetched at the first URL of the other scheme, or why the robots.txt of its scheme
    /// allows nothing at present.
    pub(crate) async fn rules_of(
        &self,
        url: &Url,
    ) -> Result<Result<&SchemeRules, EndReason>, CrawlEnded> {
        if url.scheme() == self.rules.scheme {
            return Ok(Ok(&self.rules.own));
        }
        let fetch = async || {
            let scheme = other_scheme(self.rules.scheme);
            let (guard, requests) = (&self.guard, &self.requests);
            match fetch_scheme_rules(guard, requests, &self.settings, scheme).await {
                Ok(Ok(found)) if found.is_outdated => return Ok(Err(EndReason::RobotsUnreachable)),
                Ok(Ok(found)) => return Ok(Ok(found)),
                Ok(Err(closed)) if closed.is_of_scheme() => return Ok(Err(closed.ended)),
                Ok(Err(closed)) => {
                    self.progress(|progress| progress.report.detail = closed.detail);
                    self.end(closed.ended);
                }
                Err(error) => self.fail(error),
            }
            Err(CrawlEnded)
        };
        let other = self.rules.other.get_or_try_init(fetch).await?;
        Ok(other.as_ref().map_err(|why| *why))
    }

    /// When a URL comes, by [`RefusedPatterns::turn`].
    pub(crate) fn turn(&self, due: &Due) -> Turn {
        self.progress(|progress| progress.refused_patterns.turn(due))
    }

    /// Takes a sitemap from those that may be requested this night. `true` for everything else, and for the sitemaps of the seed.
    pub(crate) fn may_read_sitemap(&self, due: &Due) -> bool {
        let counts = matches!(due.kind, UrlKind::Sitemap | UrlKind::NewsSitemap);
        if !counts || due.via == Via::Seed {
            return true;
        }
        let left = self.progress(|progress| {
            let left = progress.sitemaps;
            progress.sitemaps = left.and_then(|left| left.checked_sub(1));
            left
        });
        if left == Some(0) {
            let lease = &self.guard.lease;
            tracing::warn!(
                host.name = lease.authority,
                site.id = lease.site_id,
                "{MAX_SITEMAPS} sitemaps of this host were requested tonight; the others wait (gleaner status --skipped {})",
                lease.site_id
            );
        }
        left > Some(0)
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

    /// What the database returned. If it failed, the crawl of the host ends.
    pub(crate) fn stored<T>(&self, result: Result<T, StoreError>) -> Result<T, CrawlEnded> {
        result.map_err(|error| {
            self.fail(error);
            CrawlEnded
        })
    }

    /// What a request returned. If it was not sent, the crawl of the host ends.
    pub(crate) fn sent<T>(&self, result: Result<T, NotSent>) -> Result<T, CrawlEnded> {
        match result {
            Ok(value) => return Ok(value),
            Err(NotSent::Stopped) => self.end(EndReason::Stopped),
            Err(NotSent::LeaseLost) => self.end(EndReason::LeaseLost),
            Err(NotSent::Store(error)) => self.fail(error),
        }
        Err(CrawlEnded)
    }

    /// Takes a request from the budgets of this crawl and of the worker. If one is used up, the crawl of the host ends.
    pub(crate) fn take_request(&self, is_for_page: bool) -> Result<(), CrawlEnded> {
        let within_visit = self.progress(|progress| {
            progress.requests += 1;
            progress.page_requests += u64::from(is_for_page);
            progress.requests <= self.settings.max_pages_per_visit
        });
        if within_visit && self.worker.take_request() {
            return Ok(());
        }
        self.end(if within_visit {
            EndReason::Budget
        } else {
            self.budget_exhausted()
        });
        Err(CrawlEnded)
    }

    /// Why a crawl of the host ends that has used up its own budget: the host rests until the next night, which continues. Otherwise it
    /// would be claimed again at once, and a night would not end at a site without end.
    fn budget_exhausted(&self) -> EndReason {
        let night = NIGHT.max(self.settings.max_visit + FIRST_COOLDOWN);
        EndReason::QuotaExhausted(self.guard.lease.claimed_at + span(night))
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
        } else if self.started.elapsed() >= self.settings.max_visit {
            self.end(self.budget_exhausted());
        } else if self.worker.is_spent() {
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

    /// The number of requests for front pages, feeds and sitemaps, minus that for pages.
    pub(crate) fn surplus_of_channels(&self) -> i64 {
        self.progress(|progress| {
            let requests = i64::try_from(progress.requests).unwrap_or(i64::MAX);
            requests - 2 * i64::try_from(progress.page_requests).unwrap_or(i64::MAX / 2)
        })
    }

    /// Why the crawl ends when nothing more is due: if nothing was answered, because of the last refusal.
    pub(crate) fn reason_when_done(&self) -> EndReason {
        self.progress(|progress| {
            let refusal = progress.refusal.filter(|_| !answered(&progress.report));
            refusal.unwrap_or(EndReason::Done)
        })
    }

    /// Counts a URL that was refused: 429, 503 or a bot challenge. Returns when it may be requested again: at the time that the host
    /// names, or after a back-off if it names none; the longer of both if the host has failed before and has answered nothing since.
    ///
    /// A refusal concerns the URL alone until two different pages in a row are refused, or two URLs of any kind before anything is
    /// answered: then the crawl of the host ends. It also ends for the time that a refused page names, if that is short. A URL other
    /// than the front page that is busy again and alone waits as after any failure.
    pub(crate) fn refuse(&self, due: &Due, fetch: &Fetch, failures: u32) -> Refusal {
        let now = self.now();
        let reason: fn(DateTime<Utc>) -> EndReason = match fetch.outcome {
            Outcome::Challenge => EndReason::Challenged,
            _ => EndReason::Busy,
        };
        let named = named_time(&fetch.headers, now);
        let of_page = due.kind == UrlKind::Page;
        let until = self.busy_until(fetch.outcome, named, failures, now);
        let ends = self.progress(|progress| {
            let refused = if of_page {
                &mut progress.refused_pages
            } else {
                &mut progress.refused_channels
            };
            refused.insert(due.url_id);
            let (pages, channels) = (
                progress.refused_pages.len(),
                progress.refused_channels.len(),
            );
            if pages + channels >= 2 || due.kind == UrlKind::Home {
                progress.refusal = Some(reason(until));
            }
            let is_silent = !answered(&progress.report);
            let is_brief = of_page && named.is_some_and(|named| named <= now + span(SHORT_WAIT));
            is_brief || pages >= 2 || is_silent && pages + channels >= 2
        });
        if ends {
            Refusal::OfHost(self.rest(until, reason))
        } else {
            let is_again = failures > 1 && due.kind != UrlKind::Home;
            let as_usual = is_again && named.is_none() && fetch.outcome == Outcome::Busy;
            Refusal::OfUrl((!as_usual).then_some(until))
        }
    }

    /// Ends the crawl of a busy host, whose answer concerns no URL of the frontier.
    pub(crate) fn back_off_from_busy(&self, headers: &HeaderMap, failures: u32) {
        let now = self.now();
        let until = self.busy_until(Outcome::Busy, named_time(headers, now), failures, now);
        self.rest(until, EndReason::Busy);
    }

    /// When a refused URL may be requested again. The former failures of the host count if it has answered nothing.
    fn busy_until(
        &self,
        outcome: Outcome,
        named: Option<DateTime<Utc>>,
        failures: u32,
        now: DateTime<Utc>,
    ) -> DateTime<Utc> {
        let before = if self.progress(|progress| answered(&progress.report)) {
            0
        } else {
            u32::from(self.guard.lease.failures.unsigned_abs())
        };
        let failure = self.settings.revisit.failure;
        busy_until(outcome, named, failures, before, failure, now)
    }

    /// Ends the crawl of the host. Returns until when no request to it is made.
    fn rest(&self, until: DateTime<Utc>, reason: fn(DateTime<Utc>) -> EndReason) -> DateTime<Utc> {
        self.requests.limiter.not_before(until);
        let until = self.requests.limiter.next();
        self.end(reason(until));
        until
    }
}

/// What a refusal concerns, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The URL alone. `None`: as long as after any failure.
    OfUrl(Option<DateTime<Utc>>),
    /// The host, whose crawl has ended.
    OfHost(DateTime<Utc>),
}
