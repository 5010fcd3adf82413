//! `gleaner export`.

use std::path::PathBuf;

use crate::cli::Context;

/// Write the articles out as a corpus
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner export --format jsonl > articles.jsonl")]
pub(crate) struct Args {
    /// Only what came after this cursor, as an earlier manifest gave it
    #[arg(long, value_name = "CURSOR")]
    pub(crate) since: Option<String>,
    /// Folder for the files and their manifest [default: standard output]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
