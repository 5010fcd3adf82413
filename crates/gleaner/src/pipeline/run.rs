//! Recorded runs: a night of seed, crawl, extract, aggregate and prune, and the parts of it that the reader starts.

use std::convert::Infallible;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::Utc;
use serde_json::{Map, Value, json};
use store::{
    Lifecycle, Outcome, Pruned, Retention, RunState, Seeded, SiteOverview, Store, StoreError,
};
use tokio_util::sync::CancellationToken;

use ::crawl::CrawlReport;

use super::{
    Aggregated, Extracted, LowDisk, RemoteList, aggregate, crawl, extract, prune, seed, waiting,
};
use crate::console::failure::describe;
use crate::console::progress::{self, millis};
use crate::reading::stored::PageExtractor;
use crate::settings::Settings;

/// Interval at which a run records its progress.
const NOTE_INTERVAL: Duration = Duration::from_secs(1);

/// Maximum number of additional crawls in a run for pages that need a browser. If its requests or its time are limited, there are
/// none, and these pages wait for the next run.
const MAX_RENDER_ROUNDS: u32 = 4;

/// The stages of a run; all group the articles at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stages {
    /// All stages, for all sites.
    Nightly,
    /// Crawls what may hold news, and extracts it.
    Crawl,
    /// Extracts what waits for that.
    Extract,
}

impl Stages {
    fn name(self) -> &'static str {
        match self {
            Self::Nightly => "nightly",
            Self::Crawl => "crawl",
            Self::Extract => "extract",
        }
    }
}

/// The input of a run besides the database.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) stages: Stages,
    /// Seed files, folders and URLs to read first.
    pub(crate) seeds: Vec<PathBuf>,
    pub(crate) crawl: ::crawl::Settings,
    /// The limits of the crawl, and its sites.
    pub(crate) limits: ::crawl::Plan,
    pub(crate) reader: Arc<PageExtractor>,
    /// Number of articles grouped per transaction.
    pub(crate) chunk: NonZeroU32,
    /// How long pages, visits and URLs are kept.
    pub(crate) retention: Retention,
    /// Bytes that the crawl leaves free on the disk of the database.
    pub(crate) min_free_bytes: u64,
}

impl Plan {
    /// A night by the settings, without seeds.
    pub(crate) fn new(settings: &Settings, reader: Arc<PageExtractor>) -> Self {
        Self {
            stages: Stages::Nightly,
            seeds: Vec::new(),
            crawl: settings.crawl.clone(),
            limits: super::crawl_plan(&settings.worker),
            reader,
            chunk: settings.aggregate.chunk_articles,
            retention: Retention::from(&settings.retention),
            min_free_bytes: settings.database.min_free_bytes,
        }
    }

