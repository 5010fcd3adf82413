//! Exports articles.

use std::collections::VecDeque;

use anyhow::{Context as _, anyhow, bail};
use store::{ArticleRow, ExportBatch, ExportQuery, Store, StoreError};
use tokio::task::{JoinHandle, block_in_place};

use super::folder::{Folder, Selection};
use super::lines::Lines;
use super::manifest::Manifest;
use super::output::{Compressed, Compression, PartialFile, Written, data, prepare};
use super::partitions::Partitions;
use super::profiles::{Column, Profile, without_text};
use super::{OptOutCounts, Target, card};
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::console::plural;

/// Article versions read from the database at a time.
const BATCH: i64 = 500;
/// Batches that are read while one is written.
const AHEAD: usize = 2;
/// What is exported.
const WHAT: &str = "article versions";

/// How articles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Jsonl(Compression),
    Csv,
    Parquet,
}

impl Encoding {
    const ALL: [Self; 5] = [
        Self::Jsonl(Compression::None),
        Self::Jsonl(Compression::Gzip),
        Self::Jsonl(Compression::Zstd),
        Self::Csv,
        Self::Parquet,
    ];

    /// Its name, which is how its files end.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Jsonl(compression) => format!("jsonl{}", compression.extension()),
            Self::Csv => "csv".to_owned(),
            Self::Parquet => "parquet".to_owned(),
        }
    }
}

/// The articles to export.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) encoding: Encoding,
    pub(crate) profile: Profile,
    /// `None`: from the beginning.
    pub(crate) since: Option<i64>,
    /// Filters, format and profile.
    pub(crate) selection: Selection,
}

impl Wanted {
    /// What an earlier export wanted.
    fn of(selection: Selection) -> anyhow::Result<Self> {
        let encoding = Encoding::ALL
            .into_iter()
            .find(|known| known.name() == selection.format);
        let profile = <Profile as clap::ValueEnum>::from_str(&selection.profile, false);
        match (encoding, profile) {
            (Some(encoding), Ok(profile)) => Ok(Self {
                encoding,
                profile,
                since: None,
                selection,
            }),
            _ => Err(anyhow!("that is an export of {}", selection.format))
                .advise("--continue follows articles; archives are continued with --since"),
        }
    }

    fn columns(&self) -> anyhow::Result<Vec<Column>> {
        let columns = self.profile.columns(&self.selection.fields)?;
        Ok(if self.selection.without_text {
            without_text(columns)
        } else {
            columns
        })
    }

    fn query(&self) -> ExportQuery {
        let of = &self.selection;
        ExportQuery {
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
) -> anyhow::Result<()> {
    match target {
        Some(target) => into_folder(store, wanted, target).await,
        None => to_output(store, wanted).await,
    }
}

/// Reads batches in their order, some of them ahead.
struct Batches<'a> {
    store: &'a Store,
    query: ExportQuery,
    cursor: i64,
    ahead: VecDeque<JoinHandle<Result<ExportBatch, StoreError>>>,
    is_at_end: bool,
}

impl<'a> Batches<'a> {
    fn after(store: &'a Store, cursor: i64, query: ExportQuery) -> Self {
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
            let after = std::mem::replace(&mut self.cursor, to);
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

async fn to_output(store: &Store, wanted: &Wanted) -> anyhow::Result<()> {
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
                    "compressed lines are no text for a terminal; name a folder with --out, or send the output on"
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
    let mut cursor = wanted.since.unwrap_or(0);
    let mut batches = Batches::after(store, cursor, wanted.query());
    let mut count = 0_usize;
    let mut tally = OptOutCounts::default();
    while let Some(batch) = batches.next().await? {
        cursor = batch.next.unwrap_or(cursor);
        count += batch.rows.len();
        tally.left_out += batch.left_out;
        for row in &batch.rows {
            tally.add_all(&row["opt_outs"]);
            lines.add(&columns, row).map_err(Results::failed)?;
        }
    }
    lines
        .finish()
        .and_then(Compressed::finish)
        .map_err(Results::failed)?;
    out.finish()?;
    tally.warn(WHAT);
    tracing::info!(
        count,
        cursor,
        left_out = tally.left_out,
        "export: {count} article versions, {} left out for their opt-outs; next time --since {cursor}",
        tally.left_out
    );
    Ok(())
}

/// The files of an export in the making.
enum Files {
    Lines(Box<Lines<Compressed<PartialFile>>>, u64),
    Parquet(Box<Partitions>),
}

impl Files {
    fn begin(
        folder: &Folder,
        data: &str,
        encoding: Encoding,
        columns: &[Column],
    ) -> anyhow::Result<Self> {
        let path = folder.join(data);
        let cannot_write = || format!("cannot write into {}", path.display());
        prepare(&path).with_context(cannot_write)?;
        let partial = path.join(format!(".articles.{}.partial", encoding.name()));
        let file = |compression| {
            let file = PartialFile::create(partial.clone());
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
            Encoding::Parquet => {
                Self::Parquet(Box::new(Partitions::new(columns.to_vec(), data.to_owned())))
            }
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
                        .context("cannot write the articles")?;
                    *count += 1;
                }
                Ok(())
            }
            Self::Parquet(partitions) => partitions.add(folder, rows),
        }
    }

