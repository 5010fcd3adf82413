//! Exports stored pages as WARC archives.

use std::io;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use chrono::{DateTime, SecondsFormat, Utc};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Serialize;
use store::{Cursor, PageKey, RawBatch, RawPage, RawQuery, Series, Store};
use tokio_util::sync::CancellationToken;

use super::folder::{Folder, MANIFEST};
use super::opt_outs::OptOutCounts;
use super::selection::Selection;
use super::{Since, Target, check_cursor};
use crate::console::failure::Advise as _;
use crate::console::output;
use crate::console::plural::count;
use crate::console::progress::Progress;
use crate::files::warc::write::{ArchiveFile, Files, date, records};

/// Time that other programs have to end the transactions in which they store pages.
const SETTLE_TIME: Duration = Duration::from_mins(10);
/// Time between two checks whether other transactions have finished storing pages.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Maximum number of damaged pages that are reported one by one; of more, only the number is reported.
const MAX_REPORTED: u64 = 20;
/// What is exported, for messages.
const WHAT: &str = "pages";

#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) since: Since,
    pub(crate) query: RawQuery,
    /// The user agent of the crawl, if it is set.
    pub(crate) user_agent: Option<String>,
}

/// Writes the pages into a folder, oldest first. The manifest lists each archive as soon as it is finished.
pub(crate) async fn run(
    store: &Store,
    wanted: &Wanted,
    target: &Target,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    // By the clock of the database, like fetch times.
    let begun = store.server().await?.now;
    let last = store.page_cursor(last_id(store, stop).await?).await?;
    let (fetched_at, above) = match wanted.since {
        Since::Cursor(cursor) => (beginning(), cursor),
        Since::Fetched(time) => (time, Cursor::default()),
    };
    check_cursor(store, Series::Pages, above).await?;
    let mut manifest = Manifest::begin(wanted);
    let folder = Folder::open(&target.path, &manifest.selection, target.force)?;
    let path = target.path.display();
    if !target.force && folder.join(MANIFEST).exists() {
        return Err(anyhow!("there is an export in {path} already")).advise(
            "name another folder with --out; --force keeps the archives and writes a manifest of this export alone",
        );
    }
    let progress = Progress::begin("export", WHAT, None);
    let about = about(begun, wanted.user_agent.as_deref());
    let mut files = Files::begin(&target.path, begun, about);
    let mut after = PageKey {
        fetched_at,
        page_id: -1,
    };
    while !stop.is_cancelled() {
        let query = &wanted.query;
        let batch = store
            .raw_pages(after, above.number, last.number, query)
            .await?;
        let Some(next) = batch.next else {
            manifest.complete = true;
            manifest.next_cursor = Since::Cursor(last).to_string();
            break;
        };
        after = next;
        manifest.count(&batch);
        progress.add(batch.pages.len() as u64);
        manifest.add(batch.pages, &mut files).await?;
        if files.close_if_full()? {
            files.done().clone_into(&mut manifest.files);
            folder.write_manifest(&manifest)?;
        }
    }
    files.close()?;
    files.done().clone_into(&mut manifest.files);
    folder.write_manifest(&manifest)?;
    output::message(&format!("{} in {path}/{MANIFEST}", manifest.summary()))?;
    manifest.opt_out_counts.warn(WHAT);
    progress.finish();
    Ok(())
}

/// A time long before the web, within the range of the database.
fn beginning() -> DateTime<Utc> {
    DateTime::from_timestamp(-100_000_000_000, 0).unwrap_or(DateTime::UNIX_EPOCH)
}

/// Waits until no page with an id up to the last one assigned can still be stored, and returns that id: later pages have larger ones.
async fn last_id(store: &Store, stop: &CancellationToken) -> anyhow::Result<i64> {
    let last = store.last_page().await?;
    let begun = Instant::now();
    while store.is_any_open(&last.writers).await? {
        if begun.elapsed() > SETTLE_TIME {
            return Err(anyhow!(
                "another program has been storing pages for more than ten minutes"
            ))
            .advise("export again when it has ended");
        }
        if tokio::time::timeout(POLL_INTERVAL, stop.cancelled())
            .await
            .is_ok()
        {
            bail!("stopped before the export began");
        }
    }
    Ok(last.page_id)
}

