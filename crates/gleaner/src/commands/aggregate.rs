//! `gleaner aggregate`.

use crate::console::output::Results;
use crate::program::Context;
use crate::{database, pipeline};

/// Find copies, stories, names and keywords in new articles
///
/// Articles are grouped in chunks, one transaction each. If it is stopped or killed, the same command
/// without --all continues.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  gleaner aggregate\n  gleaner aggregate --all")]
pub(crate) struct Args {
    /// Discard all copies and stories first, and group all articles again
    #[arg(long)]
    all: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let done = database::with(context, async |store| {
        if args.all {
            store.forget_aggregates().await?;
        }
        let chunk = context.settings.aggregate.chunk_articles;
        pipeline::aggregate(store, chunk, &context.stop).await
    })
    .await?;
    let mut out = Results::new();
    out.line(&done.to_string())?;
    if done.stopped {
        out.line("Stopped early; `gleaner aggregate` continues with the rest.")?;
    }
    out.finish()
}
