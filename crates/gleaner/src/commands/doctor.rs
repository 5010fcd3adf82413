//! `gleaner doctor`.

use crate::cli::Context;

/// Check database, settings, clock, disk and network, and say how to mend what is wrong
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner doctor")]
pub(crate) struct Args {}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
