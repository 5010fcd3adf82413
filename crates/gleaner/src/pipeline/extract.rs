//! The extract stage: turns stored pages into verdicts and articles, during a crawl and after it.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use store::{FreshPage, PageKey, SaveCounts, Store, StoredPage};
use tokio::sync::mpsc::Receiver;
use tokio_util::sync::CancellationToken;

use super::context::{BATCH, BatchContext, KnownRules};
use super::pagination;
use crate::console::failure::describe;
use crate::console::plural::count;
use crate::console::progress::{self, Progress};
use crate::reading::stored::PageExtractor;

/// How long a fresh page waits for others to be saved in the same transaction, and the maximum number of them.
const GATHER: Duration = Duration::from_secs(2);
pub(crate) const MAX_FRESH: usize = 64;

/// The counts of an extraction, in pages and articles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Extracted {
    pub(crate) pages: u64,
    /// Pages that were extracted a second time, since pages extracted after them changed their articles. They are counted once in `pages`.
    pub(crate) pages_reextracted: u64,
    #[serde(flatten)]
    pub(crate) saved: SaveCounts,
    /// Whether it was stopped early; the rest is still due.
    pub(crate) stopped: bool,
}

impl Extracted {
    pub(crate) fn merge(&mut self, later: Self) {
        self.pages += later.pages;
        self.pages_reextracted += later.pages_reextracted;
        self.saved += later.saved;
        self.stopped |= later.stopped;
    }

    fn log(&self, message: &str, millis: u64) {
        tracing::info!(
            pages_read = self.pages,
            pages_read_twice = self.pages_reextracted,
            articles_added = self.saved.added,
            articles_changed = self.saved.versions,
            articles_unchanged = self.saved.unchanged,
            articles_replaced = self.saved.replaced,
            articles_withdrawn = self.saved.withdrawn,
            pages_rejected = self.saved.rejected,
            pages_unreadable = self.saved.unreadable,
            stage.done = self.pages,
            stage.per_second = self.pages.saturating_mul(1000) / millis.max(1),
            duration_ms = millis,
            "{message}"
        );
    }
}

impl fmt::Display for Extracted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // each count is told, or left out on purpose
        let SaveCounts {
            added,
            versions,
            replaced,
            unchanged,
            rejected,
            again,
            unreadable,
            withdrawn,
            requeued: _,
        } = self.saved;
        write!(
            f,
            "{} extracted: {}, {}, {unchanged} seen again, {rejected} rejected",
            count(self.pages, "page"),
            count(added, "new article"),
            count(versions, "new version")
        )?;
        let before = again.saturating_sub(self.pages_reextracted);
        if before > 0 {
            write!(f, ", {before} as before")?;
        }
        if unreadable > 0 {
            write!(
                f,
                "; {unreadable} unreadable (a stored body is damaged, or the database refused an article; `gleaner site show` has the reasons)"
            )?;
        }
        if self.pages_reextracted > 0 {
            write!(
                f,
                "; {} extracted again, since later pages changed their articles",
                self.pages_reextracted
            )?;
        }
        if replaced + withdrawn > 0 {
            let replaced = count(replaced, "version");
            write!(f, "; {replaced} corrected, {withdrawn} withdrawn")?;
        }
        Ok(())
    }
}

/// Extracts the queued pages and those without a verdict of the current version, of these sites, or of all sites if none is named;
/// oldest first.
pub(crate) async fn extract(
    store: &Store,
    extractor: Arc<PageExtractor>,
    sites: &[String],
    stop: &CancellationToken,
) -> anyhow::Result<Extracted> {
    let due = store
        .count_to_extract(&extractor.version, false, sites)
        .await?;
    let progress = Progress::begin("extract", "pages", u64::try_from(due).ok());
    let mut batches = Batches::new(store, &extractor);
    let mut stopped = false;
    // Keys ascend until the queue is empty; requeued pages follow.
    let mut farthest: Option<PageKey> = None;
    let mut after: Option<PageKey> = None;
    loop {
        if stop.is_cancelled() {
            stopped = true;
            break;
        }
        // a newer program may have migrated the database meanwhile
        store.check_schema().await?;
        let pages = store
            .pages_to_extract(&extractor.version, false, sites, after, BATCH)
            .await?;
        if pages.is_empty() {
            if std::mem::take(&mut batches.waiting) == 0 {
                break;
            }
            farthest = farthest.max(after);
            after = None;
            continue;
        }
        let keys = batches.extract(pages).await?;
        after = keys.last().copied();
        let twice = keys.iter().filter(|key| farthest >= Some(**key)).count() as u64;
        batches.done.pages -= twice;
        batches.done.pages_reextracted += twice;
        progress.add(keys.len() as u64 - twice);
    }
    let mut done = batches.done;
    done.stopped = stopped;
    let throughput = progress.end();
    done.log("extract finished", throughput.millis);
    Ok(done)
}