/// The fields of the `warcinfo` record of each file.
fn about(begun: DateTime<Utc>, user_agent: Option<&str>) -> Vec<(&'static str, String)> {
    let mut about = vec![
        ("software", format!("gleaner/{}", env!("CARGO_PKG_VERSION"))),
        ("format", "WARC File Format 1.1".to_owned()),
        (
            "conformsTo",
            "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/".to_owned(),
        ),
        (
            "description",
            "Pages of news sites. Bodies are stored without content and transfer coding; headers that described them \
             begin with X-Crawler-. Requests are reconstructed from the URL; other request headers were not stored."
                .to_owned(),
        ),
        ("robots", "obey".to_owned()),
        ("created", date(begun)),
    ];
    if let Some(user_agent) = user_agent {
        about.push(("http-header-user-agent", user_agent.to_owned()));
    }
    about
}

/// The contents of `manifest.json`.
#[derive(Debug, Default, Serialize)]
struct Manifest {
    #[serde(flatten)]
    selection: Selection,
    /// The archives beside the manifest, in order.
    files: Vec<ArchiveFile>,
    pages: u64,
    /// Pages without an HTTP URL, for which the format has no record.
    without_address: u64,
    /// Pages that are not in them because their stored bodies are damaged.
    unreadable: u64,
    #[serde(flatten)]
    opt_out_counts: OptOutCounts,
    since: String,
    /// The value of `--since` for the next export; of one that was stopped, its own.
    next_cursor: String,
    /// Whether everything was exported; if not, the next export repeats it.
    complete: bool,
}

impl Manifest {
    fn begin(wanted: &Wanted) -> Self {
        let selection = Selection {
            format: "warc".to_owned(),
            sites: wanted.query.sites.clone(),
            without_opt_outs: wanted.query.without.clone(),
            ..Selection::default()
        };
        Self {
            selection: selection.sorted(),
            since: wanted.since.to_string(),
            next_cursor: wanted.since.to_string(),
            ..Self::default()
        }
    }

    /// Counts the opt-outs and the damaged pages of a batch, and reports the latter.
    fn count(&mut self, batch: &RawBatch) {
        self.opt_out_counts.left_out += batch.left_out;
        for page in &batch.pages {
            self.opt_out_counts.add(&page.opt_outs);
        }
        for page in &batch.unreadable {
            self.unreadable += 1;
            if self.unreadable <= MAX_REPORTED {
                let at = page.fetched_at.to_rfc3339_opts(SecondsFormat::Secs, true);
                tracing::warn!(
                    "{} of {at} is left out: its stored body is damaged, {}",
                    page.url,
                    page.damage
                );
            }
        }
    }

    async fn add(&mut self, pages: Vec<RawPage>, files: &mut Files) -> anyhow::Result<()> {
        if pages.is_empty() {
            return Ok(());
        }
        let info = files.open()?;
        let packed = tokio::task::spawn_blocking(move || {
            let pack = |page: &RawPage| pack(page, &info);
            pages.par_iter().map(pack).collect::<Vec<_>>()
        });
        for page in packed.await.context("packing pages")? {
            match page? {
                Some((bytes, records)) => {
                    files.add(&bytes, records)?;
                    self.pages += 1;
                }
                None => self.without_address += 1,
            }
        }
        Ok(())
    }

    /// What was done, and how to continue.
    fn summary(&self) -> String {
        let unreadable = match self.unreadable {
            0 => String::new(),
            unreadable => format!(", {unreadable} left out for damaged bodies"),
        };
        format!(
            "{}, {} left out for their opt-outs{unreadable}; {}, into another folder: --since {}",
            count(self.pages, "page"),
            self.opt_out_counts.left_out,
            if self.complete {
                "next time"
            } else {
                "stopped early, so this folder can be deleted; to start over"
            },
            self.next_cursor
        )
    }
}

/// The records of a page, one gzip member each, and their number; `None` for a page without records.
fn pack(page: &RawPage, info: &str) -> io::Result<Option<(Vec<u8>, u64)>> {
    let Some(records) = records(page, info) else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    for record in &records {
        bytes.extend(record.compressed()?);
    }
    Ok(Some((bytes, records.len() as u64)))
}
