//! The loop over hosts, several at a time, until nothing is due.

use std::time::{Duration, Instant};

use store::{Store, StoreError};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::settings::Settings;
use crate::worker::crawler::{Crawler, Plan};
use crate::worker::lease::{DATABASE_TIMEOUT, correct_future_times, reap_leases};
use crate::worker::report::{CrawlReport, HostReport};
use crate::{BoxFuture, CrawlError};

/// Interval of the checks for due hosts while others are being crawled.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Bounds on the interval while no host is being crawled.
const MIN_IDLE: Duration = Duration::from_millis(20);
const MAX_IDLE: Duration = Duration::from_secs(1);
/// Interval at which pages that need a browser are made due.
const QUEUE_RENDERINGS: Duration = Duration::from_mins(1);

/// Crawls hosts until nothing is due, a budget is used up or `stop` is cancelled. `on_host` is called with the report of every
/// host when its crawl ends.
pub fn crawl<'a>(
    store: &'a Store,
    settings: &'a Settings,
    plan: &'a Plan,
    stop: &'a CancellationToken,
    on_host: &'a mut (dyn FnMut(&HostReport) + Send),
) -> BoxFuture<'a, Result<CrawlReport, CrawlError>> {
    Box::pin(async move {
        let crawler = Crawler::new(store, settings, plan)?;
        let stop = stop.child_token();
        // Stops the spawned tasks if this future is dropped.
        let _guard = stop.clone().drop_guard();
        let store = &store.bounded(DATABASE_TIMEOUT);
        correct_future_times(store, settings).await?;
        queue_renderings(store, settings).await?;
        let _reaper = reap_leases(store, &crawler.settings);
        let mut hosts = JoinSet::new();
        let result = crawl_hosts(&crawler, plan, &stop, &mut hosts, on_host).await;
        if result.is_err() {
            // Requests in flight are not cut off: the crawls of hosts end by themselves.
            stop.cancel();
            while hosts.join_next().await.is_some() {}
        }
        result
    })
}

/// The loop of [`crawl`]. The crawls in `hosts` continue if it fails.
async fn crawl_hosts(
    crawler: &Crawler,
    plan: &Plan,
    stop: &CancellationToken,
    hosts: &mut JoinSet<Result<HostReport, CrawlError>>,
    on_host: &mut (dyn FnMut(&HostReport) + Send),
) -> Result<CrawlReport, CrawlError> {
    let (store, worker) = (&crawler.store, &crawler.worker);
    let mut asked_at = Instant::now();
    let deadline = plan.max_duration.map(|max| Instant::now() + max);
    let mut report = CrawlReport::default();
    loop {
        let left = deadline.map_or(Duration::MAX, |at| {
            at.saturating_duration_since(Instant::now())
        });
        if left.is_zero() {
            stop.cancel();
        }
        if asked_at.elapsed() >= QUEUE_RENDERINGS {
            asked_at = Instant::now();
            queue_renderings(store, &crawler.settings).await?;
        }
        // The crawls of hosts end by themselves when the budget is used up; requests in flight still count.
        let over = stop.is_cancelled() || worker.is_spent();
        let mut nothing_due = over;
        while !nothing_due && !worker.is_spent() && hosts.len() < plan.hosts_at_once.max(1) {
            match crawler.claim(&plan.worker, &plan.only).await? {
                Some(claim) => {
                    let (crawler, stop) = (crawler.clone(), stop.clone());
                    hosts.spawn(async move { Box::pin(crawler.crawl_host(claim, &stop)).await });
                }
                None => nothing_due = true,
            }
        }
        worker.set_saturated(hosts.len() >= plan.hosts_at_once.max(1));
        if hosts.is_empty() {
            if over {
                return Ok(report);
            }
            let Some(wait) = wait(store, plan).await? else {
                return Ok(report);
            };
            tokio::select! {
                () = stop.cancelled() => {}
                // In short steps: another worker may make a host due earlier.
                () = tokio::time::sleep(wait.min(left)) => {}
            }
            continue;
        }
        // Others may become due in the meantime: the crawl of a host discovers new ones.
        let poll = if nothing_due && !stop.is_cancelled() {
            POLL_INTERVAL
        } else {
            Duration::MAX
        };
        tokio::select! {
            Some(ended) = hosts.join_next() => match ended {
                Ok(Ok(host)) => {
                    on_host(&host);
                    report.add(&host);
                }
                Ok(Err(error)) => return Err(error),
                Err(error) => tracing::error!(%error, "the crawl of a host panicked; its lease will expire"),
            },
            () = tokio::time::sleep(poll.min(left)), if !stop.is_cancelled() => {}
        }
    }
}

/// How long to wait before the next check, if a host becomes due within the plan's patience. The time is short, since
/// another worker may release a host early.
async fn wait(store: &Store, plan: &Plan) -> Result<Option<Duration>, CrawlError> {
    let Some(wait) = store.time_to_next_host(&plan.only).await? else {
        return Ok(None);
    };
    Ok((wait <= plan.patience).then(|| wait.clamp(MIN_IDLE, MAX_IDLE)))
}

/// Makes the pages due that are known to need a browser, on sites that are rendered as needed, if this program can render and
/// has a browser. Runs at the start of every crawl. Returns the number of pages.
pub async fn queue_renderings(store: &Store, settings: &Settings) -> Result<u64, StoreError> {
    #[cfg(not(feature = "render"))]
    let can_render = {
        let _ = settings;
        false
    };
    #[cfg(feature = "render")]
    let can_render = crate::render::can_render(&settings.render);
    if !can_render {
        return Ok(0);
    }
    let pages = store.queue_renderings().await?;
    if pages > 0 {
        tracing::info!(pages, "pages that need a browser are due");
    }
    Ok(pages)
}
