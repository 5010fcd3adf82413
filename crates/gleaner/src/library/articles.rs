//! Reads the articles of a database.

use store::{Cursor, Database, ExportQuery, Store};
use tokio::runtime::Runtime;

use super::{Failure, json};

/// Versions read from the database at a time.
const BATCH: i64 = 500;

/// Reader of the articles of a database in cursor order, as `gleaner export` writes them.
#[derive(Debug)]
pub struct Articles {
    runtime: Runtime,
    store: Store,
    query: ExportQuery,
    cursor: Cursor,
}

impl Articles {
    /// Opens the articles that were added or changed after a cursor; `0` for all.
    ///
    /// # Errors
    /// If a kind of opt-outs does not exist, `since` is not a cursor, or the database cannot be reached or has another schema.
    pub fn open(url: &str, query: ExportQuery, since: &str) -> Result<Self, Failure> {
        formats::opt_outs(&query.without).map_err(anyhow::Error::msg)?;
        let cursor = since.parse().map_err(anyhow::Error::from)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(anyhow::Error::from)?;
        let database = Database::Url(url.to_owned());
        let store = runtime
            .block_on(Store::open(&database))
            .map_err(anyhow::Error::from)?;
        Ok(Self {
            runtime,
            store,
            query,
            cursor,
        })
    }

    /// Returns the next articles as a JSON array, which may be empty; `None` at the end.
    ///
    /// # Errors
    /// If the connection to the database is lost, or its history does not include the cursor.
    pub fn batch(&mut self) -> Result<Option<String>, Failure> {
        let read = self.store.export_some(self.cursor, BATCH, &self.query);
        let batch = self.runtime.block_on(read).map_err(anyhow::Error::from)?;
        let Some(next) = batch.next else {
            return Ok(None);
        };
        self.cursor = next;
        json(&batch.rows).map(Some)
    }
}
