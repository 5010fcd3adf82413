//! The loop over the due URLs of one host, driven by `spider` through its fetch hook. Besides `render/`, the only
//! place that uses spider.
//!
//! The frontier in the database is the only source of truth. The loop takes due URLs in small batches. From each
//! batch it gives spider one URL per concurrent request, as extra links. Each call of the hook then visits one URL
//! of the batch after the other, in our order: request, parse, one transaction. When the batch is done, spider
//! gets its response, always the same empty page with status 200, so that it neither retries nor discovers
//! anything itself. Spider's own transport, robots, sitemap and visited set have no effect: the visited set, which
//! ignores case, is emptied between batches, and if spider skips all its links, the batch is visited without it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use spider::CaseInsensitiveString;
use spider::fetch_engine::{EngineError, EngineRequest, EngineResponse, HttpFetchEngine};
use spider::website::Website;
use store::{Due, StoreError, UrlKind};
use tokio::sync::Semaphore;

use crate::frontier::quota::Quota;
use crate::frontier::refused::Turn;
use crate::frontier::{first_look, priority};
use crate::locked;
use crate::worker::host_crawl::HostCrawl;
use crate::worker::report::EndReason;
use crate::worker::visit::visit;

/// URLs per batch and concurrent request. Few, since URLs found meanwhile may be more urgent.
const BATCH: usize = 32;
/// Maximum waiting pages among which those are found that come before pages of refused patterns, and such pages visited before that are
/// requested at a time, since one that is answered may end the wait of the new ones.
const MAX_SEARCHED: i64 = 1_000;
const PROBES: usize = 4;
/// Time within which no URL is visited twice in one crawl of a host, even if it is due again at once.
const MIN_REVISIT_INTERVAL: Duration = Duration::from_mins(5);

/// The fetch hook with the current batch, the most urgent URL first, and the latest turn of its pages.
struct Hook {
    host: Arc<HostCrawl>,
    batch: Mutex<(VecDeque<Due>, Turn)>,
    /// One permit per concurrent request.
    gate: Semaphore,
}

impl Hook {
    /// Takes the next URL of the batch, whichever one spider requests, since spider keeps no order. Leaves those whose turn is later now.
    fn take(&self) -> Option<Due> {
        let mut batch = locked(&self.batch);
        let (waiting, latest) = &mut *batch;
        let next = waiting
            .iter()
            .position(|due| self.host.turn(due) <= *latest)?;
        waiting.remove(next)
    }

    fn set(&self, due: Vec<Due>, latest: Turn) {
        *locked(&self.batch) = (due.into(), latest);
    }

    fn rest(&self) -> Vec<Due> {
        locked(&self.batch).0.drain(..).collect()
    }
}

#[async_trait::async_trait]
impl HttpFetchEngine for Hook {
    async fn fetch(&self, _: EngineRequest<'_>) -> Result<EngineResponse, EngineError> {
        // The gate is never closed; if it were, the URLs would stay due.
        if let Ok(_permit) = self.gate.acquire().await {
            while let Some(due) = self.take() {
                visit(&self.host, &due).await;
            }
        }
        Ok(EngineResponse {
            body: b"<html></html>".to_vec(),
            served: true,
            ..EngineResponse::default()
        })
    }
}

/// Visits the due URLs of a host until none is left or the crawl ends for another reason.
pub(crate) async fn crawl_due(host: &Arc<HostCrawl>) -> Result<(), StoreError> {
    let mut quota = Quota::new(host.settings.max_pages_per_site);
    let visited = AssertUnwindSafe(visit_due(host, &mut quota)).catch_unwind();
    let visited = visited.await;
    let (store, lease) = (&host.guard.store, &host.guard.lease);
    let requests = host.progress(|progress| progress.requests);
    let released = quota.release_quota(store, lease, requests).await;
    visited.unwrap_or_else(|panic| resume_unwind(panic))?;
    let failure = host.progress(|progress| progress.failure.take());
    failure.map_or(released, Err)
}

