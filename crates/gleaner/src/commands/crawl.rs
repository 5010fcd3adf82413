//! `gleaner crawl`.

use std::time::Duration;

use crate::cli::Context;

/// Fetch what is due, politely, until nothing is due
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner crawl --site tagesschau --max-pages 50")]
pub(crate) struct Args {
    /// Name of this worker in the database [default: host name and process id]
    #[arg(long, value_name = "NAME")]
    pub(crate) worker: Option<String>,
    /// Only this site; may be given several times
    #[arg(long = "site", value_name = "ID")]
    pub(crate) sites: Vec<String>,
    /// Stop after so many pages
    #[arg(long, value_name = "N")]
    pub(crate) max_pages: Option<u64>,
    /// Stop after this time, such as 90s, 30m, 8h
    #[arg(long, value_name = "D", value_parser = crate::duration::parse)]
    pub(crate) max_duration: Option<Duration>,
}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
