//! `gleaner extract`.

use crate::cli::Context;

/// Turn stored pages into articles or rejected pages
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner extract")]
pub(crate) struct Args {
    /// Read every stored page again, not only those without a verdict of the current version
    #[arg(long)]
    pub(crate) all: bool,
}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
