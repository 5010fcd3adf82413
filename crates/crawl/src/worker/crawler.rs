//! A crawl worker: claims a host, crawls it and releases it.

use std::fmt::Display;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use store::{CooldownReason, FreshPage, Lease, Store, Via};
use tokio::sync::mpsc::Sender;
use tokio_util::sync::CancellationToken;

use crate::discover::feed_links::of_robots;
use crate::discover::scope::Scope;
use crate::frontier::admit::Frontier;
use crate::frontier::budgets::ArticlePrior;
use crate::frontier::seen::CurrentCache;
use crate::frontier::traps::TrapDetector;
use crate::http::fetch::Fetcher;
use crate::locked;
use crate::optout::FileOptOuts;
use crate::politeness::span;
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;
use crate::worker::clock::BootInstant;
use crate::worker::group_commit::GroupCommit;
use crate::worker::host_cooldown::Cooldown;
use crate::worker::host_crawl::{HostCrawl, Progress, WorkerState};
use crate::worker::lease::{DATABASE_TIMEOUT, LeaseGuard};
use crate::worker::limiter::{PacedFetcher, RateLimiter};
use crate::worker::opt_outs::fetch_opt_outs;
use crate::worker::report::{EndReason, HostReport};
use crate::worker::robots::fetch_rules;
use crate::worker::spider_loop::crawl_due;
use crate::worker::visit::{MAX_SITEMAPS, NIGHT};
use crate::{BoxFuture, CrawlError};

/// Maximum wait for the first request slot, unless twice the delay is longer.
const MAX_FIRST_WAIT: Duration = Duration::from_secs(10);

/// What to crawl, and within which bounds.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The worker's name, which is stored with each lease.
    pub worker: String,
    /// Maximum hosts crawled at a time.
    pub hosts_at_once: usize,
    /// Ids of the sites to crawl. Empty: all sites.
    pub only: Vec<String>,
    /// Maximum requests.
    pub max_pages: Option<u64>,
    /// Maximum duration.
    pub max_duration: Option<Duration>,
    /// How long to wait for a host that is not yet due, or leased by another worker, when there is nothing else to do. It covers
    /// a `Retry-After`, and the lease of a worker that died.
    pub patience: Duration,
    /// Counter of recorded visits, which lets the caller show progress.
    pub visits: Arc<AtomicU64>,
    /// The probability that a URL is that of an article. It ranks links whose pattern is not known yet.
    pub article_prior: ArticlePrior,
    /// Receives each page right after it is stored, with its body. A page for which it has no room is stored all the same.
    pub fresh: Option<Sender<FreshPage>>,
}

impl Plan {
    /// A plan for all sites, 32 hosts at a time, until nothing is due within two minutes.
    pub fn new(worker: &str) -> Self {
        Self {
            worker: worker.to_owned(),
            hosts_at_once: 32,
            only: Vec::new(),
            max_pages: None,
            max_duration: None,
            patience: Duration::from_mins(2),
            visits: Arc::default(),
            article_prior: |_| 0.5,
            fresh: None,
        }
    }
}

/// A crawl worker with its connections and settings.
#[derive(Debug, Clone)]
pub struct Crawler {
    pub(super) store: Store,
    pub(super) settings: Arc<Settings>,
    fetcher: Fetcher,
    pub(super) worker: Arc<WorkerState>,
    group_commit: GroupCommit,
    seen: Arc<CurrentCache>,
    trap_detector: Arc<TrapDetector>,
    article_prior: ArticlePrior,
    #[cfg(feature = "render")]
    renderer: Arc<crate::render::Renderer>,
}

