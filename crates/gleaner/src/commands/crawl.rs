//! `gleaner crawl`.

use std::time::Duration;

use ::crawl::Plan;
use store::{Outcome, Store};

use crate::cli::Context;
use crate::output::Results;
use crate::{database, pipeline, worker};

/// How often an idle worker looks for work with --forever.
const LOOK: Duration = Duration::from_mins(1);

/// Fetch what is due, politely, until nothing is due
///
/// Any number of these, on any number of machines, may share one database.
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
    /// Stay when nothing is due, and go on when something is
    #[arg(long, conflicts_with_all = ["max_pages", "max_duration"])]
    pub(crate) forever: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let defaults = worker::plan(&context.settings.worker);
    let plan = Plan {
        worker: args.worker.clone().unwrap_or(defaults.worker),
        only: args.sites.clone(),
        max_pages: args.max_pages,
        max_duration: args.max_duration,
        ..defaults
    };
    database::with(context, async |store| {
        check_sites(store, &plan.only).await?;
        loop {
            let report =
                pipeline::crawl(store, &context.settings.crawl, &plan, &context.stop).await?;
            let mut out = Results::new();
            out.line(&pipeline::describe_crawl(&report))?;
            if context.stop.is_cancelled() {
                out.line("Stopped early; the same command goes on where this one ended.")?;
            } else if !args.forever && report.count(Outcome::Fetched) > 0 {
                out.line("Next: gleaner extract")?;
            }
            out.finish()?;
            if !args.forever || context.stop.is_cancelled() {
                return Ok(());
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                () = context.stop.cancelled() => return Ok(()),
            }
        }
    })
    .await
}

/// Refuses sites nobody has seeded: a misspelt id should not look like a site without news.
async fn check_sites(store: &Store, only: &[String]) -> anyhow::Result<()> {
    if only.is_empty() {
        return Ok(());
    }
    let known: Vec<String> = store.sites().await?.into_iter().map(|s| s.id).collect();
    for id in only {
        anyhow::ensure!(
            known.contains(id),
            "there is no site {id:?}; `gleaner status` lists the {} there are",
            known.len()
        );
    }
    Ok(())
}
