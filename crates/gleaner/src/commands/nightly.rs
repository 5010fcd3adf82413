//! `gleaner nightly`.

use std::path::PathBuf;
use std::str::FromStr as _;
use std::sync::Arc;

use anyhow::Context as _;
use chrono::Local;
use croner::Cron;
use store::{Retention, Store};

use super::status;
use crate::cli::Context;
use crate::console::output::Results;
use crate::database;
use crate::pipeline::{self, Night, Plan};
use crate::reading::stored::PageExtractor;

/// Seed, crawl, extract, aggregate and prune in order, as one recorded run
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  gleaner nightly --seeds seeds\n  gleaner nightly --seeds seeds --schedule \"30 2 * * *\""
)]
pub(crate) struct Args {
    /// Seed file or folder to read first
    #[arg(long, value_name = "PATH")]
    pub(crate) seeds: Vec<PathBuf>,
    /// Stay and repeat at these times (minute, hour, day, month, weekday; local time), such as "30 2 * * *"
    #[arg(long, value_name = "CRON", value_parser = schedule)]
    pub(crate) schedule: Option<Cron>,
}

fn schedule(text: &str) -> Result<Cron, String> {
    Cron::from_str(text).map_err(|error| {
        format!("{error}; write minute, hour, day, month and weekday, such as \"30 2 * * *\"")
    })
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    // Not first at half past two.
    context.settings.crawl.check().map_err(anyhow::Error::msg)?;
    let plan = Plan {
        seeds: args.seeds.clone(),
        crawl: context.settings.crawl.clone(),
        limits: pipeline::crawl_plan(&context.settings.worker),
        reader: Arc::new(PageExtractor::new(&context.settings)?),
        chunk: context.settings.aggregate.chunk_articles,
        retention: Retention::from(&context.settings.retention),
    };
    database::with(context, async |store| match &args.schedule {
        None => once(store, &plan, context).await,
        Some(schedule) => repeat(store, &plan, schedule, context).await,
    })
    .await
}

async fn once(store: &Store, plan: &Plan, context: &Context) -> anyhow::Result<()> {
    let night = pipeline::night(store, plan, &context.stop).await?;
    let mut out = Results::new();
    out.text(&summary(&night))?;
    out.text(&status::describe_warnings(&status::warnings(store).await?))?;
    out.finish()
}

async fn repeat(
    store: &Store,
    plan: &Plan,
    schedule: &Cron,
    context: &Context,
) -> anyhow::Result<()> {
    while !context.stop.is_cancelled() {
        let now = Local::now();
        let next = schedule
            .find_next_occurrence(&now, false)
            .context("--schedule names no time to come")?;
        tracing::info!(next = %next.to_rfc3339(), "the next night begins at {}", next.format("%Y-%m-%d %H:%M"));
        tokio::select! {
            () = tokio::time::sleep((next - now).to_std().unwrap_or_default()) => {}
            () = context.stop.cancelled() => break,
        }
        // One bad night must not end all nights to come; its failure stands in the runs.
        if let Err(error) = once(store, plan, context).await {
            tracing::error!("this night failed: {error:#}");
        }
    }
    Ok(())
}

/// What a night did, for people.
pub(crate) fn summary(night: &Night) -> String {
    let saved = &night.extracted.saved;
    let mut said = format!(
        "{}\n{}\n{}\n",
        pipeline::describe_crawl(&night.crawled),
        night.extracted,
        night.aggregated
    );
    if night.pruned.pages + night.pruned.visits > 0 {
        let pruned = night.pruned.to_string();
        said.extend(["Deleted, as [retention] says: ", &pruned, ".\n"]);
    }
    if night.stopped {
        said.push_str("Stopped early; the same command goes on where this one ended.\n");
    } else if saved.added + saved.versions == 0 {
        said.push_str("Nothing new since the last time.\n");
    }
    said
}
