//! `gleaner eval`.

use crate::cli::Context;

/// Score against gold
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner eval extract --gold gold.jsonl.gz --extractor all")]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
