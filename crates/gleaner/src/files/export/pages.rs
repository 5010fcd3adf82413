//! Exports stored pages as WARC archives.

mod compress;
mod stream;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use store::{Cursor, RawQuery, Revisit, Series, Store};
use tokio_util::sync::CancellationToken;

use self::compress::{CompressedPage, compress};
use self::stream::Stream;
use super::folder::{Folder, MANIFEST, Selection, read_manifest};
use super::opt_outs::OptOutCounts;
use super::since::{PageCursor, PagePlace};
use super::{START_OVER, Target};
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::console::plural::count;
use crate::console::progress::Progress;
use crate::files::warc::write::{ArchiveFile, Files, Output, date, is_archive, revisit};

/// Size at which a file is full, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// How far the cursor of visits stays behind while workers record visits: a visit is recorded within this time or never.
const SETTLE_TIME: TimeDelta = TimeDelta::minutes(10);
/// Time between two checks whether other transactions have finished storing pages.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Maximum number of damaged pages that are reported one by one; of more, only the number is reported.
const MAX_REPORTED: u64 = 20;
/// What is exported, for messages.
const WHAT: &str = "pages";

/// The pages to export.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) since: PagePlace,
    pub(crate) query: RawQuery,
    /// Whether to include visits that found a page unchanged.
    pub(crate) revisits: bool,
    /// The user agent of the crawl, if it is set.
    pub(crate) user_agent: Option<String>,
}

pub(crate) async fn run(
    store: &Store,
    wanted: &Wanted,
    target: Option<&Target>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    // By the clock of the database, like fetch times.
    let begun = store.server().await?.now;
    let about = about(begun, wanted.user_agent.as_deref());
    let last = store.page_cursor(last_id(store, stop).await?).await?;
    let since = store.check_cursor(Series::Pages, wanted.since.cursor());
    since.await.advise(START_OVER)?;
    let mut export = Export::new(store, wanted, begun, last, stop);
    if let Some(Target { path, force }) = target {
        let folder = Folder::open(path, &export.manifest.selection, *force)?;
        if !force
            && let Some(before) = read_manifest::<Manifest>(path)?
            && (before.complete || !before.files.is_empty())
        {
            export.continue_after(before, path)?;
        }
        let mut files = Files::begin(path, begun, MAX_FILE_BYTES, about);
        export.write(&folder, &mut files).await?;
        let mut out = Results::new();
        let manifest = folder.join(MANIFEST);
        out.line(&format!("{} in {}", export.summary(), manifest.display()))?;
        out.finish()?;
    } else {
        if Results::go_to_a_terminal() {
            bail!(
                "archives cannot be written to a terminal; name a folder with --out, or redirect the output"
            );
        }
        let mut stream = Stream::new(about);
        while export.step(&mut stream).await? {}
        stream.finish()?;
        tracing::info!("export: {}", export.summary());
    }
    let opt_out_counts = &export.manifest.opt_out_counts;
    opt_out_counts
        .since(&export.before.opt_out_counts)
        .warn(WHAT);
    export.progress.finish();
    Ok(())
}

