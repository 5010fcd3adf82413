//! `gleaner aggregate`.

use crate::cli::Context;
use crate::output::Results;
use crate::{database, pipeline};

/// Find copies among the articles that are new since the last run
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner aggregate")]
pub(crate) struct Args {}

pub(crate) async fn run(_args: &Args, context: &Context) -> anyhow::Result<()> {
    let done = database::with(context, async |store| {
        pipeline::aggregate(store, &context.stop).await
    })
    .await?;
    let mut out = Results::new();
    out.line(&done.to_string())?;
    if done.stopped {
        out.line("Stopped early; the same command goes on with the rest.")?;
    }
    out.finish()
}
