//! `gleaner text`.

use crate::cli::Context;

/// Article text out of HTML files, without a database
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  gleaner text page.html\n  zcat pages.jsonl.gz | gleaner text --format jsonl -"
)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
