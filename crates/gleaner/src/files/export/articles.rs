//! Exports articles.

use std::path::Path;

use anyhow::Context as _;
use store::{ExportQuery, Store};

use super::opt_outs::OptOutCounts;
use crate::console::failure::Advise as _;
use crate::console::output::Results;
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

pub(crate) async fn run(store: &Store, wanted: &Wanted, out: Option<&Path>) -> anyhow::Result<()> {
    match out {
        Some(folder) => into_folder(store, wanted, folder).await,
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

async fn into_folder(store: &Store, wanted: &Wanted, folder: &Path) -> anyhow::Result<()> {
    let cannot_write = || format!("cannot write into {}", folder.display());
    let mut corpus = CorpusWriter::begin(folder, wanted.since)
        .with_context(cannot_write)
        .advise("name a folder you may write to with --out")?;
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
    let manifest = corpus.finish().with_context(cannot_write)?;
    manifest.tally.warn(WHAT);
    let mut out = Results::new();
    out.line(&format!(
        "{} article versions in {}, {} left out for their opt-outs, {} withdrawn; next time --since {}",
        manifest.articles,
        folder.join(&manifest.file).display(),
        manifest.tally.left_out,
        manifest.withdrawn.len(),
        manifest.next_cursor
    ))?;
    out.finish()
}
