//! The crawl stage: fetches due pages and stores them.

use std::convert::Infallible;
use std::fmt::{self, Write as _};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use ::crawl::{CrawlReport, EndReason, HostReport, Plan, Settings};
use indicatif::DecimalBytes;
use serde::Serialize;
use store::{Outcome, Store, StoreError};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::extract::{Extracted, MAX_FRESH, extract_fresh};
use crate::console::plural::count;
use crate::console::progress::Progress;
use crate::reading::stored::PageExtractor;
use crate::settings::Worker;

/// Interval at which the progress bar is updated.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Interval between checks of the disk. Pages of 32 hosts use little of the remaining space in this time.
const DISK_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) fn host_name() -> String {
    let system = rustix::system::uname();
    system.nodename().to_string_lossy().into_owned()
}

/// The plan of this process according to the settings.
pub(crate) fn plan(settings: &Worker) -> Plan {
    // unique among the machines that share a database, and readable
    let worker = format!("{}:{}", host_name(), std::process::id());
    Plan {
        hosts_at_once: settings.hosts_at_once,
        max_pages: (settings.max_pages_per_night > 0).then_some(settings.max_pages_per_night),
        patience: Duration::from_secs(settings.patience_seconds),
        article_prior: classify::prior,
        ..Plan::new(&worker)
    }
}

#[derive(Debug)]
pub(crate) struct Crawled {
    pub(crate) report: CrawlReport,
    /// Set if the crawl ended early because of the disk.
    pub(crate) low_disk: Option<LowDisk>,
}

/// Crawls what is due, as long as `min_free_bytes` are free on the disk of the database, extracts the pages while their bodies are in
/// memory, and records the size of the database.
pub(crate) async fn crawl(
    store: &Store,
    settings: &Settings,
    plan: &Plan,
    extractor: &Arc<PageExtractor>,
    min_free_bytes: u64,
    stop: &CancellationToken,
) -> anyhow::Result<(Crawled, Extracted)> {
    let low = until_low(min_free_bytes, || store.free_bytes());
    let (sender, fresh) = mpsc::channel(MAX_FRESH);
    let plan = Plan {
        fresh: Some(sender),
        ..plan.clone()
    };
    // the sender ends with the plan, and the extraction with the sender
    let crawling = async { crawl_until(store, settings, plan, low, stop).await };
    let extracting = extract_fresh(store, extractor, fresh, stop);
    let (crawled, extracted) = tokio::join!(crawling, extracting);
    let crawled = crawled?;
    store.record_size().await?;
    Ok((crawled, extracted))
}

/// Crawls what is due, or until the disk is `low`.
async fn crawl_until(
    store: &Store,
    settings: &Settings,
    plan: Plan,
    low: impl Future<Output = Result<LowDisk, StoreError>>,
    stop: &CancellationToken,
) -> anyhow::Result<Crawled> {
    let progress = Progress::begin("crawl", "visits", None);
    let mut on_host = |host: &HostReport| {
        if let Some(why) = left_early(host.ended) {
            let detail = host.detail.as_deref().filter(|detail| !detail.is_empty());
            let detail = detail.map_or_else(String::new, |detail| format!(" ({detail})"));
            tracing::warn!(
                host.name = host.authority,
                "the crawl of {} ended early: {why}{detail}",
                host.authority
            );
        }
    };
    let stop = stop.child_token();
    let mut crawl = ::crawl::crawl(store, settings, &plan, &stop, &mut on_host);
    let before = plan.visits.load(Relaxed);
    let seconds = settings.delay.as_secs_f32();
    let show = || {
        let visits = plan.visits.load(Relaxed) - before;
        progress.set(visits);
        progress.set_message(if visits == 0 && seconds >= 1.0 {
            format!("visits: robots.txt and opt-outs come first, a request every {seconds} s to each host")
        } else {
            "visits".to_owned()
        });
    };
    let mut low_disk = None;
    let report = {
        let (mut until_low, mut shown) = (pin!(low), pin!(every(POLL_INTERVAL, &show)));
        loop {
            tokio::select! {
                biased; // if too little is free from the beginning, nothing is requested
                low = &mut until_low, if low_disk.is_none() => {
                    low_disk = Some(low?);
                    stop.cancel();
                }
                report = &mut crawl => break report?,
                never = &mut shown => match never {},
            }
        }
    };
    show();
    let throughput = progress.end();
    // Zero counts are omitted, except for the two that are always of interest.
    let some = |outcome| Some(report.count(outcome)).filter(|&count| count > 0);
    tracing::info!(
        fetched = report.count(Outcome::Fetched),
        not_modified = report.count(Outcome::NotModified),
        redirected = some(Outcome::Redirected),
        disallowed = some(Outcome::Disallowed),
        too_large = some(Outcome::TooLarge),
        unreachable = some(Outcome::Unreachable),
        dns_failure = some(Outcome::DnsFailure),
        tls_failure = some(Outcome::TlsFailure),
        refused = some(Outcome::Refused),
        challenge = some(Outcome::Challenge),
        not_found = some(Outcome::NotFound),
        server_error = some(Outcome::ServerError),
        busy = some(Outcome::Busy),
        timeout = some(Outcome::Timeout),
        malformed = some(Outcome::Malformed),
        redirect_loop = some(Outcome::RedirectLoop),
        skipped = some(Outcome::Skipped),
        hosts_left_early = report.hosts_left_early(),
        size_bytes = report.bytes,
        stage.done = throughput.done,
        stage.per_second = throughput.per_second,
        duration_ms = throughput.millis,
        "crawl finished"
    );
    Ok(Crawled { report, low_disk })
}

/// The disk has less free space than a crawl must leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct LowDisk {
    free_bytes: u64,
    min_free_bytes: u64,
}

