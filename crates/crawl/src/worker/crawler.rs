//! A crawling worker: claims a host, crawls it and releases it.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::Utc;
use store::{Lease, Store};
use tokio_util::sync::CancellationToken;

use crate::BoxFuture;
use crate::discover::announced::of_robots;
use crate::discover::scope::Scope;
use crate::error::CrawlError;
use crate::frontier::admit::Frontier;
use crate::frontier::budgets::ArticlePrior;
use crate::frontier::seen::SeenCache;
use crate::http::fetch::Fetcher;
use crate::optout::OptOuts;
use crate::politeness::span;
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;
use crate::worker::clock::Moment;
use crate::worker::cooldown::Cooldown;
use crate::worker::fetch::PacedFetcher;
use crate::worker::host::{Allowance, HostCrawl, Progress};
use crate::worker::lease::{DATABASE_TIMEOUT, LeaseGuard};
use crate::worker::limiter::RateLimiter;
use crate::worker::opt_outs::fetch_opt_outs;
use crate::worker::recorder::Recorder;
use crate::worker::report::{Ended, HostReport};
use crate::worker::robots::fetch_rules;
use crate::worker::spider_loop::crawl_due;

/// The longest wait for the first request slot, where twice the delay is less.
const SHORT_WAIT: Duration = Duration::from_secs(10);

/// What a crawl is to do.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The worker's name, which the store keeps with each lease.
    pub worker: String,
    /// Hosts crawled at a time.
    pub hosts_at_once: usize,
    /// Ids of the sites to crawl; empty means all.
    pub only: Vec<String>,
    /// Bound on requests.
    pub max_pages: Option<u64>,
    /// Bound on the time.
    pub max_duration: Option<Duration>,
    /// How long to wait for a host that is not due yet, or leased by another worker, when nothing
    /// else is left to do: covers a `Retry-After`, and the lease of a worker that died.
    pub patience: Duration,
    /// Counts the visits recorded, so that a caller can show progress.
    pub visits: Arc<AtomicU64>,
    /// How likely an address is an article's, from 0 to 1: it orders links whose pattern is not known yet.
    pub article_prior: ArticlePrior,
}

impl Plan {
    /// All sites, 32 hosts at a time, until nothing has been due for two minutes.
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
        }
    }
}

/// One crawling worker: its connections, its settings and its name.
#[derive(Debug, Clone)]
pub struct Crawler {
    store: Store,
    settings: Arc<Settings>,
    fetcher: Fetcher,
    allowance: Arc<Allowance>,
    recorder: Recorder,
    seen: Arc<SeenCache>,
    article_prior: ArticlePrior,
}

impl Crawler {
    /// Checks the settings and builds the HTTP client. Of the plan it keeps what bounds and orders
    /// requests, and where visits are counted.
    pub fn new(store: &Store, settings: &Settings, plan: &Plan) -> Result<Self, CrawlError> {
        settings.check().map_err(CrawlError::Settings)?;
        let fetcher = Fetcher::new(settings)?;
        let allowance = Arc::new(Allowance::new(plan.max_pages, Arc::clone(&plan.visits)));
        let store = &store.bounded(DATABASE_TIMEOUT);
        Ok(Self {
            store: store.clone(),
            settings: Arc::new(settings.clone()),
            fetcher,
            allowance,
            recorder: Recorder::new(store),
            seen: Arc::default(),
            article_prior: plan.article_prior,
        })
    }

    pub(crate) fn set_saturated(&self, saturated: bool) {
        self.allowance.set_saturated(saturated);
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.allowance.is_spent()
    }

