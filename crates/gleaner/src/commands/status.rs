//! `gleaner status`.

use crate::cli::Context;

/// Show runs, queue and one health line per site
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner status")]
pub(crate) struct Args {
    /// One JSON object instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
