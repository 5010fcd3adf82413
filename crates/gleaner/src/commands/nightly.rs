//! `gleaner nightly`.

use std::path::PathBuf;

use crate::cli::Context;

/// Seed, crawl, extract and aggregate in order, as one recorded run
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner nightly --seeds seeds")]
pub(crate) struct Args {
    /// Seed file or folder to read first
    #[arg(long, value_name = "PATH")]
    pub(crate) seeds: Option<PathBuf>,
    /// Stay and repeat at these times, such as "0 2 * * *"
    #[arg(long, value_name = "CRON")]
    pub(crate) schedule: Option<String>,
}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