/// Waits until no page with an id up to the last one assigned can still be stored, and returns that id: later pages have larger ones.
async fn last_id(store: &Store, stop: &CancellationToken) -> anyhow::Result<i64> {
    let last = store.last_page().await?;
    let begun = Instant::now();
    while store.is_any_open(&last.writers).await? {
        if begun.elapsed() > SETTLE_TIME.to_std()? {
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
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Manifest {
    #[serde(flatten)]
    selection: Selection,
    /// The archives beside the manifest, in order.
    files: Vec<ArchiveFile>,
    /// Pages in them.
    pages: u64,
    /// Visits in them that found a page unchanged.
    revisits: u64,
    /// Pages without an HTTP URL, for which the format has no record.
    without_address: u64,
    /// Pages that are not in them because their stored bodies are damaged.
    unreadable: u64,
    #[serde(flatten)]
    opt_out_counts: OptOutCounts,
    since: String,
    /// The value of `--since` for the next export.
    next_cursor: String,
    /// Whether everything was exported; if not, continue from `next_cursor`.
    complete: bool,
    /// What the names of the archives of a running export begin with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    writing: Option<String>,
}

/// Deletes what an export left that was killed or failed: unfinished archives, and finished ones that are in no manifest yet. The pages
/// in them are exported again.
fn sweep(folder: &Folder) -> anyhow::Result<()> {
    let cannot_write = || format!("cannot write into {}", folder.path.display());
    // One that is unreadable is replaced by force.
    let manifest: Option<Manifest> = read_manifest(&folder.path).unwrap_or_default();
    let (files, interrupted) = manifest.map_or_else(Default::default, |manifest| {
        (manifest.files, manifest.writing)
    });
    let listed: BTreeSet<&str> = files.iter().map(|one| one.file.as_str()).collect();
    for entry in fs::read_dir(&folder.path).with_context(cannot_write)? {
        let entry = entry.with_context(cannot_write)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_left = if let Some(name) = name.strip_suffix(".partial") {
            is_archive(name)
        } else {
            let is_of_it = interrupted
                .as_ref()
                .is_some_and(|prefix| name.starts_with(prefix));
            is_of_it && is_archive(&name) && !listed.contains(name.as_str())
        };
        if is_left {
            fs::remove_file(entry.path()).with_context(cannot_write)?;
        }
    }
    Ok(())
}

/// What a running export writes next.
enum Stage {
    Pages,
    /// Visits that found a page unchanged, up to a time.
    Visits {
        until: DateTime<Utc>,
        /// The next ones, which are read ahead.
        next: Vec<Revisit>,
    },
    /// Nothing: everything is written.
    End,
}

/// A running export.
struct Export<'a> {
    store: &'a Store,
    wanted: &'a Wanted,
    stop: &'a CancellationToken,
    begun: DateTime<Utc>,
    /// The last page id assigned when the export began.
    last_id: i64,
    stage: Stage,
    at: PagePlace,
    /// Whether everything before `at` is written and nothing after it, so that a file may end here.
    is_at_place: bool,
    /// The last page id of the current range; first that of an interrupted export, if this one continues it.
    up_to: i64,
    /// When the newest page so far was fetched.
    newest: Option<DateTime<Utc>>,
    unsettled: bool,
    /// The manifest of the export that this one continues.
    before: Manifest,
    manifest: Manifest,
    progress: Progress,
}

impl<'a> Export<'a> {
    fn new(
        store: &'a Store,
        wanted: &'a Wanted,
        begun: DateTime<Utc>,
        last: Cursor,
        stop: &'a CancellationToken,
    ) -> Self {
        let manifest = Manifest {
            selection: Selection {
                format: "warc".to_owned(),
                sites: wanted.query.sites.clone(),
                without_opt_outs: wanted.query.without.clone(),
                ..Selection::default()
            }
            .sorted(),
            files: Vec::new(),
            pages: 0,
            revisits: 0,
            without_address: 0,
            unreadable: 0,
            opt_out_counts: OptOutCounts::default(),
            since: PageCursor(wanted.since).to_string(),
            next_cursor: PageCursor(wanted.since).to_string(),
            complete: false,
            writing: None,
        };
        Self {
            store,
            wanted,
            stop,
            begun,
            last_id: last.number,
            stage: Stage::Pages,
            at: PagePlace {
                token: last.token,
                ..wanted.since
            },
            is_at_place: true,
            up_to: wanted.since.up_to.unwrap_or(last.number),
            newest: None,
            unsettled: false,
            before: manifest.clone(),
            manifest,
            progress: Progress::begin("export", WHAT, None),
        }
    }

    /// Continues the export that ended where this one begins; any other one is refused.
    fn continue_after(&mut self, before: Manifest, folder: &Path) -> anyhow::Result<()> {
        let cursor = &before.next_cursor;
        if *cursor != self.manifest.next_cursor {
            return Err(anyhow!(
                "there is an export in {} already, up to cursor {cursor}",
                folder.display()
            ))
            .advise(format!(
                "--since {cursor} adds what is new; --force keeps the archives and writes a manifest of this export alone"
            ));
        }
        self.manifest = Manifest {
            complete: false,
            ..before.clone()
        };
        self.before = before;
        Ok(())
    }

    /// Writes into a folder. The manifest lists each file as soon as it is finished.
    async fn write(&mut self, folder: &Folder, files: &mut Files) -> anyhow::Result<()> {
        sweep(folder)?;
        self.manifest.writing = Some(files.prefix());
        self.write_manifest(folder, files)?;
        while self.step(files).await? {
            if files.is_full() && self.is_at_place {
                files.close()?;
                self.write_manifest(folder, files)?;
            }
        }
        files.close()?;
        self.manifest.writing = None;
        self.write_manifest(folder, files)
    }

    /// Writes the next pages or visits; returns `false` when there are no more, or on a request to stop.
    async fn step(&mut self, out: &mut impl Output) -> anyhow::Result<bool> {
        if self.stop.is_cancelled() && self.is_at_place {
            return Ok(false);
        }
        match std::mem::replace(&mut self.stage, Stage::End) {
            Stage::Pages => self.pages(out).await?,
            Stage::Visits { until, next } => self.visits(until, &next, out).await?,
            Stage::End => {
                self.manifest.complete = true;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes the next pages.
    async fn pages(&mut self, out: &mut impl Output) -> anyhow::Result<()> {
        let (at, query) = (self.at, &self.wanted.query);
        let batch = self
            .store
            .raw_pages(at.key(), at.above, self.up_to, query)
            .await?;
        let Some(next) = batch.next else {
            self.at.end(self.up_to);
            if self.up_to == self.last_id {
                return self.begin_visits().await;
            }
            self.up_to = self.last_id;
            self.stage = Stage::Pages;
            return Ok(());
        };
        self.stage = Stage::Pages;
        self.at.pass(next);
        self.newest = self.newest.max(Some(next.fetched_at));
        self.unsettled |= batch.unsettled;
        self.manifest.opt_out_counts.left_out += batch.left_out;
        self.progress.add(batch.pages.len() as u64);
        for page in &batch.unreadable {
            self.manifest.unreadable += 1;
            if self.manifest.unreadable - self.before.unreadable <= MAX_REPORTED {
                let at = page.fetched_at.to_rfc3339_opts(SecondsFormat::Secs, true);
                tracing::warn!(
                    "{} of {at} is left out: its stored body is damaged, {}",
                    page.url,
                    page.damage
                );
            }
        }
        for page in &batch.pages {
            self.manifest.opt_out_counts.add(&page.opt_outs);
        }
        if !batch.pages.is_empty() {
            let info = out.open()?;
            let compressed = tokio::task::spawn_blocking(move || compress(&batch.pages, &info))
                .await
                .context("packing pages")?;
            for page in compressed {
                match page? {
                    Some(CompressedPage { bytes, records }) => {
                        out.add(&bytes, records)?;
                        self.manifest.pages += 1;
                    }
                    None => self.manifest.without_address += 1,
                }
            }
        }
        Ok(())
    }

    /// Begins with the settled visits, if they are wanted; if nothing is unsettled, also those up to the fetch of the newest page.
    async fn begin_visits(&mut self) -> anyhow::Result<()> {
        let settled = self.begun - SETTLE_TIME;
        let newest = self.newest.filter(|_| !self.unsettled);
        // not in the future: the fetch date of an imported page may be
        let until = newest.map_or(settled, |newest| newest.clamp(settled, self.begun));
        if self.wanted.revisits && self.at.visits < until {
            self.read_visits(until, None).await?;
        }
        Ok(())
    }

    /// Reads the next visits after one, or from the cursor.
    async fn read_visits(
        &mut self,
        until: DateTime<Utc>,
        after: Option<&Revisit>,
    ) -> anyhow::Result<()> {
        let (at, query) = (self.at.visits, &self.wanted.query);
        let place = after.map(|visit| visit.place);
        let next = self.store.revisits(at, until, place, query).await?;
        // The cursor is a time, and several visits may have the same one.
        self.is_at_place = match (after, next.first()) {
            (Some(after), Some(next)) => after.fetched_at < next.fetched_at,
            _ => true,
        };
        if next.is_empty() {
            self.at.visits = until;
            return Ok(());
        }
        if let Some(after) = after.filter(|_| self.is_at_place) {
            self.at.visits = after.fetched_at;
        }
        self.stage = Stage::Visits { until, next };
        Ok(())
    }

    /// Writes visits, and reads the next ones.
    async fn visits(
        &mut self,
        until: DateTime<Utc>,
        visits: &[Revisit],
        out: &mut impl Output,
    ) -> anyhow::Result<()> {
        let info = out.open()?;
        for record in visits.iter().filter_map(|visit| revisit(visit, &info)) {
            out.add(&record.compressed()?, 1)?;
            self.manifest.revisits += 1;
        }
        self.read_visits(until, visits.last()).await
    }

    /// Writes the manifest of what is done so far.
    fn write_manifest(&mut self, folder: &Folder, files: &Files) -> anyhow::Result<()> {
        self.manifest.files = [&self.before.files, files.done()].concat();
        self.manifest.next_cursor = self.cursor().to_string();
        folder.write_manifest(&self.manifest)
    }

    /// Where the next export begins.
    fn cursor(&self) -> PageCursor {
        PageCursor(PagePlace {
            up_to: self.at.is_midway().then_some(self.up_to),
            ..self.at
        })
    }

    /// What was done, and how to continue.
    fn summary(&self) -> String {
        let unreadable = match self.manifest.unreadable - self.before.unreadable {
            0 => String::new(),
            unreadable => format!(", {unreadable} left out for damaged bodies"),
        };
        format!(
            "{}, {} left out for their opt-outs{unreadable}; {} --since {}",
            count(self.manifest.pages - self.before.pages, "page"),
            self.manifest.opt_out_counts.left_out - self.before.opt_out_counts.left_out,
            if self.manifest.complete {
                "next time"
            } else {
                "stopped early, continue with"
            },
            self.cursor()
        )
    }
}

#[cfg(test)]
mod tests;
