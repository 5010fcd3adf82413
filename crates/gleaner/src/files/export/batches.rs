//! Reads the articles of an export from the database, in batches.

use std::collections::VecDeque;

use anyhow::Context as _;
use store::{Cursor, ExportBatch, ExportQuery, SearchOrder, SearchQuery, Store, StoreError};
use tokio::task::JoinHandle;

/// Article versions read from the database at a time.
const BATCH: i64 = 500;
/// The same for the matches of a query, whose texts have no other bound than that of one: 4 MiB.
const MATCHES: i64 = 50;
/// Batches that are read ahead while one is written.
const AHEAD: usize = 3;

/// Reads batches in order, some of them ahead.
pub(super) struct Batches<'a> {
    store: &'a Store,
    query: ExportQuery,
    /// Where the next batch begins; of matches, from which cursor on they are exported.
    cursor: Cursor,
    /// The next matches, and the cursor when they were first read.
    matches: Option<(SearchQuery, Cursor)>,
    ahead: VecDeque<JoinHandle<Result<ExportBatch, StoreError>>>,
    is_at_end: bool,
}

impl<'a> Batches<'a> {
    pub(super) async fn new(
        store: &'a Store,
        cursor: Cursor,
        matching: Option<&SearchQuery>,
        query: ExportQuery,
    ) -> anyhow::Result<Self> {
        let matches = match matching {
            Some(query) => {
                let query = SearchQuery {
                    order: SearchOrder::Newest,
                    limit: MATCHES,
                    ..query.clone()
                };
                Some((query, store.export_end().await?))
            }
            None => None,
        };
        Ok(Self {
            store,
            query,
            cursor,
            matches,
            ahead: VecDeque::new(),
            is_at_end: false,
        })
    }

    pub(super) async fn next(&mut self) -> anyhow::Result<Option<ExportBatch>> {
        if let Some((search, end)) = self.matches.as_mut().filter(|_| !self.is_at_end) {
            let exported = self
                .store
                .export_matches(search, self.cursor.number, &self.query);
            let (mut batch, next) = exported.await?;
            batch.next = Some(*end);
            self.is_at_end = next.is_none();
            search.after = next;
            return Ok(Some(batch));
        }
        while !self.is_at_end && self.ahead.len() <= AHEAD {
            let Some(to) = self.store.export_window(self.cursor, BATCH).await? else {
                self.is_at_end = true;
                break;
            };
            let after = std::mem::replace(&mut self.cursor, to).number;
            let (store, query) = (self.store.clone(), self.query.clone());
            let rows = async move { store.export_rows(after, to, &query).await };
            self.ahead.push_back(tokio::spawn(rows));
        }
        match self.ahead.pop_front() {
            Some(batch) => Ok(Some(batch.await.context("reading articles")??)),
            None => Ok(None),
        }
    }
}

impl Drop for Batches<'_> {
    fn drop(&mut self) {
        for batch in &self.ahead {
            batch.abort();
        }
    }
}
