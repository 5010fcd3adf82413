//! `gleaner migrate`.

use crate::cli::Context;

/// Bring the database to the current schema
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner migrate")]
pub(crate) struct Args {}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
