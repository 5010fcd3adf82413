//! `gleaner export`.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ValueEnum;
use store::{ArticleRow, Store};

use crate::cli::Context;
use crate::corpus::Folder;
use crate::database;
use crate::failure::Advise as _;
use crate::output::Results;

/// Articles read from the database at a time.
const BATCH: i64 = 500;

/// Write the articles out as a corpus
///
/// One line per article version, with the fields of the article record. With --out DIR the lines go into a
/// file there, beside a manifest with counts, sha256 and the cursor to give as --since the next time.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  gleaner export --format jsonl > articles.jsonl\n  gleaner export --out corpus --since 1200"
)]
pub(crate) struct Args {
    /// How the corpus is written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Which fields, under which names
    #[arg(long, value_enum, default_value_t)]
    pub(crate) profile: Profile,
    /// Only what came after this cursor, as an earlier manifest gave it
    #[arg(long, value_name = "CURSOR", default_value_t = 0)]
    pub(crate) since: i64,
    /// Folder for the file and its manifest [default: standard output]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One JSON object a line
    #[default]
    Jsonl,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Profile {
    /// The article record
    #[default]
    Native,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let Format::Jsonl = args.format;
    let Profile::Native = args.profile;
    database::with(context, async |store| match &args.out {
        Some(folder) => into_folder(store, args.since, folder).await,
        None => to_output(store, args.since).await,
    })
    .await
}

async fn to_output(store: &Store, since: i64) -> anyhow::Result<()> {
    let mut out = Results::new();
    let mut cursor = since;
    let mut count = 0_usize;
    loop {
        let rows = store.export(cursor, BATCH).await?;
        let Some(last) = rows.last() else { break };
        cursor = last.cursor;
        count += rows.len();
        rows.iter().try_for_each(|row| out.json(row))?;
    }
    out.finish()?;
    tracing::info!(
        count,
        cursor,
        "export: {count} article versions; next time --since {cursor}"
    );
    Ok(())
}

async fn into_folder(store: &Store, since: i64, folder: &Path) -> anyhow::Result<()> {
    let mut corpus = Folder::begin(folder, since)
        .with_context(|| format!("cannot write into {}", folder.display()))
        .advise("name a folder you may write to with --out")?;
    loop {
        let rows: Vec<ArticleRow> = store.export(corpus.cursor(), BATCH).await?;
        if rows.is_empty() {
            break;
        }
        corpus
            .add(&rows)
            .with_context(|| format!("cannot write into {}", folder.display()))?;
    }
    loop {
        let gone = store.withdrawals(corpus.withdrawn_to(), BATCH).await?;
        if gone.is_empty() {
            break;
        }
        corpus.withdraw(gone);
    }
    let manifest = corpus
        .finish()
        .with_context(|| format!("cannot write into {}", folder.display()))?;
    let mut out = Results::new();
    out.line(&format!(
        "{} article versions in {}, {} withdrawn; next time --since {}",
        manifest.articles,
        folder.join(&manifest.file).display(),
        manifest.withdrawn.len(),
        manifest.next_cursor
    ))?;
    out.finish()
}
