//! The extract stage: turns stored pages into verdicts and articles.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use store::{PageKey, SaveCounts, Store};
use tokio_util::sync::CancellationToken;

use super::context::{BATCH, BatchContext};
use super::pagination;
use super::rules::KnownRules;
use crate::console::plural::count;
use crate::console::progress::Progress;
use crate::reading::stored::PageExtractor;

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
    /// Adds the counts of a later extraction.
    pub(crate) fn merge(&mut self, later: Self) {
        self.pages += later.pages;
        self.pages_reextracted += later.pages_reextracted;
        self.saved += later.saved;
        self.stopped |= later.stopped;
    }
}

impl fmt::Display for Extracted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
            write!(
                f,
                "; {} corrected, {withdrawn} withdrawn",
                count(replaced, "version")
            )?;
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
        .count_to_extract(extractor.version(), false, sites)
        .await?;
    let progress = Progress::begin("extract", "pages", u64::try_from(due).ok());
    let mut done = Extracted::default();
    // Keys ascend until the queue is empty; requeued pages follow.
    let mut farthest: Option<PageKey> = None;
    let mut after: Option<PageKey> = None;
    let mut requeued = Requeued::default();
    let mut rules = KnownRules::default();
    loop {
        if stop.is_cancelled() {
            done.stopped = true;
            break;
        }
        // a newer program may have migrated the database meanwhile
        store.check_schema().await?;
        let pages = store
            .pages_to_extract(extractor.version(), false, sites, after, BATCH)
            .await?;
        if pages.is_empty() {
            if std::mem::take(&mut requeued.waiting) == 0 {
                break;
            }
            farthest = farthest.max(after);
            after = None;
            continue;
        }
        let context = BatchContext::load(store, &extractor, &mut rules, &pages).await?;
        let (verdicts, first_pages) = pagination::extract(store, &context, pages).await?;
        after = verdicts.last().map(|verdict| verdict.key);
        let count = verdicts.len() as u64;
        let twice = verdicts
            .iter()
            .filter(|verdict| farthest >= Some(verdict.key));
        let twice = twice.count() as u64;
        // Before the others are saved, so that after a kill in between both are still queued.
        requeued.pages(store, first_pages).await?;
        let saved = store.save_verdicts(&verdicts).await?;
        if !extractor.keeps_repeated && saved.unchanged + saved.again > 0 {
            store.delete_repeated_pages(&verdicts).await?;
        }
        done.saved += saved;
        requeued.waiting += saved.requeued;
        done.pages += count - twice;
        done.pages_reextracted += twice;
        progress.add(count - twice);
    }
    let throughput = progress.end();
    tracing::info!(
        pages_read = done.pages,
        pages_read_twice = done.pages_reextracted,
        articles_added = done.saved.added,
        articles_changed = done.saved.versions,
        articles_unchanged = done.saved.unchanged,
        articles_replaced = done.saved.replaced,
        articles_withdrawn = done.saved.withdrawn,
        pages_rejected = done.saved.rejected,
        pages_unreadable = done.saved.unreadable,
        stage.done = throughput.done,
        stage.per_second = throughput.per_second,
        duration_ms = throughput.millis,
        "extract finished"
    );
    Ok(done)
}

/// First pages of articles of which further pages were extracted. A run requeues each of them at most once, so that it terminates.
#[derive(Debug, Default)]
struct Requeued {
    /// The numbers of the pages requeued so far, about 16 bytes each: 160 MB if all pages of an archive of ten million were requeued.
    done: HashSet<i64>,
    /// Requeued since the queue was last empty.
    waiting: u64,
}

impl Requeued {
    /// Requeues pages that were not yet requeued in this run.
    async fn pages(
        &mut self,
        store: &Store,
        pages: impl IntoIterator<Item = PageKey>,
    ) -> anyhow::Result<()> {
        let pages: Vec<PageKey> = pages
            .into_iter()
            .filter(|key| !self.done.contains(&key.page_id))
            .collect();
        if !pages.is_empty() {
            self.waiting += store.requeue_pages(&pages).await?;
            self.done.extend(pages.iter().map(|page| page.page_id));
        }
        Ok(())
    }
}
