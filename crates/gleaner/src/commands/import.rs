//! `gleaner import`.

use std::path::PathBuf;

use crate::cli::Context;

/// Store pages from WARC or JSONL files
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner import CC-NEWS-20260101000000-00001.warc.gz")]
pub(crate) struct Args {
    /// WARC (.warc, .warc.gz) or JSONL ({"url","html"[,"fetched_at","status","headers"]}) files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
