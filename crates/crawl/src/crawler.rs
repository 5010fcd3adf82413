//! Claim a host, walk it, release it; and the loop that does so until nothing is due.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use store::{Lease, RobotsTxt, Store, StoreError};
use tokio_util::sync::CancellationToken;

use crate::canonical::CanonicalUrl;
use crate::discover::{self, Scope};
use crate::error::CrawlError;
use crate::fetch::Fetcher;
use crate::host::{Allowance, Host, Progress};
use crate::lease::Hold;
use crate::politeness::{Pace, delay, span};
use crate::report::{Ended, WalkReport};
use crate::robots::{self, Asked, Rules};
use crate::settings::Settings;
use crate::walk::walk;

/// How long a host rests whose robots.txt cannot be had, or that failed throughout.
const REST: Duration = Duration::from_hours(1);
/// The longest wait for a first turn, beyond twice the delay.
const SHORT_WAIT: Duration = Duration::from_secs(10);
/// How long a host rests that asks for too long a delay.
const LONG_REST: Duration = Duration::from_hours(24);

/// One crawling worker: its connections, its settings and its name.
#[derive(Debug, Clone)]
pub struct Crawler {
    store: Store,
    settings: Arc<Settings>,
    fetcher: Fetcher,
    allowance: Arc<Allowance>,
}

impl Crawler {
    /// Checks the settings and readies the HTTP client. `max_pages` bounds the requests of all
    /// walks together.
    pub fn new(
        store: &Store,
        settings: &Settings,
        max_pages: Option<u64>,
    ) -> Result<Self, CrawlError> {
        Self::counting(store, settings, max_pages, Arc::default())
    }

    /// The same, adding each visit to `visits` as it is recorded.
    pub(crate) fn counting(
        store: &Store,
        settings: &Settings,
        max_pages: Option<u64>,
        visits: Arc<AtomicU64>,
    ) -> Result<Self, CrawlError> {
        settings.check().map_err(CrawlError::Settings)?;
        let fetcher = Fetcher::new(settings)?;
        let allowance = Arc::new(Allowance::new(max_pages, visits));
        Ok(Self {
            store: store.clone(),
            settings: Arc::new(settings.clone()),
            fetcher,
            allowance,
        })
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
    ) -> Result<Option<Hold>, CrawlError> {
        let (asked, term) = (Instant::now(), self.settings.lease);
        let lease = self.store.claim_host(worker, term, only).await?;
        Ok(lease.map(|lease| Hold::new(self.store.clone(), lease, asked, term)))
    }

