//! `gleaner classify`.

use crate::cli::Context;

/// Judge pages, without a database: article or not, and why
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner classify pages.jsonl.gz")]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
