//! Reports what extracting all stored pages with the current code would change. Writes nothing.

mod change;

use std::sync::Arc;

use store::{PageKey, Store};
use tokio_util::sync::CancellationToken;

use self::change::{PageChange, Preview, change};
use crate::console::progress::Progress;
use crate::pipeline::context::{BATCH, BatchContext, KnownRules};
use crate::pipeline::pagination;
use crate::reading::stored::PageExtractor;

/// Extracts every stored page of these sites, or of all sites if none is named, and passes each change to `report`.
pub(crate) async fn preview(
    store: &Store,
    extractor: Arc<PageExtractor>,
    sites: &[String],
    stop: &CancellationToken,
    mut report: impl FnMut(&PageChange) -> anyhow::Result<()>,
) -> anyhow::Result<Preview> {
    let due = store
        .count_to_extract(&extractor.version, true, sites)
        .await?;
    let progress = Progress::begin("preview", "pages", u64::try_from(due).ok());
    let mut done = Preview::default();
    let mut rules = KnownRules::default();
    let mut after: Option<PageKey> = None;
    while !stop.is_cancelled() {
        let pages = store
            .pages_to_extract(&extractor.version, true, sites, after, BATCH)
            .await?;
        if pages.is_empty() {
            break;
        }
        let keys: Vec<PageKey> = pages.iter().map(|page| page.key).collect();
        let urls: Vec<String> = pages.iter().map(|page| page.url.clone()).collect();
        let context = BatchContext::load(store, &extractor, &mut rules, &pages).await?;
        let (verdicts, _) = pagination::extract(store, &context, pages).await?;
        after = verdicts.last().map(|verdict| verdict.key);
        let stored = store.stored_verdicts(&keys).await?;
        let verdicts_of_urls = urls.iter().zip(&verdicts);
        for (url, verdict) in verdicts_of_urls.filter(|(_, verdict)| !verdict.is_unreadable) {
            let Some(stored) = stored.get(&verdict.key) else {
                done.unread += 1;
                continue;
            };
            if let Some(change) = change(url, stored, verdict) {
                report(&change)?;
                done.add(&change);
            }
        }
        done.pages += verdicts.len() as u64;
        progress.add(verdicts.len() as u64);
    }
    progress.finish();
    Ok(done)
}
