//! The loop over hosts: several at a time, until nothing is due.

use std::time::{Duration, Instant};

use store::Store;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::BoxFuture;
use crate::error::CrawlError;
use crate::settings::Settings;
use crate::worker::crawler::{Crawler, Plan};
use crate::worker::lease::{DATABASE_TIMEOUT, LeaseReaper};
use crate::worker::report::{CrawlReport, HostReport};

/// How often to ask whether a host has become due while others are being crawled.
const LOOK: Duration = Duration::from_millis(250);
/// The same while none is being crawled.
const IDLE_LOOK: Duration = Duration::from_secs(2);
/// Bounds on the wait while none is being crawled.
const SHORTEST_LOOK: Duration = Duration::from_millis(20);
const LONGEST_LOOK: Duration = Duration::from_secs(1);

/// Crawls hosts until nothing is due, a budget is spent or `stop` is cancelled. `on_host` is called with the
/// report of every host when its crawl ends.
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
        // Dropped with this future, it stops what was started.
        let _guard = stop.clone().drop_guard();
        let store = &store.bounded(DATABASE_TIMEOUT);
        let _reaper = LeaseReaper::start(store);
        let deadline = plan.max_duration.map(|most| Instant::now() + most);
        let mut hosts: JoinSet<Result<HostReport, CrawlError>> = JoinSet::new();
        let mut report = CrawlReport::default();
        loop {
            let left = deadline.map_or(Duration::MAX, |at| {
                at.saturating_duration_since(Instant::now())
            });
            if left.is_zero() {
                stop.cancel();
            }
            // The crawls of hosts end by themselves when the requests are used up; those in flight still count.
            let over = stop.is_cancelled() || crawler.is_spent();
            let mut nothing_due = over;
            while !nothing_due && hosts.len() < plan.hosts_at_once.max(1) {
                match crawler.claim(&plan.worker, &plan.only).await? {
                    Some(claim) => {
                        let (crawler, stop) = (crawler.clone(), stop.clone());
                        hosts.spawn(async move { crawler.crawl_host(claim, &stop).await });
                    }
                    None => nothing_due = true,
                }
            }
            crawler.set_saturated(hosts.len() >= plan.hosts_at_once.max(1));
            if hosts.is_empty() {
                if over {
                    return Ok(report);
                }
                let Some(wait) = wait(store, plan).await? else {
                    return Ok(report);
                };
                tokio::select! {
                    () = stop.cancelled() => {}
                    // In short steps: a push may wake a host before.
                    () = tokio::time::sleep(wait.min(left).min(IDLE_LOOK)) => {}
                }
                continue;
            }
            // Others may become due meanwhile: the crawl of a host finds new ones.
            let look = if nothing_due && !stop.is_cancelled() {
                LOOK
            } else {
                Duration::MAX
            };
            tokio::select! {
                Some(ended) = hosts.join_next() => match ended {
                    Ok(Ok(host)) => {
                        on_host(&host);
                        report.add(&host);
                    }
                    Ok(Err(error)) => {
                        stop.cancel();
                        while hosts.join_next().await.is_some() {}
                        return Err(error);
                    }
                    Err(error) => tracing::error!(%error, "the crawl of a host panicked; its lease will expire"),
                },
                () = tokio::time::sleep(look.min(left)), if !stop.is_cancelled() => {}
            }
        }
    })
}

/// How long to wait before asking again for a host, if one becomes due within the plan's patience: not
/// much longer than a moment, since a host may be given back before its time.
async fn wait(store: &Store, plan: &Plan) -> Result<Option<Duration>, CrawlError> {
    let Some(wait) = store.time_to_next_host(&plan.only).await? else {
        return Ok(None);
    };
    Ok((wait <= plan.patience).then(|| wait.clamp(SHORTEST_LOOK, LONGEST_LOOK)))
}
