//! Stored pages as items.

use std::collections::VecDeque;
use std::sync::Arc;

use anyhow::Context as _;
use chrono::Utc;
use store::{Address, Candidate, LabelQuery, PageLabel, Store, StoreError};
use tokio_util::sync::CancellationToken;

use super::backend::{self, Backend, SessionSummary};
use super::page::{NewPageLabel, PageItem};
use crate::reading::Judge;

/// Pages requested at a time; each request looks at every verdict.
const BATCH: i64 = 1_000;

/// Lets a person label pages on the terminal until they quit or are stopped.
pub(crate) async fn label_pages(
    store: &Store,
    wish: &LabelQuery,
    reader: Arc<Judge>,
    stop: &CancellationToken,
) -> anyhow::Result<SessionSummary> {
    let pages = Pages {
        store,
        wish,
        reader,
    };
    backend::label(&pages, stop).await
}

/// The pages of a database, for one person.
struct Pages<'a> {
    store: &'a Store,
    wish: &'a LabelQuery,
    reader: Arc<Judge>,
}

/// What comes next, and what came before.
#[derive(Default)]
struct Cursor {
    next: VecDeque<Candidate>,
    had: Vec<Address>,
    behind: u64,
}

impl Backend for Pages<'_> {
    type Item = PageItem;
    type Stored = PageLabel;
    type Cursor = Cursor;

    fn who(&self) -> &str {
        &self.wish.who
    }

    async fn labelled(&self) -> Result<u64, StoreError> {
        let tallies = self.store.label_tallies().await?.tallies;
        let own = tallies.iter().filter(|tally| tally.who == self.wish.who);
        let labelled: i64 = own.map(|tally| tally.labels).sum();
        Ok(u64::try_from(labelled).unwrap_or_default())
    }

    async fn next(&self, cursor: &mut Cursor) -> anyhow::Result<Option<(PageItem, u64)>> {
        loop {
            if cursor.next.is_empty() {
                let more = self
                    .store
                    .label_queue(self.wish, &cursor.had, BATCH)
                    .await?;
                cursor.behind = more.remaining;
                cursor.next = more.next.into();
            }
            let Some(candidate) = cursor.next.pop_front() else {
                return Ok(None);
            };
            cursor.behind = cursor.behind.saturating_sub(1);
            cursor.had.push(candidate.address);
            // Pages of a detached month are no longer stored.
            let Some(page) = self.store.pages(&[candidate.page]).await?.pop() else {
                continue;
            };
            let reader = Arc::clone(&self.reader);
            let item =
                tokio::task::spawn_blocking(move || PageItem::read(candidate, &page, &reader))
                    .await;
            return Ok(Some((item.context("reading a page")?, cursor.behind)));
        }
    }

    async fn save(&self, new: NewPageLabel) -> Result<(Address, Option<PageLabel>), StoreError> {
        let label = PageLabel {
            address: new.address,
            page: new.page,
            who: self.wish.who.clone(),
            at: Utc::now(),
            judgement: new.judgement,
            guess: Some(new.guess),
        };
        Ok((label.address, self.store.save_label(&label).await?))
    }

    async fn restore(&self, label: &PageLabel) -> Result<(), StoreError> {
        self.store.save_label(label).await.map(drop)
    }

    async fn remove(&self, address: &Address) -> Result<(), StoreError> {
        let removed = self.store.remove_label(*address, &self.wish.who).await;
        removed.map(drop)
    }
}