/// Extracts pages while a crawl stores them, until it ends. Pages that the channel had no room for, and the first pages of articles whose
/// further pages came later, stay in the queue. An error ends this extraction but not the crawl; the extraction after the crawl then
/// takes the rest, or reports the error.
pub(crate) async fn extract_fresh(
    store: &Store,
    extractor: &Arc<PageExtractor>,
    fresh: Receiver<FreshPage>,
    stop: &CancellationToken,
) -> Extracted {
    let began = Instant::now();
    let mut batches = Batches::new(store, extractor);
    if let Err(error) = each_fresh(&mut batches, fresh, stop).await {
        tracing::error!(
            "pages are no longer extracted during the crawl, but after it: {}",
            describe(&error)
        );
    }
    let took = progress::millis(began.elapsed());
    batches.done.log("extracted during the crawl", took);
    batches.done
}

async fn each_fresh(
    batches: &mut Batches<'_>,
    mut fresh: Receiver<FreshPage>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let mut pages = Vec::new();
    while fresh.recv_many(&mut pages, MAX_FRESH).await > 0 {
        let gather = async {
            loop {
                let room = MAX_FRESH - pages.len();
                if room == 0 || fresh.recv_many(&mut pages, room).await == 0 {
                    break;
                }
            }
        };
        // together they cost less
        let _ = tokio::time::timeout(GATHER, gather).await;
        if stop.is_cancelled() {
            batches.done.stopped = true;
            break;
        }
        batches.store.check_schema().await?;
        let due = batches
            .store
            .fresh_pages(std::mem::take(&mut pages))
            .await?;
        if !due.is_empty() {
            batches.extract(due).await?;
        }
    }
    Ok(())
}

struct Batches<'a> {
    store: &'a Store,
    extractor: &'a Arc<PageExtractor>,
    rules: KnownRules,
    /// The numbers of the first pages of articles that were requeued since further pages were extracted: each at most once, so that the
    /// run terminates. About 16 bytes each: 160 MB if all pages of an archive of ten million were requeued.
    requeued: HashSet<i64>,
    /// Requeued since the queue was last empty.
    waiting: u64,
    done: Extracted,
}

impl<'a> Batches<'a> {
    fn new(store: &'a Store, extractor: &'a Arc<PageExtractor>) -> Self {
        Self {
            store,
            extractor,
            rules: KnownRules::default(),
            requeued: HashSet::new(),
            waiting: 0,
            done: Extracted::default(),
        }
    }

    /// Extracts pages and saves their verdicts. Returns the keys of the pages that have one now, in order.
    async fn extract(&mut self, pages: Vec<StoredPage>) -> anyhow::Result<Vec<PageKey>> {
        let (store, extractor) = (self.store, self.extractor);
        let context = BatchContext::load(store, extractor, &mut self.rules, &pages).await?;
        let (verdicts, first_pages) = pagination::extract(store, &context, pages).await?;
        // Before the others are saved, so that after a kill in between both are still queued.
        self.requeue(first_pages).await?;
        let saved = store.save_verdicts(&verdicts).await?;
        if !extractor.keeps_repeated && saved.unchanged + saved.again > 0 {
            store.delete_repeated_pages(&verdicts).await?;
        }
        self.done.saved += saved;
        self.waiting += saved.requeued;
        self.done.pages += verdicts.len() as u64;
        Ok(verdicts.iter().map(|verdict| verdict.key).collect())
    }

    /// Requeues pages that were not yet requeued in this run.
    async fn requeue(&mut self, mut pages: Vec<PageKey>) -> anyhow::Result<()> {
        pages.retain(|key| !self.requeued.contains(&key.page_id));
        if !pages.is_empty() {
            self.waiting += self.store.requeue_pages(&pages).await?;
            self.requeued.extend(pages.iter().map(|page| page.page_id));
        }
        Ok(())
    }
}
