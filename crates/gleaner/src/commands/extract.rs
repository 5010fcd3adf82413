//! `gleaner extract`.

use std::sync::Arc;

use crate::console::output::Results;
use crate::program::Context;
use crate::reading::stored::PageExtractor;
use crate::{database, pipeline};

/// Extract and classify stored pages: each becomes an article or is rejected
///
/// Processes the pages that have no verdict of the current code, extractor and classifier.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner extract\n  gleaner extract --site example\n  gleaner extract --all --diff"
)]
pub(crate) struct Args {
    /// Process every stored page again, not only those without a current verdict; after a stop, continue without --all
    #[arg(long)]
    pub(crate) all: bool,
    /// Only pages of this site; can be repeated
    #[arg(long = "site", value_name = "ID")]
    pub(crate) sites: Vec<String>,
    /// With --all: report what would change, and change nothing
    #[arg(long, requires = "all")]
    pub(crate) diff: bool,
    /// With --diff: print one JSON object per page that changes
    #[arg(long, requires = "diff")]
    pub(crate) json: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let reader = Arc::new(PageExtractor::new(&context.settings)?);
    if args.diff {
        return preview(args, context, reader).await;
    }
    let done = database::with(context, async |store| {
        let sites = database::sites(store, &args.sites).await?;
        if args.all {
            store.requeue_all(&sites).await?;
        }
        pipeline::extract(store, reader, &sites, &context.stop).await
    })
    .await?;
    let mut out = Results::new();
    out.line(&done.to_string())?;
    if done.stopped {
        let rest = if args.all {
            "Stopped early; the same command without --all continues with the rest."
        } else {
            "Stopped early; the same command continues with the rest."
        };
        out.line(rest)?;
    }
    out.finish()
}

async fn preview(args: &Args, context: &Context, reader: Arc<PageExtractor>) -> anyhow::Result<()> {
    let mut out = Results::new();
    let done = database::with(context, async |store| {
        let sites = database::sites(store, &args.sites).await?;
        pipeline::preview(store, reader, &sites, &context.stop, |change| {
            if args.json { out.json(change) } else { Ok(()) }
        })
        .await
    })
    .await?;
    if !args.json {
        out.text(&done.describe())?;
    }
    out.finish()
}