    /// Claims the host that has been due the longest, crawls it and releases it. `only` holds
    /// site ids; empty means all. `None`: no host is due.
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
                Some(claim) => self.crawl_host(claim, stop).await.map(Some),
                None => Ok(None),
            }
        })
    }

    /// Claims the host that has been due the longest.
    pub(crate) async fn claim(
        &self,
        worker: &str,
        only: &[String],
    ) -> Result<Option<LeaseGuard>, CrawlError> {
        let (asked, term) = (Moment::now(), self.settings.lease);
        let lease = self.store.claim_host(worker, term, only).await?;
        Ok(lease.map(|lease| LeaseGuard::new(self.store.clone(), lease, asked, term)))
    }

    /// Crawls a claimed host and releases it.
    pub(crate) async fn crawl_host(
        &self,
        guard: LeaseGuard,
        stop: &CancellationToken,
    ) -> Result<HostReport, CrawlError> {
        let started = Instant::now();
        let guard = Arc::new(guard);
        let heartbeat = guard.start_heartbeat();
        let crawled = self.crawl_leased(&guard, stop).await;
        drop(heartbeat);
        let mut report = match crawled {
            Ok(report) => report,
            Err(error) => {
                // Best effort: an expired lease is claimable anyway.
                if let Err(release) = self.store.release_host(&guard.lease, None).await {
                    tracing::debug!(host.name = guard.lease.authority, error = %release, "not released");
                }
                return Err(error);
            }
        };
        report.duration = started.elapsed();
        if report.ended != Ended::LeaseLost {
            let cooldown = Cooldown::after(&report, guard.lease.failures, guard.clock.now());
            self.store
                .settle_host(&guard.lease, cooldown.until, cooldown.failures)
                .await?;
        }
        tracing::info!(
            host.name = report.authority,
            site.id = report.site_id,
            visits = report.visits(),
            pages = report.pages,
            links = report.links,
            size_bytes = report.bytes,
            duration_ms = u64::try_from(report.duration.as_millis()).unwrap_or(u64::MAX),
            ended = ?report.ended,
            "crawled a host"
        );
        Ok(report)
    }

    async fn crawl_leased(
        &self,
        guard: &Arc<LeaseGuard>,
        stop: &CancellationToken,
    ) -> Result<HostReport, CrawlError> {
        let started = Instant::now();
        let lease = &guard.lease;
        let mut report = HostReport::blank(&lease.site_id, &lease.authority);
        // A long wait is for the host's row to remember, not for a worker to sit out.
        let resumes = lease.next_request_at;
        if resumes > guard.clock.now() + span((self.settings.delay * 2).max(SHORT_WAIT)) {
            report.ended = Ended::TooEarly(resumes);
            return Ok(report);
        }
        let stop = stop.child_token();
        let requests = PacedFetcher {
            fetcher: self.fetcher.for_visit(),
            limiter: RateLimiter::new(&self.settings, guard, &stop),
            timeout: self.settings.timeout,
        };
        let rules = match fetch_rules(guard, &requests, &self.settings).await? {
            Ok(rules) => rules,
            Err(ended) => {
                report.ended = ended;
                return Ok(report);
            }
        };
        let scope = Scope::new(&site_domain(lease), &self.settings, Utc::now());
        let frontier = Frontier::load(
            &self.store,
            lease,
            &scope.domain,
            self.settings.max_depth,
            &self.seen,
            self.article_prior,
        );
        let mut host = HostCrawl {
            guard: Arc::clone(guard),
            settings: Arc::clone(&self.settings),
            requests,
            frontier: frontier.await?,
            extra_links: Mutex::new(of_robots(&scope, rules.sitemaps())),
            rules,
            opt_outs: OptOuts::default(),
            stop,
            allowance: Arc::clone(&self.allowance),
            recorder: self.recorder.clone(),
            started,
            progress: Mutex::new(Progress::new(report)),
        };
        host.opt_outs = fetch_opt_outs(&host).await?;
        let host = Arc::new(host);
        crawl_due(&host).await?;
        Ok(host.progress(|progress| {
            progress.report.ended = progress.ended.unwrap_or(Ended::Done);
            progress.report.clone()
        }))
    }
}

/// The domain that links may lead to: the site's, also while a feed host of another domain is crawled.
fn site_domain(lease: &Lease) -> String {
    CanonicalUrl::parse(&lease.site.home)
        .map_or_else(|_| lease.domain.clone(), |home| home.domain())
}
