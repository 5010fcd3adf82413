//! `gleaner status`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use store::{Run, SiteHealth, Status};

use super::coverage;
use crate::cli::Context;
use crate::database;
use crate::output::Results;
use crate::table::{self, Align};

/// Show runs, queue and one health line per site
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  gleaner status\n  gleaner status --coverage --since 7d")]
pub(crate) struct Args {
    /// One JSON object instead of tables
    #[arg(long)]
    pub(crate) json: bool,
    /// What share of each site's articles each channel found, and when; and the subscriptions to hubs
    #[arg(long)]
    pub(crate) coverage: bool,
    #[command(flatten)]
    pub(crate) of: coverage::Of,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if args.coverage {
        return coverage::run(&args.of, args.json, context).await;
    }
    let status = database::with(context, async |store| Ok(store.status().await?)).await?;
    let mut out = Results::new();
    if args.json {
        out.json(&status)?;
    } else {
        out.text(&describe(&status))?;
    }
    out.finish()
}

/// The tables.
fn describe(status: &Status) -> String {
    let queue = &status.queue;
    let mut said = format!(
        "{} hosts ({} due, {} at work), {} addresses ({} due)\n\
         {} pages ({} not read yet): {} articles in {} versions, {} pages rejected\n",
        queue.hosts,
        queue.hosts_due,
        queue.hosts_leased,
        queue.urls,
        queue.urls_due,
        queue.pages,
        queue.pages_unread,
        queue.articles,
        queue.versions,
        queue.rejected
    );
    if !status.runs.is_empty() {
        said.push('\n');
        said.push_str(&runs(&status.runs));
    }
    if status.sites.is_empty() {
        said.push_str("\nNo sites yet: gleaner seed seeds/de.toml\n");
    } else {
        said.push('\n');
        said.push_str(&sites(&status.sites));
    }
    said
}

fn runs(runs: &[Run]) -> String {
    let columns = [
        ("run", Align::Right),
        ("command", Align::Left),
        ("began", Align::Left),
        ("took", Align::Right),
        ("state", Align::Left),
        ("counts", Align::Left),
    ];
    let rows: Vec<Vec<String>> = runs.iter().map(run_row).collect();
    table::lay_out(&columns, &rows)
}

fn run_row(run: &Run) -> Vec<String> {
    let took = run.finished_at.map_or_else(String::new, |end| {
        format!("{} s", (end - run.started_at).num_seconds())
    });
    let mut state = run.state.to_string();
    if let Some(detail) = &run.detail {
        state = format!("{state}: {}", table::cut(detail, 60));
    }
    let counts = run.counts.as_object().map_or_else(String::new, |counts| {
        counts
            .iter()
            .filter(|(_, count)| count.as_u64().is_some_and(|n| n > 0))
            .map(|(name, count)| format!("{name} {count}"))
            .collect::<Vec<_>>()
            .join(", ")
    });
    vec![
        run.id.to_string(),
        run.command.clone(),
        when(Some(run.started_at)),
        took,
        state,
        counts,
    ]
}

fn sites(sites: &[SiteHealth]) -> String {
    let columns = [
        ("site", Align::Left),
        ("fetched", Align::Right),
        ("unchanged", Align::Right),
        ("articles", Align::Right),
        ("rejected", Align::Right),
        ("due", Align::Right),
        ("last fetch", Align::Left),
        ("last article", Align::Left),
        ("not fetched", Align::Left),
    ];
    let rows: Vec<Vec<String>> = sites
        .iter()
        .map(|site| {
            vec![
                table::cut(&site.id, 30),
                (site.fetched + site.imported).to_string(),
                site.not_modified.to_string(),
                site.articles.to_string(),
                site.rejected.values().sum::<i64>().to_string(),
                site.urls_due.to_string(),
                when(site.last_fetch),
                when(site.last_article),
                reasons(&site.failures),
            ]
        })
        .collect();
    table::lay_out(&columns, &rows)
}

/// Counts by reason, the most frequent first.
fn reasons(counts: &BTreeMap<String, i64>) -> String {
    let mut counts: Vec<(&String, &i64)> = counts.iter().collect();
    counts.sort_by_key(|&(name, &count)| (-count, name));
    let said: Vec<String> = counts
        .iter()
        .map(|(name, count)| format!("{} {count}", name.replace('_', " ")))
        .collect();
    said.join(", ")
}

fn when(at: Option<DateTime<Utc>>) -> String {
    at.map_or_else(
        || "-".to_owned(),
        |at| at.format("%Y-%m-%d %H:%M").to_string(),
    )
}
