//! Stored pages as a source of tasks.

use std::collections::VecDeque;
use std::sync::Arc;

use anyhow::Context as _;
use chrono::Utc;
use store::{Address, Candidate, LabelWish, PageLabel, Store, StoreError};
use tokio_util::sync::CancellationToken;

use super::clerk::{self, Session, Source};
use super::page::Marked;
use super::sheet::Sheet;
use crate::reading::FileReader;

/// Pages whose order is asked for at a time: that looks at every verdict.
const ORDER: i64 = 1_000;

/// Lets a person label pages on the terminal until they quit or are stopped.
pub(crate) async fn label_pages(
    store: &Store,
    wish: &LabelWish,
    reader: Arc<FileReader>,
    stop: &CancellationToken,
) -> anyhow::Result<Session> {
    let pages = Pages {
        store,
        wish,
        reader,
    };
    clerk::label(&pages, stop).await
}

/// The pages of a database, for one person.
struct Pages<'a> {
    store: &'a Store,
    wish: &'a LabelWish,
    reader: Arc<FileReader>,
}

/// What comes next, and what came already.
#[derive(Default)]
struct Queue {
    next: VecDeque<Candidate>,
    had: Vec<Address>,
    behind: u64,
}

impl Source for Pages<'_> {
    type Task = Sheet;
    type Kept = PageLabel;
    type Queue = Queue;

    fn who(&self) -> &str {
        &self.wish.who
    }

    async fn labelled(&self) -> Result<u64, StoreError> {
        let tallies = self.store.label_tallies().await?.tallies;
        let own = tallies.iter().filter(|tally| tally.who == self.wish.who);
        let labelled: i64 = own.map(|tally| tally.labels).sum();
        Ok(u64::try_from(labelled).unwrap_or_default())
    }

    async fn next(&self, queue: &mut Queue) -> anyhow::Result<Option<(Sheet, u64)>> {
        loop {
            if queue.next.is_empty() {
                let more = self.store.label_queue(self.wish, &queue.had, ORDER).await?;
                queue.behind = more.remaining;
                queue.next = more.next.into();
            }
            let Some(candidate) = queue.next.pop_front() else {
                return Ok(None);
            };
            queue.behind = queue.behind.saturating_sub(1);
            queue.had.push(candidate.address);
            // A page whose month was detached is no longer there to be looked at.
            let Some(page) = self.store.pages(&[candidate.page]).await?.pop() else {
                continue;
            };
            let reader = Arc::clone(&self.reader);
            let sheet =
                tokio::task::spawn_blocking(move || Sheet::read(candidate, &page, &reader)).await;
            return Ok(Some((sheet.context("reading a page")?, queue.behind)));
        }
    }

    async fn save(&self, marked: Marked) -> Result<(Address, Option<PageLabel>), StoreError> {
        let label = PageLabel {
            address: marked.address,
            page: marked.page,
            who: self.wish.who.clone(),
            at: Utc::now(),
            judgement: marked.judgement,
            guess: Some(marked.guess),
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
