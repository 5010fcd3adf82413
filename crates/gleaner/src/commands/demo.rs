//! `gleaner demo`.

use crate::cli::Context;

/// The five-minute tour: a whole night against a news site of our own, no set-up needed
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner demo")]
pub(crate) struct Args {
    /// Keep the database of the tour, and say where it is
    #[arg(long)]
    pub(crate) keep: bool,
    /// Port of the fixture newsroom on loopback; 0 takes any free one
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) port: u16,
}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
