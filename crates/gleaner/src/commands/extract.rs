//! `gleaner extract`.

use std::sync::Arc;

use crate::cli::Context;
use crate::output::Results;
use crate::stored::StoredReader;
use crate::{database, pipeline};

/// Turn stored pages into articles or rejected pages
///
/// Reads the pages without a verdict of the current code, extractor and classifier.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner extract")]
pub(crate) struct Args {
    /// Read every stored page again, not only those without a verdict of the current version
    #[arg(long)]
    pub(crate) all: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let reader = Arc::new(StoredReader::new(&context.settings)?);
    let done = database::with(context, async |store| {
        pipeline::extract(store, reader, args.all, &context.stop).await
    })
    .await?;
    let mut out = Results::new();
    out.line(&done.to_string())?;
    if done.stopped {
        out.line("Stopped early; the same command goes on with the rest.")?;
    }
    out.finish()
}
