//! The articles of a database, and the lines of packed files.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use chrono::{DateTime, Utc};
use store::{Database, ExportQuery, Store};
use tokio::runtime::Runtime;

use super::{Failure, json};

/// Versions read from the database at a time.
const BATCH: i64 = 500;

/// Which articles. Lists that are empty ask for nothing.
#[derive(Debug, Clone, Default)]
pub struct Filters {
    /// Ids of sites.
    pub sites: Vec<String>,
    /// Languages (ISO 639-1).
    pub languages: Vec<String>,
    /// Ids of stories.
    pub stories: Vec<String>,
    /// Only the newest version of each article.
    pub latest: bool,
    /// Of an article with copies only the first.
    pub leaders: bool,
    /// Published then or later.
    pub published_since: Option<DateTime<Utc>>,
    /// Published before.
    pub published_until: Option<DateTime<Utc>>,
    /// Kinds of opt-outs whose articles are left out: `tdm`, `ai`, `noindex`, `noarchive`, `nosnippet`.
    pub without_opt_outs: Vec<String>,
    /// Only what came or changed after this cursor.
    pub since: i64,
}

/// The articles of a database in the order of their cursor, as `gleaner export` writes them.
#[derive(Debug)]
pub struct Articles {
    runtime: Runtime,
    store: Store,
    query: ExportQuery,
    cursor: i64,
}

impl Articles {
    /// # Errors
    /// Where the database cannot be reached, or has another schema.
    pub fn open(url: &str, filters: Filters) -> Result<Self, Failure> {
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
            cursor: filters.since,
            query: ExportQuery {
                columns: Vec::new(),
                sites: filters.sites,
                languages: filters.languages,
                stories: filters.stories,
                latest: filters.latest,
                leaders: filters.leaders,
                published_since: filters.published_since,
                published_until: filters.published_until,
                without: filters.without_opt_outs,
            },
        })
    }

    /// Some more of them as a JSON array, which may be empty; `None`: there are no more.
    ///
    /// # Errors
    /// Where the database is lost.
    pub fn batch(&mut self) -> Result<Option<String>, Failure> {
        let read = self.store.export_some(self.cursor, BATCH, &self.query);
        let batch = self.runtime.block_on(read).map_err(anyhow::Error::from)?;
        let Some(next) = batch.next else {
            return Ok(None);
        };
        self.cursor = next;
        json(&batch.rows).map(Some)
    }

    /// Everything up to this cursor has been read.
    pub fn cursor(&self) -> i64 {
        self.cursor
    }
}

/// The lines of a file that is compressed by Zstandard.
pub struct ZstdLines(BufReader<zstd::Decoder<'static, BufReader<File>>>);

impl std::fmt::Debug for ZstdLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ZstdLines").finish_non_exhaustive()
    }
}

impl ZstdLines {
    /// # Errors
    /// Where the file cannot be read.
    pub fn open(path: &Path) -> std::io::Result<Self> {
        let decoder = zstd::Decoder::new(File::open(path)?)?;
        Ok(Self(BufReader::new(decoder)))
    }

    /// The next line with its end; `None`: there is no more.
    ///
    /// # Errors
    /// Where the file is damaged.
    pub fn next_line(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let read = self.0.read_until(b'\n', &mut line)?;
        Ok((read > 0).then_some(line))
    }
}
