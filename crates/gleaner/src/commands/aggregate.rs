//! `gleaner aggregate`.

use crate::cli::Context;

/// Find copies among the articles that are new since the last run
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner aggregate")]
pub(crate) struct Args {}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
