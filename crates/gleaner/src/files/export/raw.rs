//! Stored pages to records, batch by batch.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Serialize;
use store::{PageKey, RawPage, Store};
use tokio_util::sync::CancellationToken;

use super::archive::Wanted;
use super::opt_outs::Tally;
use super::since::Place;
use crate::console::progress::Progress;
use crate::files::warc::write::{ArchiveFile, Files, Output, records, revisit};

/// While workers record visits the cursor stays so far behind: a visit is recorded sooner than that, or never.
const UNSETTLED: TimeDelta = TimeDelta::minutes(10);
/// What is exported.
pub(crate) const WHAT: &str = "pages";

/// What stands in `manifest.json`.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Manifest {
    format: &'static str,
    /// The archives beside the manifest, in their order.
    files: Vec<ArchiveFile>,
    /// Pages in them.
    pages: u64,
    /// Visits in them that found a page as it was.
    revisits: u64,
    /// Pages without an address of the web, for which the format has no record.
    without_address: u64,
    #[serde(flatten)]
    pub(crate) tally: Tally,
    since: String,
    /// Give this as `--since` the next time.
    next_cursor: String,
    /// All there was; else the export broke off and goes on from `next_cursor`.
    complete: bool,
}

/// An export under way.
pub(crate) struct Export<'a> {
    store: &'a Store,
    wanted: &'a Wanted,
    stop: &'a CancellationToken,
    begun: DateTime<Utc>,
    at: PageKey,
    unsettled: bool,
    pub(crate) manifest: Manifest,
    pub(crate) progress: Progress,
}

impl<'a> Export<'a> {
    pub(crate) fn new(
        store: &'a Store,
        wanted: &'a Wanted,
        begun: DateTime<Utc>,
        stop: &'a CancellationToken,
    ) -> Self {
        Self {
            store,
            wanted,
            stop,
            begun,
            at: wanted.since,
            unsettled: false,
            manifest: Manifest {
                format: "warc",
                files: Vec::new(),
                pages: 0,
                revisits: 0,
                without_address: 0,
                tally: Tally::default(),
                since: Place(wanted.since).to_string(),
                next_cursor: Place(wanted.since).to_string(),
                complete: false,
            },
            progress: Progress::begin("export", WHAT, None),
        }
    }

    /// Writes the next pages; `false` when there are no more, or an end was asked for.
    pub(crate) async fn step(&mut self, out: &mut impl Output) -> anyhow::Result<bool> {
        if self.stop.is_cancelled() {
            return Ok(false);
        }
        let batch = self.store.raw_pages(self.at, &self.wanted.query).await?;
        let Some(next) = batch.next else {
            self.manifest.complete = true;
            return Ok(false);
        };
        let before = std::mem::replace(&mut self.at, next);
        self.unsettled |= batch.unsettled;
        self.manifest.tally.left_out += batch.left_out;
        self.progress.add(batch.pages.len() as u64);
        for page in &batch.pages {
            self.manifest.tally.add(&page.opt_outs);
        }
        if !batch.pages.is_empty() {
            let info = out.open()?;
            let packed = tokio::task::spawn_blocking(move || pack(&batch.pages, &info))
                .await
                .context("packing pages")?;
            for page in packed {
                match page? {
                    Some(Packed { bytes, records }) => {
                        out.add(&bytes, records)?;
                        self.manifest.pages += 1;
                    }
                    None => self.manifest.without_address += 1,
                }
            }
        }
        if self.wanted.revisits {
            self.revisits(before.fetched_at, next.fetched_at, out)
                .await?;
        }
        Ok(true)
    }

    /// Writes what lies behind the last page, as far as it is settled, and sets the cursor behind it.
    pub(crate) async fn finish(&mut self, out: &mut impl Output) -> anyhow::Result<()> {
        let settled = self.begun - UNSETTLED;
        if self.unsettled && self.at.fetched_at > settled {
            let settled = PageKey {
                fetched_at: settled,
                page_id: -1,
            };
            self.at = settled.max(self.wanted.since);
        } else if self.wanted.revisits && self.manifest.complete && self.at.fetched_at < settled {
            self.revisits(self.at.fetched_at, settled, out).await?;
            self.at = PageKey {
                fetched_at: settled,
                page_id: -1,
            };
        }
        Ok(())
    }

    /// Writes the visits between two instants that found a page as it was.
    async fn revisits(
        &mut self,
        after: DateTime<Utc>,
        until: DateTime<Utc>,
        out: &mut impl Output,
    ) -> anyhow::Result<()> {
        let mut place = None;
        loop {
            let query = &self.wanted.query;
            let visits = self.store.unchanged(after, until, place, query).await?;
            let Some(last) = visits.last() else {
                return Ok(());
            };
            place = Some(last.place);
            let info = out.open()?;
            for record in visits.iter().filter_map(|visit| revisit(visit, &info)) {
                out.add(&record.packed()?, 1)?;
                self.manifest.revisits += 1;
            }
        }
    }

    /// Says in the folder what is done so far.
    pub(crate) fn write_manifest(&mut self, folder: &Path, files: &Files) -> anyhow::Result<()> {
        self.manifest.files = files.done().to_vec();
        self.manifest.next_cursor = Place(self.at).to_string();
        let json = serde_json::to_vec_pretty(&self.manifest)?;
        let partial = folder.join("manifest.json.partial");
        fs::write(&partial, json)
            .and_then(|()| fs::rename(&partial, folder.join("manifest.json")))
            .with_context(|| format!("cannot write into {}", folder.display()))
    }

    /// What was done, and how to go on.
    pub(crate) fn said(&self) -> String {
        format!(
            "{} pages, {} left out for their opt-outs; {} --since {}",
            self.manifest.pages,
            self.manifest.tally.left_out,
            if self.manifest.complete {
                "next time"
            } else {
                "stopped early, go on with"
            },
            Place(self.at)
        )
    }
}

/// The records of a page, one gzip member each.
struct Packed {
    bytes: Vec<u8>,
    records: u64,
}

fn pack(pages: &[RawPage], info: &str) -> Vec<io::Result<Option<Packed>>> {
    let pack = |page: &RawPage| {
        let Some(records) = records(page, info) else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        for record in &records {
            bytes.extend(record.packed()?);
        }
        Ok(Some(Packed {
            bytes,
            records: records.len() as u64,
        }))
    };
    pages.par_iter().map(pack).collect()
}
