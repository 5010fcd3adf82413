//! `gleaner crawl`.

use std::sync::Arc;
use std::time::Duration;

use ::crawl::Plan;
use store::{Outcome, Store};

use super::exit_code::LOW_DISK;
use crate::console::failure::UnsuccessfulEnd;
use crate::console::output::Results;
use crate::program::Context;
use crate::reading::stored::PageExtractor;
use crate::{database, pipeline};

/// Interval at which an idle worker looks for work with `--forever`.
const POLL_INTERVAL: Duration = Duration::from_mins(1);

/// Fetch the pages, feeds and sitemaps that are due, politely, until none is left, and extract their articles
///
/// Any number of crawlers, on any number of machines, can share one database. Exit codes: 0 success, 1 error, 6 ended early because the
/// disk is nearly full.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner crawl --site tagesschau --max-pages 50\n  gleaner crawl --forever"
)]
pub(crate) struct Args {
    /// Name of this worker in the database [default: host name and process id]
    #[arg(long, value_name = "NAME")]
    pub(crate) worker: Option<String>,
    /// Crawl only this site; can be repeated
    #[arg(long = "site", value_name = "ID")]
    pub(crate) sites: Vec<String>,
    /// Stop after N requests for pages, feeds and sitemaps
    #[arg(long, value_name = "N", value_parser = crate::console::argument::at_least_one)]
    pub(crate) max_pages: Option<u64>,
    /// Stop after this time, such as 90s, 30m or 8h
    #[arg(long, value_name = "D", value_parser = crate::console::duration::parse)]
    pub(crate) max_duration: Option<Duration>,
    /// Keep running when nothing is due, and continue as soon as something is
    #[arg(long, conflicts_with_all = ["max_pages", "max_duration"])]
    pub(crate) forever: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let defaults = pipeline::crawl_plan(&context.settings.worker);
    let mut plan = Plan {
        worker: args.worker.clone().unwrap_or(defaults.worker),
        max_pages: args
            .max_pages
            .or(defaults.max_pages.filter(|_| !args.forever)),
        max_duration: args.max_duration,
        ..defaults
    };
    database::with(context, async |store| {
        plan.only = database::sites(store, &args.sites).await?;
        crawl(args, context, store, &plan).await
    })
    .await
}

/// Crawls until nothing is due; with `--forever`, repeatedly.
async fn crawl(args: &Args, context: &Context, store: &Store, plan: &Plan) -> anyhow::Result<()> {
    let min_free_bytes = context.settings.database.min_free_bytes;
    let extractor = Arc::new(PageExtractor::new(&context.settings)?);
    let mut was_low = false;
    loop {
        let (settings, stop) = (&context.settings.crawl, &context.stop);
        let (crawled, mut extracted) =
            pipeline::crawl(store, settings, plan, &extractor, min_free_bytes, stop).await?;
        extracted.merge(pipeline::extract(store, Arc::clone(&extractor), &plan.only, stop).await?);
        let (report, low) = (crawled.report, crawled.low_disk);
        let mut out = Results::new();
        out.line(&pipeline::describe_crawl(&report))?;
        out.line(&extracted.to_string())?;
        match low {
            Some(low) if !args.forever => {
                out.finish()?;
                let (code, why) = (LOW_DISK, low.to_string());
                return Err(UnsuccessfulEnd { code, why }.into());
            }
            Some(low) if !was_low => tracing::error!("{low}; this crawler waits until then"),
            None if was_low => {
                tracing::warn!("the disk of the database has room again; the crawl continues");
            }
            _ => {}
        }
        was_low = low.is_some();
        if context.stop.is_cancelled() {
            out.line("Stopped early; the same command continues where this one ended.")?;
        } else if !args.forever && report.count(Outcome::Fetched) > 0 {
            out.line("Next: gleaner aggregate")?;
        }
        if !args.forever
            && !context.stop.is_cancelled()
            && let Some(waiting) = pipeline::waiting(store, &report, &plan.only).await?
        {
            out.line(&waiting)?;
        }
        out.finish()?;
        if !args.forever || context.stop.is_cancelled() {
            return Ok(());
        }
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            () = context.stop.cancelled() => return Ok(()),
        }
    }
}
