//! `gleaner status`.

mod health;
mod skipped;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::{HostsAhead, Run, RunState, SiteHealth, Status, Store};

pub(crate) use self::health::{Concern, Warning};
use super::coverage;
use super::site::diagnosis::{Diagnosis, never_worked};
use crate::cli::Context;
use crate::console::output::Results;
use crate::console::table::{self, Align};
use crate::database;

/// Show runs, queue and one health line per site
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner status\n  gleaner status --coverage --since 7d\n  gleaner status --skipped example"
)]
pub(crate) struct Args {
    /// One JSON object instead of tables
    #[arg(long)]
    pub(crate) json: bool,
    /// What share of each site's articles each channel found, and when; and the subscriptions to hubs
    #[arg(long)]
    pub(crate) coverage: bool,
    #[command(flatten)]
    pub(crate) of: coverage::Of,
    /// The addresses that this site named and that are not requested, counted by reason, with examples
    #[arg(long, value_name = "SITE", conflicts_with = "coverage")]
    pub(crate) skipped: Option<String>,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if args.coverage {
        return coverage::run(&args.of, args.json, context).await;
    }
    if let Some(site) = &args.skipped {
        return skipped::run(site, args.json, context).await;
    }
    let report = database::with(context, async |store| {
        Ok(Report {
            status: store.status().await?,
            warnings: warnings(store).await?,
        })
    })
    .await?;
    let mut out = Results::new();
    if args.json {
        out.json(&report)?;
    } else {
        out.text(&describe(&report.status))?;
        out.text(&describe_warnings(&report.warnings))?;
    }
    out.finish()
}

/// How things stand, and what is worth a look.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    status: Status,
    warnings: Vec<Warning>,
}

/// What is worth a look at each site.
pub(crate) async fn warnings(store: &Store) -> anyhow::Result<Vec<Warning>> {
    let days = store.site_days(health::WINDOW + 1).await?;
    let unread = store.days_to_extract(health::WINDOW + 1).await?;
    let layouts = store.site_layouts(health::LAYOUT_DAYS).await?;
    let (now, today) = (Utc::now(), Utc::now().date_naive());
    let overviews = store.site_overviews(&[], false).await?;
    let never = overviews.iter().filter_map(|site| {
        let state = Diagnosis::of(site);
        never_worked(site, &state, !unread.is_empty()).then(|| Warning {
            site_id: site.id.clone(),
            what: Concern::NeverWorked {
                state: state.word,
                says: state.sentence(now),
            },
        })
    });
    let mut warnings: Vec<Warning> = never.collect();
    let of_days = health::warnings(&days, &unread, &layouts, today);
    let known: BTreeSet<String> = warnings
        .iter()
        .map(|warning| warning.site_id.clone())
        .collect();
    warnings.extend(
        of_days
            .into_iter()
            .filter(|warning| !known.contains(&warning.site_id)),
    );
    Ok(warnings)
}

/// The warnings, a line each; nothing if there are none.
pub(crate) fn describe_warnings(warnings: &[Warning]) -> String {
    let mut said = String::new();
    if !warnings.is_empty() {
        said.push_str("\nWorth a look:\n");
    }
    for warning in warnings {
        said.push_str(&warning.describe());
        said.push('\n');
    }
    said
}

/// The tables.
fn describe(status: &Status) -> String {
    let queue = &status.queue;
    let about = if queue.about { "about " } else { "" };
    let mut said = format!(
        "{} hosts ({} due, {} at work), {about}{} addresses ({} due)\n\
         {about}{} pages ({} not read yet): {} articles in {} versions, {} pages rejected\n",
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
    if let Some(ahead) = status.ahead {
        said.push_str(&describe_ahead(ahead));
        said.push('\n');
    }
    if !status.pushed.is_empty() {
        let counts = status.pushed.iter();
        let counts: Vec<String> = counts
            .map(|(state, count)| format!("{count} {state}"))
            .collect();
        said.push_str("feeds with a hub: ");
        said.push_str(&counts.join(", "));
        said.push('\n');
    }
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

/// What a clock that was ahead has left, and the next step.
pub(crate) fn describe_ahead(ahead: HostsAhead) -> String {
    let (hours, minutes) = (ahead.seconds / 3_600, ahead.seconds / 60 % 60);
    format!(
        "the database's clock was ahead: {} hosts wait for times that it set, up to {hours} h {minutes} min too late; the \
         next `gleaner crawl` or `nightly` puts them right",
        ahead.hosts
    )
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
    if run.state == RunState::Lost {
        state += ": killed or cut off; the next run continues";
    }
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
        ("last success", Align::Left),
        ("last article", Align::Left),
        ("not had", Align::Left),
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
                format!(
                    "{}{}",
                    site.urls_due,
                    if site.more_urls_due { "+" } else { "" }
                ),
                when(site.last_success),
                when(site.last_article),
                not_had(site),
            ]
        })
        .collect();
    table::lay_out(&columns, &rows)
}

/// Page types that stand in the place of what was asked for, although they came with status 200.
const WALLS: [&str; 4] = ["challenge", "consent_wall", "js_shell", "paywall_teaser"];

/// What could not be had of a site, and why: failures of requests, walls in the place of pages, and what rests.
fn not_had(site: &SiteHealth) -> String {
    let mut counts = site.failures.clone();
    for (name, count) in &site.rejected {
        if WALLS.contains(&name.as_str()) {
            *counts.entry(name.clone()).or_default() += count;
        }
    }
    let mut said = vec![reasons(&counts)];
    if site.dead_channels > 0 {
        said.push(format!("dead channels {}", site.dead_channels));
    }
    if site.hosts_resting > 0 {
        let until = when(site.rest_until);
        said.push(format!(
            "hosts in cooldown {}, the first until {until}",
            site.hosts_resting
        ));
    }
    said.retain(|part| !part.is_empty());
    said.join("; ")
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
