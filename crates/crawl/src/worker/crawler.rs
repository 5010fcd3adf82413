//! Claim a host, walk it, release it; and the loop that does so until nothing is due.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::Utc;
use store::{Lease, Store};
use tokio_util::sync::CancellationToken;

use crate::discover::{self, Scope};
use crate::error::CrawlError;
use crate::frontier::budgets::ArticlePrior;
use crate::frontier::filter::LinkFilter;
use crate::frontier::seen::SeenCache;
use crate::http::fetch::Fetcher;
use crate::optout::OptOuts;
use crate::robots::Rules;
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;
use crate::worker::clock::Moment;
use crate::worker::cooldown::Cooldown;
use crate::worker::host::{Allowance, Host, Progress};
use crate::worker::lease::LeaseGuard;
use crate::worker::limiter::RateLimiter;
use crate::worker::plan::Plan;
use crate::worker::politeness::span;
use crate::worker::recorder::Recorder;
use crate::worker::report::{Ended, WalkReport};
use crate::worker::walk::walk;

/// The longest wait for a first turn, beyond twice the delay.
const SHORT_WAIT: Duration = Duration::from_secs(10);
/// How long the database may take to answer, before it is asked again and at last given up.
pub(crate) const ANSWER: Duration = Duration::from_secs(30);

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
        let store = &store.bounded(ANSWER);
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

    /// Claims the host that has been due the longest, walks it and gives it back. `only` holds
    /// site ids; empty means all. `None`: no host is due.
    ///
    /// When `stop` is cancelled, the walk ends after the fetch in hand.
    pub async fn next(
        &self,
        worker: &str,
        only: &[String],
        stop: &CancellationToken,
    ) -> Result<Option<WalkReport>, CrawlError> {
        match self.claim(worker, only).await? {
            Some(claim) => self.visit(claim, stop).await.map(Some),
            None => Ok(None),
        }
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

    /// Walks a claimed host and gives it back.
    pub(crate) async fn visit(
        &self,
        guard: LeaseGuard,
        stop: &CancellationToken,
    ) -> Result<WalkReport, CrawlError> {
        let begun = Instant::now();
        let guard = Arc::new(guard);
        let heartbeat = guard.start_heartbeat();
        let walked = self.walk(&guard, stop).await;
        drop(heartbeat);
        let mut report = match walked {
            Ok(report) => report,
            Err(error) => {
                // Best effort: an expired lease is claimable anyway.
                if let Err(release) = self.store.release_host(&guard.lease, None).await {
                    tracing::debug!(host.name = guard.lease.authority, error = %release, "not released");
                }
                return Err(error);
            }
        };
        report.duration = begun.elapsed();
        if report.ended != Ended::LeaseLost {
            let rest = Cooldown::after(&report, guard.lease.failures, guard.clock.now());
            self.store
                .settle_host(&guard.lease, rest.until, rest.failures)
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
            "walked a host"
        );
        Ok(report)
    }

    async fn walk(
        &self,
        guard: &Arc<LeaseGuard>,
        stop: &CancellationToken,
    ) -> Result<WalkReport, CrawlError> {
        let begun = Instant::now();
        let lease = &guard.lease;
        let mut report = WalkReport::blank(&lease.site_id, &lease.authority);
        // A long wait is for the host's row to remember, not for a worker to sit out.
        let resumes = lease.next_request_at;
        if resumes > guard.clock.now() + span((self.settings.delay * 2).max(SHORT_WAIT)) {
            report.ended = Ended::TooEarly(resumes);
            return Ok(report);
        }
        let stop = stop.child_token();
        let fetcher = self.fetcher.for_visit();
        let limiter = RateLimiter::new(&fetcher, &self.settings, guard, &stop);
        let rules = match Rules::obtain(guard, &limiter, &self.settings).await? {
            Ok(rules) => rules,
            Err(ended) => {
                report.ended = ended;
                return Ok(report);
            }
        };
        let scope = Scope::new(&site_domain(lease), &self.settings, Utc::now());
        let filter =
            LinkFilter::load(&self.store, &guard.lease, &scope.domain, self.article_prior).await?;
        let extra_links = Mutex::new(discover::of_robots(&scope, rules.sitemaps()));
        let mut host = Host {
            guard: Arc::clone(guard),
            fetcher,
            settings: Arc::clone(&self.settings),
            limiter,
            rules,
            opt_outs: OptOuts::default(),
            domain: scope.domain,
            stop,
            allowance: Arc::clone(&self.allowance),
            recorder: self.recorder.clone(),
            seen: Arc::clone(&self.seen),
            begun,
            extra_links,
            progress: Mutex::new(Progress::new(report, filter)),
        };
        host.fetch_opt_outs().await?;
        let host = Arc::new(host);
        walk(&host).await?;
        Ok(host.progress(|progress| {
            progress.report.ended = progress.ended.unwrap_or(Ended::Done);
            progress.report.clone()
        }))
    }
}

/// The domain that links may lead to: the site's, also while a feed host of another domain is walked.
fn site_domain(lease: &Lease) -> String {
    CanonicalUrl::parse(&lease.site.home)
        .map_or_else(|_| lease.domain.clone(), |home| home.domain())
}
