//! `gleaner seed`.

use std::path::PathBuf;

use crate::cli::Context;

/// Add or update sites from seed files or folders
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner seed seeds/de.toml")]
pub(crate) struct Args {
    /// Seed files, or folders of them
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