impl Crawler {
    /// Checks the settings and creates the HTTP client. Of the plan it keeps the request budget, the article prior, the
    /// counter of visits and the receiver of pages.
    pub fn new(store: &Store, settings: &Settings, plan: &Plan) -> Result<Self, CrawlError> {
        settings.check().map_err(CrawlError::Settings)?;
        let fetcher = Fetcher::new(settings)?;
        let (visits, fresh) = (Arc::clone(&plan.visits), plan.fresh.clone());
        let worker = Arc::new(WorkerState::new(plan.max_pages, visits, fresh));
        let store = &store.bounded(DATABASE_TIMEOUT);
        Ok(Self {
            store: store.clone(),
            settings: Arc::new(settings.clone()),
            fetcher,
            worker,
            group_commit: GroupCommit::new(store),
            seen: Arc::default(),
            trap_detector: Arc::default(),
            article_prior: plan.article_prior,
            #[cfg(feature = "render")]
            renderer: Arc::new(crate::render::Renderer::new(settings)?),
        })
    }

    /// Claims the host that has been due the longest, crawls it and releases it. `only` contains site ids; empty means all.
    /// `None` if no host is due.
    ///
    /// When `stop` is cancelled, the crawl of the host ends after the current fetch.
    pub fn next<'a>(
        &'a self,
        worker: &'a str,
        only: &'a [String],
        stop: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Option<HostReport>, CrawlError>> {
        Box::pin(async move {
            match self.claim(worker, only).await? {
                Some(claim) => Box::pin(self.crawl_host(claim, stop)).await.map(Some),
                None => Ok(None),
            }
        })
    }

    /// Claims the host that has been due the longest.
    pub(super) async fn claim(
        &self,
        worker: &str,
        only: &[String],
    ) -> Result<Option<LeaseGuard>, CrawlError> {
        // a newer program may have migrated the database in the meantime
        self.store.check_schema().await?;
        let (requested_at, term) = (BootInstant::now(), self.settings.lease);
        let lease = self.store.claim_host(worker, term, only).await?;
        Ok(lease.map(|lease| LeaseGuard::new(self.store.clone(), lease, requested_at, term)))
    }

    pub(super) async fn crawl_host(
        &self,
        guard: LeaseGuard,
        stop: &CancellationToken,
    ) -> Result<HostReport, CrawlError> {
        let started = Instant::now();
        let guard = Arc::new(guard);
        let heartbeat = guard.start_heartbeat();
        let report = HostReport::new(&guard.lease.site_id, &guard.lease.authority);
        let progress = Arc::new(Mutex::new(Progress::new(report)));
        let crawled = AssertUnwindSafe(self.crawl_leased(&guard, &progress, stop));
        let crawled = crawled.catch_unwind().await;
        drop(heartbeat);
        let report = match crawled {
            Ok(Ok(report)) => report,
            // The failure of one host does not end the crawl of the others.
            Ok(Err(CrawlError::Store(error))) if error.is_value_error() => {
                broken(&progress, &error)
            }
            Err(_) => broken(&progress, &"the crawl panicked"),
            Ok(Err(error)) => {
                // Best effort: an expired lease can be claimed anyway.
                if let Err(release) = self.store.release_host(&guard.lease, None).await {
                    tracing::debug!(host.name = guard.lease.authority, error = %release, "the host was not released");
                }
                return Err(error);
            }
        };
        if report.ended != EndReason::LeaseLost {
            let (before, failure) = (guard.lease.failures, self.settings.revisit.failure);
            let cooldown = Cooldown::after(&report, before, failure, guard.clock.now());
            let reason = report.ended.cooldown_reason();
            let reason = reason.map(|reason| CooldownReason {
                reason,
                detail: report.detail.clone(),
            });
            let (until, failures) = (cooldown.until, cooldown.failures);
            self.store
                .release_crawled_host(&guard.lease, until, failures, reason.as_ref())
                .await?;
        }
        tracing::info!(
            host.name = report.authority,
            site.id = report.site_id,
            visits = report.visits(),
            pages = report.pages,
            links = report.links,
            size_bytes = report.bytes,
            duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            ended = report.ended.as_str(),
            "crawled a host"
        );
        Ok(report)
    }