impl fmt::Display for LowDisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the disk of the database has {} free, less than database.min_free_bytes ({}), so that nothing more is fetched; \
             make room, or lower [retention] and run gleaner prune",
            DecimalBytes(self.free_bytes),
            DecimalBytes(self.min_free_bytes)
        )
    }
}

/// Waits until less than `min_free_bytes` are free. `free` returns the free bytes; `None` if unknown because the database is on another
/// machine.
async fn until_low(
    min_free_bytes: u64,
    free: impl Fn() -> Result<Option<u64>, StoreError>,
) -> Result<LowDisk, StoreError> {
    loop {
        let low = free()?.filter(|&free| free < min_free_bytes);
        if let Some(free_bytes) = low {
            return Ok(LowDisk {
                free_bytes,
                min_free_bytes,
            });
        }
        tokio::time::sleep(DISK_INTERVAL).await;
    }
}

async fn every(pause: Duration, act: &impl Fn()) -> Infallible {
    loop {
        tokio::time::sleep(pause).await;
        act();
    }
}

/// Describes the results of a crawl on one line. The URLs are those of pages, feeds and sitemaps.
pub(crate) fn describe(report: &CrawlReport) -> String {
    let mut summary = format!(
        "{} fetched, {} not modified",
        count(report.count(Outcome::Fetched), "URL"),
        report.count(Outcome::NotModified)
    );
    let others: Vec<String> = report
        .outcomes
        .iter()
        .filter(|&(outcome, _)| !matches!(outcome, Outcome::Fetched | Outcome::NotModified))
        .map(|(outcome, count)| format!("{count} {}", outcome.as_str().replace('_', " ")))
        .collect();
    if !others.is_empty() {
        summary.push_str("; ");
        summary.push_str(&others.join(", "));
    }
    if report.guesses > 0 {
        let _ = write!(
            summary,
            "; {} of these at guessed addresses of feeds and sitemaps",
            report.guesses
        );
    }
    summary
}

/// Why the crawl of a host ended early, if the user should know.
fn left_early(ended: EndReason) -> Option<String> {
    Some(match ended {
        EndReason::Busy(until) | EndReason::TooEarly(until) => {
            format!(
                "the host asks to retry after {}",
                until.format("%H:%M:%S UTC")
            )
        }
        EndReason::Challenged(until) => format!(
            "the host demands proof that the client is human; no requests until {}",
            until.format("%H:%M:%S UTC")
        ),
        EndReason::QuotaExhausted(until) => format!(
            "the budget of the host or its site (crawl.max_pages_per_visit, max_visit_seconds, max_pages_per_site) is used up until {}",
            until.format("%H:%M UTC")
        ),
        EndReason::Failing => "too many failures in a row; no requests for a while".to_owned(),
        EndReason::RobotsUnreachable => {
            "its robots.txt cannot be fetched, so nothing is allowed (RFC 9309, section 2.3.1.4)"
                .to_owned()
        }
        EndReason::AddressRefused => {
            "its address is private, or its port is not a web port; `crawl.private_hosts` allows a private host if it is yours"
                .to_owned()
        }
        EndReason::CrawlDelay => {
            "its Crawl-delay is above crawl.max_crawl_delay_seconds".to_owned()
        }
        EndReason::LeaseLost => "another worker has taken it over, or its site was paused or removed".to_owned(),
        EndReason::Broken => {
            "its crawl failed with an error, see above; no requests for a while".to_owned()
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use testsite::Newsroom;

    use super::*;
    use crate::pipeline::seed;

    #[test]
    fn a_report_counts_wrong_guesses_apart() {
        let report = CrawlReport {
            outcomes: [(Outcome::NotFound, 5)].into(),
            guesses: 3,
            ..CrawlReport::default()
        };
        let words = describe(&report);
        let end = "5 not found; 3 of these at guessed addresses of feeds and sitemaps";
        assert!(words.ends_with(end), "{words}");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_crawl_ends_while_there_is_room_and_goes_on_when_there_is_more() {
        let database = store::testing::database().await;
        let newsroom = Newsroom::start(testsite::Settings::default()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let seeds = folder.path().join("newsroom.toml");
        std::fs::write(&seeds, newsroom.seeds_toml()).unwrap();
        let settings = Settings {
            delay: Duration::from_millis(30),
            private_hosts: vec!["localhost".to_owned()],
            ..Settings::with_contact("https://example.org/about").unwrap()
        };
        let seeded = seed(&database, &[seeds], &settings, false).await.unwrap();
        assert!(seeded.counts.added > 0);
        let plan = Plan {
            patience: Duration::from_secs(1),
            ..Plan::new("worker")
        };
        let stop = CancellationToken::new();
        let visits = || plan.visits.load(Relaxed);

        let shrinking = || Ok(Some(if visits() < 5 { 100 } else { 99 }));
        let low = until_low(100, shrinking);
        let crawled = crawl_until(&database, &settings, plan.clone(), low, &stop).await;
        let low = crawled.unwrap().low_disk.unwrap().to_string();
        assert!(
            low.starts_with("the disk of the database has 99 B free, less than database.min_free_bytes (100 B), "),
            "{low}"
        );
        let before = visits();
        assert!(before >= 5 && !stop.is_cancelled());
        let queue = database.queue().await.unwrap();
        assert_eq!(queue.hosts_leased, 0);
        assert!(queue.urls_due > 0);

        let elsewhere = until_low(100, || Ok(None));
        let crawled = crawl_until(&database, &settings, plan.clone(), elsewhere, &stop).await;
        assert_eq!(crawled.unwrap().low_disk, None);
        assert!(visits() > before);
        assert!(database.queue().await.unwrap().urls_due < queue.urls_due);
    }
}
