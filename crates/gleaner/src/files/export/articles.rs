//! Exports articles.

use anyhow::Context as _;
use store::{ExportQuery, Store};

use super::Target;
use super::folder::{Folder, Selection};
use super::opt_outs::OptOutCounts;
use crate::console::output::Results;
use crate::console::plural::count;
use crate::files::corpus::CorpusWriter;

/// Articles read from the database at a time.
const BATCH: i64 = 500;
/// What is exported.
const WHAT: &str = "article versions";

/// The articles to export.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) since: i64,
    pub(crate) query: ExportQuery,
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

async fn to_output(store: &Store, wanted: &Wanted) -> anyhow::Result<()> {
    let mut out = Results::new();
    let mut cursor = wanted.since;
    let mut count = 0_usize;
    let mut tally = OptOutCounts::default();
    loop {
        let batch = store.export_some(cursor, BATCH, &wanted.query).await?;
        let Some(next) = batch.next else { break };
        cursor = next;
        count += batch.rows.len();
        tally.left_out += batch.left_out;
        for row in &batch.rows {
            tally.add_all(&row["opt_outs"]);
            out.json(row)?;
        }
    }
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

async fn into_folder(store: &Store, wanted: &Wanted, target: &Target) -> anyhow::Result<()> {
    let cannot_write = || format!("cannot write into {}", target.folder.display());
    let ExportQuery { sites, without } = &wanted.query;
    let selection = Selection::new("jsonl", sites, without);
    let folder = Folder::open(&target.folder, &selection, target.force)?;
    let mut corpus =
        CorpusWriter::begin(folder, selection, wanted.since).with_context(cannot_write)?;
    loop {
        let batch = store
            .export_some(corpus.cursor(), BATCH, &wanted.query)
            .await?;
        let Some(next) = batch.next else { break };
        corpus.add(&batch.rows).with_context(cannot_write)?;
        corpus.advance(next, batch.left_out);
    }
    loop {
        let gone = store.withdrawals(corpus.withdrawn_to(), BATCH).await?;
        if gone.is_empty() {
            break;
        }
        corpus.withdraw(gone);
    }
    let (manifest, folder) = corpus.finish()?;
    manifest.tally.warn(WHAT);
    let mut out = Results::new();
    out.line(&format!(
        "{} in {} ({}), {} left out for their opt-outs, {} withdrawn; next time --since {}",
        count(manifest.articles, "article version"),
        folder.join(&manifest.file).display(),
        folder.manifest,
        manifest.tally.left_out,
        manifest.withdrawn.len(),
        manifest.next_cursor
    ))?;
    out.finish()
}
