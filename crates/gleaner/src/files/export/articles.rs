//! Exports articles.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use formats::{Buffer, Column, Compression, Encoding, Profile, Writer};
use store::{Cursor, ExportQuery, SearchQuery, Series, Store, Withdrawal};
use tokio::task::block_in_place;
use tokio_util::sync::CancellationToken;

use super::batches::Batches;
use super::folder::{Folder, MANIFEST, read_manifest};
use super::manifest::{Manifest, WrittenBy};
use super::partitions::{DATA, Partitions, sweep};
use super::selection::Selection;
use super::{Target, WHAT, card, check_cursor};
use crate::console::failure::Advise as _;
use crate::console::output::{self, Results};
use crate::console::plural;
use crate::files::atomic::{self, AtomicFile};

/// The key of the manifest in the metadata of one Parquet file.
const METADATA: &str = "gleaner";

/// The articles to export.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) encoding: Encoding,
    pub(crate) profile: &'static Profile,
    /// The cursor to start after; `None` starts from the beginning.
    pub(crate) since: Option<Cursor>,
    /// What articles must match, in their latest versions.
    pub(crate) matching: Option<SearchQuery>,
    /// Filters, format and profile.
    pub(crate) selection: Selection,
}

impl Wanted {
    /// The articles of an earlier export, from the selection in its manifest.
    fn of(selection: Selection) -> anyhow::Result<Self> {
        if !selection.can_be_followed() {
            return Err(anyhow!(
                "an export with --where, --latest, --leaders or --story cannot report which articles left its selection"
            ))
            .advise("export it again with --force");
        }
        let encoding = Encoding::named(&selection.format);
        match (encoding, Profile::named(&selection.profile)) {
            (Some(encoding), Some(profile)) => Ok(Self {
                encoding,
                profile,
                since: None,
                matching: None,
                selection,
            }),
            _ => Err(anyhow!("another version of gleaner wrote it"))
                .advise("export it again with --force"),
        }
    }

    /// How a later export gets what is new, or new and found by the query.
    fn next(&self, cursor: Cursor) -> String {
        if self.matching.is_some() || self.selection.can_be_followed() {
            // of matches, only latest versions are written
            let key = match self.matching {
                Some(_) => "id",
                None => "version_id",
            };
            format!("next time, for rows that replace those of the same {key}: --since {cursor}")
        } else {
            "next time: the same command".to_owned()
        }
    }

