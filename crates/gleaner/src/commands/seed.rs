//! `gleaner seed`.

use std::path::PathBuf;

use crate::cli::Context;
use crate::output::Results;
use crate::{database, pipeline};

/// Add or update sites from seed files or folders
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner seed seeds/de.toml")]
pub(crate) struct Args {
    /// Seed files, or folders of them
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let seeded = database::with(context, async |store| {
        pipeline::seed(store, &args.paths).await
    })
    .await?;
    let mut out = Results::new();
    out.line(&format!(
        "{} sites added, {} updated, {} unchanged",
        seeded.added, seeded.updated, seeded.unchanged
    ))?;
    out.line("Next: gleaner crawl")?;
    out.finish()
}