    /// Gives them their names; an export without an article leaves none.
    fn finish(
        self,
        folder: &Folder,
        data: &str,
        suffix: &str,
        encoding: Encoding,
    ) -> anyhow::Result<Vec<Written>> {
        match self {
            Self::Parquet(partitions) => partitions.finish(folder, suffix),
            Self::Lines(lines, count) => {
                let file = lines.finish().and_then(Compressed::finish);
                let file = file.context("cannot write the articles")?;
                if count == 0 {
                    file.discard().context("cannot delete an empty file")?;
                    return Ok(Vec::new());
                }
                let name = format!("{data}/articles{suffix}.{}", encoding.name());
                Ok(vec![file.publish(folder, &name, count)?])
            }
        }
    }
}

/// Continues every export of articles in a folder.
pub(crate) async fn continue_all(store: &Store, folder: &std::path::Path) -> anyhow::Result<()> {
    let selections = super::folder::selections(folder)?;
    if selections.is_empty() {
        return Err(anyhow!("there is no export in {}", folder.display()))
            .advise("begin one with --out");
    }
    for selection in selections {
        let mut wanted = Wanted::of(selection)?;
        let target = Target {
            folder: folder.to_owned(),
            force: false,
        };
        let opened = Folder::open(folder, &wanted.selection, false)?;
        let manifest: Option<Manifest> = opened.read_manifest()?;
        drop(opened);
        wanted.since = manifest.map(|manifest| manifest.next_cursor);
        into_folder(store, &wanted, &target).await?;
    }
    Ok(())
}

async fn into_folder(store: &Store, wanted: &Wanted, target: &Target) -> anyhow::Result<()> {
    let columns = wanted.columns()?;
    let selection = &wanted.selection;
    let folder = Folder::open(&target.folder, selection, target.force)?;
    let before: Option<Manifest> = if target.force {
        None
    } else {
        folder.read_manifest()?
    };
    let mut manifest = match before {
        Some(before) if wanted.since == Some(before.next_cursor) => before,
        Some(before) => {
            let place = target.folder.display();
            return Err(anyhow!(
                "there is an export in {place} already, up to cursor {}",
                before.next_cursor
            ))
            .advise(format!(
                "gleaner export --continue {place} adds what is new; --force begins anew"
            ));
        }
        None => Manifest::begin(selection.clone(), wanted.since.unwrap_or(0)),
    };
    let label = selection.suffix()?;
    let data = data(&label);
    let begun = manifest.next_cursor;
    let mut withdrawn_to = begun;
    let mut files = Files::begin(&folder, &data, wanted.encoding, &columns)?;
    let mut batches = Batches::after(store, begun, wanted.query());
    while let Some(batch) = batches.next().await? {
        manifest.next_cursor = batch.next.unwrap_or(manifest.next_cursor);
        manifest.tally.left_out += batch.left_out;
        for row in &batch.rows {
            manifest.tally.add_all(&row["opt_outs"]);
            let language = row["language"].as_str().unwrap_or("unknown");
            *manifest
                .articles_by_language
                .entry(language.to_owned())
                .or_default() += 1;
        }
        block_in_place(|| files.add(&folder, &columns, batch.rows))?;
    }
    loop {
        let gone = store.withdrawals(withdrawn_to, BATCH).await?;
        let Some(last) = gone.last() else { break };
        withdrawn_to = last.cursor;
        manifest.withdrawn.extend(gone);
    }
    manifest.next_cursor = manifest.next_cursor.max(withdrawn_to);
    let suffix = format!("-{begun}-{}", manifest.next_cursor);
    let written = block_in_place(|| files.finish(&folder, &data, &suffix, wanted.encoding))?;
    let new: u64 = written.iter().map(|file| file.articles).sum();
    manifest.add(written);
    card::write(&folder, &manifest, &columns, wanted.encoding, &label)?;
    // Last: until then, the export before is what is there.
    folder.write_manifest(&manifest)?;
    manifest.tally.warn(WHAT);
    let mut out = Results::new();
    out.line(&format!(
        "{} added to {} ({}): {} there now, {} left out for their opt-outs, {} withdrawn; next time: gleaner export --continue {}",
        plural::count(new, "article version"),
        target.folder.display(),
        folder.manifest,
        manifest.articles,
        manifest.tally.left_out,
        manifest.withdrawn.len(),
        target.folder.display(),
    ))?;
    out.finish()
}