async fn visit_due(host: &Arc<HostCrawl>, quota: &mut Quota) -> Result<(), StoreError> {
    let hook = Arc::new(Hook {
        host: Arc::clone(host),
        batch: Mutex::default(),
        gate: Semaphore::new(host.settings.concurrency_per_host),
    });
    let mut website = website(host, &hook);
    let limit = BATCH * host.settings.concurrency_per_host;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let requests = || host.progress(|progress| progress.requests);
    let mut visited: HashMap<i64, Instant> = HashMap::new();
    let mut is_new = true;
    while host.should_continue() {
        let granted = quota.acquire(&host.guard.store, &host.guard.lease, requests(), limit);
        let limit = match granted.await? {
            Ok(limit) => limit,
            Err(until) => {
                host.end(EndReason::QuotaExhausted(until));
                break;
            }
        };
        let (store, lease) = (&host.guard.store, &host.guard.lease);
        let mut due = store.due(lease, limit).await?;
        visited.retain(|_, at| at.elapsed() < MIN_REVISIT_INTERVAL);
        let wanted = |due: &Due| !visited.contains_key(&due.url_id);
        due.retain(wanted);
        let mut first = None;
        if is_new {
            let wanted = |due: &Due| wanted(due) && host.turn(due) == Turn::Usual;
            first = first_look::due(store, lease, limit, wanted).await?;
            is_new = first.is_some();
        }
        let mut latest = Turn::Usual;
        let due = if let Some(first) = first {
            first
        } else {
            let (channels, mut pages): (Vec<Due>, Vec<Due>) =
                due.into_iter().partition(|due| due.kind != UrlKind::Page);
            if pages.is_empty() && !channels.is_empty() {
                pages = store.queued(lease, priority::PAGES, limit).await?;
                pages.retain(wanted);
            }
            (pages, latest) = by_turn(host, pages, limit, wanted).await?;
            share(channels, pages, host.surplus_of_channels())
        };
        if due.is_empty() {
            host.end(host.reason_when_done());
            break;
        }
        let ids: Vec<i64> = due.iter().map(|due| due.url_id).collect();
        let links = due
            .iter()
            .take(host.settings.concurrency_per_host)
            .map(|due| CaseInsensitiveString::from(due.url.as_str()))
            .collect();
        hook.set(due, latest);
        website.clear();
        website.persist_links();
        website.set_extra_links(links);
        Box::pin(website.crawl_raw()).await;
        let mut rest = hook.rest();
        if rest.len() == ids.len() {
            for due in std::mem::take(&mut rest) {
                visit(host, &due).await;
            }
        }
        let rest: HashSet<i64> = rest.iter().map(|due| due.url_id).collect();
        let done = ids.into_iter().filter(|id| !rest.contains(id));
        visited.extend(done.map(|id| (id, Instant::now())));
        host.frontier.save_skipped().await?;
        if host.should_yield().await? {
            host.end(EndReason::Yielded);
        }
    }
    Ok(())
}

/// The pages to request next, those of a later turn only if no others wait, and their latest turn.
async fn by_turn(
    host: &HostCrawl,
    pages: Vec<Due>,
    limit: i64,
    wanted: impl Fn(&Due) -> bool,
) -> Result<(Vec<Due>, Turn), StoreError> {
    let is_usual = |due: &Due| host.turn(due) == Turn::Usual;
    let (mut chosen, later): (Vec<Due>, Vec<Due>) = pages.into_iter().partition(is_usual);
    if later.is_empty() || !chosen.is_empty() {
        return Ok((chosen, Turn::Usual));
    }
    let batch = usize::try_from(limit).unwrap_or(usize::MAX);
    for (priorities, turn, most) in [
        (priority::NEW_PAGES, Turn::Usual, batch),
        (priority::REVISITS, Turn::Usual, batch),
        (priority::REVISITS, Turn::Late, PROBES),
    ] {
        let (store, lease) = (&host.guard.store, &host.guard.lease);
        chosen = store.queued(lease, priorities, MAX_SEARCHED).await?;
        chosen.retain(|due| wanted(due) && host.turn(due) == turn);
        if !chosen.is_empty() {
            chosen.truncate(most);
            return Ok((chosen, turn));
        }
    }
    Ok((later, Turn::Last))
}

/// The URLs to request next: channels first, since what they name may be more urgent than the pages that wait, but no more of
/// them than pages as long as pages are due. A channel that failed when it was last visited comes after pages. `surplus` is the
/// number of requests for channels so far, minus that for pages.
fn share(channels: Vec<Due>, pages: Vec<Due>, surplus: i64) -> Vec<Due> {
    let failed = |due: &Due| due.history.as_ref().is_some_and(|h| h.failures > 0);
    let (failing, sound): (Vec<Due>, Vec<Due>) = channels.into_iter().partition(failed);
    let is_sound = !sound.is_empty();
    let channels = if is_sound { sound } else { failing };
    if channels.is_empty() || pages.is_empty() {
        return if pages.is_empty() { channels } else { pages };
    }
    let some = |urls: Vec<Due>, count: i64| {
        let count = usize::try_from(count).unwrap_or_default();
        urls.into_iter().take(count).collect()
    };
    match surplus {
        1.. => some(pages, surplus),
        0 if !is_sound => pages,
        _ => some(channels, i64::from(is_sound) - surplus),
    }
}

fn website(host: &Arc<HostCrawl>, hook: &Arc<Hook>) -> Website {
    let lease = &host.guard.lease;
    let mut website = Website::new(&format!("{}://{}/", lease.scheme, lease.authority));
    website
        .with_respect_robots_txt(false)
        .with_ignore_sitemap(true)
        .with_retry(0)
        .with_depth(0)
        // One more than may run; the gate enforces the real limit. Spider drops its remaining links whenever none
        // is in flight, which with a limit of one is after the first.
        .with_concurrency_limit(Some(host.settings.concurrency_per_host + 1))
        .with_no_control_thread(true);
    // Spider cannot send anonymous requests: its client connects to nothing.
    website.set_http_client(host.requests.fetcher.spider_client());
    website.with_shared_fetch_engine(Arc::clone(hook) as _);
    website
}