    async fn crawl_leased(
        &self,
        guard: &Arc<LeaseGuard>,
        progress: &Arc<Mutex<Progress>>,
        stop: &CancellationToken,
    ) -> Result<HostReport, CrawlError> {
        let started = Instant::now();
        let lease = &guard.lease;
        let mut report = HostReport::new(&lease.site_id, &lease.authority);
        // A long wait is stored with the host; no worker waits that long.
        let resumes = lease.next_request_at;
        if resumes > guard.clock.now() + span((self.settings.delay * 2).max(MAX_FIRST_WAIT)) {
            report.ended = EndReason::TooEarly(resumes);
            return Ok(report);
        }
        let stop = stop.child_token();
        let requests = PacedFetcher {
            fetcher: self.fetcher.for_host(),
            limiter: RateLimiter::new(&self.settings, Some(guard), &stop),
            timeout: self.settings.timeout,
        };
        let rules = match fetch_rules(guard, &requests, &self.settings).await? {
            Ok(rules) => rules,
            Err(closed) => {
                report.ended = closed.ended;
                report.detail = closed.detail;
                return Ok(report);
            }
        };
        let mut scope = Scope::new(&site_domain(lease), &self.settings, guard.clock.now());
        let robots = format!("{}://{}/robots.txt", lease.scheme, lease.authority);
        let robots = CanonicalUrl::parse(&robots).ok();
        // A host of other sites' feeds names its own sitemaps.
        scope.may_name_elsewhere = robots.as_ref().is_some_and(|robots| scope.has(robots));
        let frontier = Frontier::load(
            &self.store,
            lease,
            &scope.domain,
            self.settings.max_depth,
            self.seen.as_of(lease.url_deletions),
            self.article_prior,
            &self.trap_detector,
        );
        let frontier = frontier.await?;
        let robots = robots.iter().map(CanonicalUrl::as_url);
        let sitemaps = robots.flat_map(|robots| rules.own.rules.sitemaps(robots));
        let mut of_robots = of_robots(&scope, sitemaps);
        frontier.name_elsewhere(None, &[], &mut of_robots).await?;
        let named = frontier.mark_named_channels(&of_robots, Some(Via::Sitemap), scope.now);
        named.await?;
        let mut host = HostCrawl {
            guard: Arc::clone(guard),
            settings: Arc::clone(&self.settings),
            requests,
            frontier,
            extra_links: Mutex::new(of_robots),
            rules,
            opt_outs: FileOptOuts::default(),
            stop,
            worker: Arc::clone(&self.worker),
            group_commit: self.group_commit.clone(),
            started,
            progress: Arc::clone(progress),
            #[cfg(feature = "render")]
            renderer: Arc::clone(&self.renderer),
            #[cfg(feature = "render")]
            renderings: crate::render::RenderCache::default(),
        };
        let read = self.store.sitemaps_read(lease, NIGHT).await?;
        host.progress(|progress| progress.sitemaps = Some(MAX_SITEMAPS.saturating_sub(read)));
        let files = fetch_opt_outs(&host).await?;
        host.opt_outs = FileOptOuts::parse(&files, &self.settings.product);
        let host = Arc::new(host);
        crawl_due(&host).await?;
        Ok(host.progress(|progress| {
            progress.report.ended = progress.ended.unwrap_or(EndReason::Done);
            progress.report.clone()
        }))
    }
}

/// The report of a host whose crawl alone failed, with the visits before. Its cooldown is longer each time.
fn broken(progress: &Mutex<Progress>, error: &dyn Display) -> HostReport {
    let progress = locked(progress);
    let report = HostReport {
        ended: EndReason::Broken,
        detail: None,
        ..progress.report.clone()
    };
    tracing::error!(host.name = report.authority, site.id = report.site_id, %error, "the crawl of this host failed; the others continue");
    report
}

/// The domain to which links may lead: that of the site, even while a feed host of another domain is crawled.
fn site_domain(lease: &Lease) -> String {
    CanonicalUrl::parse(&lease.site.home)
        .map_or_else(|_| lease.domain.clone(), |home| home.domain())
}

#[cfg(test)]
mod tests;
