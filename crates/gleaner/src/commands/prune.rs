//! `gleaner prune`.

use store::Retention;

use crate::console::output;
use crate::program::Context;
use crate::{database, pipeline};

/// Delete pages, visits and URLs whose retention period is over
///
/// The periods are set in `[retention]` of the settings. `gleaner nightly` prunes as its last stage. Articles are never deleted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  GLEANER__RETENTION__PAGE_DAYS=180 gleaner prune --dry-run")]
pub(crate) struct Args {
    /// Report what would be deleted, and delete nothing
    #[arg(long)]
    dry_run: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let retention = Retention::from(&context.settings.retention);
    let pruned = database::with(context, async |store| {
        if args.dry_run {
            Ok(store.prunable(&retention).await?)
        } else {
            pipeline::prune(store, &retention, &context.stop).await
        }
    })
    .await?;
    let did = if args.dry_run {
        "Would delete"
    } else {
        "Deleted"
    };
    let stopped = if context.stop.is_cancelled() {
        "; stopped early, the same command continues"
    } else {
        ""
    };
    let pruned = pipeline::describe_pruned(&pruned);
    output::message(&format!("{did} {pruned}{stopped}."))
}