    fn columns(&self) -> anyhow::Result<Vec<Column>> {
        let of = &self.selection;
        let mut columns = self.profile.columns(&of.fields, of.sentences)?;
        if of.without_text {
            columns.retain(|column| !column.has_text());
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

/// Where an export goes.
#[derive(Debug)]
pub(crate) enum Output {
    /// Standard output.
    Standard,
    /// One file.
    File(Target),
    /// A folder with a manifest.
    Folder(Target),
}

pub(crate) async fn run(
    store: &Store,
    wanted: &Wanted,
    output: &Output,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    check_cursor(store, Series::Changes, wanted.since.unwrap_or_default()).await?;
    match output {
        Output::Standard => to_output(store, wanted, stop).await,
        Output::File(target) => to_file(store, wanted, target, stop).await,
        Output::Folder(target) => into_folder(store, wanted, target, stop).await,
    }
}

/// Exports to standard output. A request to stop takes effect between two rows.
async fn to_output(store: &Store, wanted: &Wanted, stop: &CancellationToken) -> anyhow::Result<()> {
    if wanted.encoding == Encoding::Parquet {
        return Err(anyhow!("Parquet is written into a file or a folder"))
            .advise("name it with --out");
    }
    let is_text = matches!(
        wanted.encoding,
        Encoding::Csv | Encoding::Jsonl(Compression::None)
    );
    if !is_text && Results::go_to_a_terminal() {
        bail!(
            "compressed lines cannot be written to a terminal; name a file with --out, or redirect the output"
        );
    }
    let mut out = Results::new();
    let buffer = Buffer::default();
    let drain = || out.bytes(&buffer.take());
    let (_, written) = to_writer(store, wanted, buffer.clone(), stop, drain).await?;
    out.bytes(&buffer.take())?;
    out.finish()?;
    written.opt_out_counts.warn(WHAT);
    let cursor = written.next_cursor;
    if stop.is_cancelled() {
        if wanted.matching.is_none() {
            tracing::warn!("stopped early; continue with --since {cursor}");
        }
        return Ok(());
    }
    let (count, left_out) = (written.articles, written.opt_out_counts.left_out);
    tracing::info!(
        count,
        %cursor,
        left_out,
        "export: {}, {left_out} left out for their opt-outs; {}",
        plural::count(count, "article version"),
        wanted.next(cursor)
    );
    Ok(())
}

/// Exports to one file, which gets its name when it is complete.
async fn to_file(
    store: &Store,
    wanted: &Wanted,
    target: &Target,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let path = target.path.display();
    if target.path.exists() && !target.force {
        return Err(anyhow!("{path} already exists"))
            .advise("name another file with --out, or replace it with --force");
    }
    let cannot_write = || format!("cannot write {path}");
    let file = AtomicFile::create(atomic::partial(&target.path)).with_context(cannot_write)?;
    let written = to_writer(store, wanted, file, stop, || Ok(())).await;
    let (file, written) = written.with_context(|| format!("{path} was not written"))?;
    if stop.is_cancelled() {
        bail!("stopped early; {path} was not written");
    }
    let file = block_in_place(|| file.complete()).with_context(cannot_write)?;
    file.publish(&target.path).with_context(cannot_write)?;
    written.opt_out_counts.warn(WHAT);
    output::message(&format!(
        "{} written to {path}, {} left out for their opt-outs; {}",
        plural::count(written.articles, "article version"),
        written.opt_out_counts.left_out,
        wanted.next(written.next_cursor)
    ))
}

/// Writes articles in bounded memory, and calls `pass_on` after each row.
async fn to_writer<W: Write + Send>(
    store: &Store,
    wanted: &Wanted,
    to: W,
    stop: &CancellationToken,
    mut pass_on: impl FnMut() -> anyhow::Result<()>,
) -> anyhow::Result<(W, Manifest)> {
    let columns = wanted.columns()?;
    let begun = wanted.since.unwrap_or_default();
    let mut written = Manifest::begin(wanted.selection.clone(), begun);
    let query = wanted.query(&columns);
    let mut batches = Batches::new(store, begun, wanted.matching.as_ref(), query).await?;
    let mut writer = Writer::new(wanted.encoding, columns, to)?;
    'batches: while !stop.is_cancelled()
        && let Some(batch) = batches.next().await?
    {
        written.opt_out_counts.left_out += batch.left_out;
        let (next, token) = (batch.next, batch.cursor(0).token);
        for row in batch.rows {
            if stop.is_cancelled() {
                break 'batches;
            }
            written.count_row(&row);
            written.articles += 1;
            written.next_cursor = Cursor {
                number: row.cursor,
                token,
            };
            block_in_place(|| writer.add(row))?;
            pass_on()?;
        }
        written.next_cursor = next.unwrap_or(written.next_cursor);
    }
    written.written_by = Some(WrittenBy::now());
    writer.annotate(METADATA, written.of_one_file()?);
    let to = block_in_place(|| writer.finish())?;
    Ok((to, written))
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
    check_cursor(store, Series::Changes, manifest.next_cursor).await?;
    write(store, &wanted, &folder, manifest, stop).await
}

async fn into_folder(
    store: &Store,
    wanted: &Wanted,
    target: &Target,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let folder = Folder::open(&target.path, &wanted.selection, target.force)?;
    let path = target.path.display();
    if !target.force && folder.join(MANIFEST).exists() {
        return Err(anyhow!("there is an export in {path} already")).advise(format!(
            "gleaner export --continue {path} adds what is new; --force deletes its files and starts over"
        ));
    }
    let manifest = Manifest::begin(wanted.selection.clone(), Cursor::default());
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
    for file in manifest.files.iter().map(|written| &written.file) {
        if !folder.join(file).exists() {
            return Err(anyhow!("{file}, listed in {MANIFEST}, is missing"))
                .advise("restore it, or export again with --force");
        }
    }
    let columns = wanted.columns()?;
    let path = folder.join(DATA);
    let cannot_write = || atomic::cannot_write_into(&path);
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
    let known = match begun.number {
        0 => store.last_cursor().await?,
        number => number,
    };
    let opt_out_counts = manifest.opt_out_counts.clone();
    // A version that comes back is no longer withdrawn.
    let by_id = |gone: Withdrawal| (gone.version_id.clone(), gone);
    let mut withdrawn: HashMap<_, _> = manifest.withdrawn.drain(..).map(by_id).collect();
    let mut files = Partitions::new(wanted.encoding, &columns);
    let query = wanted.query(&columns);
    let mut batches = Batches::new(store, begun, wanted.matching.as_ref(), query).await?;
    while !stop.is_cancelled()
        && let Some(batch) = batches.next().await?
    {
        manifest.count(&batch);
        for row in &batch.rows {
            withdrawn.remove(row["version_id"].as_str().unwrap_or_default());
        }
        let gone = batch.withdrawn.into_iter();
        let gone = gone.filter(|gone| gone.cursor > known);
        withdrawn.extend(gone.map(by_id));
        block_in_place(|| files.add(folder, batch.rows))?;
    }
    let suffix = format!("-{}-{}", begun.number, manifest.next_cursor.number);
    let written = block_in_place(|| files.finish(folder, &suffix))?;
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
    output::message(&format!(
        "{}{} added to {path}: {} in total, {} left out for their opt-outs, {} withdrawn; next time: {next}",
        if early { "Stopped early: " } else { "" },
        plural::count(new, "article version"),
        manifest.articles,
        manifest.opt_out_counts.left_out,
        manifest.withdrawn.len(),
    ))
}
