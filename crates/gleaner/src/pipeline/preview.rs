//! What reading all stored pages with today's code would change, without changing it.

use std::sync::Arc;

use store::{PageKey, Store};
use tokio_util::sync::CancellationToken;

use super::desk::{BATCH, Desk};
use super::parts;
use super::rules::KnownRules;
use crate::console::progress::Progress;
use crate::preview::{PageChange, Preview, change};
use crate::stored::StoredReader;

/// Reads every stored page, and gives each change to `tell`. Writes nothing.
pub(crate) async fn preview(
    store: &Store,
    reader: Arc<StoredReader>,
    stop: &CancellationToken,
    mut tell: impl FnMut(&PageChange) -> anyhow::Result<()>,
) -> anyhow::Result<Preview> {
    let due = store.count_to_extract(reader.version(), true).await?;
    let progress = Progress::begin("preview", "pages", u64::try_from(due).ok());
    let mut done = Preview::default();
    let mut rules = KnownRules::default();
    let mut after: Option<PageKey> = None;
    while !stop.is_cancelled() {
        let pages = store
            .pages_to_extract(reader.version(), true, after, BATCH)
            .await?;
        let Some(last) = pages.last() else { break };
        after = Some(last.key);
        let keys: Vec<PageKey> = pages.iter().map(|page| page.key).collect();
        let urls: Vec<String> = pages.iter().map(|page| page.url.clone()).collect();
        let desk = Desk::gather(store, &reader, &mut rules, &pages).await?;
        let (readings, _) = parts::read(store, &desk, pages).await?;
        let kept = store.kept(&keys).await?;
        for (url, reading) in urls.iter().zip(&readings) {
            let Some(kept) = kept.get(&reading.key) else {
                done.unread += 1;
                continue;
            };
            if let Some(change) = change(url, kept, reading) {
                tell(&change)?;
                done.add(&change);
            }
        }
        done.pages += readings.len() as u64;
        progress.add(readings.len() as u64);
    }
    progress.finish(&format!(
        "{} pages read, {} would change",
        done.pages, done.changed
    ));
    Ok(done)
}
