//! Fetches stored pages and saves their labels.

use std::collections::VecDeque;
use std::sync::Arc;

use anyhow::Context as _;
use store::{Address, LabelCandidate, LabelQuery, PageLabel, Store, StoreError};
use tokio_util::sync::CancellationToken;

use super::PageItem;
use crate::files::pages::Fault;
use crate::label::backend::{self, Backend, SessionSummary};
use crate::reading::Judge;

/// Pages requested at a time; each request looks at every verdict.
const BATCH: i64 = 1_000;

/// Lets a person label pages on the terminal until they quit or are stopped.
pub(crate) async fn label_pages(
    store: &Store,
    query: &LabelQuery,
    judge: Arc<Judge>,
    stop: &CancellationToken,
) -> anyhow::Result<SessionSummary> {
    let pages = Pages {
        store,
        query,
        judge,
    };
    backend::label(&pages, stop).await
}

/// The pages of a database, for one person.
struct Pages<'a> {
    store: &'a Store,
    query: &'a LabelQuery,
    judge: Arc<Judge>,
}

/// The next pages, and those that were shown.
#[derive(Default)]
struct Cursor {
    next: VecDeque<LabelCandidate>,
    shown: Vec<Address>,
    behind: u64,
}

impl Backend for Pages<'_> {
    type Item = PageItem;
    type Cursor = Cursor;

    fn who(&self) -> &str {
        &self.query.who
    }

    async fn labelled(&self) -> Result<u64, StoreError> {
        let tallies = self.store.label_stats().await?.groups;
        let own = tallies.iter().filter(|tally| tally.who == self.query.who);
        let labelled: i64 = own.map(|tally| tally.labels).sum();
        Ok(u64::try_from(labelled).unwrap_or_default())
    }

    async fn next(&self, cursor: &mut Cursor) -> anyhow::Result<Option<(PageItem, u64)>> {
        loop {
            if cursor.next.is_empty() {
                let more = self
                    .store
                    .label_queue(self.query, &cursor.shown, BATCH)
                    .await?;
                cursor.behind = more.remaining;
                cursor.next = more.next.into();
            }
            let Some(candidate) = cursor.next.pop_front() else {
                return Ok(None);
            };
            cursor.behind = cursor.behind.saturating_sub(1);
            cursor.shown.push(candidate.address);
            // Pages of a detached month are no longer stored.
            let Some(page) = self.store.pages(&[candidate.page]).await?.pop() else {
                continue;
            };
            if let Some(damage) = &page.damage {
                tracing::warn!(
                    page.url = page.url,
                    "left out, {}",
                    Fault::Damaged(damage.clone())
                );
                continue;
            }
            let judge = Arc::clone(&self.judge);
            let item =
                tokio::task::spawn_blocking(move || PageItem::read(candidate, &page, &judge)).await;
            return Ok(Some((item.context("reading a page")?, cursor.behind)));
        }
    }

    async fn save(&self, label: &PageLabel) -> Result<Option<PageLabel>, StoreError> {
        self.store.save_label(label).await
    }

    async fn remove(&self, address: &Address) -> Result<(), StoreError> {
        let removed = self.store.remove_label(*address, &self.query.who).await;
        removed.map(drop)
    }
}
