//! Exports articles.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use clap::ValueEnum;
use store::{ArticleRow, Cursor, ExportBatch, ExportQuery, Series, Store, StoreError};
use tokio::task::{JoinHandle, block_in_place};
use tokio_util::sync::CancellationToken;

use super::folder::{Folder, MANIFEST, Selection, cannot_write, read_manifest};
use super::lines::Lines;
use super::manifest::{Manifest, WithdrawnVersion, WrittenBy};
use super::output::{Compressed, Compression, DATA, Encoding, Written, sweep};
use super::partitions::Partitions;
use super::profiles::{Column, Profile, without_text};
use super::{OptOutCounts, START_OVER, Target, WHAT, card};
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::console::plural;
use crate::files::atomic::AtomicFile;

/// Article versions read from the database at a time.
const BATCH: i64 = 500;
/// Batches that are read ahead while one is written.
const AHEAD: usize = 3;

/// The articles to export.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) encoding: Encoding,
    pub(crate) profile: Profile,
    /// The cursor to start after; `None` starts from the beginning.
    pub(crate) since: Option<Cursor>,
    /// Filters, format and profile.
    pub(crate) selection: Selection,
}

impl Wanted {
    /// The articles of an earlier export, from the selection in its manifest.
    fn of(selection: Selection) -> anyhow::Result<Self> {
        if !selection.can_be_followed() {
            return Err(anyhow!(
                "an export with --latest, --leaders or --story cannot report which articles left its selection"
            ))
            .advise("export it again with --force");
        }
        let mut encodings = Encoding::ALL.into_iter();
        let encoding = encodings.find(|known| known.name() == selection.format);
        let profile = <Profile as ValueEnum>::from_str(&selection.profile, false);
        match (encoding, profile) {
            (Some(encoding), Ok(profile)) => Ok(Self {
                encoding,
                profile,
                since: None,
                selection,
            }),
            _ => Err(anyhow!("another version of gleaner wrote it"))
                .advise("export it again with --force"),
        }
    }

    fn columns(&self) -> anyhow::Result<Vec<Column>> {
        let of = &self.selection;
        let mut columns = self.profile.columns(&of.fields, of.sentences)?;
        if of.without_text {
            columns = without_text(columns);
            if columns.is_empty() {
                bail!("--without-text leaves none of the --fields");
            }
        }
        Ok(columns)
    }

    /// The database query. It reads only the columns that are written, that are counted, or that determine the file of a version.
    fn query(&self, columns: &[Column]) -> ExportQuery {
        let of = &self.selection;
        let mut reads: BTreeSet<&str> = columns.iter().flat_map(Column::reads).collect();
        reads.extend([
            "version_id",
            "language",
            "date_published",
            "opt_outs",
            "extractor_version",
        ]);
        ExportQuery {
            columns: reads.into_iter().map(str::to_owned).collect(),
            sites: of.sites.clone(),
            languages: of.languages.clone(),
            stories: of.stories.clone(),
            latest: of.latest,
            leaders: of.leaders,
            published_since: of.published_since,
            published_until: of.published_until,
            without: of.without_opt_outs.clone(),
        }
    }
}

pub(crate) async fn run(
    store: &Store,
    wanted: &Wanted,
    target: Option<&Target>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    check_cursor(store, wanted.since.unwrap_or_default()).await?;
    match target {
        Some(target) => into_folder(store, wanted, target, stop).await,
        None => to_output(store, wanted, stop).await,
    }
}

/// Refuses a cursor that the history of the database does not include, before anything is written.
async fn check_cursor(store: &Store, cursor: Cursor) -> anyhow::Result<()> {
    let checked = store.check_cursor(Series::Changes, cursor).await;
    checked.advise(START_OVER)
}

/// Reads batches in order, some of them ahead.
struct Batches<'a> {
    store: &'a Store,
    query: ExportQuery,
    cursor: Cursor,
    ahead: VecDeque<JoinHandle<Result<ExportBatch, StoreError>>>,
    is_at_end: bool,
}

impl<'a> Batches<'a> {
    fn after(store: &'a Store, cursor: Cursor, query: ExportQuery) -> Self {
        Self {
            store,
            query,
            cursor,
            ahead: VecDeque::new(),
            is_at_end: false,
        }
    }

