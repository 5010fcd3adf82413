//! `gleaner train`.

use crate::cli::Context;

/// Train a model from labelled pages
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  gleaner train page --data labelled.jsonl.gz --out weights.json"
)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
