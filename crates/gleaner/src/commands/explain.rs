//! `gleaner explain`.

use crate::cli::Context;

/// Show every block of a page, its features, the step that decided, and the verdict
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner explain page.html --svg page.svg")]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