    async fn next(&mut self) -> anyhow::Result<Option<ExportBatch>> {
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

/// Exports to standard output. A request to stop takes effect between two rows.
async fn to_output(store: &Store, wanted: &Wanted, stop: &CancellationToken) -> anyhow::Result<()> {
    let columns = wanted.columns()?;
    let mut out = Results::new();
    let to = match wanted.encoding {
        Encoding::Parquet => {
            return Err(anyhow!("Parquet files are written into a folder"))
                .advise("name it with --out");
        }
        Encoding::Jsonl(compression) if compression != Compression::None => {
            if Results::go_to_a_terminal() {
                bail!(
                    "compressed lines cannot be written to a terminal; name a folder with --out, or redirect the output"
                );
            }
            Compressed::new(&mut out, compression)?
        }
        Encoding::Jsonl(_) | Encoding::Csv => Compressed::new(&mut out, Compression::None)?,
    };
    let mut lines = match wanted.encoding {
        Encoding::Csv => Lines::csv(to, &columns)?,
        _ => Lines::json(to),
    };
    let mut cursor = wanted.since.unwrap_or_default();
    let mut batches = Batches::after(store, cursor, wanted.query(&columns));
    let mut count = 0_usize;
    let mut counts = OptOutCounts::default();
    'batches: while !stop.is_cancelled()
        && let Some(batch) = batches.next().await?
    {
        counts.left_out += batch.left_out;
        for row in &batch.rows {
            if stop.is_cancelled() {
                break 'batches;
            }
            counts.add_article(&row["opt_outs"]);
            lines.add(&columns, row).map_err(Results::failed)?;
            count += 1;
            cursor = batch.cursor(row.cursor);
        }
        cursor = batch.next.unwrap_or(cursor);
    }
    lines
        .finish()
        .and_then(Compressed::finish)
        .map_err(Results::failed)?;
    out.finish()?;
    counts.warn(WHAT);
    if stop.is_cancelled() {
        tracing::warn!("stopped early; continue with --since {cursor}");
        return Ok(());
    }
    tracing::info!(
        count,
        %cursor,
        left_out = counts.left_out,
        "export: {count} article versions, {} left out for their opt-outs; next time --since {cursor}",
        counts.left_out
    );
    Ok(())
}

/// The unfinished files of an export.
enum Files {
    Lines(Box<Lines<Compressed<AtomicFile>>>, u64),
    Parquet(Box<Partitions>),
}

impl Files {
    fn begin(folder: &Folder, encoding: Encoding, columns: &[Column]) -> anyhow::Result<Self> {
        let path = folder.join(DATA);
        let cannot_write = || format!("cannot write into {}", path.display());
        fs::create_dir_all(&path).with_context(cannot_write)?;
        let partial = path.join(format!(".articles.{}.partial", encoding.name()));
        let file = |compression| {
            let file = AtomicFile::create(partial.clone());
            let file = file.and_then(|file| Compressed::new(file, compression));
            file.with_context(cannot_write)
        };
        Ok(match encoding {
            Encoding::Jsonl(compression) => {
                Self::Lines(Box::new(Lines::json(file(compression)?)), 0)
            }
            Encoding::Csv => {
                let lines = Lines::csv(file(Compression::None)?, columns)?;
                Self::Lines(Box::new(lines), 0)
            }
            Encoding::Parquet => Self::Parquet(Box::new(Partitions::new(columns.to_vec()))),
        })
    }

    fn add(
        &mut self,
        folder: &Folder,
        columns: &[Column],
        rows: Vec<ArticleRow>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Lines(lines, count) => {
                for row in &rows {
                    lines
                        .add(columns, row)
                        .with_context(|| cannot_write(&folder.path))?;
                    *count += 1;
                }
                Ok(())
            }
            Self::Parquet(partitions) => partitions.add(folder, rows),
        }
    }

    /// Gives the files their names; an export without articles leaves none.
    fn finish(
        self,
        folder: &Folder,
        suffix: &str,
        encoding: Encoding,
    ) -> anyhow::Result<Vec<Written>> {
        match self {
            Self::Parquet(partitions) => partitions.finish(folder, suffix),
            Self::Lines(lines, count) => {
                let file = lines.finish().and_then(Compressed::finish);
                let file = file.with_context(|| cannot_write(&folder.path))?;
                if count == 0 {
                    return Ok(Vec::new());
                }
                let file = file
                    .complete()
                    .with_context(|| cannot_write(&folder.path))?;
                let name = format!("{DATA}/articles{suffix}.{}", encoding.name());
                Ok(vec![Written::publish(file, folder, &name, count)?])
            }
        }
    }
}

/// Continues the export of articles in a folder, with its filters.
pub(crate) async fn go_on(
    store: &Store,
    path: &Path,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let selection: Option<Selection> = read_manifest(path)?;
    let Some(selection) = selection.filter(|of| of.format != "warc") else {
        return Err(anyhow!(
            "there is no export of articles in {}",
            path.display()
        ))
        .advise("start one with --out; archives are continued with --since");
    };
    let wanted = Wanted::of(selection)?;
    let folder = Folder::open(path, &wanted.selection, false)?;
    let manifest: Option<Manifest> = read_manifest(path)?;
    let manifest = manifest.context("it was just deleted")?;
    check_cursor(store, manifest.next_cursor).await?;
    write(store, &wanted, &folder, manifest, stop).await
}

async fn into_folder(
    store: &Store,
    wanted: &Wanted,
    target: &Target,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let folder = Folder::open(&target.folder, &wanted.selection, target.force)?;
    let path = target.folder.display();
    if target.force {
        folder.check_since(wanted.since.unwrap_or_default().number)?;
    } else {
        if let Some(before) = read_manifest::<Manifest>(&folder.path)? {
            if wanted.since == Some(before.next_cursor) {
                return write(store, wanted, &folder, before, stop).await;
            }
            let cursor = before.next_cursor;
            return Err(anyhow!(
                "there is an export in {path} already, up to cursor {cursor}"
            ))
            .advise(format!(
                "gleaner export --continue {path} adds what is new; --force deletes its files and starts over"
            ));
        }
        if let Some(name) = card::foreign(&folder, &wanted.columns()?)? {
            return Err(anyhow!("{path} contains a {name} that no export wrote"))
                .advise("name another folder with --out, or replace the file with --force");
        }
    }
    let manifest = Manifest::begin(wanted.selection.clone(), wanted.since.unwrap_or_default());
    write(store, wanted, &folder, manifest, stop).await
}

/// Adds the changes after the cursor of a manifest.
async fn write(
    store: &Store,
    wanted: &Wanted,
    folder: &Folder,
    mut manifest: Manifest,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    for Written { file, .. } in &manifest.files {
        if !folder.join(file).exists() {
            return Err(anyhow!("{file}, listed in {MANIFEST}, is missing"))
                .advise("restore it, or export again with --force");
        }
    }
    let columns = wanted.columns()?;
    let path = folder.join(DATA);
    let cannot_write = || format!("cannot write into {}", path.display());
    let sweep = |manifest: &Manifest| {
        let kept = manifest.files.iter().map(|file| folder.join(&file.file));
        sweep(&path, &kept.collect()).with_context(cannot_write)
    };
    fs::create_dir_all(&path).with_context(cannot_write)?;
    if !folder.force {
        sweep(&manifest)?;
    }
    let begun = manifest.next_cursor;
    // What was withdrawn before a first export was never in its files.
    let known = if begun.number == 0 {
        store.last_cursor().await?
    } else {
        begun.number
    };
    let opt_out_counts = manifest.opt_out_counts.clone();
    // A version that comes back is no longer withdrawn.
    let by_id = |gone: WithdrawnVersion| (gone.version_id.clone(), gone);
    let mut withdrawn: HashMap<_, _> = manifest.withdrawn.drain(..).map(by_id).collect();
    let mut files = Files::begin(folder, wanted.encoding, &columns)?;
    let mut batches = Batches::after(store, begun, wanted.query(&columns));
    while !stop.is_cancelled()
        && let Some(batch) = batches.next().await?
    {
        manifest.count(&batch);
        for row in &batch.rows {
            withdrawn.remove(row["version_id"].as_str().unwrap_or_default());
        }
        let gone = batch.withdrawn.into_iter();
        let gone = gone.filter(|gone| gone.cursor > known);
        withdrawn.extend(gone.map(WithdrawnVersion::from).map(by_id));
        block_in_place(|| files.add(folder, &columns, batch.rows))?;
    }
    let suffix = format!("-{}-{}", begun.number, manifest.next_cursor.number);
    let written = block_in_place(|| files.finish(folder, &suffix, wanted.encoding))?;
    let new: u64 = written.iter().map(|file| file.articles).sum();
    manifest.add(written);
    manifest.withdrawn = withdrawn.into_values().collect();
    manifest.withdrawn.sort_by_key(|gone| gone.cursor);
    manifest.written_by = Some(WrittenBy::now());
    card::write(folder, &manifest, &columns, wanted.encoding)?;
    // Last: until then, the folder holds the previous export.
    folder.write_manifest(&manifest)?;
    sweep(&manifest)?;
    manifest.opt_out_counts.since(&opt_out_counts).warn(WHAT);
    let (path, early) = (folder.path.display(), stop.is_cancelled());
    let next = if wanted.selection.can_be_followed() {
        format!("gleaner export --continue {path}")
    } else {
        "the same command with --force".to_owned()
    };
    let mut out = Results::new();
    out.line(&format!(
        "{}{} added to {path}: {} in total, {} left out for their opt-outs, {} withdrawn; next time: {next}",
        if early { "Stopped early: " } else { "" },
        plural::count(new, "article version"),
        manifest.articles,
        manifest.opt_out_counts.left_out,
        manifest.withdrawn.len(),
    ))?;
    out.finish()
}
