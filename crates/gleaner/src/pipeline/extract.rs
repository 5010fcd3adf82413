//! Stored pages to verdicts and articles.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use store::{PageKey, Saved, Store};
use tokio_util::sync::CancellationToken;

use super::desk::{self, BATCH, Desk};
use super::host::KnownHosts;
use super::parts;
use super::rules::KnownRules;
use crate::console::progress::Progress;
use crate::stored::StoredReader;

/// What reading did, in pages and articles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Extracted {
    pub(crate) pages: u64,
    #[serde(flatten)]
    pub(crate) saved: Saved,
    /// Ended early by request; the rest is still due.
    pub(crate) stopped: bool,
}

impl fmt::Display for Extracted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Saved {
            added,
            versions,
            replaced,
            unchanged,
            rejected,
            withdrawn,
            again: _,
        } = self.saved;
        write!(
            f,
            "{} pages read: {added} new articles, {versions} new versions, {unchanged} seen again, {rejected} rejected",
            self.pages
        )?;
        if replaced + withdrawn > 0 {
            write!(f, "; {replaced} articles read anew, {withdrawn} withdrawn")?;
        }
        Ok(())
    }
}

/// Reads the pages without a verdict of the reader's version, or all of them, oldest first.
pub(crate) async fn extract(
    store: &Store,
    reader: Arc<StoredReader>,
    mut all: bool,
    stop: &CancellationToken,
) -> anyhow::Result<Extracted> {
    let due = store.count_to_extract(reader.version(), all).await?;
    let progress = Progress::begin("extract", "pages", u64::try_from(due).ok());
    let mut done = Extracted::default();
    let mut after: Option<PageKey> = None;
    let mut again = Again::default();
    let mut rules = KnownRules::default();
    loop {
        if stop.is_cancelled() {
            done.stopped = true;
            break;
        }
        let pages = store
            .pages_to_extract(reader.version(), all, after, BATCH)
            .await?;
        let Some(last) = pages.last() else {
            if std::mem::take(&mut again.waiting) == 0 {
                break;
            }
            (after, all) = (None, false);
            continue;
        };
        after = Some(last.key);
        let count = pages.len() as u64;
        let hosts = desk::hosts_of(&reader, &pages);
        let desk = Desk::gather(store, &reader, &mut rules, &pages).await?;
        let (readings, first_pages) = parts::read(store, &desk, pages).await?;
        // before the others are saved: who is killed in between finds both of them unread
        again.put(store, first_pages).await?;
        let saved = store.save_readings(&readings).await?;
        add(&mut done.saved, saved);
        again.waiting += saved.again;
        again.put_back(store, &hosts).await?;
        done.pages += count;
        progress.add(count);
    }
    progress.finish(&done.to_string());
    Ok(done)
}

/// Pages that were read before it was known what repeats on their hosts, the other pages of the first batch foremost.
/// A run puts each of them back once; so the work ends, and what a run that is killed leaves undone, the next one
/// that reads a page of the host finds again.
#[derive(Debug, Default)]
struct Again {
    put: HashSet<PageKey>,
    /// Put back and not asked for yet.
    waiting: u64,
}

impl Again {
    async fn put_back(&mut self, store: &Store, hosts: &[i64]) -> anyhow::Result<()> {
        let known = KnownHosts::load(store, hosts).await?;
        let outdated = tokio::task::spawn_blocking(move || known.outdated()).await?;
        self.put(store, outdated).await
    }

    /// Puts pages back that were not yet put back in this run.
    async fn put(
        &mut self,
        store: &Store,
        pages: impl IntoIterator<Item = PageKey>,
    ) -> anyhow::Result<()> {
        let pages: Vec<PageKey> = pages
            .into_iter()
            .filter(|key| !self.put.contains(key))
            .collect();
        if !pages.is_empty() {
            self.waiting += store.read_again(&pages).await?;
            self.put.extend(pages);
        }
        Ok(())
    }
}

fn add(sum: &mut Saved, more: Saved) {
    sum.added += more.added;
    sum.versions += more.versions;
    sum.replaced += more.replaced;
    sum.unchanged += more.unchanged;
    sum.rejected += more.rejected;
    sum.withdrawn += more.withdrawn;
}
