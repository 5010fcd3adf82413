//! `gleaner search`.

use std::time::Duration;

use crate::cli::Context;

/// Search the articles
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner search \"Erdbeben Türkei\" --language de --since 7d")]
pub(crate) struct Args {
    /// Words to find; "quoted" for a phrase, - before a word to leave it out
    pub(crate) query: String,
    /// Only articles in this language (ISO 639-1)
    #[arg(long, value_name = "CODE")]
    pub(crate) language: Option<String>,
    /// Only articles of this site
    #[arg(long, value_name = "ID")]
    pub(crate) site: Option<String>,
    /// Only articles published within this time, such as 12h, 7d
    #[arg(long, value_name = "D", value_parser = crate::duration::parse)]
    pub(crate) since: Option<Duration>,
    /// One JSON object a line instead of a list
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) async fn run(_args: &Args, _context: &Context) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}