    /// The counts of a run, with the only site that it is for.
    fn counts(&self, done: &RunReport) -> Map<String, Value> {
        let mut counts = counts(done);
        if let [site] = &self.limits.only[..] {
            counts.insert("site".to_owned(), Value::from(site.as_str()));
        }
        counts
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct RunReport {
    pub(crate) seeded: Seeded,
    pub(crate) crawled: CrawlReport,
    pub(crate) extracted: Extracted,
    pub(crate) aggregated: Aggregated,
    pub(crate) pruned: Pruned,
    pub(crate) stopped: bool,
    /// Set if the crawl ended early because the disk is nearly full.
    pub(crate) low_disk: Option<LowDisk>,
}

/// Begins a run of this plan, and completes it. Returns its id.
pub(crate) async fn run(
    store: &Store,
    plan: &Plan,
    stop: &CancellationToken,
    done: &mut RunReport,
) -> anyhow::Result<i64> {
    let run = begin(store, plan).await?;
    complete(store, run, plan, stop, done).await?;
    Ok(run)
}

/// Records the start of a run of this plan, with the only site that it is for. Returns its id.
pub(crate) async fn begin(store: &Store, plan: &Plan) -> anyhow::Result<i64> {
    let run = store.begin_run(plan.stages.name()).await?;
    if let [site] = &plan.limits.only[..] {
        store.record_run(run, &json!({ "site": site })).await?;
    }
    Ok(run)
}

/// Runs the stages, and records the result even if one fails. `done` then holds what was done before.
pub(crate) async fn complete(
    store: &Store,
    run: i64,
    plan: &Plan,
    stop: &CancellationToken,
    done: &mut RunReport,
) -> anyhow::Result<()> {
    let began = Instant::now();
    let so_far = Mutex::new(Map::new());
    let outcome = tokio::select! {
        outcome = stages(store, plan, stop, done, &so_far) => outcome,
        never = note(store, run, &so_far) => match never {},
    };
    let (state, detail) = match &outcome {
        Ok(()) if stop.is_cancelled() => (RunState::Stopped, None),
        Ok(()) => (
            RunState::Done,
            match done.low_disk {
                Some(low) => Some(format!("low_disk: {low}")),
                // the command `nightly` prints this
                None if plan.stages == Stages::Crawl => {
                    let waiting = waiting(store, &done.crawled, &plan.limits.only).await;
                    waiting.ok().flatten()
                }
                None => None,
            },
        ),
        Err(error) => (RunState::Failed, Some(describe(error))),
    };
    let counts = Value::Object(plan.counts(done));
    let recorded = store
        .finish_run(run, state, &counts, detail.as_deref())
        .await;
    tracing::info!(
        run.id = run,
        run.state = state.as_str(),
        sites_added = done.seeded.added,
        visits = done.crawled.outcomes.values().sum::<u64>(),
        fetched = done.crawled.count(Outcome::Fetched),
        not_modified = done.crawled.count(Outcome::NotModified),
        pages_read = done.extracted.pages,
        articles_added = done.extracted.saved.added,
        articles_changed = done.extracted.saved.versions,
        pages_rejected = done.extracted.saved.rejected,
        copies = done.aggregated.copies,
        stories = done.aggregated.stories,
        stories_added = done.aggregated.new_stories,
        pages_pruned = done.pruned.pages,
        visits_pruned = done.pruned.visits,
        urls_pruned = done.pruned.urls,
        duration_ms = millis(began.elapsed()),
        "{} finished",
        plan.stages.name()
    );
    outcome?;
    recorded?;
    Ok(())
}

/// Records the progress of a run repeatedly, for people who watch it or find later that it was killed.
async fn note(store: &Store, run: i64, so_far: &Mutex<Map<String, Value>>) -> Infallible {
    let mut recorded = Map::new();
    loop {
        tokio::time::sleep(NOTE_INTERVAL).await;
        let mut counts = so_far
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        counts.extend(progress::under_way());
        if counts == recorded {
            continue;
        }
        // If the database is unreachable, the work itself fails.
        if let Err(error) = store.record_run(run, &Value::Object(counts.clone())).await {
            tracing::debug!(%error, "the progress of the run was not recorded");
        }
        recorded = counts;
    }
}

pub(crate) async fn has_site_to_crawl(store: &Store) -> anyhow::Result<bool> {
    let sites = store.site_overviews(&[], false).await?;
    let is_crawled = |site: &SiteOverview| site.lifecycle == Lifecycle::Active && site.seeded;
    Ok(sites.iter().any(is_crawled))
}

async fn stages(
    store: &Store,
    plan: &Plan,
    stop: &CancellationToken,
    done: &mut RunReport,
    so_far: &Mutex<Map<String, Value>>,
) -> anyhow::Result<()> {
    // Without zeros: a stage that has not ended may have counted something already.
    let publish = |done: &RunReport| {
        let mut counts = plan.counts(done);
        counts.retain(|_, count| *count != 0);
        *so_far.lock().unwrap_or_else(PoisonError::into_inner) = counts;
    };
    let mut unread = None;
    if !plan.seeds.is_empty() {
        match seed(store, &plan.seeds, &plan.crawl, false).await {
            Ok(seeded) => {
                done.seeded = seeded.counts;
                for (id, file) in seeded.unnamed {
                    tracing::warn!(
                        site.id = id,
                        "{file} no longer names the site {id}, which is still crawled; `gleaner site remove {id}` ends that"
                    );
                }
            }
            Err(error) => {
                // A list on the web may be unreachable or broken for a while.
                let is_for_a_while = error.is::<RemoteList>();
                let is_of_database = error.is::<StoreError>();
                if is_of_database || !is_for_a_while && !has_site_to_crawl(store).await? {
                    return Err(error);
                }
                tracing::error!(
                    "no seeds were read; only known sites are crawled: {}",
                    describe(&error)
                );
                unread = Some(error).filter(|_| !is_for_a_while);
            }
        }
    }
    // Now, not when the crawl has taken hours.
    store.check_retention(&plan.retention).await?;
    publish(done);
    let only = &plan.limits.only;
    if plan.stages != Stages::Extract {
        // Before anything is made due, since a clock that was ahead may have scheduled everything far in the future.
        ::crawl::correct_future_times(store, &plan.crawl).await?;
        let since = plan.crawl.revisit.nightly_since(Utc::now());
        store.make_due(only, since).await?;
        // An archive of imported pages has no site to crawl, and need not say who crawls.
        if has_site_to_crawl(store).await? {
            crawl_and_extract(store, plan, stop, done).await?;
        }
    }
    if let Some(low) = done.low_disk {
        // The pages fetched are extracted all the same: that needs little space, and pruning frees some.
        tracing::error!("the crawl ended early: {low}");
    }
    publish(done);
    let rest = extract(store, Arc::clone(&plan.reader), only, stop).await?;
    done.extracted.merge(rest);
    publish(done);
    // Only extraction shows which pages are empty without a browser. Pages they link to may be of the same kind.
    let is_bounded = plan.limits.max_pages.is_some() || plan.limits.max_duration.is_some();
    let has_rounds = plan.stages != Stages::Extract && !is_bounded;
    for _ in 0..if has_rounds { MAX_RENDER_ROUNDS } else { 0 } {
        if stop.is_cancelled()
            || done.low_disk.is_some()
            || ::crawl::queue_renderings(store, &plan.crawl).await? == 0
        {
            break;
        }
        crawl_and_extract(store, plan, stop, done).await?;
        let extracted = extract(store, Arc::clone(&plan.reader), only, stop).await?;
        done.extracted.merge(extracted);
        publish(done);
    }
    done.aggregated = aggregate(store, plan.chunk, stop).await?;
    publish(done);
    if !stop.is_cancelled() && plan.stages == Stages::Nightly {
        done.pruned = prune(store, &plan.retention, stop).await?;
        store.record_size().await?;
    }
    done.stopped = stop.is_cancelled();
    unread.map_or(Ok(()), Err)
}

/// Crawls what is due and extracts the pages meanwhile.
async fn crawl_and_extract(
    store: &Store,
    plan: &Plan,
    stop: &CancellationToken,
    done: &mut RunReport,
) -> anyhow::Result<()> {
    let (limits, free) = (&plan.limits, plan.min_free_bytes);
    let (crawled, extracted) = crawl(store, &plan.crawl, limits, &plan.reader, free, stop).await?;
    done.crawled.merge(crawled.report);
    done.low_disk = crawled.low_disk;
    done.extracted.merge(extracted);
    Ok(())
}

/// The counts of a run in one flat object.
pub(crate) fn counts(run: &RunReport) -> Map<String, Value> {
    let number = |n: u64| Value::from(n);
    let mut counts = Map::new();
    for (&outcome, &n) in &run.crawled.outcomes {
        counts.insert(outcome.to_string(), number(n));
    }
    for (name, n) in [
        ("sites_added", run.seeded.added),
        ("pages_read", run.extracted.pages),
        ("articles_added", run.extracted.saved.added),
        ("articles_changed", run.extracted.saved.versions),
        ("pages_rejected", run.extracted.saved.rejected),
        ("copies", run.aggregated.copies),
        ("stories", run.aggregated.stories),
        ("stories_added", run.aggregated.new_stories),
        ("pages_pruned", run.pruned.pages),
        ("visits_pruned", run.pruned.visits),
        ("urls_pruned", run.pruned.urls),
    ] {
        counts.insert(name.to_owned(), number(n));
    }
    counts
}