    /// Walks a claimed host and gives it back.
    pub(crate) async fn visit(
        &self,
        hold: Hold,
        stop: &CancellationToken,
    ) -> Result<WalkReport, CrawlError> {
        let begun = Instant::now();
        let hold = Arc::new(hold);
        let heartbeat = hold.keep();
        let walked = self.walk(&hold, stop).await;
        drop(heartbeat);
        let mut report = match walked {
            Ok(report) => report,
            Err(error) => {
                // Best effort: an expired lease is claimable anyway.
                if let Err(release) = self.store.release_host(&hold.lease, None).await {
                    tracing::debug!(host.name = hold.lease.authority, error = %release, "not released");
                }
                return Err(error);
            }
        };
        report.duration = begun.elapsed();
        if report.ended != Ended::LeaseLost {
            self.store
                .release_host(&hold.lease, rest(report.ended))
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
        hold: &Arc<Hold>,
        stop: &CancellationToken,
    ) -> Result<WalkReport, CrawlError> {
        let begun = Instant::now();
        let mut report = blank(&hold.lease);
        // A long wait is for the host's row to remember, not for a worker to sit out.
        let resumes = hold.lease.next_request_at;
        if resumes > Utc::now() + span((self.settings.delay * 2).max(SHORT_WAIT)) {
            report.ended = Ended::Busy(resumes);
            return Ok(report);
        }
        let first = Pace::new(self.settings.delay, hold.lease.next_request_at);
        let rules = match self.rules(hold, &first, stop).await? {
            Ok(rules) => rules,
            Err(ended) => {
                report.ended = ended;
                return Ok(report);
            }
        };
        let Some(delay) = delay(
            self.settings.delay,
            rules.crawl_delay(),
            self.settings.max_crawl_delay,
        ) else {
            report.ended = Ended::CrawlDelay;
            return Ok(report);
        };
        // A worker that dies in mid-walk is replaced when its lease runs out. So that the next one
        // keeps the pace even then, no lease is shorter than a request and the delay after it.
        if !hold.lengthen(delay * 2 + self.settings.timeout).await? {
            report.ended = Ended::LeaseLost;
            return Ok(report);
        }
        let scope = Scope::new(&site_domain(&hold.lease), &self.settings, Utc::now());
        let extra_links = Mutex::new(discover::of_robots(&scope, rules.sitemaps()));
        let host = Arc::new(Host {
            hold: Arc::clone(hold),
            fetcher: self.fetcher.clone(),
            settings: Arc::clone(&self.settings),
            pace: Pace::new(delay, first.next().await),
            rules,
            domain: scope.domain,
            stop: stop.clone(),
            allowance: Arc::clone(&self.allowance),
            begun,
            extra_links,
            progress: Mutex::new(Progress::new(report)),
        });
        walk(&host).await?;
        Ok(host.progress(|progress| {
            progress.report.ended = progress.ended.unwrap_or(Ended::Done);
            progress.report.clone()
        }))
    }

    /// The host's rules: those of the store if they are fresh, else its own, asked for at its pace.
    async fn rules(
        &self,
        hold: &Hold,
        pace: &Pace,
        stop: &CancellationToken,
    ) -> Result<Result<Rules, Ended>, CrawlError> {
        let lease = &hold.lease;
        let known = lease
            .robots
            .as_ref()
            .filter(|robots| robots::is_fresh(robots, Utc::now()));
        let txt: RobotsTxt = if let Some(known) = known {
            known.clone()
        } else {
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(Err(Ended::Stopped)),
                () = pace.turn() => {}
            }
            if !hold.is_ours() {
                return Ok(Err(Ended::LeaseLost));
            }
            let asked = robots::ask(&self.fetcher, &lease.scheme, &lease.authority).await;
            let resumes = pace.end().await;
            match asked {
                Asked::Answer(txt) => match self.store.save_robots(lease, &txt, resumes).await {
                    Ok(()) => txt,
                    Err(StoreError::LeaseLost { .. }) => return Ok(Err(Ended::LeaseLost)),
                    Err(error) => return Err(error.into()),
                },
                Asked::Busy(until) => {
                    return Ok(Err(Ended::Busy(until.unwrap_or(Utc::now() + span(REST)))));
                }
            }
        };
        let rules = Rules::read(&txt, &self.settings.product);
        Ok(if rules.reachable() {
            Ok(rules)
        } else {
            Err(Ended::RobotsUnreachable)
        })
    }
}

/// Until when a host is left alone after a walk that ended so; `None`: until something is due.
fn rest(ended: Ended) -> Option<DateTime<Utc>> {
    match ended {
        Ended::Busy(until) => Some(until),
        Ended::Failing | Ended::RobotsUnreachable => Some(Utc::now() + span(REST)),
        Ended::CrawlDelay => Some(Utc::now() + span(LONG_REST)),
        Ended::Done | Ended::Stopped | Ended::Budget | Ended::LeaseLost => None,
    }
}

/// The domain that links may lead to: the site's, also while a feed host of another domain is walked.
fn site_domain(lease: &Lease) -> String {
    CanonicalUrl::parse(&lease.site.home)
        .map_or_else(|_| lease.domain.clone(), |home| home.domain())
}

fn blank(lease: &Lease) -> WalkReport {
    WalkReport {
        site_id: lease.site_id.clone(),
        authority: lease.authority.clone(),
        outcomes: std::collections::BTreeMap::new(),
        pages: 0,
        links: 0,
        bytes: 0,
        duration: Duration::ZERO,
        ended: Ended::Done,
    }
}
